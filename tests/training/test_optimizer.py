import pytest
import torch
from torch import nn

from nmtviz.config import TrainingConfig
from nmtviz.training.optimizer import apply_gradients, learning_rate, make_optimizer


def weights(*values: float) -> nn.ParameterList:
    return nn.ParameterList([nn.Parameter(torch.tensor(list(values)))])


def pull(network: nn.ParameterList, *gradient: float) -> None:
    network[0].grad = torch.tensor(list(gradient))


def test_adadelta_takes_the_steps_of_its_paper() -> None:
    # Zeiler (2012): E[g²] and E[Δx²] decay by rho, Δx = -√(E[Δx²]+ε) / √(E[g²]+ε) g
    config = TrainingConfig(adadelta_rho=0.9, adadelta_epsilon=1e-4)
    network = weights(2.0)
    optimizer = make_optimizer(network.parameters(), config)
    x, squares, steps = 2.0, 0.0, 0.0
    for gradient in (0.5, -0.25, 0.125):
        pull(network, gradient)
        apply_gradients([optimizer], 1.0, max_norm=10.0)
        squares = 0.9 * squares + 0.1 * gradient**2
        step = -((steps + 1e-4) ** 0.5) / (squares + 1e-4) ** 0.5 * gradient
        steps = 0.9 * steps + 0.1 * step**2
        x += step
        assert network[0].item() == pytest.approx(x, rel=1e-6)


def test_adam_takes_the_steps_of_its_paper() -> None:
    # Kingma & Ba (2015), with β1 = 0.9 and β2 = 0.98
    network = weights(2.0)
    optimizer = make_optimizer(network.parameters(), TrainingConfig(optimizer="adam"))
    x, mean, square = 2.0, 0.0, 0.0
    for t, gradient in enumerate((0.5, -0.25, 0.125), start=1):
        pull(network, gradient)
        apply_gradients([optimizer], 0.01, max_norm=10.0)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.98 * square + 0.02 * gradient**2
        root = (square / (1 - 0.98**t)) ** 0.5
        x -= 0.01 * mean / (1 - 0.9**t) / (root + 1e-8)
        assert network[0].item() == pytest.approx(x, rel=1e-6)


@pytest.mark.parametrize(
    ("gradient", "applied"),
    [((3.0, 4.0), (0.6, 0.8)), ((0.3, 0.4), (0.3, 0.4))],
)
def test_only_long_gradients_are_shortened(
    gradient: tuple[float, ...], applied: tuple[float, ...]
) -> None:
    network = weights(0.0, 0.0)
    plain = torch.optim.SGD(network.parameters(), lr=9.0)
    pull(network, *gradient)

    norm = apply_gradients([plain], 1.0, max_norm=1.0)
    assert norm == pytest.approx(torch.tensor(gradient).norm().item())
    assert (-network[0]).tolist() == pytest.approx(list(applied), rel=1e-5)
    assert network[0].grad is None


def test_weights_of_several_optimizers_are_shortened_together() -> None:
    networks = weights(0.0), weights(0.0)
    optimizers = [torch.optim.SGD(network.parameters(), lr=9.0) for network in networks]
    for network, gradient in zip(networks, (3.0, 4.0), strict=True):
        pull(network, gradient)

    assert apply_gradients(optimizers, 1.0, max_norm=1.0) == pytest.approx(5.0)
    assert [-network[0].item() for network in networks] == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize("gradient", [float("nan"), float("inf")])
def test_a_gradient_that_is_no_number_changes_nothing(gradient: float) -> None:
    network = weights(1.0, 2.0)
    optimizer = make_optimizer(network.parameters(), TrainingConfig())
    pull(network, gradient, 1.0)

    norm = apply_gradients([optimizer], 1.0, max_norm=1.0)
    assert not torch.isfinite(torch.tensor(norm))
    assert network[0].tolist() == [1.0, 2.0]
    assert not optimizer.state
    assert network[0].grad is None


@pytest.mark.parametrize(("update", "rate"), [(0, 0.1), (1, 0.2), (3, 0.4), (9, 0.4)])
def test_the_step_size_rises_while_warming_up(update: int, rate: float) -> None:
    config = TrainingConfig(learning_rate=0.4, warmup_updates=4)

    assert learning_rate(config, update, spent=0.0) == pytest.approx(rate)


@pytest.mark.parametrize(
    ("spent", "rate"), [(0.0, 0.4), (0.25, 0.3), (0.75, 0.1), (1.0, 0.0), (1.5, 0.0)]
)
def test_a_linear_schedule_falls_with_the_budget(spent: float, rate: float) -> None:
    config = TrainingConfig(learning_rate=0.4, schedule="linear")

    assert learning_rate(config, 7, spent) == pytest.approx(rate)


def test_warming_up_and_falling_multiply() -> None:
    config = TrainingConfig(learning_rate=0.4, schedule="linear", warmup_updates=4)

    assert learning_rate(config, 1, spent=0.25) == pytest.approx(0.4 * 2 / 4 * 3 / 4)


@pytest.mark.parametrize("spent", [0.0, 0.5, 1.0])
def test_a_constant_schedule_is_constant(spent: float) -> None:
    assert learning_rate(TrainingConfig(), 1000, spent) == 1.0
