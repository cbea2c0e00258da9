"""Words that must not be produced, in whatever pieces.

What is banned is an automaton over tokens, as Knuth, Morris and Pratt look for a word
in a text: after each token it knows how much of the ban the last ones have spelled.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.constraints import Words
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, PAD_ID, SPECIALS, START_ID, UNKNOWN_ID
from nmtviz.errors import InputError
from nmtviz.results import SPACE
from nmtviz.search.given import check_letters, token_ids

_Step: TypeAlias = dict[int, int]
"""What each token makes of some progress; any other token makes it 0."""

MAX_BANNED = 50
"""Longer bans, in tokens, are refused: they take time at every step of a search."""

_MOST_KEPT = 64  # bans of a tokenizer

_NO_TEXT = "\n"
"""What special symbols spell: no word holds it, and words begin behind it."""


class Banned(NamedTuple):
    """What never occurs: tokens in a row, or every row of pieces that spells a word."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    """For each progress, from 0: tokens and the progress they lead to. Any other token
    leads to 0, and `len(steps)` is the whole ban, to which END never leads."""

    @classmethod
    def row(cls, ids: Sequence[int]) -> Self:
        """Ban tokens in a row; at least one."""
        steps: list[_Step] = []
        for place, number in enumerate(ids):
            anew = steps[_border(ids, place)] if place else {}
            steps.append({**anew, number: place + 1})
        return cls._of(steps)

    @classmethod
    def spelled(cls, word: str, pieces: Mapping[str, int]) -> Self:
        """Ban a word in all the ways to spell it.

        It begins behind anything but a letter or a number, such as the sign for a space
        or an apostrophe, or at the very beginning. It may end wherever a token does,
        and in the midst of one before anything but a letter or a number. One that
        begins or ends with a sign, such as a comma, does so anywhere.

        Args:
            word: Its text, with `SPACE` before it and between its parts.
            pieces: The id of each piece of a vocabulary.
        """
        if not word[1:2].isalnum():
            word = word[1:]
        texts = {number: text for text, number in pieces.items()}
        texts |= dict.fromkeys(range(len(SPECIALS)), _NO_TEXT)
        borders = [0, *(_border(word, n) for n in range(1, len(word) + 1))]
        steps: list[_Step] = []
        for place in range(len(word)):
            # What does not go on with it may still have begun it anew.
            anew = steps[borders[place]] if place else {}
            further = {
                number: _walk(word, borders, place, text)
                for number, text in texts.items()
                if place == 0 or text[0] == word[place]
            }
            steps.append({**anew, **further})
        return cls._of([{n: to for n, to in step.items() if to} for step in steps])

    @classmethod
    def inside(cls, word: str, tokens: Mapping[str, int]) -> Self:
        """Ban every token that holds a word, as `spelled` has it."""
        first, *more = cls.spelled(word, tokens).steps
        whole = 1 + len(more)
        return cls._of([{number: 1 for number, to in first if to == whole}])

    @classmethod
    def _of(cls, steps: Sequence[_Step]) -> Self:
        return cls(tuple(tuple(step.items()) for step in steps))

    def is_in(self, ids: Sequence[int]) -> bool:
        """Say whether it occurs in a target sentence."""
        steps, progress = [dict(step) for step in self.steps], 0
        for number in (START_ID, *ids):
            progress = steps[progress].get(number, 0)
            if progress == len(steps):
                return True
        return False

    def renumbered(self, places: Mapping[int, int]) -> Self:
        """Return the same over other ids; tokens without one are never produced."""
        return self._of(
            [
                {places[number]: to for number, to in step if number in places}
                for step in self.steps
            ]
        )

    def table(self, size: int) -> IntArray:
        """Return what each of V = `size` tokens makes of progress, (steps + 1, V).

        Behind the whole ban, which only a hypothesis that is none can hold, it is 0.
        """
        table = np.zeros((len(self.steps) + 1, size), dtype=np.int64)
        for row, step in zip(table, self.steps, strict=False):
            for number, to in step:
                row[number] = to
        return table


def _border(row: Sequence[object], size: int) -> int:
    """Return how long the longest end of so much of a row is that begins it, too."""
    return next(
        n
        for n in reversed(range(size))
        if all(_fits(row, place, row[size - n + place]) for place in range(n))
    )


def _fits(row: Sequence[object], place: int, entry: object) -> bool:
    """Say whether a row goes on like this; any sign is as good as a first `SPACE`."""
    if place == 0 and row[0] == SPACE:
        return not str(entry).isalnum()
    return row[place] == entry


def _walk(word: str, borders: Sequence[int], progress: int, piece: str) -> int:
    """Return how much of a word is spelled when one more piece is.

    Args:
        word: What is banned.
        borders: What `_border` says of each progress.
        progress: How much of it was spelled before.
        piece: Its text.
    """
    for letter, following in zip(piece, [*piece[1:], ""], strict=True):
        while progress and (progress == len(word) or not _fits(word, progress, letter)):
            progress = borders[progress]
        progress += _fits(word, progress, letter)
        goes_on = word[-1].isalnum() and following.isalnum()
        if progress == len(word) and not goes_on:
            break
    return progress


_kept: WeakKeyDictionary[Tokenizer, dict[Words, Banned]] = WeakKeyDictionary()
"""Bans by tokenizer, as they are the same for every sentence of a file. They go with
it: a model that nobody uses any more is forgotten."""


def ban(words: Words, target: Tokenizer) -> Banned:
    """Return what to ban for a word.

    Text is banned in all the pieces that spell it, where words begin; one that is a
    token of its own, in every token that holds it as a word. Tokens are banned as they
    are.

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
    for number, text in zip(ids, texts, strict=True):
        if number == UNKNOWN_ID and text != SPECIALS[UNKNOWN_ID]:
            raise InputError(
                f"{text!r} is not in the target vocabulary, so it is never produced "
                "and cannot be banned."
            )
    as_they_are = not isinstance(words, str) or UNKNOWN_ID in ids
    return Banned.row(ids) if as_they_are else _text(ids, texts, target)


def _text(ids: Sequence[int], texts: Sequence[str], target: Tokenizer) -> Banned:
    """Return what to ban for a text that is these tokens."""
    everything = target.decode(range(len(target))).tokens.texts
    if texts[0].startswith(SPACE):
        pieces = {text: number for number, text in enumerate(everything)}
        return Banned.spelled("".join(texts), pieces)
    if len(ids) > 1:
        return Banned.row(ids)
    tokens = {f"{SPACE}{text}": number for number, text in enumerate(everything)}
    return Banned.inside(f"{SPACE}{texts[0]}", tokens)
