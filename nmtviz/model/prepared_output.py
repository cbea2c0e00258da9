"""The output layer made ready to score few hypotheses often, in bits.

What follows sums 2**x over the vocabulary, which takes half the time of exp: W_o meets
t_i log2(e), and log2(e) times its bias is added.

Dimensions: N hypotheses, L maxout units, V words, V' some of them.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from nmtviz.model.products import Product
from nmtviz.model.readout import WordScorer

FEW_WORDS = 512
"""Words of which it does not matter how W_o's rows are laid out."""

NATS_PER_BIT = math.log(2)


class PreparedOutput:
    """W_o, as long as its weights stand still; scores are in bits."""

    def __init__(self, layer: nn.Linear) -> None:
        """Lay out a layer from L to V."""
        self._weight = layer.weight.detach()
        self._bias = layer.bias.detach() / NATS_PER_BIT
        self._all = Product(self._weight, self._bias)
        self._frequent = self._all  # the same for the most frequent words

    def __call__(self, features: Tensor) -> Tensor:
        """Return the scores of all words, shape (N, V), for t_i, shape (N, L)."""
        return self._all(features / NATS_PER_BIT)

    def scorer(self, ids: Tensor) -> WordScorer:
        """Return what scores only some words; see `Readout.scorer`.

        The most frequent words, with which candidate lists begin, are the first rows
        of W_o: they are laid out once for all lists that have them.

        Args:
            ids: The words, ascending, shape (V',).
        """
        first = int((ids == torch.arange(len(ids), device=ids.device)).sum())
        frequent = self._frequent
        if not 0 <= first - frequent.size <= FEW_WORDS:
            frequent = Product(self._weight[:first], self._bias[:first])
            self._frequent = frequent  # of other threads, each uses its own
        others = ids[frequent.size :]
        weight, bias = self._weight[others], self._bias[others]

        def score(features: Tensor) -> Tensor:
            features = features / NATS_PER_BIT
            rest = functional.linear(features, weight, bias)
            return torch.cat([frequent(features), rest], -1)

        return score
