"""Generated text for a run, made once for the same settings."""

from dataclasses import dataclass
from pathlib import Path

from nmtviz.errors import DataError
from nmtviz.runs.commands import run_to_end

_DEV_PAIRS = 500
_DEV_SEED = 1_000_003  # added to the seed: other sentences of the same language


@dataclass(frozen=True, kw_only=True, slots=True)
class Generated:
    """What to generate."""

    pairs: int = 20_000
    max_words: int = 14
    vocabulary: int = 800
    """Word types of the language, about."""

    seed: int = 1

    def train(self, folder: Path) -> Path:
        """Return where the training pairs lie."""
        return folder / f"{self._name}-{self.pairs}.train.tsv.gz"

    def dev(self, folder: Path) -> Path:
        """Return where the development pairs lie."""
        return folder / f"{self._name}.dev.tsv.gz"

    def make(self, folder: Path) -> None:
        """Write both files, unless they are there.

        Raises:
            DataError: If they cannot be written.
        """
        wanted = (
            (self.train(folder), self.pairs, self.seed),
            (self.dev(folder), _DEV_PAIRS, self.seed + _DEV_SEED),
        )
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"{folder} cannot be made: {error.strerror}.") from error
        for path, pairs, seed in wanted:
            if not path.exists():
                self._generate(path, pairs, seed)

    @property
    def _name(self) -> str:
        return f"generated-{self.vocabulary}-{self.max_words}-{self.seed}"

    def _generate(self, path: Path, pairs: int, seed: int) -> None:
        words = ["data", "generate", "--pairs", str(pairs), "--seed", str(seed)]
        words += ["--max-words", str(self.max_words)]
        words += ["--vocabulary", str(self.vocabulary), "--out", str(path.absolute())]
        run_to_end(*words, kind=DataError)
