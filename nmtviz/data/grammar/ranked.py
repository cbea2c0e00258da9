"""Drawing from long lists so that the first entries come most often, as words do."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

_Item = TypeVar("_Item")
_FLATTENING = 2.0
_IN_TURN = 0.4


class Ranked(Generic[_Item]):
    """A list drawn from by Zipf's law, as Mandelbrot has it: p(r) ~ 1 / (r + c)."""

    def __init__(self, items: Sequence[_Item]) -> None:
        self._items = items
        self._ratio = (len(items) + _FLATTENING) / _FLATTENING

    def __len__(self) -> int:
        return len(self._items)

    def draw(self, random: Random) -> _Item:
        """Return one of the items."""
        # The integral of 1 / (r + c) is a logarithm, so its inverse is a power.
        rank = _FLATTENING * self._ratio ** random.random() - _FLATTENING
        return self._items[int(rank)]


class MadeUp(Generic[_Item]):
    """A list as long as one likes, of what is made by number when it is drawn.

    Most draws follow Zipf's law; the others take the numbers in turn, so that each
    comes sooner or later, however long the list.
    """

    def __init__(self, size: int, make: Callable[[int], _Item], random: Random) -> None:
        self._ranks = Ranked(range(size))
        self._make = make
        self._random = random
        self._next = int(size * random.random())

    def __len__(self) -> int:
        return len(self._ranks)

    def draw(self) -> _Item:
        """Return one of the items; there must be some."""
        if self._random.random() >= _IN_TURN:
            return self._make(self._ranks.draw(self._random))
        self._next = (self._next + 1) % len(self)
        return self._make(self._next)
