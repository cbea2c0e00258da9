"""What a minibatch costs a network."""

import torch
from torch import Tensor

from nmtviz.arrays import IntArray
from nmtviz.data.batches import Batch
from nmtviz.data.vocabulary import START_ID
from nmtviz.model.dropout import NO_DROPOUT, Dropout
from nmtviz.model.network import Loss, Network


def batch_loss(
    network: Network,
    batch: Batch,
    *,
    start: int = START_ID,
    labels: IntArray | None = None,
    use_fused: bool,
    dropout: Dropout = NO_DROPOUT,
) -> Loss:
    """Return what a minibatch costs a network; arguments as `Network.loss`."""

    def tensor(array: IntArray) -> Tensor:
        return torch.from_numpy(array).to(network.device, non_blocking=True)

    return network.loss(
        tensor(batch.source),
        tensor(batch.source_lengths),
        tensor(batch.target),
        tensor(batch.target_lengths),
        start=start,
        labels=None if labels is None else tensor(labels),
        use_fused=use_fused,
        dropout=dropout,
    )
