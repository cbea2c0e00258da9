"""A language anybody can learn: English numbers, read out backwards in French."""

import json
import random
from pathlib import Path

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.training.request import TrainRequest

ENGLISH = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
FRENCH = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"]

MODEL = ModelConfig(embedding_size=8, hidden_size=10, align_size=6, maxout_size=7)

TRAINING = TrainingConfig(
    optimizer="adam",
    learning_rate=0.01,
    schedule="linear",
    batch_size=10,
    batches_per_fetch=3,
    save_every=5,
    evaluate_every=20,
    dev_sentences=4,
)


def translation(sentence: str) -> str:
    french = dict(zip(ENGLISH, FRENCH, strict=True))
    return " ".join(french[word] for word in reversed(sentence.split()))


def sentences(count: int, *, seed: int) -> list[str]:
    """Return sentences of three to six words."""
    generator = random.Random(seed)
    return [
        " ".join(generator.choices(ENGLISH, k=generator.randint(3, 6)))
        for _ in range(count)
    ]


def run_config(
    folder: Path,
    *,
    pairs: int = 200,
    model: ModelConfig = MODEL,
    training: TrainingConfig = TRAINING,
) -> RunConfig:
    """Write two corpora and return the settings of a run on them."""
    files = folder / "train.tsv", folder / "dev.tsv"
    for path, count, seed in zip(files, (pairs, 30), (1, 2), strict=True):
        lines = [f"{one}\t{translation(one)}\n" for one in sentences(count, seed=seed)]
        path.write_text("".join(lines), "utf-8")
    return RunConfig(
        name="toy",
        model=model,
        data=DataConfig(vocab_size=30, max_words=9),
        training=training,
        train=files[:1],
        dev=files[1:],
    )


def request(
    folder: Path, config: RunConfig, *, max_updates: int | None = None, run: str = "run"
) -> TrainRequest:
    """Return what trains by these settings in `folder / run`."""
    path = folder / f"{run}.json"
    path.write_text(json.dumps(config.to_json()), "utf-8")
    return TrainRequest(
        config=path, run=folder / run, device="cpu", threads=1, max_updates=max_updates
    )


def losses(run: Path) -> list[dict[str, object]]:
    """Return a run's events without what depends on the clock."""
    clock = {"seconds", "words_per_second"}
    return [
        {name: value for name, value in event.items() if name not in clock}
        for event in RunFolder(run).read_events()
    ]
