"""Which sentences of a batch were nearly written with `<unk>`."""

import torch
from torch import Tensor

from nmtviz.data.vocabulary import UNKNOWN_ID
from nmtviz.search.live import Extensions, Live
from nmtviz.search.protocol import E, Step


class UnknownWatcher:
    """Watches a search for `<unk>` among the extensions it looks at.

    Where it never was, a search in which it is forbidden looks at the same ones: what
    is forbidden leaves the scores of all others as they are.
    """

    def __init__(self, sentences: int) -> None:
        """Watch a search of so many sentences."""
        self._found = torch.zeros(sentences, dtype=torch.bool)

    def asked(self, step: Step) -> None:
        """Hear what the network says, which is of no use here."""

    def decided(self, best: Extensions, _places: Tensor | None, live: Live[E]) -> None:
        """Look for `<unk>` among all extensions, also those that do not live on."""
        self._found = self._found.to(live.rows.device)
        self._found[live.rows] |= (best.tokens == UNKNOWN_ID).any(dim=1)

    def sentences(self) -> list[bool]:
        """Return for each sentence whether `<unk>` was there."""
        found: list[bool] = self._found.tolist()
        return found
