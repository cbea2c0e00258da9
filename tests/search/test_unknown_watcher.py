"""Whether a search looked at `<unk>`."""

from dataclasses import replace

import pytest

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from nmtviz.search.beam import beam_search
from nmtviz.search.unknown_watcher import UnknownWatcher
from tests.search.toy import ToyNetwork

SOURCES = [(first, second, END_ID) for first in range(4, 12) for second in range(4, 12)]


@pytest.mark.parametrize(("beam_size", "words"), [(1, 20), (2, 50), (4, 90)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_search_that_never_saw_unknown_finds_the_same_without_it(
    seed: int, beam_size: int, words: int
) -> None:
    network = ToyNetwork(vocab_size=words, seed=seed)
    search = SearchConfig(beam_size=beam_size, n_best=beam_size, max_length_ratio=1.0)
    watcher = UnknownWatcher(len(SOURCES))

    found = beam_search(network, SOURCES, search, watcher=watcher)

    known = beam_search(network, SOURCES, replace(search, forbid_unknown=True))
    weighed = watcher.sentences()
    assert any(weighed)
    assert not all(weighed)
    for i, may_differ in enumerate(weighed):
        if not may_differ:
            ids = [hypothesis.ids for hypothesis in found[i]]
            assert ids == [hypothesis.ids for hypothesis in known[i]]
        if any(UNKNOWN_ID in hypothesis.ids for hypothesis in found[i]):
            assert may_differ


def test_unknown_is_seen_behind_the_best_where_one_of_them_ends() -> None:
    network = ToyNetwork()  # of six words
    network.table[...] = -99.0
    for token, logit in ((END_ID, 3.0), (4, 2.0), (UNKNOWN_ID, 1.0), (5, 0.0)):
        network.table[..., token] = logit
    search = SearchConfig(beam_size=2, max_length_ratio=0.5, max_length_extra=1)
    watcher = UnknownWatcher(1)

    beam_search(network, [(4, END_ID)], search, watcher=watcher)

    # The end and 4 are the best two, so 4 and `<unk>` live on.
    assert watcher.sentences() == [True]


def test_each_sentence_has_its_own_answer_also_after_others_are_done() -> None:
    network = ToyNetwork()  # of six words
    network.table[...] = -99.0
    network.table[4, ..., END_ID] = 9.0  # what begins with 4 ends at once
    network.table[5, 0, ..., 5] = 9.0
    network.table[5, 1, ..., UNKNOWN_ID] = 9.0
    network.table[5, 2:, ..., END_ID] = 9.0
    watcher = UnknownWatcher(2)

    beam_search(
        network,
        [(4, END_ID), (5, END_ID)],
        SearchConfig(beam_size=1, n_best=1),
        watcher=watcher,
    )

    assert watcher.sentences() == [False, True]
