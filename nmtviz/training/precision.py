"""Which numbers the products of an update are computed in."""

import torch

from nmtviz.config import Precision
from nmtviz.device import is_by_intel
from nmtviz.training.platform import tiles_work


def products_in(precision: Precision, device: torch.device) -> torch.dtype:
    """Return the type that products are computed in.

    Args:
        precision: What the settings say; `auto` is bfloat16 where the device
            multiplies it faster than float32.
        device: What computes.
    """
    if precision == "auto":
        return torch.bfloat16 if _prefers_bfloat16(device) else torch.float32
    return torch.bfloat16 if precision == "bfloat16" else torch.float32


def autocast(device: torch.device, products: torch.dtype) -> torch.autocast:
    """Return what lets torch compute products in that type, weights in float32."""
    low = products == torch.bfloat16
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=low)


def _prefers_bfloat16(device: torch.device) -> bool:
    if device.type == "cuda":
        known: bool = torch.cuda.is_bf16_supported(including_emulation=False)
        return known
    able = torch.cpu.get_capabilities()
    if able.get("amx_bf16") and tiles_work():
        return True
    # Without tiles, Intel's processors take twice float32's time, AMD's half of it.
    return bool(able.get("avx512_bf16")) and not is_by_intel()
