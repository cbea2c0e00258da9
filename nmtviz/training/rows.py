"""Weights of which an update uses a few rows: embeddings, and W_o of a partition.

The rows in use are copied to a small leaf tensor; gradients, clipping and the
optimizer see nothing else, so neither time nor memory of an update grows with the
vocabulary. A row that is not in use does not move, and neither does its optimizer
state, as in `torch.optim.SparseAdam`: Adam's count of steps is that of the whole
weight.
"""

import torch
from torch import Tensor, nn

from nmtviz.config import TrainingConfig
from nmtviz.training.optimizer import make_optimizer

_STEP = "step"
"""What torch's optimizers call the number of steps taken, the only state that is not
kept for each number of a weight."""


class RowTable:
    """A weight whose rows are trained when they are in use."""

    def __init__(self, weight: Tensor, config: TrainingConfig) -> None:
        """Train a weight, whose values are changed in place.

        Args:
            weight: All rows, shape (V, ...).
            config: Names the optimizer.
        """
        self._weight = weight.detach()
        self._config = config
        self._state: dict[str, Tensor] = {}  # of all rows, each of the weight's shape
        self._step: Tensor | None = None
        self._forget()

    def _forget(self) -> None:
        self._ids: Tensor | None = None
        self.rows = nn.Parameter(self._weight.new_empty(0))
        """The rows in use, a leaf, shape (R, ...)."""
        self.optimizer = make_optimizer([self.rows], self._config)
        """Moves them."""

    def use(self, ids: Tensor) -> nn.Parameter:
        """Return rows as a leaf, in place of those that were in use.

        Args:
            ids: Which rows, each once, shape (R,). The same tensor as before leaves
                everything as it is.
        """
        if ids is not self._ids:
            self.put_back()
            self._ids = ids
            self.rows = nn.Parameter(self._weight[ids])
            self.optimizer = make_optimizer([self.rows], self._config)
            if self._step is not None:
                state = {name: values[ids] for name, values in self._state.items()}
                self.optimizer.state[self.rows] = {_STEP: self._step, **state}
        return self.rows

    def put_back(self) -> None:
        """Write the rows in use back to the weight."""
        if self._ids is None:
            return
        self._weight[self._ids] = self.rows.detach()
        for name, values in self.optimizer.state[self.rows].items():
            if name == _STEP:
                self._step = values
                continue
            if name not in self._state:
                self._state[name] = torch.zeros_like(self._weight)
            self._state[name][self._ids] = values
        self._forget()

    def state(self) -> dict[str, Tensor]:
        """Return the optimizer's state of all rows by name; none before a step."""
        self.put_back()
        step = {} if self._step is None else {_STEP: self._step}
        return {**self._state, **step}

    def load_state(self, state: dict[str, Tensor]) -> None:
        """Go on from what `state` returned."""
        self._forget()
        device = self._weight.device
        self._state = {name: values.to(device) for name, values in state.items()}
        self._step = self._state.pop(_STEP, None)
