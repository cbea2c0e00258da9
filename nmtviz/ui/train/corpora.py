"""Choose the text to learn from: generated, files on this machine, or an upload."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, compress
from operator import not_
from pathlib import Path

import streamlit as st

from nmtviz.data import corpus
from nmtviz.data.grammar.corpus import LARGEST, LEAST_LIMIT, LONGEST
from nmtviz.data.grammar.plan import SMALLEST
from nmtviz.errors import DataError, writing
from nmtviz.figures.labels import shortened
from nmtviz.languages import of_file
from nmtviz.runs.folder import RunConfig
from nmtviz.runs.generated import Generated
from nmtviz.ui import escape, places

GENERATED, FILES, UPLOAD = "Generated", "Files here", "Upload"
_FEWEST = 2  # pairs of an uploaded file
_ENOUGH = 5_000  # pairs below which nothing but these is learned
_DEV_LINES = 20  # an uploaded file gives every twentieth pair to the development set
_HELP = "UTF-8, a pair a line: a sentence, tab, its translation; `.gz` too."
_PATHS = f"{_HELP} Several paths: one a line."


@dataclass(frozen=True, slots=True)
class Corpora:
    """What to learn from, and what to measure progress on."""

    train: tuple[Path, ...]
    dev: tuple[Path, ...]
    generated: Generated | None = None
    """What to generate first; None for files that are there."""

    def make(self) -> None:
        """Generate the text if that is to be done, and it is not there yet.

        Raises:
            DataError: If it cannot be written.
        """
        if self.generated:
            self.generated.make(places.data())


def choose(base: RunConfig | None, *, key: str) -> Corpora | None:
    """Ask for text; return None as long as there is none.

    Args:
        base: The run to repeat, if any: its files stand there at first.
        key: Prefix of the widgets' names.
    """
    kind = st.segmented_control(
        "Text",
        [GENERATED, FILES, UPLOAD],
        default=FILES if base else GENERATED,
        required=True,
        key=f"{key}.text",
        persist_state="session",
        help="Generated sentences need no download, and bring their word alignment.",
    )
    if kind == GENERATED:
        return _generated(key)
    return _upload(key) if kind == UPLOAD else _files(base, key)


def _generated(key: str) -> Corpora:
    default = Generated()
    with st.container(horizontal=True, gap="medium"):
        spec = Generated(
            pairs=st.number_input(
                "Pairs",
                1_000,
                2_000_000,
                default.pairs,
                1_000,
                key=f"{key}.pairs",
                persist_state="session",
            ),
            max_words=st.number_input(
                "Longest sentence",
                LEAST_LIMIT,
                LONGEST,
                default.max_words,
                key=f"{key}.words",
                persist_state="session",
                help="In words.",
            ),
            vocabulary=st.number_input(
                "Word types, about",
                SMALLEST,
                LARGEST,
                default.vocabulary,
                100,
                key=f"{key}.types",
                persist_state="session",
            ),
            seed=st.number_input(
                "Seed of the text",
                0,
                10**6,
                default.seed,
                key=f"{key}.s",
                persist_state="session",
            ),
        )
    return Corpora((spec.train(places.data()),), (spec.dev(places.data()),), spec)


def _files(base: RunConfig | None, key: str) -> Corpora | None:
    train = st.text_area(
        "Training files, or a folder",
        "\n".join(map(str, base.train)) if base else "",
        key=f"{key}.train",
        persist_state="session",
        height=90,
        help=_PATHS,
        placeholder="/home/me/corpus.train.tsv.gz",
    )
    dev = st.text_area(
        "Development files",
        "\n".join(map(str, base.dev)) if base else "",
        key=f"{key}.dev",
        persist_state="session",
        height=70,
        help=f"{_PATHS} Of a folder named above, the files that end in `.dev.tsv` or "
        "`.dev.tsv.gz` are taken if this is empty.",
    )
    try:
        named, named_dev = _named(train), _named(dev)
    except DataError as error:
        st.error(escape.markdown(str(error)))
        return None
    folders = [path for path in named if path.is_dir()]
    found = Corpora(_files_of(named, "train"), _files_of(named_dev or folders, "dev"))
    if not found.train or not found.dev:
        st.info("Name at least one training file and one development file.")
        return None
    return found


def _named(text: str) -> list[Path]:
    """Return the files and folders a person named, one a line.

    Raises:
        DataError: If a line names nothing that can be read.
    """
    found: list[Path] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            path = Path(line).expanduser().absolute()
            there = path.is_dir() or path.is_file()
        except (OSError, RuntimeError) as error:  # too long, or nobody's home
            reason = getattr(error, "strerror", None) or error
            raise DataError(f"{shortened(line)} cannot be read: {reason}.") from error
        if not there:
            raise DataError(f"There is no file {path}.")
        found.append(path)
    return found


def _files_of(paths: list[Path], part: str) -> tuple[Path, ...]:
    """Return files; a folder stands for those of a part, `train` or `dev`, in it."""
    each = (
        sorted(_written_in(path, part)) if path.is_dir() else [path] for path in paths
    )
    return tuple(chain.from_iterable(each))


def _written_in(folder: Path, part: str) -> Iterator[Path]:
    for ending in ("tsv", "tsv.gz"):
        yield from folder.glob(f"[!.]*.{part}.{ending}")


def _upload(key: str) -> Corpora | None:
    upload = st.file_uploader(
        "Sentence pairs", ["tsv", "gz", "txt"], key=f"{key}.upload", help=_HELP
    )
    if upload is None:
        st.info(
            "Upload sentence pairs to train on. Every twentieth sentence is kept out "
            "of the training to measure progress."
        )
        return None
    try:
        found = split_upload(upload.getvalue(), upload.name, places.data())
    except DataError as error:
        st.error(escape.markdown(str(error)))
        return None
    _told(*(_lines(str(part)) for part in (*found.train, *found.dev)))
    return found


def _told(train: int, dev: int) -> None:
    """Say how much text there is, and whether that can be enough."""
    told = f"Pairs to train on: {train:,}; put aside for development: {dev:,}."
    if train < _ENOUGH:
        st.warning(
            f"{told} A network learns so few by heart: it takes tens of thousands to "
            "translate other sentences."
        )
    else:
        st.caption(told)


@st.cache_data(max_entries=64, show_spinner=False)
def _lines(path: str) -> int:
    """Return the lines of a part of an upload, whose name tells its content."""
    with Path(path).open("rb") as file:
        return sum(1 for _ in file)


def split_upload(content: bytes, name: str, folder: Path) -> Corpora:
    """Keep what was uploaded in two files: every twentieth line is for development.

    All lines of one source sentence go the way of the first, so that no sentence to
    measure with is one to learn from.

    Args:
        content: What was uploaded.
        name: The file's name, which may say that it is gzipped, and the languages:
            the two files keep these in their names.
        folder: Where to; the same content is written once.

    Raises:
        DataError: If it holds no sentence pairs, or the disk refuses it.
    """
    languages = "".join(f".{'-'.join(known)}" for known in [of_file(name)] if known)
    stem = f"uploaded-{hashlib.sha256(content).hexdigest()[:12]}{languages}"
    train, dev = (folder / f"{stem}.{part}.tsv" for part in ("train", "dev"))
    if train.exists() and dev.exists():
        return Corpora((train,), (dev,))
    pairs = corpus.split_pairs(corpus.read_sentences(content, name), name)
    sources = dict.fromkeys(pair.source for pair in pairs)
    places = {source: place for place, source in enumerate(sources)}
    if len(places) < _FEWEST:
        raise DataError(
            f"A file to train on must have at least {_FEWEST} different source "
            f"sentences, one of which is put aside for development, but it has "
            f"{len(places)}."
        )
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    measured = [places[pair.source] % _DEV_LINES == 0 for pair in pairs]
    corpus.write_rows(compress(pairs, map(not_, measured)), train)
    corpus.write_rows(compress(pairs, measured), dev)
    return Corpora((train,), (dev,))
