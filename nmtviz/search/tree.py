"""The record of a search as a tree in words."""

from collections.abc import Sequence

import numpy as np

from nmtviz.config import SearchConfig
from nmtviz.data.grouped import is_text
from nmtviz.data.tokenizer import Decoded, Tokenizer
from nmtviz.data.vocabulary import END_ID, SPECIALS, START_ID
from nmtviz.results import Tokens
from nmtviz.search.protocol import E
from nmtviz.search.record import Asked, Record
from nmtviz.traces import Choice, Status, TraceNode


class Tree:
    """The hypotheses that the search of one sentence looked at."""

    def __init__(
        self, record: Record[E], target: Tokenizer, config: SearchConfig
    ) -> None:
        """Grow the tree of a search.

        Args:
            record: The steps of the search.
            target: Reads its ids.
            config: How it searched.
        """
        self._questions = record.questions
        self._decisions = record.decisions
        self._target = target
        self._config = config
        self.nodes = [_root(choices(record.questions[0], 0, target))]
        self.ids: list[tuple[int, ...]] = [()]
        """Target ids of each node."""
        self._written: list[tuple[str, ...]] = [()]  # those of them that are text
        self._decoded: dict[int, Decoded] = {}
        live = [0]  # nodes the network was asked about
        for position in range(1, len(self._decisions) + 1):
            live = self._grow(position, live)

    def node_of(self, ids: tuple[int, ...]) -> int:
        """Return the node with these target ids."""
        return self.ids.index(ids)

    def _grow(self, position: int, live: Sequence[int]) -> list[int]:
        """Add the nodes of a step and return those that live on."""
        asked, then_asked = self._questions[position - 1 : position + 1]
        decided = self._decisions[position - 1]
        kept = decided.places.tolist()
        slots = {place: slot for slot, place in enumerate(kept)}
        first = len(self.nodes)
        for place in np.flatnonzero(decided.log_probs > -np.inf).tolist():
            token, slot = int(decided.tokens[place]), int(decided.parents[place])
            parent = self.nodes[live[slot]]
            log_prob = float(decided.log_probs[place])
            status = self._status(place, token, kept=place in slots)
            written = self._write(parent.id, token)
            node = TraceNode(
                id=first + place,
                parent=parent.id,
                position=position,
                token=written.texts[-1],
                unknown=written.unknown[-1],
                text=self._target.join(self._written[-1]),
                edge_log_prob=log_prob - parent.log_prob,
                log_prob=log_prob,
                score=log_prob / position**self._config.length_penalty,
                status=status,
                rank=place + 1,
                alignment=None if asked.weights is None else asked.weights[slot],
                choices=(
                    choices(then_asked, slots[place], self._target)
                    if status == "kept"
                    else ()
                ),
            )
            self.nodes.append(node)
        return [first + place for place in kept]

    def _write(self, parent: int, token: int) -> Tokens:
        """Put a token behind what a node has written; return what it stands for."""
        _, tokens = self._decode(token)
        self.ids.append((*self.ids[parent], token))
        added = tokens.texts if is_text(token) else ()
        self._written.append((*self._written[parent], *added))
        return tokens

    def _decode(self, token: int) -> Decoded:
        """Return what one id stands for: a search looks at the same ones often."""
        if token not in self._decoded:
            self._decoded[token] = self._target.decode([token])
        return self._decoded[token]

    def _status(self, place: int, token: int, *, kept: bool) -> Status:
        if token != END_ID:
            return "kept" if kept else "pruned"
        return "finished" if place < self._config.beam_size else "pruned"


def choices(asked: Asked, slot: int, target: Tokenizer) -> tuple[Choice, ...]:
    """Return the likeliest next tokens of a live hypothesis."""
    texts = target.decode(asked.tokens[slot].tolist()).tokens.texts
    log_probs = asked.log_probs[slot].tolist()
    return tuple(map(Choice, texts, log_probs))


def _root(likeliest: tuple[Choice, ...]) -> TraceNode:
    return TraceNode(
        id=0,
        parent=None,
        position=0,
        token=SPECIALS[START_ID],
        unknown=False,
        text="",
        edge_log_prob=0.0,
        log_prob=0.0,
        score=0.0,
        status="kept",
        rank=1,
        alignment=None,
        choices=likeliest,
    )
