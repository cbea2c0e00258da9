from collections import Counter

import numpy as np
import pytest

from nmtviz.arrays import IntArray
from nmtviz.data.batches import MinibatchSchedule, evaluation_batches, make_batch
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.errors import DataError


def corpus(*lengths: tuple[int, int]) -> IdCorpus:
    """Make pairs of given lengths; pair i is made of the ids 10 + i."""
    rows = [
        ([10 + i] * (source - 1) + [3], [10 + i] * (target - 1) + [3])
        for i, (source, target) in enumerate(lengths)
    ]
    return IdCorpus(
        Ragged.from_rows([row[0] for row in rows]),
        Ragged.from_rows([row[1] for row in rows]),
    )


def many(count: int) -> IdCorpus:
    """Make pairs of lengths in no order."""
    return corpus(*((i * 7 % 11 + 1, i * 5 % 13 + 1) for i in range(count)))


def schedule(pairs: IdCorpus, *, seed: int = 1) -> MinibatchSchedule:
    return MinibatchSchedule(pairs, batch_size=2, batches_per_fetch=3, seed=seed)


def test_a_batch_is_padded_to_a_multiple_of_two() -> None:
    batch = make_batch(corpus((2, 5), (3, 1)), np.array([1, 0]))

    assert batch.source.tolist() == [[11, 11, 3, 0], [10, 3, 0, 0]]
    assert batch.target.tolist() == [[3] + [0] * 5, [10, 10, 10, 10, 3, 0]]
    assert batch.source_lengths.tolist() == [3, 2]
    assert batch.target_lengths.tolist() == [1, 5]
    assert batch.indices.tolist() == [1, 0]


def test_a_batch_need_not_be_padded_further_than_its_longest_sentence() -> None:
    batch = make_batch(corpus((2, 5), (3, 1)), np.array([0, 1]), pad_multiple=1)

    assert (batch.source.shape, batch.target.shape) == ((2, 3), (2, 5))


def test_a_fetch_is_sorted_by_the_longer_side_then_by_source_length_and_cut() -> None:
    # Longer sides 9, 6, 2, 5, 8, 8; of the two with 8, the shorter source first.
    pairs = corpus((1, 9), (6, 4), (2, 2), (5, 4), (8, 1), (3, 8))

    batches = [schedule(pairs).batch(update).indices.tolist() for update in range(3)]

    assert sorted(batches) == [[1, 5], [2, 3], [4, 0]]


def test_each_epoch_sees_every_pair_once() -> None:
    batches = schedule(many(12))

    for epoch in range(3):
        updates = range(epoch * 6, (epoch + 1) * 6)
        seen = [i for update in updates for i in batches.batch(update).indices.tolist()]
        assert sorted(seen) == list(range(12))


def test_the_order_of_pairs_repeats_for_ever() -> None:
    # 6 pairs are a fetch, so pairs 7-10 of the order and 1-2 are the second one.
    batches = schedule(many(10))
    seen = Counter(
        i for update in range(15) for i in batches.batch(update).indices.tolist()
    )

    assert seen == dict.fromkeys(range(10), 3)


@pytest.mark.parametrize("pairs", [4, 5])
def test_no_pair_comes_twice_in_a_minibatch(pairs: int) -> None:
    """Sorted by length, all of a corpus that fills no fetch would."""
    batches = MinibatchSchedule(many(pairs), batch_size=2, batches_per_fetch=9, seed=1)

    seen = [batches.batch(update).indices.tolist() for update in range(2 * pairs)]
    assert all(len({*indices}) == 2 for indices in seen)
    assert {i for indices in seen for i in indices} == {*range(pairs)}


def test_a_corpus_smaller_than_a_minibatch_is_repeated_within_it() -> None:
    batches = MinibatchSchedule(many(4), batch_size=6, batches_per_fetch=3, seed=1)

    assert {*batches.batch(0).indices.tolist()} == {0, 1, 2, 3}


def test_a_batch_depends_on_nothing_but_its_update() -> None:
    fresh, used = schedule(many(10)), schedule(many(10))
    for update in range(7):
        used.batch(update)

    assert fresh.batch(7).source.tolist() == used.batch(7).source.tolist()


def test_another_seed_gives_another_order() -> None:
    first = [schedule(many(50)).batch(u).indices.tolist() for u in range(9)]
    other = [schedule(many(50), seed=2).batch(u).indices.tolist() for u in range(9)]

    assert first != other


def test_minibatches_of_a_fetch_are_not_visited_by_length() -> None:
    batches = MinibatchSchedule(many(100), batch_size=5, batches_per_fetch=20, seed=1)
    longest = [batches.batch(update).target_lengths.max() for update in range(20)]

    assert longest != sorted(longest)


def test_epochs_count_pairs_seen() -> None:
    assert schedule(many(10)).epoch(0) == 0.0
    assert schedule(many(10)).epoch(15) == 3.0
    assert schedule(many(8)).epoch(1) == 0.25


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(DataError, match="at least one pair, got 0"):
        schedule(corpus())


def test_evaluation_sees_every_pair_once_and_shortest_first() -> None:
    batches = list(evaluation_batches(corpus((1, 9), (6, 4), (5, 4), (3, 7)), 3))

    assert [batch.indices.tolist() for batch in batches] == [[2, 1, 3], [0]]
    assert [len(batch.source) for batch in batches] == [3, 1]


def test_evaluating_nothing_gives_no_batches() -> None:
    assert list(evaluation_batches(corpus(), 3)) == []


def test_without_reshuffling_the_order_of_fetches_repeats() -> None:
    batches = schedule(many(12))

    assert batches.fetch(2).tolist() == batches.fetch(0).tolist()


def test_reshuffled_epochs_see_every_pair_once_each_in_another_order() -> None:
    # 6 pairs a fetch, so the second fetch lies in two epochs
    batches = MinibatchSchedule(
        many(10), batch_size=2, batches_per_fetch=3, seed=1, reshuffle=True
    )
    drawn = [i for fetch in range(5) for i in batches.fetch(fetch).tolist()]
    epochs = [drawn[:10], drawn[10:20], drawn[20:]]

    assert [sorted(epoch) for epoch in epochs] == [list(range(10))] * 3
    assert epochs[0] != epochs[1] != epochs[2]
    assert epochs[0] == schedule(many(10)).fetch(0).tolist() + epochs[0][6:]
    assert batches.fetch(1).tolist() == drawn[6:12]


def test_an_order_is_drawn_once_an_epoch_however_many_batches_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batches = MinibatchSchedule(
        many(10), batch_size=2, batches_per_fetch=3, seed=1, reshuffle=True
    )
    asked: list[int] = []
    fetch = batches.fetch

    def counted(number: int) -> IntArray:
        asked.append(number)
        return fetch(number)

    monkeypatch.setattr(batches, "fetch", counted)
    for update in range(9):
        batches.batch(update)

    assert asked == [0, 1, 2]
