"""Words by Moses' rules: of one sentence, or of a whole file on all cores."""

import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache, partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeAlias

from nmtviz.cores import usable_cores
from nmtviz.data.cache import key
from nmtviz.data.corpus import Pair, read_pairs, write_rows
from nmtviz.errors import DataError, writing
from nmtviz.files import content_hash

if TYPE_CHECKING:  # half a second, which translators of pieces do not need
    import sacremoses

OnProgress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""

_CHUNK = 2_000  # pairs a worker tokenizes at a time
# Control characters, halves of characters, which UTF-8 cannot hold, and a space that
# has no width.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b\ud800-\udfff]")
# What comes along where text is copied: where a word may be cut, in which direction it
# is read, how an emoji is drawn. Joiners are letters of some scripts and stay.
_INVISIBLE = re.compile(
    "[\u00ad\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0f\ufeff\ufffe\uffff]"
    r"|(?<=\w)\x02(?=\w)"  # as viewers of PDF write the cut of a word
)


def clean(sentence: str) -> str:
    """Return a sentence without what nobody sees.

    Control characters and the like become spaces; what stands inside of words goes.
    """
    return _UNPRINTABLE.sub(" ", _INVISIBLE.sub("", sentence))


def composed(sentence: str) -> str:
    """Return a sentence as `clean` does, each letter one character with its accent."""
    return unicodedata.normalize("NFC", clean(sentence))


def moses_words(sentence: str, language: str) -> list[str]:
    """Return the words of a sentence; none of them holds white space.

    A letter and its accent, as macOS writes them apart, are one character of a word,
    where Unicode has one for both.
    """
    words: list[str] = _moses(language).tokenize(composed(sentence), escape=False)
    return words


def moses_text(words: Sequence[str], language: str) -> str:
    """Return words as a person would write them."""
    text: str = _moses_back(language).detokenize(words, unescape=False)
    return text


def moses_pairs(
    file: Path,
    languages: tuple[str, str],
    *,
    plain: Sequence[Mapping[int, str]] = (),
    cache_folder: Path | None = None,
    progress: OnProgress | None = None,
) -> list[Pair]:
    """Return a file's pairs as words with a space between, from the cache if there.

    Pairs with a side that has no words are left out.

    Args:
        file: A corpus.
        languages: Of the source and of the target.
        plain: What each side's marks are read as, `Tokenizer.plain`; as they are if
            empty.
        cache_folder: Where the words are kept for the next time.
        progress: Told how far it is.

    Raises:
        DataError: If the file cannot be used.
    """
    if cache_folder is None:
        return _tokenize(_plainly(read_pairs([file]), plain), languages, progress)
    marks = [sorted(side.items()) for side in plain]
    name = key(content_hash(file), *languages, *marks)
    path = cache_folder / f"moses-{name}.tsv"
    with suppress(DataError):  # it is not there, or damaged
        return read_pairs([path])
    pairs = _tokenize(_plainly(read_pairs([file]), plain), languages, progress)
    if pairs:
        _write(pairs, path)
    return pairs


@cache
def _moses(language: str) -> "sacremoses.MosesTokenizer":
    from sacremoses import MosesTokenizer  # noqa: PLC0415

    return MosesTokenizer(language)


@cache
def _moses_back(language: str) -> "sacremoses.MosesDetokenizer":
    from sacremoses import MosesDetokenizer  # noqa: PLC0415

    return MosesDetokenizer(language)


def _plainly(
    pairs: Sequence[Pair], plain: Sequence[Mapping[int, str]]
) -> Sequence[Pair]:
    """Return pairs with the marks that are read as others replaced."""
    if not any(plain):
        return pairs
    source, target = plain
    return [
        Pair(one.source.translate(source), one.target.translate(target))
        for one in pairs
    ]


def _write(pairs: Sequence[Pair], path: Path) -> None:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_rows(pairs, path)


def _tokenize(
    pairs: Sequence[Pair], languages: tuple[str, str], progress: OnProgress | None
) -> list[Pair]:
    chunks = [pairs[start : start + _CHUNK] for start in range(0, len(pairs), _CHUNK)]
    work = partial(_tokenize_chunk, languages)
    tokenized: list[Pair] = []
    for number, chunk in enumerate(_map(work, chunks), start=1):
        tokenized += chunk
        if progress:
            progress("tokenizing", min(number * _CHUNK, len(pairs)), len(pairs))
    return tokenized


def _map(
    work: Callable[[Sequence[Pair]], list[Pair]], chunks: Sequence[Sequence[Pair]]
) -> Iterator[list[Pair]]:
    workers = min(usable_cores(), len(chunks))
    if workers <= 1:
        yield from map(work, chunks)
        return
    context = get_context("spawn")  # not forked: torch may have threads by now
    try:
        with ProcessPoolExecutor(workers, context, _end_with_parent) as pool:
            yield from pool.map(work, chunks)
    except BrokenProcessPool as error:
        raise DataError(
            "All processes that tokenize must live to the end, but one was killed, "
            "perhaps as memory ran out, or as the script that starts them does so "
            "outside of `if __name__ == '__main__':`."
        ) from error


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, however that ended."""

    def wait() -> None:
        if parent := parent_process():
            parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _tokenize_chunk(languages: tuple[str, str], pairs: Sequence[Pair]) -> list[Pair]:
    source_language, target_language = languages
    tokenized = (
        Pair(
            " ".join(moses_words(pair.source, source_language)),
            " ".join(moses_words(pair.target, target_language)),
        )
        for pair in pairs
    )
    return [pair for pair in tokenized if all(pair)]
