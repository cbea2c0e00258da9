"""Gradients on a GPU, by kernels that are recorded once a shape and played back.

An update is thousands of small kernels, and Python takes longer to ask for one than a
GPU to run it. A CUDA graph asks for all of them at once. It does the same to the same
memory each time: minibatches are copied to where the recorded one was, gradients stay
where they are, and no shape may depend on what a minibatch holds. So its sizes are
rounded up to a few.

Dimensions: B sentence pairs, S source and T target positions, N rows of the readout.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from nmtviz.arrays import IntArray
from nmtviz.data.batches import Batch
from nmtviz.data.vocabulary import PAD_ID, START_ID
from nmtviz.model.dropout import Dropout
from nmtviz.model.network import Network
from nmtviz.training.precision import autocast

if TYPE_CHECKING:
    from torch.cuda import _POOL_HANDLE

_LEAST = 4
"""S and T are multiples of this, and of more where they are larger."""

_PARTS = 4
"""N is a multiple of this part of B T."""


class Shape(NamedTuple):
    """What a recording is good for."""

    pairs: int
    """B."""

    source: int
    """S."""

    target: int
    """T."""

    rows: int
    """N."""

    frozen: bool
    """Whether the embeddings have no gradients."""


class Inputs(NamedTuple):
    """A minibatch on the device, padded to a shape."""

    source: Tensor
    """Ids, shape (B, S), padded."""

    source_lengths: Tensor
    """Shape (B,)."""

    target: Tensor
    """Ids, shape (B, T), padded."""

    target_lengths: Tensor
    """Shape (B,)."""

    dropout: Dropout
    """What is left out in each sentence."""

    def take(self, other: "Inputs") -> None:
        """Hold another minibatch of the same shape, in the same memory."""
        for mine, theirs in zip(self._tensors, other._tensors, strict=True):
            mine.copy_(theirs)

    @property
    def _tensors(self) -> list[Tensor]:
        masks = [mask for mask in self.dropout if mask is not None]
        return [*self[:4], *masks]


@dataclass(frozen=True, slots=True)
class _Recording:
    """The kernels of one shape, and the memory they read and write."""

    graph: torch.cuda.CUDAGraph
    inputs: Inputs
    nll: Tensor

    def play(self, inputs: Inputs) -> Tensor:
        self.inputs.take(inputs)
        self.graph.replay()
        return self.nll


class CapturedGradients:
    """Finds the gradients of minibatches, as `backward` on their loss would.

    A shape that comes for the first time is computed without a recording, which also
    makes ready what its kernels need.
    """

    def __init__(self, network: Network, products: torch.dtype) -> None:
        """Take a network on a GPU and the type of its products."""
        self._network = network
        self._products = products
        self._weights = [*network.parameters()]
        self._gradients = [torch.zeros_like(weight) for weight in self._weights]
        self._seen: set[Shape] = set()
        self._recordings: dict[Shape, _Recording] = {}
        self._pool: _POOL_HANDLE | None = None

    def backward(self, batch: Batch, dropout: Dropout, *, frozen: bool) -> Tensor:
        """Give all weights that learn their gradient of a minibatch's mean loss.

        Args:
            batch: Sentence pairs.
            dropout: Units to leave out, on the device.
            frozen: Whether the embeddings learn nothing.

        Returns:
            The loss of all pairs in nats, a scalar that holds until the next call.
        """
        shape = shape_of(batch, frozen=frozen)
        inputs = self._inputs(batch, shape, dropout)
        for weight, gradient in zip(self._weights, self._gradients, strict=True):
            weight.grad = gradient if weight.requires_grad else None
        if shape not in self._seen:
            self._seen.add(shape)
            return self._compute(inputs, shape)
        if shape not in self._recordings:
            self._recordings[shape] = self._record(inputs, shape)
        return self._recordings[shape].play(inputs)

    def _inputs(self, batch: Batch, shape: Shape, dropout: Dropout) -> Inputs:
        def tensor(array: IntArray) -> Tensor:
            return torch.from_numpy(array).to(self._network.device)

        return Inputs(
            tensor(_padded(batch.source, shape.source)),
            tensor(batch.source_lengths),
            tensor(_padded(batch.target, shape.target)),
            tensor(batch.target_lengths),
            dropout,
        )

    def _record(self, inputs: Inputs, shape: Shape) -> _Recording:
        # One at a time is played, and none leaves anything there for another.
        self._pool = self._pool or torch.cuda.graph_pool_handle()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool):
            nll = self._compute(inputs, shape)
        return _Recording(graph, inputs, nll)

    def _compute(self, inputs: Inputs, shape: Shape) -> Tensor:
        for weight in self._weights:
            if weight.grad is not None:
                weight.grad.zero_()
        with autocast(self._network.device, self._products):
            loss = self._network.loss(
                *inputs[:4],
                start=START_ID,
                use_fused=True,
                rows=shape.rows,
                dropout=inputs.dropout,
            )
        (loss.nll / shape.pairs).backward()  # type: ignore[no-untyped-call]
        return loss.nll.detach()


def shape_of(batch: Batch, *, frozen: bool) -> Shape:
    """Return the shape that a minibatch is padded to."""
    pairs = len(batch.source)
    target = _rounded(batch.target.shape[1])
    part = pairs * target // _PARTS
    rows = -(-int(batch.target_lengths.sum()) // part) * part
    return Shape(pairs, _rounded(batch.source.shape[1]), target, rows, frozen)


def _rounded(size: int) -> int:
    """Return a size rounded up to a multiple of an eighth of the next power of 2."""
    step = max(_LEAST, 1 << max((size - 1).bit_length() - 3, 0))
    return -(-size // step) * step


def _padded(ids: IntArray, positions: int) -> IntArray:
    """Return ids (B, S) with padding up to so many positions."""
    missing = positions - ids.shape[1]
    return np.pad(ids, ((0, 0), (0, missing)), constant_values=PAD_ID)
