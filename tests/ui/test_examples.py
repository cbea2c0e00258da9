from nmtviz.ui.examples import EXAMPLES, FIRST


def test_there_are_eight_and_one_of_them_has_forty_words() -> None:
    assert len(EXAMPLES) == 8
    assert 40 in {len(sentence.split()) for sentence in EXAMPLES.values()}
    assert FIRST in EXAMPLES.values()
