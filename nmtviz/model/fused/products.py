"""Matrix products of the hand-written passes: their type, and their gradients."""

import torch
from torch import Tensor


def product_type(like: Tensor) -> torch.dtype:
    """Return the type matrix products run in: autocast's, else that of `like`."""
    device = like.device.type
    if torch.is_autocast_enabled(device):
        return torch.get_autocast_dtype(device)
    return like.dtype


def weight_gradient(left: Tensor, right: Tensor) -> Tensor:
    """Return Σ over steps and sentences of left ⊗ right in left's type, (X, Y)."""
    return left.flatten(0, 1).t() @ right.flatten(0, 1).to(left.dtype)
