"""Weights of which an update uses a few rows: embeddings, and W_o of a partition.

The rows in use are copied to a small leaf tensor; gradients, clipping and the
optimizer see nothing else, so neither time nor memory of an update grows with the
vocabulary. No row moves that is not in use. What becomes of its optimizer state:

- An embedding that a minibatch does not use has a gradient of 0. The optimizer's
  averages of squares fade with every update as they would if the optimizer saw that
  0; they are multiplied by the power that is due when the row is used again. Adam
  does without momentum here (beta_1 = 0), which would move rows that are not in use.
  The numbers are those of the same optimizer over the whole weight.
- A word outside a partition has no gradient at all. Its state stands still, as in
  `torch.optim.SparseAdam`, whose count of steps is that of the whole weight, too.
"""

from torch import Tensor, nn

from nmtviz.config import TrainingConfig
from nmtviz.training.optimizer import fading, make_optimizer

_STEP = "step"
"""What torch's optimizers call the number of steps taken."""

_LAST = "last"
"""Under this name goes the step in which each row was last in use."""


class RowTable:
    """A weight whose rows are trained when they are in use."""

    def __init__(self, weight: Tensor, config: TrainingConfig, *, fades: bool) -> None:
        """Train a weight, whose values are changed in place.

        Args:
            weight: All rows, shape (V, ...).
            config: Names the optimizer.
            fades: Whether rows that are not in use have a gradient of 0, and not none.
        """
        self._weight = weight.detach()
        self._config = config
        self._fading = fading(config) if fades else {}
        self._state: dict[str, Tensor] = {}  # of all rows
        self._step: Tensor | None = None
        self._hold(None)

    def use(self, ids: Tensor) -> nn.Parameter:
        """Return rows as a leaf, in place of those that were in use.

        Args:
            ids: Which rows, each once, shape (R,). The same tensor as before leaves
                everything as it is.
        """
        if ids is self._ids:
            return self.rows
        self.put_back()
        self._hold(ids)
        if self._step is not None:
            state = {name: values[ids] for name, values in self._state.items()}
            if self._fading:
                last = state.pop(_LAST)
                missed = self._step.to(last.device) - last  # updates with gradient 0
                missed = missed.view(-1, *[1] * (self.rows.dim() - 1))
                for name, factor in self._fading.items():
                    state[name] *= factor**missed
            self.optimizer.state[self.rows] = {_STEP: self._step, **state}
        return self.rows

    def put_back(self) -> None:
        """Write the rows in use back to the weight."""
        if self._ids is None:
            return
        self._weight[self._ids] = self.rows.detach()
        state = dict(self.optimizer.state[self.rows])
        if state:
            self._step = state.pop(_STEP)
            if self._fading:
                # Adadelta counts its steps on the CPU, wherever the weight is.
                step = self._step.to(self._weight.device)
                state[_LAST] = step.expand(len(self._ids))
        for name, values in state.items():
            if name not in self._state:
                shape = (len(self._weight), *values.shape[1:])
                self._state[name] = values.new_zeros(shape)
            self._state[name][self._ids] = values
        self._hold(None)

    def state(self) -> dict[str, Tensor]:
        """Return the optimizer's state of all rows by name; none before a step."""
        self.put_back()
        step = {} if self._step is None else {_STEP: self._step}
        return {**self._state, **step}

    def load_state(self, state: dict[str, Tensor]) -> None:
        """Go on from what `state` returned."""
        self._hold(None)
        device = self._weight.device
        self._state = {name: values.to(device) for name, values in state.items()}
        self._step = self._state.pop(_STEP, None)

    def _hold(self, ids: Tensor | None) -> None:
        """Make some rows the ones in use, with an optimizer that is new."""
        self._ids = ids
        rows = self._weight[:0] if ids is None else self._weight[ids]
        self.rows = nn.Parameter(rows)
        """The rows in use, shape (R, ...)."""
        self.optimizer = make_optimizer(
            [self.rows], self._config, momentum=not self._fading
        )
        """Moves them."""
