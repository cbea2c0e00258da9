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
    are_words = isinstance(words, str) and not texts[0].startswith(SPACE)
    if are_words and (banned := _spelled(texts, target)).can_occur:
        return banned
    for number, text in zip(ids, texts, strict=True):
        if number == UNKNOWN_ID and text != SPECIALS[UNKNOWN_ID]:
            raise InputError(
                f"{text!r} is not in the target vocabulary, so it is never produced "
                "and cannot be banned."
            )
    if not isinstance(words, str) or UNKNOWN_ID in ids:
        return Banned.row(ids)
    return _spelled(texts, target)


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


def _spelled(texts: Sequence[str], target: Tokenizer) -> Banned:
    """Return what to ban for a text that is these tokens: pieces, or words."""
    everything = target.decode(range(len(target))).tokens.texts
    if texts[0].startswith(SPACE):
        pieces = {text: number for number, text in enumerate(everything)}
        return Banned.spelled("".join(texts), pieces)
    tokens = {f"{SPACE}{text}": number for number, text in enumerate(everything)}
    text = "".join(f"{SPACE}{text}" for text in texts)
    return (Banned.spelled if len(texts) > 1 else Banned.inside)(text, tokens)
