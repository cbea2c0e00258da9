"""How a checkpoint came to be and what it reached: what its `training.json` holds.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import re
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from nmtviz.typed_json import typed


@dataclass(frozen=True, kw_only=True, slots=True)
class TestScore:
    """What a checkpoint reached on a test set."""

    __test__ = False  # pytest takes the name for a test's

    data: str
    """Name of the test file."""

    n: int
    """Sentences."""

    bleu: float
    """sacreBLEU corpus BLEU, 0-100."""

    signature: str
    """sacreBLEU's signature."""

    beam_size: int
    """Hypotheses kept by the search."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EarlierTraining:
    """What a run went on from."""

    name: str
    """Of the checkpoint."""

    updates: int
    epochs: float
    hours: float

    data: dict[str, int] = field(default_factory=dict)
    """Training pairs used so far, by file name; empty where nobody wrote it down."""

    own_data: dict[str, int] = field(default_factory=dict)
    """Those of its own run, which its epochs are passes over; empty likewise."""

    seed: int | None = None
    """Of its own run; None where nobody wrote it down, as `commit` and `settings`."""

    commit: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    averaged: dict[str, float] = field(default_factory=dict)
    """Checkpoints whose weights have a share in its, and how much."""

    hidden_size: int | None = None
    """Recurrent units, where the run that went on from it has more of them."""

    earlier: "EarlierTraining | None" = None
    """What that had gone on from."""


NO_TRAINING = EarlierTraining(name="", updates=0, epochs=0.0, hours=0.0)
"""Behind a run whose weights were drawn at random."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TrainingFacts:
    """How a checkpoint came to be: the columns of [B] Table 2 and what repeats it."""

    updates: int
    """With those before, as hours are."""

    epochs: float
    """Passes over `data`; those before count where they were over the same files."""

    hours: float
    device: str

    train_nll: float
    """Negative log-likelihood of a training sentence, in nats, recent average; where
    there was dropout, with units left out, and likewise with pieces that were drawn."""

    dev_nll: float
    """Negative log-likelihood of a development sentence, in nats."""

    dev_bleu: float
    """BLEU of greedy translations of development sentences, 0-100."""

    bleu_signature: str

    data: dict[str, int]
    """Training pairs used, by file name."""

    seed: int

    commit: str
    """The repository's commit the run was last started from, or `unknown`."""

    settings: dict[str, Any] = field(default_factory=dict)
    """The run's `TrainingConfig` as JSON, with the precision that `auto` stood for and
    the budget the schedule runs to; empty where nobody wrote it down."""

    dev_sentences: int | None = None
    """Development sentences that `dev_nll` and `dev_bleu` are of; None where nobody
    wrote it down."""

    averaged: dict[str, float] = field(default_factory=dict)
    """Other checkpoints whose weights have a share in these, and how much. Updates,
    data, settings and seed are those of the weights that have the rest."""

    earlier: EarlierTraining | None = None
    """The checkpoint whose weights it began with, if it did with one's."""

    test_scores: tuple[TestScore, ...] = ()
    """What `nmtviz evaluate --record` found."""

    @property
    def distinct_pairs(self) -> int:
        """Training pairs, each text counted once: some are given `N times`."""
        return sum(pairs // _times(name) for name, pairs in self.data.items())

    @property
    def dev_told(self) -> str:
        """Development BLEU and of how many sentences, as far as that is known."""
        of = "" if self.dev_sentences is None else f" of {self.dev_sentences} sentences"
        return f"dev BLEU {self.dev_bleu:.2f}{of}"

    def before_training(self) -> Self:
        """Return these facts for the weights a run began with, before any update.

        What they have learned from, and how, is what the run went on from; the
        development scores, and the device they were found on, are this run's. A
        widened network is the run's own.
        """
        before = self.earlier
        if before is None or before.hidden_size is not None:
            return self
        return replace(
            self,
            updates=before.updates,
            epochs=before.epochs,
            hours=before.hours,
            data=before.own_data or before.data,
            seed=self.seed if before.seed is None else before.seed,
            commit=before.commit,
            settings=before.settings,
            averaged=before.averaged,
            earlier=before.earlier,
        )

    def followed_from(self, name: str) -> EarlierTraining:
        """Return what a run has behind it that goes on from here.

        Args:
            name: What the checkpoint with these facts is called.
        """
        before = {} if self.earlier is None else self.earlier.data
        # A later run may have a smaller part of a file: what was learned stays learned.
        most = {
            name: max(before.get(name, 0), self.data.get(name, 0))
            for name in before | self.data
        }
        return EarlierTraining(
            name=name,
            updates=self.updates,
            epochs=self.epochs,
            hours=self.hours,
            data=most,
            own_data=self.data,
            seed=self.seed,
            commit=self.commit,
            settings=self.settings,
            averaged=self.averaged,
            earlier=self.earlier,
        )

    def with_score(self, score: TestScore) -> Self:
        """Return the facts with a score in place of an older one like it."""
        others = [
            other
            for other in self.test_scores
            if (other.data, other.beam_size) != (score.data, score.beam_size)
        ]
        return replace(self, test_scores=(*others, score))

    def to_json(self) -> dict[str, Any]:
        """Return plain values for `training.json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: object) -> Self:
        """Make facts from what `to_json` returned.

        Raises:
            ValueError: If something is missing, unknown or of another type.
        """
        return typed(cls, values)


def _times(name: str) -> int:
    """Return how often a run was given a file, by what `data` calls it."""
    found = re.search(r", (\d+) times$", name)
    return int(found[1]) if found else 1
