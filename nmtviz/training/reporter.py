"""What a training process tells people: a progress bar, a log, and when to stop."""

import logging
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from tqdm import tqdm

from nmtviz.training.state import Progress
from nmtviz.training.tensorboard import EventFiles

_logger = logging.getLogger("nmtviz.training")


class Reporter:
    """Writes `train.log`, shows a bar where there is a terminal, hears signals."""

    def __init__(self, log_file: Path | None) -> None:
        """Write a log; nothing at all without a file for it."""
        self.stopping = False
        """Whether somebody asked the run to end after this update."""
        log: logging.Handler = logging.NullHandler()
        if log_file is not None:
            log = _Log(log_file, encoding="utf-8", delay=True)
        log.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        _logger.handlers[:] = [log]
        _logger.setLevel(logging.INFO)
        _logger.propagate = False
        self._bar = tqdm(
            total=100.0,
            file=sys.stderr,
            disable=log_file is None or not sys.stderr.isatty(),
            bar_format="{desc}{percentage:3.0f}%|{bar}| "
            "{elapsed}<{remaining} {postfix}",
        )
        self._facts: dict[str, str] = {}
        self._event_files: EventFiles | None = None

    def listen(self) -> None:
        """Let Ctrl-C, SIGTERM and a closed terminal end the run after an update."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as `nohup` wants it
            signal.signal(signal.SIGHUP, self._stop)

    def write_event_files(self, folder: Path, update: int) -> None:
        """Tell TensorBoard too what happens after so many updates."""
        self._event_files = EventFiles(folder, update)

    def prepare(self, what: str, done: int, total: int) -> None:
        """Show how far reading the training text is."""
        self._bar.set_description_str(
            f"{what} {done:,} of {total:,} pairs " if done < total else ""
        )

    def advance(self, progress: Progress, spent: float) -> None:
        """Move the bar."""
        self._bar.update(100 * spent - self._bar.n)
        self._facts["update"] = str(progress.update)
        self._bar.set_postfix(self._facts, refresh=False)

    def tell(self, event: dict[str, Any]) -> None:
        """Log an event of the run."""
        if self._event_files:
            self._event_files.tell(event)
        if event["event"] == "train":
            self._facts |= {
                "loss": f"{event['loss']:.3f}",
                "words/s": f"{event['words_per_second']:.0f}",
            }
            self.say(
                f"update {event['update']} epoch {event['epoch']:.2f} "
                f"loss {event['loss']:.3f} nats/word "
                f"{event['words_per_second']:.0f} words/s "
                f"gradient {event['gradient_norm']:.2f}"
            )
        else:
            self._facts["dev BLEU"] = f"{event['bleu']:.2f}"
            self.say(
                f"update {event['update']} dev BLEU {event['bleu']:.2f} "
                f"dev NLL {event['nll']:.2f} nats/sentence"
                f"{' (best so far)' if event['best'] else ''}"
            )

    def say(self, message: str) -> None:
        """Log a line."""
        _logger.info(message)

    def warn(self, message: str) -> None:
        """Log a line, and show it where there is a terminal."""
        self.say(message)
        if not self._bar.disable:
            self._bar.write(message, file=sys.stderr)

    def close(self) -> None:
        """Leave the terminal and the log as they should be."""
        self._bar.close()
        if self._event_files:
            self._event_files.close()
        for handler in list(_logger.handlers):
            handler.close()
            _logger.removeHandler(handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


class _Log(logging.FileHandler):
    """A log that a full disk leaves as it is: others tell of that."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Go on."""
