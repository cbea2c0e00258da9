"""`nmtviz train`: from settings on a command line to a running trainer."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from nmtviz.data.corpus import check_file, read_pairs
from nmtviz.data.prepare import Prepared, prepare
from nmtviz.device import find_device
from nmtviz.errors import ConfigError, TrainingError, lack_of_memory
from nmtviz.model.network import build_network
from nmtviz.runs import shared
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.runs.lock import run_lock
from nmtviz.runs.status import Said, Status
from nmtviz.training.development import DevSet, check_sentences, warning_of
from nmtviz.training.distributed import Workers
from nmtviz.training.learner import Learner
from nmtviz.training.loop import Budget, Trainer
from nmtviz.training.platform import prepare_process
from nmtviz.training.precision import products_in
from nmtviz.training.reporter import Reporter
from nmtviz.training.request import TrainRequest, run_config
from nmtviz.training.start import (
    check_start,
    check_vocabularies,
    first_weights,
    shared_vocabularies,
)
from nmtviz.training.state import Progress, load_state
from nmtviz.training.tensorboard import require_tensorboard
from nmtviz.training.watched import read_linked


@dataclass(frozen=True, kw_only=True, slots=True)
class _Job:
    """A request that has been looked at, for one process."""

    request: TrainRequest
    config: RunConfig
    folder: RunFolder
    vocabularies: Path | None
    budget: Budget
    device: torch.device
    products: torch.dtype
    """What products of an update are computed in."""
    workers: Workers


def train(request: TrainRequest) -> str:
    """Start a run, or go on with it; return a line that says how it ended.

    One of several processes that `torchrun` started does its part of it; those that
    do not lead have nothing to say.

    Raises:
        NmtvizError: If settings, data, device or run folder cannot be used.
    """
    job = _job(request)
    prepare_process(request.threads, bfloat16=job.products == torch.bfloat16)
    if not job.workers.leads:
        _follow(job)
        return ""
    job.folder.make()
    with run_lock(request.run):
        job.folder.open(job.config)
        progress = _lead(job)
    end = "finished" if progress.finished else "stopped; the same command resumes it"
    told = f"{request.run}: {end} after {progress.update} updates"
    best = progress.best_bleu
    return told if best is None else f"{told}, best dev BLEU {best:.2f}"


def _job(request: TrainRequest) -> _Job:
    """Look for what is wrong before there is a folder, which would hold on to it."""
    config, workers = run_config(request), Workers.here()
    for path in (*config.train, *config.dev):
        check_file(path)
    folder = RunFolder(request.run)
    if any(request.run.glob("model*.safetensors")):
        raise ConfigError(
            f"{request.run} must be the folder of a run, but is a checkpoint: --from "
            "goes on from it, and --run is a folder of its own."
        )
    if not folder.state_file.exists():
        check_start(config)
    vocabularies = shared_vocabularies(config, folder)
    check_vocabularies(config, vocabularies)
    workers.check_batch_size(config.training.batch_size)
    if request.tensorboard:
        require_tensorboard()
    device = find_device(workers.device_name(request.device))
    return _Job(
        request=request,
        config=config,
        folder=folder,
        vocabularies=vocabularies,
        budget=Budget(
            max_updates=request.max_updates,
            max_minutes=request.max_minutes,
            patience=request.patience,
        ),
        device=device,
        products=products_in(config.training.precision, device),
        workers=workers,
    )


def _lead(job: _Job) -> Progress:
    """Train in a folder that is this process's alone, and say how it ends."""
    request, folder = job.request, job.folder
    status = Status(
        state="preparing",
        budget_minutes=request.max_minutes,
        budget_updates=request.max_updates,
        patience=request.patience,
        device=str(job.device if job.workers.alone else job.device.type),
        asked_device=request.device,
        threads=request.threads,
        processes=job.workers.world_size,
    )
    folder.stop_file.unlink(missing_ok=True)
    reporter = Reporter(folder.log_file)
    try:
        status.write(folder.path)
        return _prepare_and_train(job, status, reporter)
    except Exception as error:
        told = _told(error)
        message = str(told or error)
        reporter.say(f"stopped: {message}")
        with suppress(TrainingError):  # a full disk, which is what it wants to tell
            replace(status, state="failed", message=message).write(folder.path)
        if told:
            raise told from error
        raise
    except KeyboardInterrupt:  # before anybody listens; later it ends an update
        replace(status, state="stopped").write(folder.path)
        raise
    finally:
        reporter.close()


def _prepare_and_train(job: _Job, status: Status, reporter: Reporter) -> Progress:
    """Train from first to last, and say how it goes."""
    folder = job.folder
    with job.workers.connected(job.device):
        reporter.say("reading and tokenizing the training text")
        trainer = _trainer(job, reporter)
        if job.request.tensorboard:
            reporter.write_event_files(folder.tensorboard, trainer.progress.update)
        reporter.listen()
        warning = warning_of(trainer.dev, trainer.prepared.corpus)
        status = replace(status, state="training", warning=warning)
        if warning:
            reporter.warn(warning)
        status.write(folder.path)
        trainer.run()
    state: Said = "finished" if trainer.progress.finished else "stopped"
    replace(status, state=state).write(folder.path)
    return trainer.progress


def _follow(job: _Job) -> None:
    """Train as the process does that leads; write nothing."""
    reporter = Reporter(None)
    try:
        with job.workers.connected(job.device):
            trainer = _trainer(job, reporter)
            reporter.listen()  # a signal to all is heard by the one that leads
            trainer.run()
    except Exception as error:
        if told := _told(error):
            raise told from error
        raise
    finally:
        reporter.close()


def _told(error: Exception) -> TrainingError | None:
    """Return what to tell a person of an error that speaks to programmers only.

    A search that lacks memory speaks of beams, which a training has none of.
    """
    for one in (error, error.__cause__):
        if isinstance(one, Exception) and (lack := lack_of_memory(one)):
            return TrainingError(
                "The memory must hold the network and a minibatch, but ran out "
                f"({lack}). Choose a smaller batch_size or network, or another device."
            )
    if isinstance(error, OSError):
        return TrainingError(f"A file cannot be read or written: {error}.")
    return None


def _dev_set(config: RunConfig, prepared: Prepared) -> DevSet:
    """Read the pairs that a run measures its progress with."""
    dev = DevSet.make(
        read_pairs(config.dev),
        config.training.dev_sentences,
        prepared.source,
        prepared.target,
        watch=config.watch,
        linked=read_linked(config.dev, config.data.languages),
    )
    check_sentences(dev, config.dev)
    return dev


def _check_dev(progress: Progress, dev: DevSet, reporter: Reporter) -> None:
    """Choose the best network anew if what it is measured with has changed."""
    if progress.dev in ("", dev.corpus.digest):
        return
    progress.best_bleu, progress.stale = None, 0
    reporter.warn(
        "The development text is not what it was: BLEU of before does not compare, and "
        "the next network that is measured counts as the best so far."
    )


def _trainer(job: _Job, reporter: Reporter) -> Trainer:
    """Prepare data and network, as new or as the folder's last state has them."""
    config, folder, workers = job.config, job.folder, job.workers
    reporter.say(f"products are computed in {str(job.products).removeprefix('torch.')}")
    if not workers.leads:
        workers.barrier()  # until the text is in the cache
    prepared = prepare(
        config.data,
        config.train,
        vocabularies=job.vocabularies,
        cache=folder.path.parent / shared.CACHE,
        progress=reporter.prepare,
    )
    if workers.leads:
        workers.barrier()
    dropped = prepared.pairs_read - len(prepared.corpus)
    (reporter.warn if dropped else reporter.say)(
        f"{len(prepared.corpus):,} of {prepared.pairs_read:,} pairs are kept, as they "
        f"have at most {config.data.max_words} words a side; the vocabularies have "
        f"{len(prepared.source):,} and {len(prepared.target):,} entries"
    )
    dev = _dev_set(config, prepared)
    model = replace(
        config.model,
        source_vocab_size=len(prepared.source),
        target_vocab_size=len(prepared.target),
    )
    network = build_network(model)
    text = prepared.corpus.digest
    resumed = folder.state_file.exists()
    progress = Progress() if resumed else first_weights(network, config)
    network.to(job.device)
    learner = Learner(network, config.training, workers)
    if resumed:
        progress = load_state(folder.state_file, learner, text)
        reporter.say(f"resumed at update {progress.update}")
        _check_dev(progress, dev, reporter)
    progress.text, progress.dev = text, dev.corpus.digest
    workers.check_agreement(text, network)
    if workers.leads:
        folder.cut_events(progress.events_size)
        if not resumed:
            folder.remove_results()
    return Trainer(
        config=config,
        folder=folder,
        prepared=prepared,
        dev=dev,
        learner=learner,
        progress=progress,
        reporter=reporter,
        budget=job.budget,
        workers=workers,
    )
