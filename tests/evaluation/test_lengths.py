import random
from itertools import pairwise

import pytest
from sacrebleu.metrics.bleu import BLEU

from nmtviz.errors import InputError
from nmtviz.evaluation.lengths import BINS, evaluate

WORDS = ["the", "a", "dog", "house", "sees", "likes", "near", "big", ".", ","]


def corpus() -> tuple[list[str], list[str], list[str]]:
    """Return sources, noisy translations and references of 1 to 80 words."""
    draw = random.Random(1)
    sources, hypotheses, references = [], [], []
    for length in [1, 5, 10, 11, 20, 21, 27, 43, 60, 61, 80, 9]:
        words = draw.choices(WORDS, k=length)
        noisy = [w if draw.random() < 0.8 else draw.choice(WORDS) for w in words]
        sources.append("  ".join(words))
        references.append(" ".join(words))
        hypotheses.append(" ".join(noisy))
    return sources, hypotheses, references


def test_bins_follow_each_other_without_a_gap() -> None:
    assert BINS[0] == (1, 10)
    assert BINS[-1] == (61, None)
    for (_, high), (low, _) in pairwise(BINS):
        assert high is not None
        assert low == high + 1


def test_each_bin_scores_as_sacrebleu_scores_its_sentences() -> None:
    sources, hypotheses, references = corpus()

    found = evaluate(sources, hypotheses, references)

    for length_bin in found.lengths:
        chosen = [
            i
            for i, source in enumerate(sources)
            if length_bin.low <= len(source.split()) <= (length_bin.high or 999)
        ]
        assert length_bin.n == len(chosen)
        if chosen:
            expected = BLEU(tokenize="13a", force=True).corpus_score(
                [hypotheses[i] for i in chosen], [[references[i] for i in chosen]]
            )
            assert length_bin.bleu == expected.score


def test_borders_belong_to_the_lower_bin() -> None:
    found = evaluate(*corpus())

    assert [length_bin.n for length_bin in found.lengths] == [4, 2, 2, 0, 1, 1, 2]


def test_an_empty_bin_has_no_score() -> None:
    assert evaluate(*corpus()).lengths[3].bleu is None


def test_the_whole_scores_as_sacrebleu_scores_it() -> None:
    sources, hypotheses, references = corpus()
    metric = BLEU(tokenize="13a", force=True)

    found = evaluate(sources, hypotheses, references)

    assert found.bleu == metric.corpus_score(hypotheses, [references]).score
    assert found.signature == str(metric.get_signature())
    assert found.n == 12


def test_a_missing_translation_is_refused() -> None:
    with pytest.raises(InputError, match="got 2 sentences and 1 translations"):
        evaluate(["a", "b"], ["c"], ["d"])
