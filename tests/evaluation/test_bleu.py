import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of, sentence_counts, signature

HYPOTHESES = [
    "the small dog sleeps under the old table.",
    "we ate (almost) everything, didn't we?",
    "it rained for 3.5 hours",
    "yes",
    "",
    "a red bird sat on the gate and sang to us all morning",
]
REFERENCES = [
    "the little dog sleeps under the table.",
    "we ate almost everything, didn't we?",
    "it rained for 3.5 hours",
    "no, thank you",
    "nothing to say",
    "a red bird sat on a gate and sang all morning long",
]


@pytest.mark.parametrize("chosen", [slice(0, 6), slice(0, 1), slice(3, 5), slice(1, 4)])
def test_any_part_of_a_corpus_scores_as_sacrebleu_scores_it(chosen: slice) -> None:
    counts = sentence_counts(HYPOTHESES, REFERENCES)

    expected = BLEU(tokenize="13a").corpus_score(
        HYPOTHESES[chosen], [REFERENCES[chosen]]
    )

    assert bleu_of(counts[chosen]) == expected.score


def test_a_perfect_translation_scores_100() -> None:
    assert bleu_of(sentence_counts(REFERENCES, REFERENCES)) == pytest.approx(100.0)


def test_the_signature_is_the_one_sacrebleu_prints() -> None:
    metric = BLEU(tokenize="13a")
    metric.corpus_score(HYPOTHESES, [REFERENCES])

    assert signature() == str(metric.get_signature())


@pytest.mark.parametrize(("translations", "references"), [(2, 3), (3, 2), (0, 0)])
def test_sentences_without_partners_are_refused(
    translations: int, references: int
) -> None:
    with pytest.raises(
        InputError,
        match=f"got {translations} translations and {references} references",
    ):
        sentence_counts(["a"] * translations, ["b"] * references)
