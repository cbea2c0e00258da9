"""Optimizers and step sizes: [B] appendix B.2, and Adam for small budgets."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor, nn
from torch.optim import Adadelta, Adam, Optimizer

from nmtviz.config import TrainingConfig


def make_optimizer(weights: Iterable[Tensor], config: TrainingConfig) -> Optimizer:
    """Return the optimizer that the settings name."""
    if config.optimizer == "adadelta":
        return Adadelta(
            weights,
            lr=config.learning_rate,
            rho=config.adadelta_rho,
            eps=config.adadelta_epsilon,
        )
    return Adam(weights, lr=config.learning_rate, betas=(0.9, 0.98), fused=True)


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
