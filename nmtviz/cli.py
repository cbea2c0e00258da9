"""The `nmtviz` command: train, translate, evaluate.

Exit codes: 0 done; 2 wrong usage or bad input, with one line on stderr; 130 after
Ctrl-C; 141 when the reader of the output has gone.

What needs torch is imported by the command that needs it, so help comes at once.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tqdm import tqdm

from nmtviz import __version__
from nmtviz.config import SearchConfig, TrainingConfig
from nmtviz.data.corpus import read_pairs, read_sentences
from nmtviz.errors import InputError, NmtvizError
from nmtviz.presets import PRESETS
from nmtviz.results import Evaluation, Translation

if TYPE_CHECKING:
    from nmtviz.translator import Translator

CHECKPOINTS = Path("checkpoints")
"""Where a checkpoint given by name is looked for."""

_BLOCK = 256  # sentences translated between two writes to stdout
_WRONG, _INTERRUPTED, _NO_READER = 2, 130, 141

_TRANSLATE_HELP = """\
Translate standard input to standard output, one line for each line.

formats:
  text     the translations; with --n-best, best first, separated by tabs
  json     {"source": [tokens], "hypotheses": [{"text", "tokens", "log_prob",
           "score", "token_log_probs", "alignment": rows of target x source}]}
  pharaoh  hard alignments i-j of the model's words, source first, counted from 0
           without the end symbol; with --n-best separated by tabs
An empty line gives an empty line, or no hypotheses in JSON.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        sys.stdout.flush()
    except NmtvizError as error:
        sys.stderr.write(f"nmtviz: {' '.join(str(error).split())}\n")
        return _WRONG
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NO_READER
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(_WRONG, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="nmtviz", description="See how a translator aligns words.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_train(commands)
    _add_translate(commands)
    _add_evaluate(commands)
    return parser


def _add_train(commands: "argparse._SubParsersAction[_Parser]") -> None:
    train = commands.add_parser(
        "train",
        help="train a model, or go on with it",
        description="Train a model; the same command again goes on where it was.",
    )
    train.set_defaults(command=_train)
    train.add_argument(
        "--preset", required=True, choices=PRESETS, metavar="NAME", help=_presets()
    )
    for name, what in (("train", "to learn from"), ("dev", "to measure progress on")):
        train.add_argument(
            f"--{name}",
            required=True,
            nargs="+",
            type=Path,
            metavar="FILE",
            help=f"sentence pairs {what}: source, tab, target; .gz too",
        )
    train.add_argument(
        "--run", required=True, type=Path, metavar="DIR", help="folder of the run"
    )
    train.add_argument("--seed", type=int, default=TrainingConfig().seed)
    train.add_argument("--max-minutes", type=float, metavar="M", help="time to spend")
    train.add_argument("--max-updates", type=int, metavar="U", help="updates to make")
    train.add_argument("--threads", type=int, metavar="N", help="CPU threads to use")
    _add_device(train)


def _add_translate(commands: "argparse._SubParsersAction[_Parser]") -> None:
    translate = commands.add_parser(
        "translate",
        help="translate standard input",
        description=_TRANSLATE_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    translate.set_defaults(command=_translate)
    _add_checkpoint(translate)
    translate.add_argument(
        "--n-best", type=int, default=SearchConfig().n_best, metavar="N"
    )
    translate.add_argument(
        "--format", choices=("text", "json", "pharaoh"), default="text"
    )
    translate.add_argument(
        "--forbid-unknown", action="store_true", help="never produce <unk>"
    )


def _add_evaluate(commands: "argparse._SubParsersAction[_Parser]") -> None:
    evaluate = commands.add_parser("evaluate", help="BLEU on a file of sentence pairs")
    evaluate.set_defaults(command=_evaluate)
    _add_checkpoint(evaluate)
    evaluate.add_argument(
        "file", type=Path, metavar="FILE", help="source, tab, reference; .gz too"
    )
    evaluate.add_argument("--json", action="store_true", help="print JSON")


def _add_checkpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checkpoint",
        metavar="CHECKPOINT",
        help=f"a checkpoint folder, or the name of one in {CHECKPOINTS}/",
    )
    parser.add_argument(
        "--beam", type=int, default=SearchConfig().beam_size, metavar="K"
    )
    _add_device(parser)


def _add_device(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")


def _presets() -> str:
    return f"settings: {', '.join(PRESETS)}"


def _train(options: argparse.Namespace) -> None:
    from nmtviz.training.command import TrainRequest, train  # noqa: PLC0415

    request = TrainRequest(
        preset=options.preset,
        train=tuple(options.train),
        dev=tuple(options.dev),
        run=options.run,
        device=options.device,
        seed=options.seed,
        threads=options.threads,
        max_minutes=options.max_minutes,
        max_updates=options.max_updates,
    )
    sys.stdout.write(f"{train(request)}\n")


def _translate(options: argparse.Namespace) -> None:
    search = SearchConfig(
        beam_size=options.beam,
        n_best=options.n_best,
        forbid_unknown=options.forbid_unknown,
    )
    translator = _load(options)
    if options.format == "pharaoh" and not translator.has_alignment:
        raise InputError(
            f"'{options.checkpoint}' has no attention, so it cannot give alignments."
        )
    sentences = read_sentences(sys.stdin.buffer.read(), "standard input")
    for translation in _translations(translator, sentences, search):
        line = _line(translation, options.format)
        sys.stdout.buffer.write(f"{line}\n".encode())


def _evaluate(options: argparse.Namespace) -> None:
    from nmtviz.evaluation.lengths import evaluate  # noqa: PLC0415

    search = SearchConfig(beam_size=options.beam)
    pairs = read_pairs([options.file])
    translator = _load(options)
    sources = [pair.source for pair in pairs]
    texts = [
        _line(translation, "text")
        for translation in _translations(translator, sources, search)
    ]
    found = evaluate(sources, texts, [pair.target for pair in pairs])
    text = json.dumps(asdict(found)) if options.json else _table(found)
    sys.stdout.write(f"{text}\n")


def _load(options: argparse.Namespace) -> "Translator":
    from nmtviz.translator import Translator  # noqa: PLC0415

    folder = Path(options.checkpoint)
    named = CHECKPOINTS / folder
    return Translator.load(
        folder if folder.exists() or not named.exists() else named, options.device
    )


def _translations(
    translator: "Translator", sentences: Sequence[str], search: SearchConfig
) -> Iterator[Translation]:
    """Translate block by block, with a bar on a terminal."""
    with tqdm(total=len(sentences), unit=" sentences", disable=None) as bar:
        for start in range(0, len(sentences), _BLOCK):
            block = sentences[start : start + _BLOCK]
            try:
                yield from translator.translate(block, search)
            except InputError as error:
                lines = f"Lines {start + 1} to {start + len(block)}"
                raise InputError(f"{lines}: {error}") from error
            bar.update(len(block))


def _line(translation: Translation, form: str) -> str:
    if form == "json":
        return json.dumps(translation.to_json(), ensure_ascii=False)
    if form == "text":
        return "\t".join(hypothesis.text for hypothesis in translation.hypotheses)
    found = (
        translation.alignment(number, unit="words", end=False)
        for number in range(len(translation.hypotheses))
    )
    return "\t".join(alignment.pharaoh() for alignment in found if alignment)


def _table(found: Evaluation) -> str:
    rows = [f"BLEU {found.bleu:.2f}  n {found.n}", found.signature, ""]
    rows.append(f"{'source words':>12}  {'n':>6}  {'BLEU':>6}")
    for length in found.lengths:
        words = f"{length.low}-{length.high}" if length.high else f"{length.low}+"
        bleu = "-" if length.bleu is None else f"{length.bleu:.2f}"
        rows.append(f"{words:>12}  {length.n:>6}  {bleu:>6}")
    return "\n".join(rows)
