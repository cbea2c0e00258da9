"""What a network reads and writes, grouped into the words that a person sees."""

from collections.abc import Sequence

from nmtviz.data.vocabulary import END_ID, PAD_ID, START_ID, UNKNOWN_ID
from nmtviz.results import SPACE, Tokens


def is_text(number: int) -> bool:
    """Say whether an id stands for something that a person reads."""
    return number not in {PAD_ID, START_ID, END_ID}


def tokens_of_words(texts: Sequence[str], ids: Sequence[int]) -> Tokens:
    """Return words that are words of their own, special symbols too."""
    return Tokens(
        texts=tuple(texts),
        unknown=tuple(number == UNKNOWN_ID for number in ids),
        words=tuple(range(len(texts))),
        word_texts=tuple(texts),
    )


def tokens_of_pieces(pieces: Sequence[str], ids: Sequence[int]) -> Tokens:
    """Group pieces into words.

    A word begins at a piece with `SPACE` before it, unless the word before is
    nothing but spaces so far. Special symbols are words of their own.
    """
    words: list[int] = []
    word_texts: list[str] = []
    joinable = False  # whether the last word may go on
    for piece, number in zip(pieces, ids, strict=True):
        begins = piece.startswith(SPACE) and word_texts[-1:] != [""]
        if not (joinable and is_text(number)) or begins:
            word_texts.append("")
        words.append(len(word_texts) - 1)
        word_texts[-1] += piece.replace(SPACE, "")
        joinable = is_text(number)
    return Tokens(
        texts=tuple(pieces),
        unknown=tuple(number == UNKNOWN_ID for number in ids),
        words=tuple(words),
        word_texts=tuple(text or SPACE for text in word_texts),
    )
