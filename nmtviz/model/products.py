"""Products with a weight that stands still, in the form that is quickest to read.

A product of a few rows takes the time it takes to read the weight. Shipped weights are
float16 numbers, so on a CPU they are kept as such for few rows: half the bytes, and the
same numbers, as every one is made a float32 before it is multiplied. Weights that
float16 does not hold exactly, and products of many rows, use the weight as it is, in
the layout that oneDNN wants: torch's own product takes up to twice the time on some
processors. Without AVX-512, float16 is the quicker one for many rows, too, on some
processors (Zen 3) and the slower one on others (Zen 1), so there it is tried. Small
weights and those on a GPU are laid out by columns.

Dimensions: N rows, I inputs, O outputs.
"""

import sys
import time
from collections.abc import Callable
from functools import cache, cached_property
from typing import TypeAlias

import torch
from torch import Tensor

Function: TypeAlias = Callable[[Tensor], Tensor]
"""Makes W x + b, shape (N, O), of x, shape (N, I)."""

FEW_ROWS = 32
"""Above, it takes longer to multiply than to read."""

MANY_WEIGHTS = 1 << 16
"""Below, a weight stays in a core's own memory from one product to the next."""

_LARGEST = 1 << 15
"""Float16 holds no bias of twice this."""

_MOST_NUMBERS = (1 << 31) - 1
"""Of one such product: it counts them in 32 bits, and goes astray after that."""

_TRIES = 8  # to tell a layout's time from what other programs take

_ENGINES = {"fbgemm", "x86"}
"""Those of torch's quantized engines that multiply float32 rows by a float16 weight."""


class Product:
    """W x + b of many x. A layout is made when it is first wanted."""

    def __init__(self, weight: Tensor, bias: Tensor | None = None) -> None:
        """Take a weight (O, I) and a bias (O,)."""
        self._weight = weight.detach()
        self._bias = None if bias is None else bias.detach()
        self.size = len(weight)
        """O."""

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the products of rows (N, I), shape (N, O)."""
        return self._of_few(rows) if rows.shape[0] <= few() else self._of_many(rows)

    @cached_property
    def reads_halves(self) -> bool:
        """Whether few rows are multiplied by float16 numbers."""
        bias = self._bias
        return _is_half(self._weight) and (
            bias is None or bool(bias.abs().max() < _LARGEST)
        )

    @cached_property
    def _of_few(self) -> Function:
        if self.reads_halves:
            return _halved(self._weight, self._bias)
        return self._of_many

    @cached_property
    def _of_many(self) -> Function:
        return _laid_out(self._weight, self._bias)


@cache
def few() -> int:
    """Return the most rows of which the time to read counts here."""
    is_avx2 = torch.backends.cpu.get_cpu_capability() == "AVX2"
    if is_avx2 and _can_halve() and _halves_multiply_quickly():
        return sys.maxsize
    return FEW_ROWS


def _can_halve() -> bool:
    return torch.backends.quantized.engine in _ENGINES


def _halves_multiply_quickly() -> bool:
    """Try which layout is the quicker one for many rows, in a few milliseconds."""
    weight, rows = torch.ones(1024, 256), torch.ones(64, 256)
    halved, laid_out = (
        min(_seconds(product, rows) for _ in range(_TRIES))
        for product in (_halved(weight, None), _laid_out(weight, None))
    )
    return halved < laid_out


def _seconds(product: Function, rows: Tensor) -> float:
    began = time.perf_counter()
    product(rows)
    return time.perf_counter() - began


def _laid_out(weight: Tensor, bias: Tensor | None) -> Function:
    """Return a product that uses a weight as it is."""
    if _is_large(weight) and torch._C._has_mkldnn:
        packed = torch.ops.mkldnn._reorder_linear_weight(weight.contiguous())
        times = torch.ops.mkldnn._linear_pointwise.default
        return lambda rows: times(rows, packed, bias, "none", [], "")
    columns = weight.t().contiguous()
    if bias is None:
        return lambda rows: rows @ columns
    return lambda rows: torch.addmm(bias, rows, columns)


def _halved(weight: Tensor, bias: Tensor | None) -> Function:
    """Return a product that reads a weight as float16 numbers."""
    more = 0
    if bias is not None:  # as inputs that are 1: else it is added in a pass of its own
        columns = _as_halves(bias)
        weight, more = torch.cat([weight, columns], dim=1), columns.shape[1]
    packed = torch.ops.quantized.linear_prepack_fp16(weight)
    # What is around the operator looks at each argument, in Python.
    times = torch.ops.quantized.linear_dynamic_fp16.default._op
    most = _MOST_NUMBERS // len(weight)

    def product(rows: Tensor) -> Tensor:
        if more:
            rows = torch.constant_pad_nd(rows, (0, more), 1.0)
        # Else every call looks for a __torch_function__ of the packed weight, by way of
        # two exceptions of C++, which may take as long as the product.
        with torch._C.DisableTorchFunctionSubclass():
            if rows.shape[0] > most:
                return torch.cat(
                    [times(part, packed) for part in torch.split(rows, most)]
                )
            found: Tensor = times(rows, packed)
        return found

    return product


def _as_halves(bias: Tensor) -> Tensor:
    """Return float16 numbers that sum up to each of a bias, shape (O, 3)."""
    columns, rest = [], bias
    for _ in range(3):  # of 11 bits each, together what float32 has
        columns.append(rest.half().float())
        rest = rest - columns[-1]
    return torch.stack(columns, dim=1)


def _is_large(weight: Tensor) -> bool:
    """Say whether it pays to lay out a weight in other ways than torch's own."""
    return (
        weight.numel() >= MANY_WEIGHTS
        and weight.device.type == "cpu"
        and weight.dtype == torch.float32
    )


def _is_half(weight: Tensor) -> bool:
    """Say whether a CPU can keep a weight as float16 numbers without any loss."""
    return (
        _is_large(weight)
        and _can_halve()
        and torch.equal(weight.half().float(), weight)
    )
