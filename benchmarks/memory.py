"""How much memory a translator and a training run hold as time passes.

    PYTHONPATH=. python benchmarks/memory.py [--sentences 1000] [--minutes 5] \
        [--checkpoint NAME] [--pid PID] [--json FILE]

Decodes sentences that all differ, one at a time as in the app, and trains the preset
`rnnsearch-sp` on as many pairs of all lengths; `--minutes 60` is the long form. The
text is made by our grammar and joined into sentences of up to 50 words, so that
hundreds of shapes occur. `--pid` follows for those minutes another process instead,
such as that of `nmtviz train`. Memory is what a process has in RAM, in MB. Linux only.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from report import show, status

from nmtviz.cli.common import at_least
from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.grammar.corpus import GrammarConfig, generate
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.vocabulary import END_ID, SPECIALS
from nmtviz.model.initial import initialise
from nmtviz.model.network import build_network
from nmtviz.presets import preset
from nmtviz.training.learner import Learner
from nmtviz.training.platform import prepare_process
from nmtviz.translator import Translator

CHECKPOINTS = Path(__file__).parents[1] / "checkpoints"
LONGEST = 50
PAIRS = 20_000


def main() -> None:
    """Decode, train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument(
        "--minutes", type=float, default=5, help="of training, or of following --pid"
    )
    parser.add_argument("--looks", type=at_least(1), default=10, help="at the memory")
    parser.add_argument("--checkpoint", default="rnnsearch-sp")
    parser.add_argument("--pid", type=int, help="a process to follow")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if not (options.pid or options.sentences or options.minutes):
        parser.error("There must be sentences to decode or minutes to train.")
    torch.set_num_threads(1)
    if options.pid:
        rows = _following(options.pid, 60 * options.minutes, options.looks)
        show("Memory over time", rows, options.json)
        return
    rows = []
    if options.sentences:
        translator = Translator.load(CHECKPOINTS / options.checkpoint, "cpu")
        rows += _decoding(translator, options.sentences, options.looks)
    if options.minutes:
        rows += _training(60 * options.minutes, options.looks)
    show("Memory over time", rows, options.json)


def _decoding(
    translator: Translator, sentences: int, looks: int
) -> list[dict[str, Any]]:
    """Return the memory after every so many sentences."""
    rows, started = [], time.perf_counter()
    texts = _sentences()
    for done in range(1, sentences + 1):
        translator.translate([next(texts)])
        if done == 1 or done % max(1, sentences // looks) == 0:
            rows.append(_row(f"decode {translator.name}", started, done, "sentences"))
    return rows


def _training(seconds: float, looks: int) -> list[dict[str, Any]]:
    """Return the memory at regular times of a training run."""
    prepare_process(1)
    chosen = preset("rnnsearch-sp")
    size = chosen.data.vocab_size
    model = replace(chosen.model, source_vocab_size=size, target_vocab_size=size)
    network = build_network(model)
    initialise(network, 1)
    learner = Learner(network, chosen.training)
    schedule = MinibatchSchedule(
        _corpus(size),
        batch_size=chosen.training.batch_size,
        batches_per_fetch=chosen.training.batches_per_fetch,
        seed=1,
    )
    rows: list[dict[str, Any]] = []
    started, done = time.perf_counter(), 0
    while len(rows) <= looks:
        learner.update(schedule.batch(done), 1e-3)
        done += 1
        if time.perf_counter() - started >= seconds * len(rows) / looks:
            rows.append(_row("train rnnsearch-sp", started, done, "updates"))
    return rows


def _following(pid: int, seconds: float, looks: int) -> list[dict[str, Any]]:
    """Return the memory of another process at regular times, until it ends."""
    rows: list[dict[str, Any]] = []
    started = time.perf_counter()
    while len(rows) <= looks:
        done = len(rows)
        try:
            rows.append(_row(f"process {pid}", started, done, "looks before", pid))
        except OSError:  # it has ended, and may still be listed
            break
        if done < looks:
            time.sleep(seconds / looks)
    return rows


def _row(
    what: str, started: float, done: int, unit: str, pid: int | str = "self"
) -> dict[str, Any]:
    return {
        "what": what,
        "done": f"{done} {unit}",
        "seconds": round(time.perf_counter() - started),
        "MB": _resident(pid),
    }


def _resident(pid: int | str) -> int:
    """Return the memory of a process that is in RAM, in MB."""
    return round(status("VmRSS", pid) / 2**20)


def _sentences() -> Iterator[str]:
    """Yield different sentences of 1 to `LONGEST` words."""
    chance = random.Random(1)
    words: list[str] = []
    for pair in generate(GrammarConfig(pairs=10**6, seed=1)):
        words += pair.source.split()
        if len(words) >= LONGEST:
            yield " ".join(words[: chance.randint(1, LONGEST)])
            words = []


def _corpus(size: int) -> IdCorpus:
    """Return pairs of all lengths of tokens at random."""
    chance = random.Random(1)
    sources = [chance.randint(1, LONGEST) for _ in range(PAIRS)]
    targets = [round(length * chance.uniform(1.0, 1.3)) for length in sources]
    words = range(len(SPECIALS), size)
    return IdCorpus(
        *(
            Ragged.from_rows([[*chance.choices(words, k=n), END_ID] for n in lengths])
            for lengths in (sources, targets)
        )
    )


if __name__ == "__main__":
    main()
