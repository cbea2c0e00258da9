"""Event files for TensorBoard, for those who watch their runs there.

They hold the numbers of `events.jsonl`: `train/loss`, `dev/bleu` and so on, by update.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nmtviz.errors import ConfigError

_PLACES = ("update", "seconds")
"""Where an event stands, which is no curve of its own."""


def require_tensorboard() -> None:
    """Make sure that event files can be written.

    Raises:
        ConfigError: If TensorBoard is not installed.
    """
    if find_spec("tensorboard") is None:
        raise ConfigError(
            "TensorBoard's event files need the package tensorboard, which is not "
            "installed: `pip install tensorboard`, or leave --tensorboard out."
        )


class EventFiles:
    """Writes a run's events for TensorBoard."""

    def __init__(self, folder: Path, update: int) -> None:
        """Go on after so many updates; TensorBoard forgets what came later."""
        from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415

        self._writer: Any = SummaryWriter(str(folder), purge_step=update + 1)

    def tell(self, event: dict[str, Any]) -> None:
        """Write the numbers of an event."""
        for name, value in event.items():
            if name not in _PLACES and type(value) in {int, float}:
                tag = f"{event['event']}/{name}"
                self._writer.add_scalar(tag, value, event["update"])
        self._writer.flush()

    def close(self) -> None:
        """Close the file."""
        self._writer.close()
