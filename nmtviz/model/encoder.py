"""The two encoders: [B] 3.2 (bidirectional) and 2.1 (the one-vector baseline).

Dimensions: B sentences, S source positions, E embedding size, H hidden units.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import torch
from torch import Tensor, nn

from nmtviz.config import ModelConfig
from nmtviz.model.dropout import dropped
from nmtviz.model.embedding import embeddings
from nmtviz.model.gated_unit import GatedUnit

RunUnits: TypeAlias = Callable[
    [Sequence[GatedUnit], Sequence[Tensor]], Sequence[Tensor]
]
"""Runs units over a sequence each; what `run_units` does, or quicker."""


def run_units(
    units: Sequence[GatedUnit], inputs: Sequence[Tensor]
) -> tuple[Tensor, ...]:
    """Run gated units by their equations, each over its own sequence.

    Args:
        units: D units.
        inputs: What each one reads, D embedded sequences (B, S, E).

    Returns:
        D tensors of states after each position, each (B, S, H).
    """
    return tuple(
        run_unit(unit, unit.project(one))
        for unit, one in zip(units, inputs, strict=True)
    )


class BidirectionalEncoder(nn.Module):
    """Reads the sentence in both directions; both share the embedding E."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        sizes = (config.embedding_size, config.hidden_size)
        self.embedding = embeddings(config.source_vocab_size, config.embedding_size)
        self.forward_unit = GatedUnit(*sizes, reset=config.reset)
        self.backward_unit = GatedUnit(*sizes, reset=config.reset)

    @property
    def units(self) -> list[GatedUnit]:
        """What reads, in both directions."""
        return [self.forward_unit, self.backward_unit]

    def forward(
        self,
        source: Tensor,
        lengths: Tensor,
        run: RunUnits = run_units,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Return annotations h_j = [→h_j ; ←h_j] and the state ←h_1.

        What stands at padding depends on nothing but the sentence before it and
        must be masked by the reader.

        Args:
            source: Ids, shape (B, S).
            lengths: Real words of each sentence, shape (B,).
            run: How to run the recurrences.
            mask: `Dropout.source`.

        Returns:
            Annotations, shape (B, S, 2H), and ←h_1, shape (B, H).
        """
        flip = reversed_positions(lengths, source.size(1))  # (B, S)
        embedded = dropped(self.embedding(source), mask)  # (B, S, E)
        # Read right to left, a sentence begins at its last word and padding stays
        # behind it: no state ever passes through padding.
        back = gather_positions(embedded, flip)
        rightward, leftward = run(self.units, [embedded, back])
        first = last_positions(leftward, lengths)  # ←h_1
        annotations = torch.cat([rightward, gather_positions(leftward, flip)], dim=-1)
        return annotations, first


class ForwardEncoder(nn.Module):
    """Reads the sentence left to right into one vector, →h_Tx."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.embedding = embeddings(config.source_vocab_size, config.embedding_size)
        self.forward_unit = GatedUnit(
            config.embedding_size, config.hidden_size, reset=config.reset
        )

    @property
    def units(self) -> list[GatedUnit]:
        """What reads, from left to right alone."""
        return [self.forward_unit]

    def forward(
        self,
        source: Tensor,
        lengths: Tensor,
        run: RunUnits = run_units,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Return the last state →h_Tx of each sentence.

        Args:
            source: Ids, shape (B, S).
            lengths: Real words of each sentence, shape (B,).
            run: How to run the recurrences.
            mask: `Dropout.source`.

        Returns:
            →h_Tx as the only annotation, shape (B, 1, H), and as it is, shape (B, H).
        """
        embedded = dropped(self.embedding(source), mask)
        (states,) = run(self.units, [embedded])
        last = last_positions(states, lengths)
        return last.unsqueeze(1), last


def run_unit(
    unit: GatedUnit, projected: Tensor, initial: Tensor | None = None
) -> Tensor:
    """Run a gated unit over a sequence, starting from zeros unless told otherwise.

    Args:
        unit: The gated unit.
        projected: Result of `unit.project`, shape (B, S, 3H).
        initial: First state, shape (B, H).

    Returns:
        States after each position, shape (B, S, H).
    """
    state = initial
    if state is None:
        state = projected.new_zeros(len(projected), unit.hidden_size)
    states = []
    for position in projected.unbind(dim=1):
        state = unit(position, state)
        states.append(state)
    return torch.stack(states, dim=1)


def reversed_positions(lengths: Tensor, size: int) -> Tensor:
    """Return indices that reverse each sentence and leave its padding in place.

    Args:
        lengths: Real words of each sentence, shape (B,).
        size: S, positions in the padded sentence.

    Returns:
        Indices into the position axis, shape (B, S).
    """
    positions = torch.arange(size, device=lengths.device).expand(len(lengths), size)
    last = lengths.unsqueeze(1) - 1
    return torch.where(positions <= last, last - positions, positions)


def gather_positions(values: Tensor, positions: Tensor) -> Tensor:
    """Return `values` (B, S, X) with its positions in the order of (B, S)."""
    count, size, _ = values.shape
    starts = torch.arange(count, device=values.device).unsqueeze(1) * size
    # index_select, because its backward pass adds whole rows and is quick on a CPU
    rows = values.flatten(0, 1).index_select(0, (starts + positions).flatten())
    return rows.view(values.shape)


def last_positions(values: Tensor, lengths: Tensor) -> Tensor:
    """Return what `values` (B, S, X) have at each sentence's last word, (B, X)."""
    count, size, _ = values.shape
    starts = torch.arange(count, device=values.device) * size
    return values.flatten(0, 1).index_select(0, starts + lengths - 1)
