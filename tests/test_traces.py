from dataclasses import replace

import numpy as np
import pytest

from nmtviz.results import END, Tokens, Translation
from nmtviz.traces import Choice, SearchTrace, Status, TraceNode

SOURCE = Tokens(
    texts=("hello", "you", END),
    unknown=(False, True, False),
    words=(0, 1, 2),
    word_texts=("hello", "you", END),
)
ROWS = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])


def node(
    number: int, parent: int, token: str, status: Status, *, rank: int, position: int
) -> TraceNode:
    return TraceNode(
        id=number,
        parent=parent if number else None,
        position=position,
        token=token,
        unknown=token == "<unk>",
        text=token,
        edge_log_prob=-0.5 * number,
        log_prob=-float(number),
        score=-1.0,
        status=status,
        rank=rank,
        alignment=ROWS[position - 1] if number else None,
        choices=(Choice("ça", np.log(0.75)),) if status == "kept" else (),
    )


TRACE = SearchTrace(
    translation=Translation(sentence="hello you", source=SOURCE, hypotheses=()),
    nodes=(
        node(0, 0, "<s>", "kept", rank=1, position=0),
        node(1, 0, "salut", "kept", rank=1, position=1),
        node(2, 0, "<unk>", "kept", rank=2, position=1),
        node(3, 0, "toi", "pruned", rank=3, position=1),
        node(4, 2, END, "finished", rank=1, position=2),
        node(5, 1, "toi", "kept", rank=2, position=2),
        node(6, 2, "toi", "kept", rank=3, position=2),
    ),
    n_best=(4,),
)


def numbers(nodes: tuple[TraceNode, ...]) -> list[int]:
    return [found.id for found in nodes]


def test_survivors_are_what_leads_to_the_living_and_the_finished() -> None:
    last = replace(TRACE.nodes[5], id=7, parent=5, position=3)
    longer = replace(TRACE, nodes=(*TRACE.nodes, last))

    assert longer.survivors(0) == {0}
    assert longer.survivors(1) == {0, 1, 2}
    assert longer.survivors(2) == {0, 1, 2, 4, 5, 6}
    assert longer.survivors(3) == {0, 1, 2, 4, 5, 7}  # 6 died out


def test_a_path_leads_from_the_first_token_to_a_node() -> None:
    assert numbers(TRACE.path(4)) == [2, 4]
    assert numbers(TRACE.path(0)) == []


def test_steps_come_best_first() -> None:
    assert numbers(TRACE.at_step(0)) == [0]
    assert numbers(TRACE.at_step(2)) == [4, 5, 6]
    assert TRACE.steps == 2


def test_the_alignment_so_far_has_a_row_for_each_token_of_the_path() -> None:
    alignment = TRACE.alignment(4)

    assert alignment is not None
    np.testing.assert_array_equal(alignment.weights, ROWS)
    assert alignment.source == SOURCE.texts
    assert alignment.source_unknown == SOURCE.unknown
    assert alignment.target == ("<unk>", END)
    assert alignment.target_unknown == (True, False)


def test_the_root_has_an_alignment_without_rows() -> None:
    alignment = TRACE.alignment(0)

    assert alignment is not None
    assert alignment.weights.shape == (0, 3)


def test_a_choice_has_a_probability() -> None:
    assert TRACE.nodes[0].choices[0].probability == pytest.approx(0.75)
