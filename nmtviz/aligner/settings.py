"""How words are aligned."""

from dataclasses import dataclass
from typing import Literal, get_args

from nmtviz.errors import ConfigError

Symmetry = Literal[
    "forward", "backward", "intersection", "union", "grow-diag-final-and"
]
"""How the links of both directions become one set."""

SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)

_TENSEST = 100
"""Fitted ones are below 15; far from the diagonal exp(-lambda) must not become 0."""

_SMOOTHEST = 1_000_000
"""A prior beside which no count is seen; far beyond, its square overflows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AlignerSettings:
    """Settings of the aligner; the numbers are those of `fast_align -d -o -v`.

    Of its rounds the last only aligns, and the first leaves the tension as it is; here
    every round learns and fits.
    """

    iterations: int = 5
    """Rounds of expectation maximisation."""

    diagonal: bool = True
    """Prefer links near the diagonal; without, this is IBM Model 1."""

    tension: float = 4.0
    """Lambda, how much the diagonal is preferred at first; it is then fitted."""

    null_probability: float = 0.08
    """p0, that a word comes from no word of the other side."""

    smoothing: float = 0.01
    """Alpha of the Dirichlet prior on translations; 0 for none."""

    symmetry: Symmetry = "intersection"
    """Which links to keep of both directions; these have the lowest error rate."""

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise ConfigError(f"iterations must be at least 1, got {self.iterations}.")
        if not 0 < self.tension <= _TENSEST:
            raise ConfigError(
                f"tension must be above 0 and at most {_TENSEST:,}, got {self.tension}."
            )
        if not 0 <= self.null_probability < 1:
            raise ConfigError(
                "null_probability must be at least 0 and below 1, "
                f"got {self.null_probability}."
            )
        if not 0 <= self.smoothing <= _SMOOTHEST:
            raise ConfigError(
                f"smoothing must be at least 0 and at most {_SMOOTHEST:,}, "
                f"got {self.smoothing}."
            )
        if self.symmetry not in SYMMETRIES:
            raise ConfigError(
                f"symmetry must be one of {', '.join(SYMMETRIES)}, "
                f"got {self.symmetry!r}."
            )
