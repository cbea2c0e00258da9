"""Dropout: units that a sentence does without while a network learns from it.

Neither paper has it; a network that sees its sentences many times learns them by
heart without. A unit is left out of a whole sentence, as in Gal and Ghahramani
(2016), https://arxiv.org/abs/1512.05287, and never between two states of a
recurrence, as in Zaremba et al. (2014), https://arxiv.org/abs/1409.2329.

Dimensions: B sentences, E embedding size, H hidden, C annotation units.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from nmtviz.config import ModelConfig

_CPU = torch.device("cpu")


class Dropout(NamedTuple):
    """What a minibatch's units are multiplied by: 0, or 1 / (1 - p); None is 1."""

    source: Tensor | None = None
    """For the embeddings E x_j, shape (B, 1, E)."""

    target: Tensor | None = None
    """For the embeddings Ē y_{i-1}, shape (B, 1, E)."""

    annotations: Tensor | None = None
    """For h_j as the decoder reads them, shape (B, 1, C)."""

    states: Tensor | None = None
    """For s_i as the readout reads them, shape (B, 1, H)."""

    def select(self, rows: slice) -> "Dropout":
        """Return what some of the sentences are multiplied by."""
        return Dropout(*(None if mask is None else mask[rows] for mask in self))


NO_DROPOUT = Dropout()
"""All units stay."""


def draw_dropout(
    config: ModelConfig,
    probability: float,
    sentences: int,
    seed: int,
    update: int,
    device: torch.device = _CPU,
) -> Dropout:
    """Draw which units the sentences of an update do without.

    Args:
        config: The network's shape.
        probability: p, how likely a unit is left out, at least 0 and below 1.
        sentences: B.
        seed: With `update`, what decides; the same two draw the same units.
        update: Number of the update.
        device: Where the network is. A GPU draws by itself, and other units.
    """
    if not probability:
        return NO_DROPOUT
    draw = _uniform(np.random.SeedSequence(seed, spawn_key=(update,)), device)
    embedding, hidden = config.embedding_size, config.hidden_size
    masks = []
    for units in (embedding, embedding, config.annotation_size, hidden):
        drawn = draw((sentences, 1, units))
        kept = (drawn >= probability).to(drawn.dtype)
        masks.append(kept / (1 - probability))
    return Dropout(*masks)


def _uniform(
    sequence: np.random.SeedSequence, device: torch.device
) -> Callable[[tuple[int, ...]], Tensor]:
    """Return what draws numbers from 0 to 1, in a shape."""
    if device.type != "cuda":
        generator = np.random.default_rng(sequence)
        return lambda shape: torch.from_numpy(generator.random(shape))
    (seed,) = sequence.generate_state(1)
    there = torch.Generator(device).manual_seed(int(seed))
    return lambda shape: torch.rand(shape, generator=there, device=device)


def dropped(values: Tensor, mask: Tensor | None) -> Tensor:
    """Return values (B, ..., X) with units left out by a field of `Dropout`."""
    return values if mask is None else values * mask.to(values)
