"""Products with a weight that stands still, in the form that is quickest to read.

A product of a few rows takes the time it takes to read the weight. Shipped weights are
float16 numbers, so on a CPU they are kept as such for few rows: half the bytes, and the
same numbers, as every one is made a float32 before it is multiplied. Weights that
float16 does not hold exactly, and products of many rows, use the weight as it is, laid
out by columns.

Dimensions: N rows, I inputs, O outputs.
"""

from typing import Any

import torch
from torch import Tensor

FEW_ROWS = 32
"""Above, it takes longer to multiply than to read."""

MANY_WEIGHTS = 1 << 19
"""Below, a weight stays in a core's own memory from one product to the next."""

_ENGINES = {"fbgemm", "x86"}
"""Those of torch's quantized engines that multiply float32 rows by a float16 weight."""


class Product:
    """W x + b of many x."""

    def __init__(self, weight: Tensor, bias: Tensor | None = None) -> None:
        """Lay out a weight (O, I) and a bias (O,)."""
        weight = weight.detach()
        self._weight = weight.t().contiguous()
        self._bias = None if bias is None else bias.detach()
        self._packed: Any = None
        if _is_half(weight):
            quantized = torch.ops.quantized
            self._packed = quantized.linear_prepack_fp16(weight, self._bias)
            self._times_packed = quantized.linear_dynamic_fp16.default

    @property
    def size(self) -> int:
        """O."""
        return self._weight.shape[1]

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the products of rows (N, I), shape (N, O)."""
        if self._packed is not None and len(rows) <= FEW_ROWS:
            product: Tensor = self._times_packed(rows, self._packed)
            return product
        if self._bias is None:
            return rows @ self._weight
        return torch.addmm(self._bias, rows, self._weight)


def _is_half(weight: Tensor) -> bool:
    """Say whether a weight can be kept as float16 numbers without any loss."""
    return (
        weight.numel() >= MANY_WEIGHTS
        and weight.device.type == "cpu"
        and weight.dtype == torch.float32
        and torch.backends.quantized.engine in _ENGINES
        and torch.equal(weight.half().float(), weight)
    )
