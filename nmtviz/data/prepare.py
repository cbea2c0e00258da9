"""From corpus files to tokenizers and ids, once.

Tokenizing takes minutes, so with a `cache` folder what was tokenized is kept under
a name made of the files' contents and the settings it depends on.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

import sacremoses
import sentencepiece

from nmtviz.config import DataConfig
from nmtviz.data.corpus import CorpusFile, Pair, read_corpus, read_pairs
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.tokenizer import (
    MosesTokenizer,
    SentencePieceTokenizer,
    Tokenizer,
    load_tokenizer,
    moses_words,
)
from nmtviz.data.vocabulary import END_ID, Vocabulary
from nmtviz.errors import DataError

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how many pairs are done, and of how many."""

_FORMAT = 1  # raised when the same files and settings are prepared differently
_CHUNK = 2_000  # pairs a worker tokenizes at a time
_LEARN_FROM = 300_000  # sentences SentencePiece learns its pieces from
_PIECES_PER_WORD = 3  # a pair with more pieces than this times max_words is left out


@dataclass(frozen=True, kw_only=True, slots=True)
class Prepared:
    """Everything a training run needs to know about its text."""

    source: Tokenizer
    target: Tokenizer
    corpus: IdCorpus
    pairs_by_file: dict[str, int]
    """Training pairs kept, by file name."""


def prepare(
    config: DataConfig,
    files: Sequence[CorpusFile],
    *,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Read files, leave out long pairs, make tokenizers and ids.

    Args:
        config: How text becomes ids.
        files: TSV files, or pairs of plain files.
        cache: Folder that keeps what was tokenized for the next call.
        progress: Told how far tokenizing is.

    Raises:
        DataError: If a file cannot be used or no pair is short enough.
    """
    if cache is None:
        return _prepare(config, files, None, progress)
    contents = [_content_hash(file) for file in files]
    folder = cache / f"prepared-{_key(config.to_json(), contents)}"
    if not folder.is_dir():
        prepared = _prepare(config, files, cache, progress)
        _save(prepared, folder)
        return prepared
    return Prepared(
        source=load_tokenizer(folder, "source", config),
        target=load_tokenizer(folder, "target", config),
        corpus=IdCorpus.load(folder / "data.npz"),
        pairs_by_file=json.loads((folder / "pairs.json").read_text("utf-8")),
    )


def encode_pairs(
    source: Tokenizer, target: Tokenizer, pairs: Sequence[Pair]
) -> IdCorpus:
    """Return all pairs as ids, long ones too."""
    return IdCorpus(
        Ragged.from_rows(source.encode_ids([pair.source for pair in pairs])),
        Ragged.from_rows(target.encode_ids([pair.target for pair in pairs])),
    )


def _prepare(
    config: DataConfig,
    files: Sequence[CorpusFile],
    cache: Path | None,
    progress: Progress | None,
) -> Prepared:
    pairs: list[Pair] = []
    kept: Counter[str] = Counter()
    for file in files:
        read = read_corpus(file)
        if config.tokenizer == "moses":
            read = _moses_pairs(config, file, read, cache, progress)
        read = [pair for pair in read if 0 < _words(pair) <= config.max_words]
        pairs += read
        kept[_name(file)] += len(read)
    if not pairs:
        raise DataError(
            f"{', '.join(kept)}: no pair has at most {config.max_words} words a side."
        )
    make = _from_words if config.tokenizer == "moses" else _from_pieces
    return make(config, pairs, dict(kept))


def _from_words(
    config: DataConfig, pairs: Sequence[Pair], kept: dict[str, int]
) -> Prepared:
    tokenizers, sides = [], []
    languages = (config.source_language, config.target_language)
    for language, lines in zip(languages, zip(*pairs, strict=True), strict=True):
        counts = Counter(word for line in lines for word in line.split(" "))
        vocabulary = Vocabulary.from_counts(counts, config.vocab_size)
        rows = [[*vocabulary.ids(line.split(" ")), END_ID] for line in lines]
        tokenizers.append(MosesTokenizer(vocabulary, language))
        sides.append(Ragged.from_rows(rows))
    return Prepared(
        source=tokenizers[0],
        target=tokenizers[1],
        corpus=IdCorpus(*sides),
        pairs_by_file=kept,
    )


def _from_pieces(
    config: DataConfig, pairs: Sequence[Pair], kept: dict[str, int]
) -> Prepared:
    tokenizers, sides = [], []
    for lines in zip(*pairs, strict=True):
        learn_from = lines[:: -(-len(lines) // _LEARN_FROM)]
        tokenizer = SentencePieceTokenizer.train(learn_from, config.vocab_size)
        tokenizers.append(tokenizer)
        sides.append(tokenizer.encode_ids(lines))
    longest = _PIECES_PER_WORD * config.max_words + 1  # the end symbol
    short = [max(map(len, rows)) <= longest for rows in zip(*sides, strict=True)]
    remaining = iter(short)
    kept = {name: sum(islice(remaining, count)) for name, count in kept.items()}
    corpus = IdCorpus(
        *(
            Ragged.from_rows(
                [row for row, fits in zip(rows, short, strict=True) if fits]
            )
            for rows in sides
        )
    )
    return Prepared(
        source=tokenizers[0], target=tokenizers[1], corpus=corpus, pairs_by_file=kept
    )


def _moses_pairs(
    config: DataConfig,
    file: CorpusFile,
    pairs: Sequence[Pair],
    cache: Path | None,
    progress: Progress | None,
) -> list[Pair]:
    """Return pairs as Moses words with a space between, from the cache if there."""
    languages = (config.source_language, config.target_language)
    if cache is None:
        return _tokenize(pairs, languages, progress)
    path = cache / f"moses-{_key(_content_hash(file), *languages)}.tsv"
    if path.exists():
        return read_pairs([path])
    tokenized = _tokenize(pairs, languages, progress)
    cache.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    lines = (f"{source}\t{target}\n" for source, target in tokenized)
    temporary.write_bytes("".join(lines).encode())
    temporary.replace(path)
    return tokenized


def _tokenize(
    pairs: Sequence[Pair], languages: tuple[str, str], progress: Progress | None
) -> list[Pair]:
    """Tokenize on all cores; pairs without any word are left out."""
    chunks = [pairs[i : i + _CHUNK] for i in range(0, len(pairs), _CHUNK)]
    tokenized: list[Pair] = []
    workers = min(os.cpu_count() or 1, len(chunks))
    work = partial(_tokenize_chunk, languages)
    for number, chunk in enumerate(_map(work, chunks, workers), start=1):
        tokenized += chunk
        if progress:
            progress("tokenizing", min(number * _CHUNK, len(pairs)), len(pairs))
    return tokenized


def _map(
    work: Callable[[Sequence[Pair]], list[Pair]],
    chunks: Sequence[Sequence[Pair]],
    workers: int,
) -> Iterator[list[Pair]]:
    if workers <= 1:
        yield from map(work, chunks)
        return
    # Not forked: torch may have threads by now.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, chunks)


def _tokenize_chunk(languages: tuple[str, str], pairs: Sequence[Pair]) -> list[Pair]:
    tokenized = (
        Pair(
            *(
                " ".join(moses_words(*side))
                for side in zip(pair, languages, strict=True)
            )
        )
        for pair in pairs
    )
    return [pair for pair in tokenized if all(pair)]


def _words(pair: Pair) -> int:
    """Return the words of the longer side."""
    return max(len(sentence.split()) for sentence in pair)


def _name(file: CorpusFile) -> str:
    return " + ".join(
        path.name for path in (file if isinstance(file, tuple) else (file,))
    )


def _content_hash(file: CorpusFile) -> list[str]:
    paths = file if isinstance(file, tuple) else (file,)
    try:
        return [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    except OSError as error:
        raise DataError(
            f"{error.filename} cannot be read: {error.strerror}."
        ) from error


def _key(*parts: object) -> str:
    """Return a name for results that depend on `parts` and on the tokenizers."""
    versions = (_FORMAT, sacremoses.__version__, sentencepiece.__version__)
    return hashlib.sha256(json.dumps([versions, parts]).encode()).hexdigest()[:16]


def _save(prepared: Prepared, folder: Path) -> None:
    """Write a folder under a temporary name and rename it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".prepared-"))
    prepared.source.save(temporary, "source")
    prepared.target.save(temporary, "target")
    prepared.corpus.save(temporary / "data.npz")
    (temporary / "pairs.json").write_text(json.dumps(prepared.pairs_by_file), "utf-8")
    try:
        temporary.rename(folder)
    except OSError:  # another process was faster
        shutil.rmtree(temporary)
