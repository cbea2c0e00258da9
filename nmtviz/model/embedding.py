"""Word embeddings: [B] appendix A.1, the matrix E of either language.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

import torch
from torch import nn


def embeddings(words: int, size: int) -> nn.Embedding:
    """Return an embedding matrix (words, size) with torch's default weights.

    On the device `meta`, where a checkpoint is put together, they stay unfilled: torch
    would load its compiler, which takes a second, to draw numbers that are nowhere.
    """
    weight = torch.empty(words, size)
    if not weight.is_meta:
        nn.init.normal_(weight)
    made: nn.Embedding = nn.Embedding.from_pretrained(  # type: ignore[no-untyped-call]
        weight, freeze=False
    )
    return made
