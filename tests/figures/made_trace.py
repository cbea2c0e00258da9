"""Search trees made by hand."""

import numpy as np

from nmtviz.results import END, Hypothesis, Tokens, Translation
from nmtviz.traces import Choice, SearchTrace, Status, TraceNode

SOURCE = ("the", "dog", END)


def tokens(*texts: str) -> Tokens:
    return Tokens(
        texts=texts,
        unknown=tuple(text == "<unk>" for text in texts),
        words=tuple(range(len(texts))),
        word_texts=texts,
    )


def node(
    number: int, parent: TraceNode | None, token: str, edge: float, status: Status
) -> TraceNode:
    """Return a node whose numbers follow from its parent's."""
    position = parent.position + 1 if parent else 0
    log_prob = (parent.log_prob if parent else 0.0) + edge
    return TraceNode(
        id=number,
        parent=parent.id if parent else None,
        position=position,
        token=token,
        unknown=token == "<unk>",
        text=f"{parent.text} {token}".strip() if parent else "",
        edge_log_prob=edge,
        log_prob=log_prob,
        score=log_prob / max(position, 1),
        status=status,
        rank=1,
        alignment=np.array([0.5, 0.25, 0.25]) if parent else None,
        choices=(Choice("x", -0.5), Choice("y", -1.5)) if status == "kept" else (),
    )


def trace(nodes: list[TraceNode], n_best: tuple[int, ...]) -> SearchTrace:
    """Return a tree whose hypotheses are its best leaves."""
    bare = SearchTrace(
        translation=Translation(sentence="", source=tokens(*SOURCE), hypotheses=()),
        nodes=tuple(nodes),
        n_best=n_best,
    )
    hypotheses = []
    for leaf in n_best:
        path = bare.path(leaf)
        alignment = bare.alignment(leaf)
        hypotheses.append(
            Hypothesis(
                text=nodes[leaf].text,
                tokens=tokens(*(at.token for at in path)),
                log_prob=nodes[leaf].log_prob,
                score=nodes[leaf].score,
                token_log_probs=np.array([at.edge_log_prob for at in path]),
                alignment=alignment.weights if alignment else None,
            )
        )
    translation = Translation(
        sentence="the dog", source=tokens(*SOURCE), hypotheses=tuple(hypotheses)
    )
    return SearchTrace(translation=translation, nodes=tuple(nodes), n_best=n_best)


def small() -> SearchTrace:
    """Return a tree in which the second word to begin with wins.

    le --- chat --- </s>          n-best: un chien </s>, le chat </s>
       `-- (lit)
    un --- chien --- </s>
    (la)
    """
    root = node(0, None, "<s>", 0.0, "kept")
    le, un = node(1, root, "le", -0.5, "kept"), node(2, root, "un", -1.0, "kept")
    la = node(3, root, "la", -3.0, "pruned")
    chat, chien = node(4, le, "chat", -1.5, "kept"), node(5, un, "chien", -0.25, "kept")
    lit = node(6, le, "lit", -4.0, "pruned")
    ends = node(7, chien, END, -0.125, "finished"), node(8, chat, END, -1.0, "finished")
    return trace([root, le, un, la, chat, chien, lit, *ends], (7, 8))


def large(steps: int, beam: int, token: str = "mot") -> SearchTrace:
    """Return a tree of so many steps, each with `beam` kept and as many pruned."""
    root = node(0, None, "<s>", 0.0, "kept")
    nodes, live = [root], [root]
    for step in range(1, steps + 1):
        last = step == steps
        kept = [
            node(
                len(nodes) + slot,
                live[min(slot // 2 + step % 3, len(live) - 1)],
                END if last else f"{token}{slot}",
                -0.1 * (slot + 1),
                "finished" if last else "kept",
            )
            for slot in range(beam)
        ]
        nodes += kept
        nodes += [
            node(len(nodes) + slot, live[0], f"non{slot}", -9.0, "pruned")
            for slot in range(beam)
        ]
        live = kept
    return trace(nodes, tuple(leaf.id for leaf in live))
