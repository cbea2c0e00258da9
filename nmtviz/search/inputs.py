"""What people give to search with: sentences, and translations in three forms."""

from collections.abc import Sequence
from numbers import Integral
from typing import TypeAlias

from nmtviz.data.tokenizer import Encoded, Tokenizer
from nmtviz.data.vocabulary import END_ID, SPECIALS
from nmtviz.errors import InputError

MAX_TOKENS = 300
"""Longer sentences are refused: time and memory grow with the square."""

MAX_LETTERS = 100 * MAX_TOKENS
"""Texts of more characters, spaces aside, never get to a tokenizer: it takes minutes
for millions, and nothing says that there are spaces between."""

Target: TypeAlias = str | Sequence[str] | Sequence[int]
"""A translation that is given: text, or tokens or ids that end with END."""


def encode(sentence: str, tokenizer: Tokenizer) -> Encoded:
    """Return the ids of a sentence.

    Raises:
        InputError: If it has more than `MAX_TOKENS` tokens.
    """
    words = check_letters(sentence)
    # Enormous texts are refused before the tokenizer spends minutes on them.
    encoded = tokenizer.encode(sentence) if words <= MAX_TOKENS else None
    tokens = len(encoded.ids) - 1 if encoded else words
    if encoded is None or tokens > MAX_TOKENS:
        raise InputError(
            f"A sentence must have at most {MAX_TOKENS} tokens, got "
            f"{tokens}: {sentence[:30]!r}... A token is a word or a piece of one."
        )
    return encoded


def check_letters(text: str) -> int:
    """Refuse an enormous text, and return how many words of another there are.

    Raises:
        InputError: If it has more than `MAX_LETTERS` characters.
    """
    words = text.split()
    letters = sum(map(len, words))
    if letters > MAX_LETTERS:
        raise InputError(
            f"A text must have at most {MAX_LETTERS:,} characters, spaces aside, got "
            f"{letters:,}: {text[:30]!r}..."
        )
    return len(words)


def encode_words(sentence: str, tokenizer: Tokenizer) -> Encoded:
    """Return the ids of a sentence that has words.

    Raises:
        InputError: If it has none, or more than `MAX_TOKENS` tokens.
    """
    encoded = encode(sentence, tokenizer)
    if len(encoded.ids) < 2:
        raise InputError(f"A sentence must have words, got {sentence!r}.")
    return encoded


def encode_target(target: Target, tokenizer: Tokenizer) -> tuple[str, Encoded]:
    """Return the text and the ids of a translation.

    Raises:
        InputError: If a text is too long, tokens and ids are mixed, ids are not of
            this vocabulary or do not end with the only END. They may be as many as a
            search finds.
    """
    if isinstance(target, str):
        return target, encode(target, tokenizer)
    texts = [entry for entry in target if isinstance(entry, str)]
    numbers = [entry for entry in target if isinstance(entry, Integral)]
    if len(target) not in (len(texts), len(numbers)):
        raise InputError(f"A target must be tokens or ids alone, got {[*target]!r}.")
    ids = [*token_ids(texts, tokenizer)] or [int(number) for number in numbers]
    size = len(tokenizer)
    ends = [place for place, number in enumerate(ids, 1) if number == END_ID]
    if ends != [len(ids)] or not all(0 <= number < size for number in ids):
        raise InputError(
            f"Target ids must be below {size} and end with the only {END_ID}, got "
            f"{ids}."
        )
    text, tokens = tokenizer.decode(ids)
    return text, Encoded(ids, tokens)


def token_ids(tokens: Sequence[str], tokenizer: Tokenizer) -> tuple[int, ...]:
    """Return the ids of tokens as `Tokens.texts` has them, END and others included."""
    known = tokenizer.token_ids(tokens)
    return tuple(
        SPECIALS.index(text) if text in SPECIALS else number
        for text, number in zip(tokens, known, strict=True)
    )
