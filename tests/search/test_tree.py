"""Trees of searches of a toy network, in the words of a tiny vocabulary."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from nmtviz.config import ModelKind, SearchConfig
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.banned import Banned
from nmtviz.search.beam import beam_search
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.record import recorded_search
from nmtviz.search.token_constraints import TokenConstraints
from nmtviz.search.tree import Tree
from nmtviz.traces import TraceNode
from tests import tiny
from tests.model.networks import KINDS, SOURCES, tiny_network
from tests.search.toy import ToyNetwork

SOURCE = (4, 5, END_ID)
TARGET = tiny.tokenizers()[1]
CONFIG = SearchConfig(beam_size=3, n_best=3, length_penalty=0.5, max_length_extra=2)
FREE = TokenConstraints()
BOUND = TokenConstraints(
    prefix=(7, UNKNOWN_ID),
    banned=(Banned.row((8,)), Banned.row((5, 6))),
    rows={2: np.array([0.5, 0.0, 0.5])},
)


class Grown(NamedTuple):
    network: ToyNetwork
    config: SearchConfig
    found: tuple[FoundHypothesis, ...]
    nodes: list[TraceNode]
    ids: list[tuple[int, ...]]


def grow(
    imposed: TokenConstraints = FREE,
    config: SearchConfig = CONFIG,
    *,
    seed: int = 1,
    attends: bool = True,
) -> Grown:
    network = ToyNetwork(vocab_size=len(TARGET), seed=seed, attends=attends)
    found, record = recorded_search(network, SOURCE, config, imposed)
    tree = Tree(record, TARGET, config)
    return Grown(network, config, found, tree.nodes, tree.ids)


@pytest.fixture(
    params=[
        (FREE, CONFIG, 1),
        (FREE, CONFIG, 2),
        (FREE, SearchConfig(beam_size=1, max_length_extra=1), 3),
        (FREE, SearchConfig(beam_size=9, n_best=2, max_length_extra=1), 4),
        (BOUND, CONFIG, 1),
        (BOUND, SearchConfig(beam_size=1, max_length_extra=1), 2),
    ]
)
def grown(request: pytest.FixtureRequest) -> Grown:
    imposed, config, seed = request.param
    return grow(imposed, config, seed=seed)


@pytest.mark.parametrize("imposed", [FREE, BOUND])
def test_watching_a_search_changes_nothing(imposed: TokenConstraints) -> None:
    made = grow(imposed)

    (found,) = beam_search(made.network, [SOURCE], CONFIG, [imposed])

    assert [hypothesis.ids for hypothesis in found] == [h.ids for h in made.found]
    assert [hypothesis.score for hypothesis in found] == [h.score for h in made.found]


def test_nodes_stand_in_the_order_of_steps_and_ranks(grown: Grown) -> None:
    assert [node.id for node in grown.nodes] == list(range(len(grown.nodes)))
    root, *others = grown.nodes
    assert (root.parent, root.position, root.token, root.text) == (None, 0, "<s>", "")
    assert (root.log_prob, root.score, root.status) == (0.0, 0.0, "kept")
    places = [(node.position, node.rank) for node in others]
    assert places == sorted(places)
    for position in range(1, others[-1].position + 1):
        step = [node for node in others if node.position == position]
        assert [node.rank for node in step] == list(range(1, len(step) + 1))
        log_probs = [node.log_prob for node in step]
        assert log_probs == sorted(log_probs, reverse=True)


def test_only_kept_nodes_are_extended(grown: Grown) -> None:
    for node in grown.nodes[1:]:
        assert node.parent is not None
        parent = grown.nodes[node.parent]
        assert parent.status == "kept"
        assert parent.position == node.position - 1


def test_edges_add_up_to_what_the_table_says(grown: Grown) -> None:
    for node, ids in zip(grown.nodes, grown.ids, strict=True):
        edges, at = 0.0, node
        while at.parent is not None:
            edges += at.edge_log_prob
            at = grown.nodes[at.parent]
        assert node.log_prob == pytest.approx(edges, abs=1e-12)
        assert node.log_prob == pytest.approx(
            grown.network.log_prob(SOURCE, ids), abs=1e-5
        )
        length = max(1, node.position)
        penalty = grown.config.length_penalty
        assert node.score == pytest.approx(node.log_prob / length**penalty)


def test_the_best_that_do_not_end_are_kept(grown: Grown) -> None:
    beam_size = grown.config.beam_size
    for position in range(1, grown.nodes[-1].position + 1):
        step = [node for node in grown.nodes if node.position == position]
        going_on = [node for node in step if node.token != "</s>"]
        expected = ["kept"] * beam_size + ["pruned"] * len(going_on)
        assert [node.status for node in going_on] == expected[: len(going_on)]
        for node in step:
            if node.token == "</s>":
                ended = node.rank <= beam_size
                assert node.status == ("finished" if ended else "pruned")


def test_a_step_looks_at_the_best_extensions_of_what_was_kept() -> None:
    made = grow()
    free = [token for token in range(len(TARGET)) if token not in {0, 2}]
    steps = range(1, made.nodes[-1].position)  # the last may be the length limit
    assert len(steps) > 2
    for position in steps:
        looked_at = {
            ids
            for node, ids in zip(made.nodes, made.ids, strict=True)
            if node.position == position
        }
        extensions = sorted(
            (-node.log_prob - float(log_probs[token]), (*ids, token))
            for node, ids in zip(made.nodes, made.ids, strict=True)
            if node.status == "kept" and node.position == position - 1
            for log_probs in [made.network.log_probs_after(SOURCE, ids)]
            for token in free
        )
        assert looked_at == {ids for _, ids in extensions[:6]}


def test_what_was_found_are_the_best_finished_nodes(grown: Grown) -> None:
    finished = [node for node in grown.nodes if node.status == "finished"]
    finished.sort(key=lambda node: -node.score)

    assert [hypothesis.ids for hypothesis in grown.found] == [
        grown.ids[node.id] for node in finished[: len(grown.found)]
    ]
    for hypothesis, node in zip(grown.found, finished, strict=False):
        assert hypothesis.score == node.score
        assert node.text == TARGET.decode(hypothesis.ids).text


def test_choices_of_kept_nodes_are_the_networks_own(grown: Grown) -> None:
    for node, ids in zip(grown.nodes, grown.ids, strict=True):
        if node.status != "kept":
            assert node.choices == ()
            continue
        log_probs, tokens = grown.network.log_probs_after(SOURCE, ids).topk(10)
        assert [choice.text for choice in node.choices] == list(
            TARGET.decode(tokens.tolist()).tokens.texts
        )
        np.testing.assert_allclose(
            [choice.log_prob for choice in node.choices], log_probs, atol=1e-5
        )


def test_texts_are_those_of_the_ids(grown: Grown) -> None:
    for node, ids in zip(grown.nodes[1:], grown.ids[1:], strict=True):
        text, tokens = TARGET.decode(ids)
        assert (node.text, node.token) == (text, tokens.texts[-1])
        assert node.unknown == (ids[-1] == UNKNOWN_ID)


def test_hypotheses_have_the_rows_of_their_nodes(grown: Grown) -> None:
    for hypothesis in grown.found:
        assert hypothesis.alignment is not None
        for length, row in enumerate(hypothesis.alignment, start=1):
            node = grown.nodes[grown.ids.index(hypothesis.ids[:length])]
            np.testing.assert_array_equal(node.alignment, row)


def test_all_nodes_keep_to_what_is_imposed() -> None:
    made = grow(BOUND)

    assert len([node for node in made.nodes if node.position <= 2]) == 3
    for node, ids in zip(made.nodes, made.ids, strict=True):
        assert ids[:2] == (7, UNKNOWN_ID)[: node.position]
        assert 8 not in ids
        assert (5, 6) not in pairwise(ids)
        if node.position == 3:
            np.testing.assert_array_equal(node.alignment, [0.5, 0.0, 0.5])


def test_a_network_without_attention_has_no_rows() -> None:
    assert {node.alignment is None for node in grow(attends=False).nodes} == {True}


def test_hypotheses_alive_in_the_end_have_choices_too() -> None:
    made = grow(config=SearchConfig(beam_size=4))
    steps = made.nodes[-1].position

    alive = [n for n in made.nodes if n.position == steps and n.status == "kept"]

    assert alive
    assert all(len(node.choices) == 10 for node in alive)


@pytest.mark.parametrize("kind", KINDS)
def test_a_prepared_network_grows_the_tree_of_the_network(kind: ModelKind) -> None:
    network = tiny_network(kind)

    _, record = recorded_search(network, SOURCES[0], CONFIG, FREE)
    _, other = recorded_search(PreparedNetwork(network), SOURCES[0], CONFIG, FREE)

    tree, prepared = Tree(record, TARGET, CONFIG), Tree(other, TARGET, CONFIG)
    assert prepared.ids == tree.ids
    for found, wanted in zip(prepared.nodes, tree.nodes, strict=True):
        for choices in zip(found.choices, wanted.choices, strict=True):
            assert choices[0].text == choices[1].text
            assert choices[0].log_prob == pytest.approx(choices[1].log_prob)
