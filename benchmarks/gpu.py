"""How fast training and decoding are on a GPU, and with what share of its products.

    PYTHONPATH=. python benchmarks/gpu.py [--rounds 3] [--seconds 5] \
        [--batches 80 320] [--kinds rnnsearch rnnencdec] [--json FILE]

Training takes real updates (forward, backward, clip, step) in bfloat16 on the sentences
written for this repository: A has 8,000 words and 256 units a direction, B the size of
Bahdanau et al. (2015). `rnnsearch-sp` translates our test set. Words are target words
without padding, end symbols included; the share is what our equations need of the rate
of a large product of bfloat16 in the same process.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import torch
from peers_ours import MODELS, operations
from report import show, spread

from nmtviz.config import DataConfig, ModelConfig, SearchConfig, TrainingConfig
from nmtviz.data import corpus
from nmtviz.data.batches import Batch, MinibatchSchedule
from nmtviz.data.prepare import Prepared, prepare
from nmtviz.model.initial import initialise
from nmtviz.model.network import build_network
from nmtviz.training.ahead import Minibatches, processes_ahead
from nmtviz.training.distributed import ALONE
from nmtviz.training.learner import Learner
from nmtviz.translator import Translator

REPOSITORY = Path(__file__).parents[1]
DATA = REPOSITORY / "nmtviz" / "data"
TRANSLATES = REPOSITORY / "checkpoints" / "rnnsearch-sp"
MATRIX = 8192
"""Side of the square product that the GPU's own speed is measured with."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of a round")
    parser.add_argument("--warm", type=float, default=10, help="seconds before them")
    parser.add_argument("--batches", type=int, nargs="+", default=[80, 320])
    parser.add_argument("--sizes", nargs="+", choices=MODELS, default=[*MODELS])
    parser.add_argument("--kinds", nargs="+", default=["rnnsearch"])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("There must be a GPU of CUDA, but torch finds none.")
    limit = _product_rate()
    print(f"{torch.cuda.get_device_name()}: {limit / 1e12:.0f} TFLOP/s in bfloat16")
    rows = []
    for size, kind in product(options.sizes, options.kinds):
        model = replace(MODELS[size], kind=kind)
        text = prepare(
            DataConfig(vocab_size=model.source_vocab_size),
            [DATA / "written.en-fr.tsv"],
            cache=REPOSITORY / "runs" / "cache",
        )
        for batch, captured in product(options.batches, (True, False)):
            trained = _training(model, text, batch, captured, options)
            rows.append({"what": f"train {kind} {size}", **trained})
            share = rows[-1].pop("operations") / limit
            rows[-1]["of the products' rate"] = f"{100 * share:.1f} %"
            print(rows[-1], flush=True)
    if TRANSLATES.exists():
        rows += [_decoding(batch, options.rounds) for batch in (1, 32, 256)]
    columns = dict.fromkeys(name for row in rows for name in row)
    rows = [{name: row.get(name, "") for name in columns} for row in rows]
    show("On a GPU; median (smallest-largest) of rounds", rows, options.json)


def _product_rate() -> float:
    """Return the median of ten large products, in operations a second."""
    left, right = torch.randn(
        2, MATRIX, MATRIX, device="cuda", dtype=torch.bfloat16
    ).unbind()
    times = []
    for _ in range(13):
        torch.cuda.synchronize()
        began = time.perf_counter()
        left @ right
        torch.cuda.synchronize()
        times.append(time.perf_counter() - began)
    return 2 * MATRIX**3 / sorted(times[3:])[5]


def _training(
    model: ModelConfig,
    text: Prepared,
    batch: int,
    captured: bool,
    options: argparse.Namespace,
) -> dict[str, Any]:
    """Train for some rounds; return rates, and operations a second."""
    network = build_network(
        replace(
            model,
            source_vocab_size=len(text.source),
            target_vocab_size=len(text.target),
        )
    )
    initialise(network, 1)
    settings = TrainingConfig(
        optimizer="adam",
        learning_rate=1e-3,
        precision="bfloat16",
        batch_size=batch,
        captured=captured,
    )
    learner = Learner(network.to("cuda"), settings)
    schedule = MinibatchSchedule(
        text.corpus, batch_size=batch, batches_per_fetch=100, seed=1
    )
    batches = Minibatches(schedule).following(
        0, processes=processes_ahead(torch.device("cuda"), ALONE)
    )
    _rates(learner, batches, options.warm)
    torch.cuda.reset_peak_memory_stats()
    measured = [
        _rates(learner, batches, options.seconds) for _ in range(options.rounds)
    ]
    words, updates, lengths = zip(*measured, strict=True)
    source, target = (sum(side) / len(side) for side in zip(*lengths, strict=True))
    rate = sorted(words)[len(words) // 2]
    return {
        "sentences at once": batch,
        "recorded": "yes" if captured else "no",
        "words a second": spread([*words]),
        "updates a second": spread([*updates], 1),
        "peak GB": f"{torch.cuda.max_memory_allocated() / 1e9:.1f}",
        "operations": 3 * operations(network.config, source, target) * rate,
    }


def _rates(
    learner: Learner, batches: Iterator[Batch], seconds: float
) -> tuple[float, float, tuple[float, float]]:
    """Return words and updates a second, and mean lengths of sentences."""
    sources = targets = pairs = updates = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        batch = next(batches)
        learner.update(batch, 1e-3)
        sources += int(batch.source_lengths.sum())
        targets += int(batch.target_lengths.sum())
        pairs += len(batch.source)
        updates += 1
    spent = time.perf_counter() - began
    return targets / spent, updates / spent, (sources / pairs, targets / pairs)


def _decoding(batch: int, rounds: int) -> dict[str, Any]:
    """Translate our test set; return rates."""
    sentences = [pair.source for pair in corpus.read_pairs([DATA / "own.en-fr.tsv"])]
    translator = Translator.load(TRANSLATES, "cuda")
    search = SearchConfig()
    translator.translate(sentences, search, batch_size=batch)
    words, found = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        done = translator.translate(sentences, search, batch_size=batch)
        spent = time.perf_counter() - began
        words.append(sum(len(one.hypotheses[0].tokens) for one in done) / spent)
        found.append(len(sentences) / spent)
    return {
        "what": f"decode {translator.name}, beam {search.beam_size}",
        "sentences at once": batch,
        "words a second": spread(words),
        "sentences a second": spread(found, 1),
    }


if __name__ == "__main__":
    main()
