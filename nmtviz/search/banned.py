"""Words that must not be produced, as sequences of ids."""

from collections.abc import Sequence
from typing import NamedTuple

from nmtviz.constraints import Words
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, PAD_ID, SPECIALS, START_ID, UNKNOWN_ID
from nmtviz.errors import InputError
from nmtviz.results import SPACE
from nmtviz.search.given import token_ids


class Banned(NamedTuple):
    """A sequence of target tokens that never occurs."""

    ids: tuple[int, ...]
    """The tokens, at least one and none of them END."""

    behind: frozenset[int] | None = None
    """Only banned behind one of these tokens, START included; None: everywhere."""

    def is_in(self, ids: Sequence[int]) -> bool:
        """Say whether it occurs in a target sentence."""
        before = (START_ID, *ids)
        size = len(self.ids)
        return any(
            before[i + 1 : i + 1 + size] == self.ids
            and (self.behind is None or before[i] in self.behind)
            for i in range(len(ids))
        )


def banned_ids(words: Words, target: Tokenizer) -> tuple[Banned, ...]:
    """Return the sequences to ban for a word.

    Text is looked for at the beginning of words as the tokenizer splits it there, and
    behind an apostrophe or another sign as it splits it there. Tokens are banned as
    they are.

    Raises:
        InputError: If these are no words, or the network never produces them.
    """
    if not isinstance(words, str):
        ids, texts = token_ids(words, target), words
    else:
        encoded = target.encode(words)
        ids, texts = tuple(encoded.ids[:-1]), encoded.tokens.texts[:-1]
    if not ids or {PAD_ID, START_ID, END_ID} & set(ids):
        raise InputError(
            f"What is banned must be words, without {SPECIALS[END_ID]}, got {words!r}."
        )
    for number, text in zip(ids, texts, strict=True):
        if number == UNKNOWN_ID and text != SPECIALS[UNKNOWN_ID]:
            raise InputError(
                f"{text!r} is not in the target vocabulary, so it is never produced "
                "and cannot be banned."
            )
    if isinstance(words, str) and texts[0].startswith(SPACE):
        return Banned(ids), *_behind_signs(words, target)
    return (Banned(ids),)


def _behind_signs(words: str, target: Tokenizer) -> tuple[Banned, ...]:
    """Return a word as pieces without the space before it."""
    ids, tokens = target.encode(f"'{words}")
    wanted = "".join(target.encode(words).tokens.texts).removeprefix(SPACE)
    starts = (i for i in range(len(ids)) if "".join(tokens.texts[i:]) == wanted)
    start = next(starts, None)
    if start is None:  # one piece holds the apostrophe and letters
        return ()
    everything = target.decode(range(len(target))).tokens.texts
    signs = {i for i, text in enumerate(everything) if not text[-1].isalnum()}
    return (Banned(tuple(ids[start:-1]), frozenset(signs)),)
