"""How many names a network copies letter by letter.

    PYTHONPATH=. python benchmarks/names.py [CHECKPOINT ...] [--misses]
    PYTHONPATH=. python benchmarks/names.py --references FILE ...

A name is copied if the translation has it as it is written in the source sentence; a
letter that the network cannot write is taken from there (`--replace-unknown`). A name
that is not is *told* if *Translate* says that it is spelt otherwise or lost, and may be
right in another hypothesis of the beam. Invented names are
drawn anew and have six letters at least, as short ones come up again and again; the
names that people and places have are those below that are not listed in `names.tsv`.

The second form counts false alarms: pairs of which *Translate* would say so though
people have translated them.
"""

import argparse
import re
from collections.abc import Callable
from itertools import cycle, islice, repeat
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from report import show

from nmtviz.config import SearchConfig
from nmtviz.data import listed
from nmtviz.data.corpus import read_pairs
from nmtviz.data.invented import invented_brand, invented_name
from nmtviz.data.replaceable import known
from nmtviz.evaluation.names import lost_names, respelt_names
from nmtviz.training.platform import prepare_process
from nmtviz.translator import Translator

# fmt: off
PEOPLE = (
    "Raghunathan", "Kowalczyk", "Nakamura", "Oyelaran", "Siddharth", "Bahdanau",
    "Bengio", "Zelensky", "Macron", "Rajesh", "Obama", "Ruder", "Katarzyna",
    "Thiago", "Fatoumata", "Shakespeare", "Beethoven", "Nguyen", "Okonkwo",
    "Papadopoulos", "Fitzgerald", "Lindqvist", "Hernandez", "Mukherjee", "Yamamoto",
    "Schneider", "Abdullah", "Wojcik", "Vasquez", "Kjeldsen", "Chukwu",
    "Tchaikovsky", "Zhang", "Xiaoming", "Kyunghyun", "Sutskever", "Vaswani",
    "Mikolov", "Hochreiter", "Schmidhuber",
)
PLACES = (
    "Guangzhou", "Oregon", "Vancouver", "Wroclaw", "Lagos", "Bonn", "Nagoya",
    "Tallinn", "Winnipeg", "Adelaide", "Bratislava", "Chennai", "Durban",
    "Edmonton", "Fortaleza", "Grenoble", "Helsingborg", "Izmir", "Jaipur",
    "Kampala", "Liverpool", "Mombasa", "Nuremberg", "Oakland", "Portland",
    "Qingdao", "Rostock", "Sacramento", "Timisoara",
)
# fmt: on

OF_PEOPLE = (
    "My name is {}.",
    "I met Mr. {} on Monday.",
    "{} wrote a book.",
    "Do you know where {} is?",
    "She told {} that she was tired.",
)
OF_PLACES = (
    "I live in {}.",
    "We went to {} last year.",
    "{} is a beautiful city.",
    "The train to {} leaves in five minutes.",
)
OF_BRANDS = (
    "I work for {}.",
    "{} is very expensive.",
    "Have you ever heard of {}?",
    "He sold {} last week.",
)

SEED = 20_000
"""None that a corpus has been made with."""

SHORTEST = 6
"""Letters of an invented name."""

SEARCH = SearchConfig(n_best=12)


class Missed(NamedTuple):
    """A name that a translation lacks."""

    name: str
    text: str
    is_told: bool
    in_beam: bool
    """Whether another hypothesis has it."""


class Asked(NamedTuple):
    """Names of a kind, each in a sentence."""

    kind: str
    names: list[str]
    sentences: list[str]


def main() -> None:
    """Translate, count, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "checkpoints", type=Path, nargs="*", default=[Path("checkpoints/rnnsearch-sp")]
    )
    parser.add_argument("--invented", type=int, default=200, help="of either kind")
    parser.add_argument("--misses", action="store_true", help="print those that fail")
    parser.add_argument("--references", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.references:
        alarms = [_alarms(file) for file in options.references]
        show("Pairs by people in which a name is told", alarms, options.json)
        return
    prepare_process(1)
    kinds = _asked(options.invented)
    rows: list[dict[str, Any]] = []
    for folder in options.checkpoints:
        translator = Translator.load(folder)
        for asked in kinds:
            missed = _missed(translator, asked)
            if options.misses:
                print(*(f"{one.name}: {one.text}" for one in missed), sep="\n")
            rows.append(
                {
                    "checkpoint": folder.name,
                    "names": asked.kind,
                    "n": len(asked.names),
                    "copied": f"{1 - len(missed) / len(asked.names):.3f}",
                    "not copied": len(missed),
                    "told": sum(one.is_told for one in missed),
                    "in the beam": sum(one.in_beam for one in missed),
                }
            )
    show("Names copied letter by letter", rows, options.json)


def _alarms(file: Path) -> dict[str, Any]:
    pairs = read_pairs([file])
    return {
        "file": file.name,
        "n": len(pairs),
        "lost": sum(bool(lost_names(*pair, listed.may_become)) for pair in pairs),
        "spelt otherwise": sum(
            bool(respelt_names(*pair, listed.is_expected)) for pair in pairs
        ),
    }


def _asked(count: int) -> list[Asked]:
    random = Random(SEED)
    people, places = (
        [one for one in names if not known(one)] for names in (PEOPLE, PLACES)
    )
    return [
        _in_sentences("of people", people, OF_PEOPLE),
        _in_sentences("of places", places, OF_PLACES),
        _in_sentences("invented", _drawn(invented_name, random, count), OF_PEOPLE),
        _in_sentences("brands", _drawn(invented_brand, random, count), OF_BRANDS),
    ]


def _drawn(draw: Callable[[Random], str], random: Random, count: int) -> list[str]:
    names = (draw(random) for _ in repeat(None))
    return [*islice((one for one in names if len(one) >= SHORTEST), count)]


def _in_sentences(kind: str, names: list[str], frames: tuple[str, ...]) -> Asked:
    pairs = zip(names, cycle(frames), strict=False)
    return Asked(kind, names, [frame.format(name) for name, frame in pairs])


def _missed(translator: Translator, asked: Asked) -> list[Missed]:
    """Return the names that are not copied, with what was made of their sentences."""
    found = translator.translate(asked.sentences, SEARCH)
    missed = []
    for name, sentence, one in zip(asked.names, asked.sentences, found, strict=True):
        texts = [
            hypothesis.text
            for hypothesis in translator.replace_unknowns(one).translation.hypotheses
        ]
        copied = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        if not copied.search(texts[0]):
            told = _is_told(name, sentence, texts[0])
            in_beam = any(map(copied.search, texts))
            missed.append(Missed(name, texts[0], told, in_beam))
    return missed


def _is_told(name: str, sentence: str, text: str) -> bool:
    respelt = respelt_names(sentence, text, listed.is_expected)
    lost = lost_names(sentence, text, listed.may_become)
    return any(one in name for one in (*(pair.source for pair in respelt), *lost))


if __name__ == "__main__":
    main()
