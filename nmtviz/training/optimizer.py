"""Optimizers and step sizes: [B] appendix B.2, and Adam for small budgets.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor, nn
from torch.optim import Adadelta, Adam, Optimizer

from nmtviz.config import TrainingConfig

BETAS = (0.9, 0.98)
"""Adam's decays: of the average of gradients, of the average of their squares."""


def make_optimizer(
    weights: Iterable[Tensor], config: TrainingConfig, *, momentum: bool = True
) -> Optimizer:
    """Return the optimizer that the settings name.

    Args:
        weights: What it moves.
        config: The run's settings.
        momentum: Let Adam average gradients; a weight without gradient then moves on.
    """
    if config.optimizer == "adadelta":
        return Adadelta(
            weights,
            lr=config.learning_rate,
            rho=config.adadelta_rho,
            eps=config.adadelta_epsilon,
        )
    betas = BETAS if momentum else (0.0, BETAS[1])
    return Adam(weights, lr=config.learning_rate, betas=betas, fused=True)


def fading(config: TrainingConfig) -> dict[str, float]:
    """Return the factor that a gradient of 0 scales each state by, by its name.

    It is that of an optimizer without momentum.
    """
    if config.optimizer == "adadelta":
        rho = config.adadelta_rho
        return {"square_avg": rho, "acc_delta": rho}
    return {"exp_avg": 0.0, "exp_avg_sq": BETAS[1]}


def learning_rate(config: TrainingConfig, update: int, spent: float) -> float:
    """Return the step size of an update.

    Args:
        config: The run's settings.
        update: Updates done so far.
        spent: Share of the run's budget that is used up, 0 to 1; 0 without one.
    """
    rate = config.learning_rate
    if config.warmup_updates:
        rate *= min(1.0, (update + 1) / config.warmup_updates)
    if config.schedule == "linear":
        rate *= max(0.0, 1.0 - spent)
    return rate


def apply_gradients(
    optimizers: Sequence[Optimizer], rate: float, max_norm: float
) -> float:
    """Clip the gradient's L2 norm over all weights, take a step, forget the gradients.

    Returns:
        The norm before clipping; nothing is changed if it is not finite.
    """
    groups = [group for optimizer in optimizers for group in optimizer.param_groups]
    weights = [weight for group in groups for weight in group["params"]]
    norm = nn.utils.clip_grad_norm_(weights, max_norm)
    if torch.isfinite(norm):
        for group in groups:
            group["lr"] = rate
        for optimizer in optimizers:
            optimizer.step()
    for optimizer in optimizers:
        optimizer.zero_grad()
    return float(norm)
