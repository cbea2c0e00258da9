import numpy as np

from nmtviz.data.vocabulary import END_ID
from nmtviz.search.occlusion import leave_out
from tests.search.toy import ToyNetwork

TARGET = (5, 4, 4, 5, END_ID)


def by_hand(network: ToyNetwork, source: tuple[int, ...]) -> list[float]:
    """Read log p of each target token off the network's table."""
    return [
        float(network.log_probs_after(source, TARGET[:i])[token])
        for i, token in enumerate(TARGET)
    ]


def test_what_is_left_out_is_as_if_nobody_had_written_it() -> None:
    network = ToyNetwork()

    whole, without = leave_out(network, (9, 4, 8, 11, END_ID), TARGET, [(0,), (0, 1)])

    # The probabilities of this network depend on the first source token alone.
    np.testing.assert_allclose(whole, by_hand(network, (9, END_ID)), atol=1e-5)
    np.testing.assert_allclose(without[:, 0], by_hand(network, (4, END_ID)), atol=1e-5)
    np.testing.assert_allclose(without[:, 1], by_hand(network, (8, END_ID)), atol=1e-5)


def test_a_sentence_may_be_left_without_any_word() -> None:
    network = ToyNetwork()

    _, without = leave_out(network, (9, 4, END_ID), TARGET, [(0, 1)])

    np.testing.assert_allclose(without[:, 0], by_hand(network, (END_ID,)), atol=1e-5)


def test_nothing_left_out_changes_nothing() -> None:
    whole, without = leave_out(ToyNetwork(), (9, 4, END_ID), TARGET, [()])

    np.testing.assert_allclose(without[:, 0], whole)


def test_long_sentences_take_several_batches() -> None:
    network = ToyNetwork()
    source = (9, *[4 + place % 8 for place in range(70)], END_ID)

    whole, without = leave_out(network, source, TARGET, [(i,) for i in range(71)])

    assert without.shape == (len(TARGET), 71)
    np.testing.assert_allclose(without[:, 0], by_hand(network, (4, END_ID)), atol=1e-5)
    for column in without.T[1:]:
        np.testing.assert_allclose(column, whole, atol=1e-5)


def test_no_groups_give_no_columns() -> None:
    whole, without = leave_out(ToyNetwork(), (9, END_ID), TARGET, [])

    assert (whole.shape, without.shape) == ((5,), (5, 0))
