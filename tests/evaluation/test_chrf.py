import pytest
from sacrebleu.metrics.chrf import CHRF

from nmtviz.errors import InputError
from nmtviz.evaluation.chrf import (
    chrf_counts,
    chrf_of,
    chrf_signature,
    sentence_chrf,
)
from tests.evaluation.made_scores import GOOD, POOR, REFERENCES

# Shorter than the longest n-gram on either side, or empty.
HYPOTHESES = [*GOOD, *POOR, "oui", "Non, merci bien.", "", "élève"]
WANTED = [*REFERENCES, *REFERENCES, "Oui", "Non", "Rien", "l'élève"]


@pytest.mark.parametrize("chosen", [slice(0, 14), slice(8, 9), slice(5, 12)])
def test_any_part_of_a_corpus_scores_as_sacrebleu_scores_it(chosen: slice) -> None:
    counts = chrf_counts(HYPOTHESES, WANTED)

    expected = CHRF().corpus_score(HYPOTHESES[chosen], [WANTED[chosen]])

    assert chrf_of(counts[chosen]) == pytest.approx(expected.score, rel=1e-12)


def test_each_sentence_scores_as_sacrebleu_scores_it() -> None:
    expected = [
        CHRF().sentence_score(found, [wanted]).score
        for found, wanted in zip(HYPOTHESES, WANTED, strict=True)
    ]

    found = sentence_chrf(chrf_counts(HYPOTHESES, WANTED))

    assert found == pytest.approx(expected, rel=1e-12)


def test_counts_are_those_of_a_count_by_hand() -> None:
    (counts,) = chrf_counts(["a bab"], ["abc"])

    # abab and abc: a a b b against a b c; ab ba ab against ab bc; aba bab against abc.
    assert counts[:9].tolist() == [4, 3, 2, 3, 2, 1, 2, 1, 0]
    assert counts[9:].tolist() == [0] * 9


def test_the_signature_is_the_one_sacrebleu_prints() -> None:
    metric = CHRF()
    metric.corpus_score(["a"], [["b"]])

    assert chrf_signature() == str(metric.get_signature())


@pytest.mark.parametrize(("translations", "references"), [(2, 3), (3, 2), (0, 0)])
def test_sentences_without_partners_are_refused(
    translations: int, references: int
) -> None:
    with pytest.raises(
        InputError,
        match=f"got {translations} translations and {references} references",
    ):
        chrf_counts(["a"] * translations, ["b"] * references)
