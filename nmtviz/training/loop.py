"""The training loop: minibatches in, events and checkpoints out.

A run is a function of its settings and data: what an update does depends only on
the number of the update and on the state before it. So a run that was killed and
started again from its last state repeats what the first one did, bit for bit
(on a CPU, the same machine, with the same threads, as many processes and a budget in
updates).
"""

import math
import time
from dataclasses import asdict, dataclass
from typing import Any

from nmtviz.checkpoint import save_checkpoint
from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.partitions import Partitions
from nmtviz.data.prepare import Prepared
from nmtviz.data.subwords import SubwordSampler
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.errors import ConfigError, TrainingError
from nmtviz.facts import NO_TRAINING, TrainingFacts
from nmtviz.memory import give_back_memory
from nmtviz.model.network import Network
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.sightings import write_sightings
from nmtviz.training.ahead import Minibatches, processes_ahead
from nmtviz.training.development import (
    DevScore,
    DevSet,
    score_development,
    watch_development,
)
from nmtviz.training.distributed import ALONE, Workers
from nmtviz.training.learner import Learner
from nmtviz.training.optimizer import learning_rate
from nmtviz.training.platform import current_commit, describe_device
from nmtviz.training.reporter import Reporter
from nmtviz.training.start import shared_vocabularies
from nmtviz.training.state import Meter, Progress, save_state

LOG_EVERY = 50
"""Updates between two lines of the log."""

LOG_FIRST = 3
"""The update of the first line: what a network knows before it learns. What follows is
timed without the first updates, which make buffers too."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """When a run has had enough; None means without limit."""

    max_updates: int | None = None
    max_minutes: float | None = None
    patience: int | None = None
    """Evaluations in a row without a new best BLEU that end the run."""

    def __post_init__(self) -> None:
        for name in ("max_updates", "max_minutes", "patience"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ConfigError(f"{name} must be positive, got {value}.")

    def spent(self, progress: Progress) -> float:
        """Return the share that is used up: 1 or more means stop."""
        shares = [0.0]
        if self.max_updates is not None:
            shares.append(progress.update / self.max_updates)
        if self.max_minutes is not None:
            shares.append(progress.seconds / (60 * self.max_minutes))
        if self.patience is not None and progress.stale >= self.patience:
            shares.append(1.0)
        return max(shares)


@dataclass(kw_only=True)
class Trainer:
    """One run in this process, or the part of it that is this process's."""

    config: RunConfig
    folder: RunFolder
    prepared: Prepared
    dev: DevSet
    learner: Learner
    progress: Progress
    reporter: Reporter
    budget: Budget
    workers: Workers = ALONE

    def __post_init__(self) -> None:
        settings = self.config.training
        self._schedule = MinibatchSchedule(
            self.prepared.corpus,
            batch_size=settings.batch_size,
            batches_per_fetch=settings.batches_per_fetch,
            seed=settings.seed,
            reshuffle=settings.reshuffle,
        )
        most_words = settings.partition_words
        self._partitions = (
            Partitions(self._schedule, most_words) if most_words else None
        )
        source, alpha = self.prepared.source, settings.subword_alpha
        sampler = (
            SubwordSampler(source, alpha=alpha, seed=settings.seed)
            if alpha and isinstance(source, SentencePieceTokenizer)
            else None
        )
        self._minibatches = Minibatches(self._schedule, sampler).following(
            self.progress.update,
            processes=processes_ahead(self.learner.network.device, self.workers),
        )
        self._commit = current_commit()  # by the end of a run it may be another one

    @property
    def network(self) -> Network:
        """What is trained, up to date."""
        self.learner.settle()
        return self.learner.network

    def run(self) -> None:
        """Train until the budget is used up or the reporter is asked to stop.

        Raises:
            TrainingError: If the loss is no longer a number, a file cannot be
                written or another process is gone; the last state stays good.
        """
        progress, leads = self.progress, self.workers.leads
        if leads and not progress.update:
            if progress.earlier and progress.best_bleu is None:
                self._evaluate()  # what it began with stays if nothing is better
            else:
                self._sight()
        while (spent := self._spent()) < 1:
            progress.finished = False
            self._update(spent)
            if leads:
                self._tell_and_save(spent)
        if leads:
            self._end()

    def _spent(self) -> float:
        """Return how much of the budget is used up; 1 too if asked to stop."""
        spent = 1.0 if self._asked_to_stop() else self.budget.spent(self.progress)
        return self.workers.from_leader(spent)

    def _tell_and_save(self, spent: float) -> None:
        """Do what is due after an update."""
        settings, progress = self.config.training, self.progress
        self.reporter.advance(progress, spent)
        if progress.update % LOG_EVERY == 0 or progress.update == LOG_FIRST:
            self._log(spent)
        if progress.update % settings.evaluate_every == 0:
            self._evaluate()
        elif progress.update % settings.save_every == 0:
            self._save()

    def _end(self) -> None:
        progress = self.progress
        finished = self.budget.spent(progress) >= 1
        ends_now = finished and not progress.finished
        progress.finished = finished  # with more budget, no longer
        if ends_now and progress.stretch.updates:  # not looked at since the last update
            self._evaluate()
        else:
            self._save()

    def _sight(self) -> None:
        """Look at the pairs whose alignment is followed."""
        seen = watch_development(self.network, self.dev)
        write_sightings(self.folder.path, self.progress.update, seen)

    def _asked_to_stop(self) -> bool:
        return self.reporter.stopping or self.folder.stop_file.exists()

    def _update(self, spent: float) -> None:
        """Do one update and add it to the meters."""
        settings, progress = self.config.training, self.progress
        began = time.perf_counter()
        batch = next(self._minibatches)
        partition = self._partitions.of(progress.update) if self._partitions else None
        nll, norm = self.learner.update(
            batch,
            learning_rate(settings, progress.update, spent),
            number=progress.update,
            partition=partition,
            frozen=spent >= 1 - settings.frozen_share,
        )
        if not math.isfinite(norm) or not math.isfinite(nll):
            raise TrainingError(
                f"The loss must be a finite number, got {nll} with a gradient of "
                f"norm {norm} at update {progress.update + 1}. What was saved before "
                "is kept; try a smaller learning rate."
            )
        progress.update += 1
        seconds = time.perf_counter() - began
        progress.seconds += seconds
        words = int(batch.target_lengths.sum())
        for meter in (progress.meter, progress.stretch):
            meter.nll += nll
            meter.words += words
            meter.sentences += len(batch.source)
            meter.gradient_norm += norm
            meter.updates += 1
            meter.seconds += seconds

    def _log(self, spent: float) -> None:
        settings, progress = self.config.training, self.progress
        meter, progress.meter = progress.meter, Meter()
        self._tell(
            {
                "event": "train",
                "update": progress.update,
                "epoch": self._schedule.epoch(progress.update),
                "loss": meter.nll / meter.words,
                "nll": meter.nll / meter.sentences,
                "words_per_second": meter.words / max(meter.seconds, 1e-9),
                "gradient_norm": meter.gradient_norm / meter.updates,
                "learning_rate": learning_rate(settings, progress.update - 1, spent),
                "seconds": progress.seconds,
            }
        )

    def _evaluate(self) -> None:
        """Look at the development set; keep the best network as a checkpoint."""
        progress = self.progress
        began = time.perf_counter()
        fused = self.config.training.fused
        score = score_development(self.network, self.dev, use_fused=fused)
        self._sight()
        stretch, progress.stretch = progress.stretch, Meter()
        if stretch.sentences:
            progress.train_nll = stretch.nll / stretch.sentences
        before = progress.best_bleu
        better = before is None or score.bleu > before
        progress.stale = 0 if better else progress.stale + 1
        if best := better or score.bleu == before:
            progress.best_bleu = score.bleu
            save_checkpoint(
                self.folder.checkpoint,
                self.network,
                (self.prepared.source, self.prepared.target),
                self.config.data,
                self._facts(score),
                vocabularies=shared_vocabularies(self.config, self.folder),
            )
        progress.seconds += time.perf_counter() - began
        self._tell(
            {
                "event": "dev",
                "update": progress.update,
                "epoch": self._schedule.epoch(progress.update),
                "nll": score.nll,
                "loss": score.loss,
                "bleu": score.bleu,
                "signature": score.signature,
                "aer": score.aer,
                "best": best,
                "seconds": progress.seconds,
            }
        )
        self._save()
        give_back_memory()

    def _facts(self, score: DevScore) -> TrainingFacts:
        """Return how the network came to be that has just been looked at."""
        progress, training = self.progress, self.config.training
        before = progress.earlier or NO_TRAINING
        budget = {name: most for name, most in asdict(self.budget).items() if most}
        products = str(self.learner.products).removeprefix("torch.")
        data = self.prepared.pairs_by_file
        epochs = self._schedule.epoch(progress.update)
        if (before.own_data or before.data) in ({}, data):
            epochs += before.epochs
        facts = TrainingFacts(
            updates=before.updates + progress.update,
            epochs=epochs,
            hours=before.hours + progress.seconds / 3600,
            device=describe_device(self.network.device, self.workers.world_size),
            train_nll=progress.train_nll,
            dev_nll=score.nll,
            dev_bleu=score.bleu,
            dev_sentences=len(self.dev.pairs),
            bleu_signature=score.signature,
            data=data,
            seed=training.seed,
            commit=self._commit,
            settings={**training.to_json(), "precision": products, **budget},
            earlier=progress.earlier,
        )
        return facts if progress.update else facts.before_training()

    def _tell(self, event: dict[str, Any]) -> None:
        self.folder.append_event(event)
        self.reporter.tell(event)

    def _save(self) -> None:
        self.progress.events_size = self.folder.events_size()
        save_state(self.folder.state_file, self.learner, self.progress)
