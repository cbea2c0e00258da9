"""Our side of `peers.py`: one measurement in a process of its own, told as JSON.

    PYTHONPATH=. python benchmarks/peers_ours.py FOLDER train A bfloat16 \
        [--updates N --save FILE]
    PYTHONPATH=. python benchmarks/peers_ours.py FOLDER decode FILE --beam 12 --batch 1

FOLDER has the peers' data. Training takes the product's own updates; decoding is timed
from ids to hypotheses, as the peers' is. Target words are without padding, with `</s>`.
"""

import argparse
import json
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sacrebleu
import torch

from nmtviz.config import ModelConfig, SearchConfig, TrainingConfig
from nmtviz.data.batches import MinibatchSchedule
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.vocabulary import END_ID, Vocabulary
from nmtviz.languages import ENGLISH_FRENCH
from nmtviz.memory import keep_freed_memory
from nmtviz.model.initial import initialise
from nmtviz.model.network import build_network
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.beam import beam_search
from nmtviz.training.learner import Learner
from nmtviz.training.platform import prepare_process

MODELS = {
    "A": ModelConfig(
        source_vocab_size=8000,
        target_vocab_size=8000,
        embedding_size=256,
        hidden_size=256,
        align_size=256,
        maxout_size=128,
    ),
    "B": ModelConfig(),
}
"""The peers' two configurations; B is the size of Bahdanau et al. (2015)."""


def operations(
    model: ModelConfig, source_words: float, target_words: float, width: int = 1
) -> float:
    """Return the additions and multiplications that the equations need a target word.

    A minibatch needs three times those of the forward pass, a beam its own decoder for
    each hypothesis. Padding and what a step does twice are not counted.

    Args:
        model: The network's shape.
        source_words: Mean length of a source sentence, end symbol included.
        target_words: The same of a target sentence.
        width: Hypotheses.
    """
    e, h, a, c = (
        model.embedding_size,
        model.hidden_size,
        model.align_size,
        model.annotation_size,
    )
    readout = 2 * model.maxout_size * (h + c + e)
    readout += model.maxout_size * model.target_vocab_size
    source = c // h * 3 * h * (e + h)
    target = 3 * h * (e + h) + readout
    if model.attends:
        source += c * a
        target += 3 * h * c + h * a + round((a + c) * source_words)
    return 2.0 * (source * source_words / target_words + width * target)


def main() -> None:
    """Measure once and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    tasks = parser.add_subparsers(dest="task", required=True)
    training = tasks.add_parser("train")
    training.add_argument("config", choices=MODELS)
    training.add_argument("precision", choices=("bfloat16", "float32"))
    training.add_argument(
        "--lazy", action="store_true", help="move only the rows of embeddings in use"
    )
    training.add_argument("--warm", type=float, default=10, help="seconds")
    training.add_argument("--seconds", type=float, default=60)
    training.add_argument("--updates", type=int, default=0)
    training.add_argument("--save", type=Path)
    decoding = tasks.add_parser("decode")
    decoding.add_argument("model", type=Path)
    decoding.add_argument("--test", default="test100")
    decoding.add_argument("--beam", type=int, default=12)
    decoding.add_argument("--batch", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    measured = (_train if options.task == "train" else _decode)(options)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**measured, "peak_mb": peak}))


def _train(options: argparse.Namespace) -> dict[str, Any]:
    """Train for some seconds, or some updates, and return the rates."""
    prepare_process(1)
    config = MODELS[options.config]
    network = build_network(config)
    initialise(network, 1)
    # The paper's small initial weights want larger steps than the peers' 1e-3, with
    # which two epochs make a model of 8 BLEU where theirs have 30.
    settings = TrainingConfig(
        optimizer="adam",
        learning_rate=3e-3,
        precision=options.precision,
        lazy_rows=options.lazy,
    )
    schedule = MinibatchSchedule(
        _corpus(options.folder / "data", options.config),
        batch_size=settings.batch_size,
        batches_per_fetch=settings.batches_per_fetch,
        seed=1,
    )
    learner = Learner(network, settings)
    words, update, started = 0, 0, time.perf_counter()
    wall, cpu = started, time.process_time()
    warming = not options.updates
    while (
        update < options.updates
        if options.updates
        else warming or time.perf_counter() - wall < options.seconds
    ):
        if warming and time.perf_counter() - started >= options.warm:
            words, warming = 0, False
            wall, cpu = time.perf_counter(), time.process_time()
        batch = schedule.batch(update)
        learner.update(batch, settings.learning_rate)
        words += int(batch.target_lengths.sum())
        update += 1
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if options.save:
        half = {name: w.half() for name, w in network.state_dict().items()}
        torch.save({"config": options.config, "weights": half}, options.save)
    return {"words_per_s": words / wall, "words_per_cpu_s": words / cpu}


def _decode(options: argparse.Namespace) -> dict[str, Any]:
    """Translate the test sentences and return the rates and BLEU."""
    keep_freed_memory()
    saved = torch.load(options.model)
    network = build_network(MODELS[saved["config"]]).eval()
    network.load_state_dict({name: w.float() for name, w in saved["weights"].items()})
    prepared = PreparedNetwork(network)
    data = options.folder / "data"
    source, target = _vocabularies(data, saved["config"])
    sources = [
        [*source.ids(words), END_ID] for words in _words(data, options.test, "en")
    ]
    search = SearchConfig(beam_size=options.beam)
    beam_search(prepared, sources[: options.batch], search)  # not counted
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    ids: dict[int, tuple[int, ...]] = {}
    wall, cpu = time.perf_counter(), time.process_time()
    for start in range(0, len(order), options.batch):
        chosen = order[start : start + options.batch]
        found = beam_search(prepared, [sources[i] for i in chosen], search)
        ids |= {i: best.ids for i, (best,) in zip(chosen, found, strict=True)}
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    texts = [" ".join(map(target.token, ids[i][:-1])) for i in range(len(sources))]
    references = [" ".join(words) for words in _words(data, options.test, "fr")]
    score = sacrebleu.corpus_bleu(texts, [references], tokenize="none", force=True)
    produced = sum(map(len, ids.values()))
    return {
        "words_per_s": produced / wall,
        "words_per_cpu_s": produced / cpu,
        "sentences_per_s": len(sources) / wall,
        "bleu": score.score,
    }


def _vocabularies(data: Path, config: str) -> list[Vocabulary]:
    files = (data / f"vocab.{config}.onmt.{language}" for language in ENGLISH_FRENCH)
    return [Vocabulary(file.read_text("utf-8").splitlines()) for file in files]


def _corpus(data: Path, config: str) -> IdCorpus:
    sides = zip(_vocabularies(data, config), ENGLISH_FRENCH, strict=True)
    return IdCorpus(
        *(
            Ragged.from_rows(
                [
                    [*vocabulary.ids(words), END_ID]
                    for words in _words(data, "train.lc.norm.tok", language)
                ]
            )
            for vocabulary, language in sides
        )
    )


def _words(data: Path, name: str, language: str) -> Iterator[list[str]]:
    with (data / f"{name}.{language}").open(encoding="utf-8") as lines:
        yield from map(str.split, lines)


if __name__ == "__main__":
    main()
