import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.errors import InputError
from nmtviz.evaluation.bleu import bleu_of, bleu_of_each, sentence_counts, signature

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


def test_many_test_sets_at_once_score_as_each_alone() -> None:
    sentences = sentence_counts(HYPOTHESES, REFERENCES)
    drawn = np.random.default_rng(5).integers(6, size=(400, 3))
    counts = sentences[drawn].sum(axis=1)
    counts[::2, 5] = 0  # no match of four words, which is smoothed
    counts[::5, 4] = 0
    counts[::70, 2:6] = 0  # no match at all
    counts = np.concatenate([counts, sentences])  # also of an empty text

    found = bleu_of_each(counts.astype(float))

    expected = [bleu_of(row[np.newaxis]) for row in counts]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert {0.0} < {*expected}
