"""A network and what moves its weights: one update at a time.

With `lazy_rows` the embeddings, and with `partition_words` W_o and b_o, are trained
by the rows an update uses; the network then computes with those rows in their place,
under new numbers. [J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.func import functional_call

from nmtviz.arrays import IntArray
from nmtviz.config import TrainingConfig
from nmtviz.data.batches import Batch
from nmtviz.data.partitions import Partition
from nmtviz.data.vocabulary import START_ID
from nmtviz.model.dropout import Dropout, draw_dropout
from nmtviz.model.network import Loss, Network
from nmtviz.training.captured import CapturedGradients
from nmtviz.training.distributed import ALONE, Workers
from nmtviz.training.minibatch import batch_loss
from nmtviz.training.optimizer import apply_gradients, make_optimizer
from nmtviz.training.precision import autocast, products_in
from nmtviz.training.rows import RowTable

SOURCE, TARGET = "encoder.embedding.weight", "decoder.embedding.weight"
OUTPUT = ("decoder.readout.output.weight", "decoder.readout.output.bias")


class Update(NamedTuple):
    """What an update found before it moved anything."""

    nll: float
    """Negative log-likelihood of the minibatch, in nats."""

    gradient_norm: float
    """L2 norm of the gradient before clipping."""


class Learner:
    """Lets a network learn from minibatches."""

    def __init__(
        self, network: Network, config: TrainingConfig, workers: Workers = ALONE
    ) -> None:
        """Train a network, whose weights are changed in place.

        Args:
            network: What learns.
            config: The run's settings.
            workers: The processes that share each minibatch; all have a learner.
        """
        self.network = network
        self._config = config
        self.products = products_in(config.precision, network.device)
        """What matrix products are computed in."""
        self._workers = workers
        self._loss_of = _LossOf(network)
        captures = config.captured and config.fused and not config.lazy_rows
        self._captured = (
            CapturedGradients(network, self.products)
            if captures and workers.alone and network.device.type == "cuda"
            else None
        )
        weights = dict(network.named_parameters())
        self._embeddings = [weights[SOURCE], weights[TARGET]]
        self.tables: dict[str, RowTable] = {}
        """What moves by rows; the optimizer moves all else."""
        for name in (SOURCE, TARGET) if config.lazy_rows else ():
            self.tables[name] = RowTable(weights.pop(name), config, fades=True)
        for name in OUTPUT if config.partition_words else ():
            self.tables[name] = RowTable(weights.pop(name), config, fades=False)
        self.optimizer = make_optimizer(weights.values(), config)
        self._partition: Partition | None = None
        self._partition_ids = torch.empty(0, dtype=torch.int64)

    def update(
        self,
        batch: Batch,
        rate: float,
        *,
        number: int = 0,
        partition: Partition | None = None,
        frozen: bool = False,
    ) -> Update:
        """Take one step of the optimizer; none if the gradient is not finite.

        Args:
            batch: Sentence pairs, of all processes.
            rate: Step size.
            number: Of the update; with the seed, it decides what dropout leaves out.
            partition: Holds the words of the softmax; all of them without one.
            frozen: Leave the embeddings as they are.

        Raises:
            TrainingError: If one of several processes is gone.
        """
        config = self._config
        dropout = draw_dropout(
            self.network.config,
            config.dropout,
            len(batch.source),
            config.seed,
            number,
            self.network.device,
        ).select(self._workers.mine)
        for weight in () if self.tables else self._embeddings:
            weight.requires_grad_(not frozen)
        nll = (
            self._captured.backward(batch, dropout, frozen=frozen)
            if self._captured
            else self._backward(batch, partition, dropout, frozen=frozen)
        )
        optimizers = [table.optimizer for table in self.tables.values()]
        norm = apply_gradients(
            [self.optimizer, *optimizers], rate, config.max_gradient_norm
        )
        return Update(float(nll), norm)

    def _backward(
        self,
        batch: Batch,
        partition: Partition | None,
        dropout: Dropout,
        *,
        frozen: bool,
    ) -> torch.Tensor:
        """Find the gradients of a minibatch's mean loss; return the summed loss."""
        with autocast(self.network.device, self.products):
            loss = (
                self._loss_by_rows(batch, partition, dropout, frozen=frozen)
                if self.tables
                else batch_loss(
                    self.network,
                    self._workers.share(batch),
                    use_fused=self._config.fused,
                    dropout=dropout,
                )
            )
        # The mean over the whole minibatch: gradients of the shares are added up.
        (loss.nll / len(batch.source)).backward()  # type: ignore[no-untyped-call]
        return self._workers.add_up(loss.nll, self._weights())

    def settle(self) -> None:
        """Bring the network's own weights up to date."""
        for table in self.tables.values():
            table.put_back()

    def _weights(self) -> list[nn.Parameter]:
        """Return what an update moves: the network's weights, or their rows in use."""
        rows = {name: table.rows for name, table in self.tables.items()}
        return [rows.get(name, w) for name, w in self.network.named_parameters()]

    def _loss_by_rows(
        self,
        batch: Batch,
        partition: Partition | None,
        dropout: Dropout,
        *,
        frozen: bool,
    ) -> Loss:
        """Return the loss, with gradients for the rows that all processes use."""
        share = self._workers.share(batch)
        sources = np.unique(batch.source)
        targets = np.union1d(batch.target, [START_ID])
        for name, ids in ((SOURCE, sources), (TARGET, targets)):
            rows = self.tables[name].use(self._tensor(ids))
            rows.requires_grad_(not frozen)
        labels = self._labels(share, partition)
        renumbered = replace(
            share,
            source=np.searchsorted(sources, share.source),
            target=np.searchsorted(targets, share.target),
        )
        return functional_call(  # type: ignore[no-any-return]
            self._loss_of,
            {f"network.{name}": table.rows for name, table in self.tables.items()},
            (renumbered, int(np.searchsorted(targets, START_ID)), labels),
            {"use_fused": self._config.fused, "dropout": dropout},
        )

    def _labels(self, share: Batch, partition: Partition | None) -> IntArray:
        """Take the rows of W_o in use, and return those of the target words.

        They go by the vocabulary's numbers or the partition's, not the embedding's.
        """
        if partition is None:
            return share.target
        self._use_partition(partition)
        return np.searchsorted(partition.words, share.target)

    def _use_partition(self, partition: Partition) -> None:
        if partition is not self._partition:
            self._partition = partition
            self._partition_ids = self._tensor(partition.words)
        for name in OUTPUT:
            self.tables[name].use(self._partition_ids)

    def _tensor(self, ids: IntArray) -> torch.Tensor:
        return torch.from_numpy(ids).to(self.network.device)


class _LossOf(nn.Module):
    """A network's loss in the form that `functional_call` wants."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        batch: Batch,
        start: int,
        labels: IntArray | None,
        *,
        use_fused: bool,
        dropout: Dropout,
    ) -> Loss:
        return batch_loss(
            self.network,
            batch,
            start=start,
            labels=labels,
            use_fused=use_fused,
            dropout=dropout,
        )
