"""Products with a weight that stands still, in the form that is quickest to read.

A product of a few rows takes the time it takes to read the weight. Shipped weights are
float16 numbers, so on a CPU they are kept as such for few rows: half the bytes, and the
same numbers, as every one is made a float32 before it is multiplied. Weights that
float16 does not hold exactly, and products of many rows, use the weight as it is, in
the layout that oneDNN wants: torch's own product takes up to twice the time on some
processors. Elsewhere it is laid out by columns.

Dimensions: N rows, I inputs, O outputs.
"""

from collections.abc import Callable

import torch
from torch import Tensor

FEW_ROWS = 32
"""Above, it takes longer to multiply than to read."""

MANY_WEIGHTS = 1 << 16
"""Below, a weight stays in a core's own memory from one product to the next."""

_ENGINES = {"fbgemm", "x86"}
"""Those of torch's quantized engines that multiply float32 rows by a float16 weight."""


class Product:
    """W x + b of many x."""

    def __init__(self, weight: Tensor, bias: Tensor | None = None) -> None:
        """Lay out a weight (O, I) and a bias (O,)."""
        weight = weight.detach()
        bias = None if bias is None else bias.detach()
        self.size = len(weight)
        """O."""
        self._of_many = _laid_out(weight, bias)
        self._of_few = _halved(weight, bias) if _is_half(weight) else self._of_many

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the products of rows (N, I), shape (N, O)."""
        return self._of_few(rows) if len(rows) <= FEW_ROWS else self._of_many(rows)


def _laid_out(weight: Tensor, bias: Tensor | None) -> Callable[[Tensor], Tensor]:
    """Return a product that uses a weight as it is."""
    if _is_large(weight) and torch._C._has_mkldnn:
        packed = torch.ops.mkldnn._reorder_linear_weight(weight.contiguous())
        times = torch.ops.mkldnn._linear_pointwise.default
        return lambda rows: times(rows, packed, bias, "none", [], "")
    columns = weight.t().contiguous()
    if bias is None:
        return lambda rows: rows @ columns
    return lambda rows: torch.addmm(bias, rows, columns)


def _halved(weight: Tensor, bias: Tensor | None) -> Callable[[Tensor], Tensor]:
    """Return a product that reads a weight as float16 numbers."""
    packed = torch.ops.quantized.linear_prepack_fp16(weight, bias)
    times = torch.ops.quantized.linear_dynamic_fp16.default
    return lambda rows: times(rows, packed)


def _is_large(weight: Tensor) -> bool:
    """Say whether it pays to lay out a weight in other ways than torch's own."""
    return (
        weight.numel() >= MANY_WEIGHTS
        and weight.device.type == "cpu"
        and weight.dtype == torch.float32
    )


def _is_half(weight: Tensor) -> bool:
    """Say whether a weight can be kept as float16 numbers without any loss."""
    return (
        _is_large(weight)
        and torch.backends.quantized.engine in _ENGINES
        and torch.equal(weight.half().float(), weight)
    )
