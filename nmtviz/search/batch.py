"""Sentences of different lengths as one tensor."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from nmtviz.data.vocabulary import PAD_ID


def padded(
    sentences: Sequence[Sequence[int]], device: torch.device
) -> tuple[Tensor, Tensor]:
    """Return ids of shape (B, S), PAD behind the shorter ones, and lengths (B,)."""
    rows = [torch.tensor(sentence, dtype=torch.long) for sentence in sentences]
    ids = pad_sequence(rows, batch_first=True, padding_value=PAD_ID)
    lengths = torch.tensor([len(row) for row in rows])
    return ids.to(device), lengths.to(device)
