"""What to ban for words as people write them."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from nmtviz.constraints import Words
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, PAD_ID, SPECIALS, START_ID, UNKNOWN_ID
from nmtviz.errors import InputError
from nmtviz.results import SPACE
from nmtviz.search.banned import Banned
from nmtviz.search.inputs import check_letters, token_ids

MAX_BANNED = 50
"""Longer bans, in tokens, are refused: they take time at every step of a search."""

_MOST_KEPT = 64  # bans of a tokenizer

_kept: WeakKeyDictionary[Tokenizer, dict[Words, Banned]] = WeakKeyDictionary()
"""Bans by tokenizer, as they are the same for every sentence of a file. They go with
it: a model that nobody uses any more is forgotten."""


def ban(words: Words, target: Tokenizer) -> Banned:
    """Return what to ban for a word.

    Text is banned in all the tokens that spell it, where words begin, also in the midst
    of a token: *Unis* in *États-Unis*. Tokens are banned as they are.

    Raises:
        InputError: If these are no words, more than `MAX_BANNED` tokens, or such as the
            network never produces.
    """
    kept = _kept.setdefault(target, {})
    if (found := kept.get(words)) is None:
        found = _ban(words, target)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[words] = found
    return found


def _ban(words: Words, target: Tokenizer) -> Banned:
    ids, texts = _tokens(words, target)
    is_word = isinstance(words, str) and len(ids) == 1 and texts[0][0] != SPACE
    if is_word and (banned := _word(texts[0], target)).steps[0]:
        return banned
    for number, text in zip(ids, texts, strict=True):
        if number == UNKNOWN_ID and text != SPECIALS[UNKNOWN_ID]:
            raise InputError(
                f"{text!r} is not in the target vocabulary, so it is never produced "
                "and cannot be banned."
            )
    as_they_are = not isinstance(words, str) or UNKNOWN_ID in ids
    return Banned.row(ids) if as_they_are else _text(texts, target)


def _tokens(words: Words, target: Tokenizer) -> tuple[Sequence[int], Sequence[str]]:
    """Return the ids and the texts of what is to be banned.

    Raises:
        InputError: If these are no words, or more than `MAX_BANNED` tokens.
    """
    if isinstance(words, str) and words.strip() == SPECIALS[UNKNOWN_ID]:
        raise InputError(
            f"{SPECIALS[UNKNOWN_ID]} has a switch of its own: never produce an unknown "
            "word (--forbid-unknown)."
        )
    if not isinstance(words, str):
        ids, texts = token_ids(words, target), words
    else:
        check_letters(words)
        encoded = target.encode(words)
        ids, texts = tuple(encoded.ids[:-1]), encoded.tokens.texts[:-1]
    if not ids or {PAD_ID, START_ID, END_ID} & set(ids):
        raise InputError(
            f"What is banned must be words, without {SPECIALS[END_ID]}, got {words!r}."
        )
    if len(ids) > MAX_BANNED:
        raise InputError(
            f"What is banned must have at most {MAX_BANNED} tokens, got {len(ids)}: "
            f"{''.join(words)[:30]!r}..."
        )
    return ids, texts


def _word(word: str, target: Tokenizer) -> Banned:
    """Return what to ban for a word where the tokens are words."""
    return Banned.inside(f"{SPACE}{word}", _by_text(target))


def _text(texts: Sequence[str], target: Tokenizer) -> Banned:
    """Return what to ban for a text that is these tokens."""
    if texts[0].startswith(SPACE):
        return Banned.spelled("".join(texts), _by_text(target))
    return Banned.spelled("".join(f"{SPACE}{text}" for text in texts), _by_text(target))


def _by_text(target: Tokenizer) -> dict[str, int]:
    """Return the ids of all tokens by their text, with a space before each word."""
    texts = target.decode(range(len(target))).tokens.texts
    before = "" if any(text.startswith(SPACE) for text in texts) else SPACE
    return {f"{before}{text}": number for number, text in enumerate(texts)}
