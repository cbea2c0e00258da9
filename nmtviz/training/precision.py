"""Which numbers the products of an update are computed in."""

import torch

from nmtviz.config import Precision

_BFLOAT16 = ("avx512_bf16", "amx_bf16")
"""Abilities of a CPU, either of which multiplies bfloat16 faster than float32."""


def products_in(precision: Precision, device: torch.device) -> torch.dtype:
    """Return the type that products are computed in.

    Args:
        precision: What the settings say; `auto` is bfloat16 where the device has
            instructions for it, as it takes longer than float32 where it has not.
        device: What computes.
    """
    if precision == "auto":
        return torch.bfloat16 if _knows_bfloat16(device) else torch.float32
    return torch.bfloat16 if precision == "bfloat16" else torch.float32


def _knows_bfloat16(device: torch.device) -> bool:
    if device.type == "cuda":
        known: bool = torch.cuda.is_bf16_supported(including_emulation=False)
        return known
    able = torch.cpu.get_capabilities()
    return any(able.get(name, False) for name in _BFLOAT16)
