"""From corpus files to tokenizers and ids, once.

Tokenizing takes minutes, so a `cache` folder keeps what was tokenized under a name
made of the files' names and contents and the settings it depends on.
"""

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import TypeAlias

from nmtviz.config import DataConfig
from nmtviz.data.cache import key
from nmtviz.data.corpus import Pair, longer_side, read_pairs
from nmtviz.data.id_corpus import IdCorpus, Ragged
from nmtviz.data.tokenizer import (
    MosesTokenizer,
    SentencePieceTokenizer,
    Tokenizer,
    load_tokenizers,
    tokenizer_files,
)
from nmtviz.data.vocabulary import END_ID, Vocabulary
from nmtviz.data.words import OnProgress, moses_pairs
from nmtviz.errors import DataError, writing
from nmtviz.files import content_hash, parse_json, told_apart
from nmtviz.folders import making_folder

_LEARN_FROM = 300_000  # sentences SentencePiece learns its pieces from
_PIECES_PER_WORD = 3  # a pair with more pieces than this times max_words is left out


Tokenizers: TypeAlias = tuple[Tokenizer, Tokenizer]
"""The source's and the target's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prepared:
    """Everything a training run needs to know about its text."""

    source: Tokenizer
    target: Tokenizer
    corpus: IdCorpus
    pairs_by_file: dict[str, int]
    """Training pairs kept, by file name, with its folder where two files have one; a
    file given twice is `name, 2 times`."""

    pairs_read: int = 0
    """Pairs there are in the files, too long ones among them."""


def prepare(
    config: DataConfig,
    files: Sequence[Path],
    *,
    vocabularies: Path | None = None,
    cache: Path | None = None,
    progress: OnProgress | None = None,
) -> Prepared:
    """Read files, leave out long pairs, make tokenizers and ids.

    Args:
        config: How text becomes ids.
        files: TSV files, gzipped too.
        vocabularies: A checkpoint whose tokenizers to use; None makes new ones.
        cache: Folder that keeps the results for the next call.
        progress: Told how far tokenizing is.

    Raises:
        DataError: If a file or a tokenizer cannot be used, no pair is short enough, or
            the cache cannot be written.
    """
    given = load_tokenizers(vocabularies, config) if vocabularies else None
    if cache is None:
        return _prepare(config, files, given, None, progress)
    name = _cache_name(config, files, vocabularies)
    if (kept := _load(cache / name, config)) is not None:
        return kept
    prepared = _prepare(config, files, given, cache, progress)
    if _cache_name(config, files, vocabularies) == name:  # nobody has changed a file
        _save(prepared, cache / name)
    return prepared


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
    files: Sequence[Path],
    given: Tokenizers | None,
    cache: Path | None,
    progress: OnProgress | None,
) -> Prepared:
    pairs: list[Pair] = []
    origins: list[str] = []  # the file name of each pair
    times, names = Counter(files), _names(files)
    pairs_read = 0
    for file in files:
        if config.tokenizer == "moses":
            read = moses_pairs(
                file,
                config.languages,
                plain=[tokenizer.plain for tokenizer in given or ()],
                cache_folder=cache,
                progress=progress,
            )
        else:
            read = read_pairs([file])
        short = [pair for pair in read if longer_side(pair) <= config.max_words]
        pairs += short
        pairs_read += len(read)
        often = f", {times[file]} times" if times[file] > 1 else ""
        told = f"{names[file]}{often}"
        origins += [told] * len(short)
    if not pairs:
        raise _too_long(files, f"{config.max_words} words")
    make = _from_words if config.tokenizer == "moses" else _from_pieces
    prepared = make(config, given, pairs, origins)
    if not len(prepared.corpus):
        raise _too_long(files, f"{_PIECES_PER_WORD * config.max_words} pieces")
    return replace(prepared, pairs_read=pairs_read)


def _cache_name(
    config: DataConfig, files: Sequence[Path], vocabularies: Path | None
) -> str:
    """Return what to call what is made of files, by all that they hold now."""
    names = _names(files)
    parts = [config.to_json(), [(names[file], content_hash(file)) for file in files]]
    if vocabularies:
        parts.append([*map(content_hash, tokenizer_files(vocabularies, config))])
    return f"prepared-{key(*parts)}"


def _names(files: Sequence[Path]) -> dict[Path, str]:
    """Return what to call each file: its name, with folders where two have one."""
    return dict(zip(files, told_apart(files), strict=True))


def _too_long(files: Sequence[Path], most: str) -> DataError:
    return DataError(
        f"{', '.join(file.name for file in files)}: at least one pair must have at "
        f"most {most} a side, but none has."
    )


def _from_words(
    config: DataConfig,
    given: Tokenizers | None,
    pairs: Sequence[Pair],
    origins: Sequence[str],
) -> Prepared:
    source_lines, target_lines = zip(*pairs, strict=True)
    source, target = given or (
        _count_words(source_lines, config.source_language, config),
        _count_words(target_lines, config.target_language, config),
    )
    ids = [
        Ragged.from_rows(
            [[*tokenizer.token_ids(line.split(" ")), END_ID] for line in lines]
        )
        for tokenizer, lines in ((source, source_lines), (target, target_lines))
    ]
    return Prepared(
        source=source,
        target=target,
        corpus=IdCorpus(*ids),
        pairs_by_file=dict(Counter(origins)),
    )


def _count_words(lines: Sequence[str], language: str, config: DataConfig) -> Tokenizer:
    counts = Counter(word for line in lines for word in line.split(" "))
    if (most := max(counts.values())) < config.min_count:
        raise DataError(
            f"min_count must leave some word, got {config.min_count}, but none of the "
            f"{len(counts)} words of the training text ({language}) occurs more than "
            f"{most} times."
        )
    vocabulary = Vocabulary.from_counts(counts, config.vocab_size, config.min_count)
    return MosesTokenizer(vocabulary, language)


def _from_pieces(
    config: DataConfig,
    given: Tokenizers | None,
    pairs: Sequence[Pair],
    origins: Sequence[str],
) -> Prepared:
    source_lines, target_lines = zip(*pairs, strict=True)
    source, target = given or (
        _learn_pieces(source_lines, config),
        _learn_pieces(target_lines, config),
    )
    sides = (source.encode_ids(source_lines), target.encode_ids(target_lines))
    # Lengths count the end symbol, so 1 is a sentence without any piece.
    allowed = range(2, _PIECES_PER_WORD * config.max_words + 2)
    fits = [
        len(source_ids) in allowed and len(target_ids) in allowed
        for source_ids, target_ids in zip(*sides, strict=True)
    ]
    corpus = IdCorpus(*(Ragged.from_rows(list(compress(rows, fits))) for rows in sides))
    return Prepared(
        source=source,
        target=target,
        corpus=corpus,
        pairs_by_file=dict(Counter(compress(origins, fits))),
    )


def _learn_pieces(lines: Sequence[str], config: DataConfig) -> Tokenizer:
    learn_from = lines[:: -(-len(lines) // _LEARN_FROM)]
    return SentencePieceTokenizer.train(learn_from, config.vocab_size)


def _load(folder: Path, config: DataConfig) -> Prepared | None:
    """Return what an earlier call kept; None if it is not there, or damaged.

    What is damaged goes; what only cannot be read just now stays.
    """
    if not folder.is_dir():
        return None
    try:
        source, target = load_tokenizers(folder, config)
        pairs = parse_json((folder / "pairs.json").read_text("utf-8"))
        return Prepared(
            source=source,
            target=target,
            corpus=IdCorpus.load(folder / "data.npz"),
            pairs_by_file=pairs["kept"],
            pairs_read=pairs["read"],
        )
    except OSError:
        return None
    except (DataError, ValueError, TypeError, KeyError) as error:
        if not isinstance(error.__cause__, OSError):
            shutil.rmtree(folder, ignore_errors=True)
        return None


def _save(prepared: Prepared, folder: Path) -> None:
    with writing(folder), making_folder(folder) as new:
        new.mkdir(parents=True)
        prepared.source.save(new, "source")
        prepared.target.save(new, "target")
        prepared.corpus.save(new / "data.npz")
        pairs = {"kept": prepared.pairs_by_file, "read": prepared.pairs_read}
        (new / "pairs.json").write_text(json.dumps(pairs), "utf-8")
