"""Partitions of a corpus of two pairs a fetch, whose words are chosen by hand."""

import numpy as np
import pytest

from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.partitions import Partition, Partitions

SPECIALS = {0, 1, 2, 3}


def schedule(targets: list[list[int]], *, reshuffle: bool = False) -> MinibatchSchedule:
    """Draw fetches of two pairs, each of them a minibatch."""
    rows = [[*target, 3] for target in targets]
    corpus = IdCorpus(Ragged.from_rows(rows), Ragged.from_rows(rows))
    return MinibatchSchedule(
        corpus, batch_size=1, batches_per_fetch=2, seed=1, reshuffle=reshuffle
    )


def in_order(*targets: list[int]) -> MinibatchSchedule:
    """Draw targets in the order in which they are given."""
    count = len(targets)
    order = schedule([[4]] * count).fetch(0).tolist()
    fetch = 0
    while len(order) < count:
        fetch += 1
        order += schedule([[4]] * count).fetch(fetch).tolist()
    placed: list[list[int]] = [[] for _ in targets]
    for place, target in zip(order, targets, strict=False):
        placed[place] = target
    return schedule(placed)


def many(*, reshuffle: bool = False) -> MinibatchSchedule:
    generator = np.random.default_rng(5)
    targets = generator.integers(1, 40, size=(24, 3)).tolist()
    return schedule(targets, reshuffle=reshuffle)


def words(partition: Partition) -> set[int]:
    return set(partition.words.tolist()) - SPECIALS


def partitions_of(drawn: MinibatchSchedule, most: int, updates: int) -> list[Partition]:
    partitions = Partitions(drawn, most)
    found = [partitions.of(update) for update in range(updates)]
    return [one for i, one in enumerate(found) if i == 0 or one is not found[i - 1]]


def test_fetches_join_until_their_words_would_be_too_many() -> None:
    drawn = in_order([5, 6], [5], [6, 7], [7], [8], [9, 8], [5], [5])

    # 4 special symbols and 5, 6, 7 fit into 8; with 8 and 9 it were 9 words. The
    # second partition goes on into the next epoch, until 7 would be too many.
    found = partitions_of(drawn, 8, updates=8)
    assert [(one.first, one.end) for one in found] == [(0, 2), (2, 5)]
    assert [words(one) for one in found] == [{5, 6, 7}, {5, 6, 8, 9}]


def test_special_symbols_are_in_every_partition() -> None:
    for partition in partitions_of(many(), 12, updates=24):
        assert set(partition.words.tolist()) >= SPECIALS


def test_words_are_in_the_order_of_their_ids_and_differ() -> None:
    for partition in partitions_of(many(), 15, updates=24):
        assert (np.diff(partition.words) > 0).all()


@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize("most", [1, 14, 25, 44])
def test_partitions_follow_each_other_and_hold_what_is_trained_on(
    most: int, reshuffle: bool
) -> None:
    drawn = many(reshuffle=reshuffle)
    found = partitions_of(drawn, most, updates=60)

    assert found[0].first == 0
    assert [one.first for one in found[1:]] == [one.end for one in found[:-1]]
    partitions = Partitions(drawn, most)
    for update in range(60):
        partition = partitions.of(update)
        assert partition.first <= update // 2 < partition.end
        assert set(drawn.batch(update).target[0].tolist()) <= set(partition.words)


@pytest.mark.parametrize("most", [1, 14, 25])
def test_a_partition_has_no_more_words_than_allowed_unless_it_is_one_fetch(
    most: int,
) -> None:
    for partition in partitions_of(many(), most, updates=60):
        assert len(partition.words) <= most or partition.end == partition.first + 1


def test_a_partition_of_any_words_is_no_longer_than_an_epoch() -> None:
    found = partitions_of(many(), 1000, updates=60)

    assert [(one.first, one.end) for one in found] == [(0, 12), (12, 24), (24, 36)]


def test_a_partition_does_not_depend_on_what_was_asked_before() -> None:
    used = Partitions(many(reshuffle=True), 14)
    used.of(50)

    for update in (50, 7, 33):
        fresh = Partitions(many(reshuffle=True), 14).of(update)
        assert used.of(update).words.tolist() == fresh.words.tolist()


def test_another_order_makes_other_partitions() -> None:
    partitions = Partitions(many(reshuffle=True), 14)
    first = [partitions.of(update).words.tolist() for update in range(24)]
    second = [partitions.of(update).words.tolist() for update in range(24, 48)]

    assert first != second
