"""What a network was not sure of: probabilities by hand."""

from dataclasses import replace

import pytest

from nmtviz.evaluation.confidence import (
    MOST,
    SHORT,
    is_doubtful,
    typical_probability,
    unsure_words,
)
from nmtviz.results import END
from tests.hypotheses import hypothesis


def test_a_words_probability_is_that_of_all_its_tokens() -> None:
    found = unsure_words(hypothesis([[0.9], [0.6, 0.5], [0.7, 0.8], [0.4]], end=0.1))

    assert [word for word, _ in found] == ["word1", "word3"]
    assert [p for _, p in found] == pytest.approx([0.3, 0.4])


def test_of_many_unsure_words_the_least_probable_are_named_in_their_order() -> None:
    probabilities = [0.3, 0.05, *(0.1 + place / 100 for place in range(MOST - 1)), 0.4]

    found = unsure_words(hypothesis([[p] for p in probabilities]))

    assert [word for word, _ in found] == [f"word{n}" for n in range(1, MOST + 1)]


def test_punctuation_is_not_named() -> None:
    sure = hypothesis([[0.9], [0.1]])
    texts = ("oui", "!", END)

    found = replace(sure, tokens=replace(sure.tokens, word_texts=texts))

    assert unsure_words(found) == []


def test_a_sure_translation_has_none() -> None:
    assert unsure_words(hypothesis([[0.9], [0.5]])) == []
    assert unsure_words(hypothesis([])) == []


def test_the_typical_probability_is_the_geometric_mean_with_the_end() -> None:
    # (0.5 * 0.25 * 1 * 0.5) ** (1/4) = (1/16) ** (1/4)
    found = typical_probability(hypothesis([[0.5, 0.25], [1.0]], end=0.5))

    assert found == pytest.approx(0.5)


def test_only_a_longer_translation_is_doubtful() -> None:
    # The end is a token, too.
    assert not is_doubtful(hypothesis([[0.1]] * (SHORT - 1)))
    assert is_doubtful(hypothesis([[0.1]] * SHORT))
    assert not is_doubtful(hypothesis([[0.5]] * SHORT, end=0.5))
