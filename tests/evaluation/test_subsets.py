"""Systems with other vocabularies compare on the sentences that all of them know."""

from dataclasses import replace

import numpy as np
import pytest

from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of
from nmtviz.evaluation.bootstrap import compare
from nmtviz.evaluation.lengths import length_curve
from nmtviz.evaluation.sentences import score_texts
from nmtviz.evaluation.subsets import known_rows, words_and_counts
from nmtviz.scores import SentenceScores

SOURCES = ["a b", "a b c", "a b c d", "a b c d e"]
WANTED = ["u v w x", "u v w x y", "u v w x y z", "u v w x y z a"]


def measured(name: str, outputs: list[str], *known: int) -> SentenceScores:
    """Return a system; what it writes without `<unk>` is the reference itself."""
    scores = score_texts(SOURCES, outputs, WANTED, system=name, data="four")
    right = score_texts(SOURCES, WANTED, WANTED, system=name, data="four").bleu
    rows = np.array(known, dtype=np.int64)
    return replace(scores, no_unknown_rows=rows, no_unknown_bleu=right[rows])


ONE = measured("one", ["u v w"] * 4, 0, 1, 3)
OTHER = measured("other", WANTED, 1, 2, 3)
TEXTS = replace(ONE, system="texts", no_unknown_rows=None, no_unknown_bleu=None)


def test_only_sentences_that_everybody_knows_are_left() -> None:
    assert known_rows([ONE, OTHER]).tolist() == [1, 3]
    assert known_rows([ONE, TEXTS]).tolist() == [0, 1, 3]
    assert known_rows([TEXTS]).tolist() == []


def test_their_counts_are_those_without_unknown_words() -> None:
    words, counts = words_and_counts(ONE, np.array([1, 3]))

    assert words.tolist() == [3, 5]
    assert bleu_of(counts) == pytest.approx(100)
    assert words_and_counts(ONE, None)[1] is ONE.bleu


def test_curves_and_comparisons_have_the_same_sentences() -> None:
    rows = known_rows([ONE, OTHER])
    curves = [length_curve(each, known=rows, resamples=3) for each in (ONE, OTHER)]
    found = compare(ONE, OTHER, known=rows, resamples=3)

    assert {curve.total_n for curve in curves} == {found.n} == {2}
    assert found.difference == pytest.approx(0)
    assert compare(ONE, OTHER, resamples=3).difference > 0


def test_a_sentence_that_was_not_translated_so_is_refused() -> None:
    with pytest.raises(InputError, match="some have unknown words for 'one' on four"):
        words_and_counts(ONE, np.array([2]))
    with pytest.raises(InputError, match="nobody has translated them for 'texts'"):
        words_and_counts(TEXTS, np.array([1]))
