"""What a network knows, in one with more recurrent units.

The units that are new hear all others and are heard by none at first: the wider network
computes what the narrower one did, and learns from there what to use them for (after
Chen et al. 2016, *Net2Net*, https://arxiv.org/abs/1511.05641, who copy units instead).
"""

import torch
from torch import Tensor

from nmtviz.model.network import Network


@torch.no_grad()
def widen(network: Network, narrow: Network) -> None:
    """Make a network compute what a narrower one does, in place.

    Args:
        network: Its weights so far remain where they lead to a new unit.
        narrow: Of the same sizes, but for as many recurrent units or fewer.
    """
    old, new = narrow.config.hidden_size, network.config.hidden_size
    weights = narrow.state_dict()
    for name, wide in network.state_dict().items():
        taken = weights[name]
        kept = [
            _kept(before, after, old, new)
            for before, after in zip(taken.shape, wide.shape, strict=True)
        ]
        rows, *_ = kept
        wide[rows] = 0
        wide[torch.meshgrid(*kept, indexing="ij")] = taken


def _kept(before: int, after: int, old: int, new: int) -> Tensor:
    """Return where an axis has what was there before, shape (before,).

    Args:
        before: Size of the axis in the narrower network.
        after: Its size in the wider one.
        old: Recurrent units of the narrower network.
        new: Those of the wider one; an axis that grows holds them several times, a gate
            or a direction behind the other.
    """
    if before == after:
        return torch.arange(before)
    starts = torch.arange(before // old).unsqueeze(1) * new
    return (starts + torch.arange(old)).flatten()
