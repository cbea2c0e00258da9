"""Words that must not be produced, in whatever pieces.

What is banned is an automaton over tokens, as Knuth, Morris and Pratt look for a word
in a text: after each token it knows how much of the ban the last ones have spelled.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Self, TypeAlias

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.data.vocabulary import SPECIALS, START_ID
from nmtviz.results import SPACE

_Step: TypeAlias = dict[int, int]
"""What each token makes of some progress; any other token makes it 0."""

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
        borders = _Pattern(ids).borders
        steps: list[_Step] = []
        for place, number in enumerate(ids):
            anew = steps[borders[place]] if place else {}
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
        pattern, going_on = _Pattern(word), _going_on(texts)
        steps: list[_Step] = []
        for place in range(len(word)):
            # What does not go on with it may still have begun it anew.
            anew = steps[pattern.borders[place]] if place else {}
            numbers = going_on(word[place : place + 2]) if place else texts
            further = {n: pattern.walk(place, texts[n]) for n in numbers}
            steps.append({n: to for n, to in {**anew, **further}.items() if to})
        return cls._of(steps)

    @classmethod
    def inside(cls, word: str, tokens: Mapping[str, int]) -> Self:
        """Ban every token that holds a word, as `spelled` has it."""
        first, *more = cls.spelled(word, tokens).steps
        whole = 1 + len(more)
        return cls._of([{number: 1 for number, to in first if to == whole}])

    @classmethod
    def _of(cls, steps: Sequence[_Step]) -> Self:
        return cls(tuple(tuple(step.items()) for step in steps))

    @property
    def can_occur(self) -> bool:
        """Whether any tokens at all lead to the whole ban."""
        reached, coming = {0}, [0]
        while coming:
            to = {to for _, to in self.steps[coming.pop()]} - reached
            reached |= to
            coming += to - {len(self.steps)}
        return len(self.steps) in reached

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


def _going_on(texts: Mapping[int, str]) -> Callable[[str], list[int]]:
    """Return what tells the texts that may go on with one or two letters."""
    found = defaultdict(list)
    for number, text in texts.items():
        for beginning in {text[:1], text[:2]}:
            found[beginning].append(number)

    def going_on(letters: str) -> list[int]:
        if len(letters) == 1:  # the last letter: whatever stands behind it
            return found[letters]
        alone = [number for number in found[letters[0]] if texts[number] == letters[0]]
        return [*found[letters], *alone]

    return going_on


class _Pattern:
    """A row of tokens, or of the letters of a word, that is looked for."""

    def __init__(self, row: Sequence[object]) -> None:
        self._row = row
        self.borders = [0, *(self._border(n) for n in range(1, len(row) + 1))]
        """How long, of each beginning of the row, the longest end is that begins the
        row, too: what is still spelled where it does not go on."""

    def walk(self, progress: int, piece: str) -> int:
        """Return how much of a word is spelled when one more piece is.

        Args:
            progress: How much of it was spelled before.
            piece: Its text.
        """
        size, ends_with_letter = len(self._row), str(self._row[-1]).isalnum()
        for letter, following in zip(piece, [*piece[1:], ""], strict=True):
            while progress and (progress == size or not self._fits(progress, letter)):
                progress = self.borders[progress]
            progress += self._fits(progress, letter)
            if progress == size and not (ends_with_letter and following.isalnum()):
                break
        return progress

    def _border(self, size: int) -> int:
        return next(
            n
            for n in reversed(range(size))
            if all(self._fits(place, self._row[size - n + place]) for place in range(n))
        )

    def _fits(self, place: int, entry: object) -> bool:
        """Say whether it goes on like this; any sign is as good as a first `SPACE`."""
        if place == 0 and self._row[0] == SPACE:
            return not str(entry).isalnum()
        return self._row[place] == entry
