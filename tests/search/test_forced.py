import numpy as np
import pytest

from nmtviz.data.vocabulary import END_ID
from nmtviz.search.forced import force
from tests.search.toy import ToyNetwork

SOURCES = [(4, 5, END_ID), (9, 4, 8, 11, END_ID), (7, END_ID)]
TARGETS = [(5, 4, 4, 5, END_ID), (END_ID,), (4, 5, END_ID)]


@pytest.mark.parametrize("length_penalty", [0.0, 0.5, 1.0])
def test_log_probabilities_are_those_of_the_table(length_penalty: float) -> None:
    network = ToyNetwork()

    found = force(network, SOURCES, TARGETS, length_penalty=length_penalty)

    for source, target, hypothesis in zip(SOURCES, TARGETS, found, strict=True):
        expected = network.log_prob(source, target)
        assert hypothesis.ids == target
        assert hypothesis.token_log_probs.shape == (len(target),)
        assert hypothesis.log_prob == pytest.approx(expected, abs=1e-5)
        assert hypothesis.score == pytest.approx(
            expected / len(target) ** length_penalty, abs=1e-5
        )


def test_alignment_rows_are_distributions_over_the_sentence() -> None:
    for source, target, found in zip(
        SOURCES, TARGETS, force(ToyNetwork(), SOURCES, TARGETS), strict=True
    ):
        assert found.alignment is not None
        assert found.alignment.shape == (len(target), len(source))
        np.testing.assert_allclose(found.alignment.sum(axis=1), 1.0, atol=1e-6)


def test_a_network_without_attention_gives_no_alignment() -> None:
    (found,) = force(ToyNetwork(attends=False), SOURCES[:1], TARGETS[:1])

    assert found.alignment is None


def test_no_sentences_give_no_hypotheses() -> None:
    assert force(ToyNetwork(), [], []) == []
