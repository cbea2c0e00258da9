"""A network whose weights are an average of others'.

What a network learned first and what it learned later are both kept, for the most part,
by an average of its weights before and after (Wortsman et al. 2022, *Robust Fine-Tuning
of Zero-Shot Models*, https://arxiv.org/abs/2109.01903). Unlike an ensemble, the average
takes no longer to translate than one of them.
"""

from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy

from nmtviz.checkpoint import Checkpoint
from nmtviz.ensemble import check_same_vocabularies
from nmtviz.errors import CheckpointError, ConfigError
from nmtviz.model.network import Network


def average_network(
    checkpoints: Sequence[Checkpoint], shares: Sequence[float]
) -> Network:
    """Return a network with the average weights of some, in float32.

    Args:
        checkpoints: Of one shape and with the same words; they should have come from
            the same weights, or the average means nothing.
        shares: How much each of them counts; at least 0, and 1 together.

    Raises:
        CheckpointError: If their shapes or words differ.
        ConfigError: If these are no shares of them.
    """
    first, *others = checkpoints
    check_shares(shares, len(checkpoints))
    for other in others:
        if other.info.model != first.info.model:
            raise CheckpointError(
                "What is averaged must be of one shape, but "
                f"'{first.info.name}' has {first.info.model.to_json()} and "
                f"'{other.info.name}' {other.info.model.to_json()}."
            )
        check_same_vocabularies(first, other)
    weights = [checkpoint.network.state_dict() for checkpoint in checkpoints]
    average = {
        name: sum(
            share * each[name].double()
            for share, each in zip(shares, weights, strict=True)
        ).float()
        for name in weights[0]
    }
    network = deepcopy(first.network)
    network.load_state_dict(average)
    return network


def shares_in_average(
    checkpoints: Sequence[Checkpoint], shares: Sequence[float]
) -> dict[str, float]:
    """Return how much of an average is of others' weights than the first one's own.

    Args:
        checkpoints: What is averaged; each may be an average itself.
        shares: How much each of them counts.

    Returns:
        The share of each by name, the first one's own left out.
    """
    found: defaultdict[str, float] = defaultdict(float)
    for checkpoint, share in zip(checkpoints, shares, strict=True):
        inside = checkpoint.info.facts.averaged
        for name, part in inside.items():
            if name != checkpoints[0].info.name:
                found[name] += share * part
        if checkpoint is not checkpoints[0]:
            found[checkpoint.info.name] += share * (1 - sum(inside.values()))
    return dict(found)


def check_shares(shares: Sequence[float], count: int) -> None:
    """Refuse what cannot say how much each of some networks counts.

    Raises:
        ConfigError: If there are not `count` numbers of at least 0 that make 1.
    """
    fits = len(shares) == count and all(share >= 0 for share in shares)
    if not fits or abs(sum(shares) - 1) > 1e-6:
        raise ConfigError(
            f"Shares must be {count} numbers of at least 0 that sum to 1, got "
            f"{' '.join(f'{share:g}' for share in shares)}."
        )
