"""The last layer and its loss, without the table of all words times vocabulary.

Dimensions: N words, L readout features, V vocabulary.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from nmtviz.model.fused.products import product_type

ROWS_AT_ONCE = 512
"""Words whose softmax is held at one time."""

ROWS_AT_ONCE_ON_GPU = 16 * ROWS_AT_ONCE

ROWS_MULTIPLE = 128
"""Counts of words are rounded up to this: every shape that oneDNN has not seen yet
costs it time and memory."""


def round_up(rows: Tensor) -> Tensor:
    """Return row numbers (N,) with copies of the first behind, up to a round count."""
    missing = -len(rows) % ROWS_MULTIPLE
    return torch.cat([rows, rows[:1].expand(missing)])


def linear_cross_entropy(
    features: Tensor, weight: Tensor, bias: Tensor, words: Tensor, count: int | Tensor
) -> Tensor:
    """Return -Σ log softmax(features @ weight.T + bias)[words], in nats.

    A word whose probability is no number of the products' type costs as much as the
    smallest one, 87.3 nats.

    Args:
        features: What the softmax layer reads, shape (N, L).
        weight: Its matrix, shape (V, L).
        bias: Its bias, shape (V,).
        words: The right ids, shape (N,).
        count: Words that count; those behind are there to make N round. A tensor lets
            it change where everything else is recorded.
    """
    nll: Tensor = _LinearCrossEntropy.apply(  # type: ignore[no-untyped-call]
        features, weight, bias, words, count, product_type(weight)
    )
    return nll


def _log(probs: Tensor, others: Tensor) -> Tensor:
    """Return the logarithm of probabilities, exact also where they round to 1.

    Args:
        probs: Of the right words, shape (N,).
        others: Of all other words together, shape (N,).
    """
    tiny = torch.finfo(probs.dtype).tiny
    log_probs = probs.clamp_min(tiny).log()
    return torch.where(others < 0.5, torch.log1p(-others), log_probs)


def _silence(rows: Tensor, low: int, count: int | Tensor) -> None:
    """Set what does not count to 0, in place.

    Args:
        rows: A number or a vector for each word from `low` on, shape (N, ...).
        low: Words before these.
        count: Words that count, of all.
    """
    if isinstance(count, int):
        rows[max(count - low, 0) :] = 0.0
        return
    behind = torch.arange(low, low + len(rows), device=rows.device) >= count
    rows.masked_fill_(behind.view(-1, *[1] * (rows.dim() - 1)), 0.0)


class _LinearCrossEntropy(torch.autograd.Function):
    """The last layer and its loss, a slice of words at a time."""

    @staticmethod
    def forward(
        ctx: Any,
        features: Tensor,
        weight: Tensor,
        bias: Tensor,
        words: Tensor,
        count: int | Tensor,
        products: torch.dtype,
    ) -> Tensor:
        at_once = ROWS_AT_ONCE_ON_GPU if weight.is_cuda else ROWS_AT_ONCE
        matrix, offset = weight.to(products), bias.to(products)
        wanted = any(ctx.needs_input_grad)
        nll = weight.new_zeros(())
        if wanted:
            d_features = torch.empty_like(features)
            d_weight, d_bias = torch.zeros_like(weight), torch.zeros_like(bias)
        with torch.autocast(weight.device.type, enabled=False):
            for low in range(0, len(words), at_once):
                high = min(low + at_once, len(words))
                read, right = features[low:high].to(products), words[low:high]
                probs = torch.addmm(offset, read, matrix.t()).softmax(-1)
                # Indexed flat: scatter_ of a few numbers takes as long as a matrix
                # product on a CPU.
                places = torch.arange(len(read), device=read.device) * probs.size(1)
                places += right
                chosen = probs.view(-1)[places].to(weight.dtype)
                probs.view(-1).index_fill_(0, places, 0.0)
                others = probs.sum(-1)
                log_probs = _log(chosen, others.to(chosen))
                _silence(log_probs, low, count)
                nll -= log_probs.sum()
                if not wanted:
                    continue
                # d nll / d logits = softmax - one hot, and p - 1 is less all others.
                probs.view(-1)[places] = -others
                _silence(probs, low, count)
                d_features[low:high] = probs @ matrix
                d_weight += probs.t() @ read
                d_bias += probs.new_ones(len(read)) @ probs
        if wanted:
            ctx.save_for_backward(d_features, d_weight, d_bias)
        return nll

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (scale,) = gradients
        d_features, d_weight, d_bias = ctx.saved_tensors
        return d_features * scale, d_weight * scale, d_bias * scale, None, None, None
