"""What a search looked at and what went on inside a step: frozen values over numpy.

Like `nmtviz.results`, nothing here imports torch, Streamlit or Plotly.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from nmtviz.arrays import FloatArray, SingleArray
from nmtviz.results import Alignment, Tokens, Translation

Status = Literal["kept", "pruned", "finished"]

LIKELIEST = 10
"""How many next words are kept of a distribution over the vocabulary."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that might come next."""

    text: str
    """The token, as `Tokens.texts` has it."""

    log_prob: float
    """log p of it in nats, as the network says, whatever the search forbids."""

    @property
    def probability(self) -> float:
        """What share of all words it has."""
        return math.exp(self.log_prob)


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceNode:
    """A hypothesis a search looked at: the path from the root to here."""

    id: int
    """Its place in `SearchTrace.nodes`."""

    parent: int | None
    """The id of the hypothesis it extends; None for the root."""

    position: int
    """Its target tokens; 0 for the root. It is also the target position of the
    next token, counted from 0."""

    token: str
    """Its last token; `<s>` for the root."""

    unknown: bool
    """Whether that is `<unk>`."""

    text: str
    """All its tokens as a person would write them."""

    edge_log_prob: float
    """log p of the last token in nats; 0 for the root."""

    log_prob: float
    """log p of all its tokens, the sum of the edges from the root."""

    score: float
    """`log_prob` divided by a power of the length, as the search ranks."""

    status: Status
    """`kept` in the beam, `finished` with the end symbol, or `pruned`: looked at and
    left."""

    rank: int
    """Its place by `log_prob` among all that this step looked at, from 1."""

    alignment: FloatArray | None
    """alpha_ij of its last token, shape (source,); None for the root and without
    attention."""

    choices: tuple[Choice, ...]
    """Of a kept node the likeliest next tokens, best first; else empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchTrace:
    """All hypotheses that the search for one sentence looked at, as a tree."""

    translation: Translation
    """What was found."""

    nodes: tuple[TraceNode, ...]
    """The root, then step by step all that was looked at, best first."""

    n_best: tuple[int, ...]
    """Ids of the nodes that are `translation.hypotheses`, in the same order."""

    @property
    def steps(self) -> int:
        """How many target positions the search went through."""
        return self.nodes[-1].position

    def at_step(self, position: int) -> tuple[TraceNode, ...]:
        """Return the nodes of so many tokens, best first."""
        return tuple(node for node in self.nodes if node.position == position)

    def survivors(self, position: int) -> frozenset[int]:
        """Return the ids of the nodes that lead to what lives at a target position.

        That is all that is kept there or has finished by then; the others died out:
        everything that they were extended to was pruned.
        """
        found = set[int]()
        for node in self.nodes:
            kept = node.status == "kept" and node.position == position
            finished = node.status == "finished" and node.position <= position
            at = node.id if kept or finished else None
            while at is not None and at not in found:
                found.add(at)
                at = self.nodes[at].parent
        return frozenset(found)

    def path(self, node: int) -> tuple[TraceNode, ...]:
        """Return the nodes on the way to a node, one for each of its tokens."""
        found: list[TraceNode] = []
        at = self.nodes[node]
        while at.parent is not None:
            found.append(at)
            at = self.nodes[at.parent]
        return tuple(reversed(found))

    def alignment(self, node: int) -> Alignment | None:
        """Return the soft alignment of a node's tokens, or None where there is none."""
        path = self.path(node)
        rows = [at.alignment for at in path if at.alignment is not None]
        if len(rows) < len(path):
            return None
        source = self.translation.source
        return Alignment(
            source=source.texts,
            target=tuple(at.token for at in path),
            weights=np.reshape(rows, (len(path), len(source))),
            source_unknown=source.unknown,
            target_unknown=tuple(at.unknown for at in path),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class PairStates:
    """The states of a network along a sentence pair."""

    source: Tokens
    """What it read, end symbol included."""

    target: Tokens
    """What it was made to write, end symbol included."""

    annotations: SingleArray
    """h_j, shape (source, C); without attention the one vector that holds the whole
    sentence, shape (1, C)."""

    states: SingleArray
    """The state that each target token is read from, shape (target, H)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StepView:
    """What a network did at one target position of a given translation."""

    token: str
    """The word it was made to produce."""

    log_prob: float
    """log p of that word in nats."""

    rank: int
    """Its place among all words, from 1: so many less one are likelier."""

    choices: tuple[Choice, ...]
    """The likeliest words, best first."""

    entropy: float
    """How open the choice was: entropy of the next word in nats, 0 if certain."""

    alignment: FloatArray | None
    """alpha_ij, shape (source,); None without attention."""

    alignment_entropy: float | None
    """How spread the look at the source was, in nats; 0 for a single word."""

    context_change: float | None
    """||c_i - c_{i-1}|| / ||c_{i-1}||: how much what it read of the source differs from
    the step before; 0 without attention, None at the first position."""

    state_change: float
    """||s_i - s_{i-1}|| / ||s_{i-1}||: how much the decoder's state moved."""

    update: float
    """Mean of the update gate z_i: 0 keeps the old state, 1 takes a new one."""

    reset: float
    """Mean of the reset gate r_i: 0 forgets the old state while making a new one."""

    state: SingleArray
    """The state that the word was read from, shape (H,), as `PairStates.states`."""

    @property
    def probability(self) -> float:
        """What share of all words it gave to that word."""
        return math.exp(self.log_prob)
