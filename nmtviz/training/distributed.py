"""Several processes that train one network, started by `torchrun`.

Each takes its share of every minibatch; the gradients are summed, clipped and applied
identically in every process, so all processes hold the same weights at any time. Rank 0
alone looks at the development set, writes the folder and decides when to end.

This is plain `torch.distributed`, not `DistributedDataParallel`: that hooks into
parameters that are known from the start, while `lazy_rows` makes new ones, with as
many rows as a minibatch uses, for each update. It also averages over processes,
where shares may differ in size. So one bucket with all gradients is added up by hand
after the backward pass.
"""

import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.distributed.nn.functional  # noqa: F401, see `Workers.connected`
from torch import Tensor, nn

from nmtviz.data.batches import Batch
from nmtviz.errors import ConfigError, TrainingError

_PATIENCE = timedelta(hours=12)
# The others wait while rank 0 tokenizes or evaluates. One that is gone is noticed at
# once, by its closed connection, and not by this.

_BACKENDS = {"cpu": "gloo", "cuda": "cpu:gloo,cuda:nccl"}
"""What carries tensors, by device; what is agreed on is always on the CPU."""

_TOLD = ("rank", "world_size", "local_rank", "local_world_size")
"""What `torchrun` tells, in variables of these names in capitals."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Workers:
    """The processes of a run, as one of them sees them."""

    rank: int = 0
    """Number of this process, from 0."""

    world_size: int = 1
    """How many there are."""

    local_rank: int = 0
    """Number of this process on its machine."""

    local_world_size: int = 1
    """How many there are on its machine."""

    @classmethod
    def here(cls) -> "Workers":
        """Return what `torchrun` told this process; alone without it.

        Raises:
            ConfigError: If a variable is no number.
        """
        told = {name: os.environ.get(name.upper()) for name in _TOLD}
        if any(told[name] is None for name in ("rank", "world_size", "local_rank")):
            return cls()
        for name, value in told.items():
            if value is not None and not re.fullmatch("[0-9]+", value):
                raise ConfigError(
                    f"{name.upper()} must be a whole number, as torchrun sets it, "
                    f"got {value!r}."
                )
        return cls(**{name: int(value) for name, value in told.items() if value})

    @property
    def alone(self) -> bool:
        """Whether there is no other process."""
        return self.world_size == 1

    @property
    def leads(self) -> bool:
        """Whether this process writes, evaluates and decides."""
        return self.rank == 0

    def share_of(self, cores: int, most: int) -> int:
        """Return how many of a machine's cores are this process's, 1 to `most`."""
        return max(1, min(cores // self.local_world_size, most))

    def device_name(self, name: str) -> str:
        """Return the device of this process: each has a GPU of its own.

        Raises:
            ConfigError: If it names one GPU for several processes of a machine.
        """
        if self.local_world_size > 1 and name.startswith("cuda:"):
            raise ConfigError(
                f"device must be cuda where {self.local_world_size} processes of a "
                f"machine take a GPU each, got {name}."
            )
        if not self.alone and (
            name == "cuda" or (name == "auto" and torch.cuda.is_available())
        ):
            return f"cuda:{self.local_rank}"
        return name

    @contextmanager
    def connected(self, device: torch.device) -> Iterator[None]:
        """Be in touch with the other processes.

        At the end no thread of torch's is left that could still be giving back a
        tensor while Python ends, which aborts the process. Threads live as long as
        their group, and an import while there is one would keep it: functions of
        `torch.distributed.nn` take it as their default. So that is imported above.

        Raises:
            TrainingError: If they are not found, or torch cannot do it here.
        """
        if self.alone:
            yield
            return
        with _lost_workers(self.world_size):
            if device.type == "cuda":
                torch.cuda.set_device(device)
            backend = _BACKENDS.get(device.type, "gloo")
            dist.init_process_group(backend, timeout=_PATIENCE)
        try:
            yield
        finally:
            dist.destroy_process_group()

    def check_batch_size(self, batch_size: int) -> None:
        """Refuse more processes than a minibatch has pairs.

        Raises:
            ConfigError: If there are more.
        """
        if batch_size < self.world_size:
            raise ConfigError(
                f"batch_size must be at least {self.world_size}, a pair a process, "
                f"got {batch_size}."
            )

    @property
    def mine(self) -> slice:
        """Which pairs of a minibatch this process computes.

        They are sorted by length; to deal them out in turn evens out the work.
        """
        return slice(self.rank, None, self.world_size)

    def share(self, batch: Batch) -> Batch:
        """Return what this process computes of a minibatch."""
        if self.alone:
            return batch
        mine = self.mine
        return replace(
            batch,
            indices=batch.indices[mine],
            source=batch.source[mine],
            target=batch.target[mine],
            source_lengths=batch.source_lengths[mine],
            target_lengths=batch.target_lengths[mine],
        )

    def add_up(self, nll: Tensor, weights: Iterable[Tensor]) -> Tensor:
        """Add up the gradients of all shares, in place, and return the summed loss.

        Args:
            nll: Loss of this process's share, a scalar.
            weights: Have this process's gradients, the same ones in each process.

        Raises:
            TrainingError: If a process is gone.
        """
        nll = nll.detach()
        if self.alone:
            return nll
        summed = nll.reshape(1).clone()  # may have another precision than gradients
        gradients = [weight.grad for weight in weights if weight.grad is not None]
        bucket = nn.utils.parameters_to_vector(gradients)
        with _lost_workers(self.world_size):
            dist.all_reduce(bucket)
            dist.all_reduce(summed)
        nn.utils.vector_to_parameters(bucket, gradients)
        return summed[0]

    def barrier(self) -> None:
        """Wait until every process is here.

        Raises:
            TrainingError: If a process is gone.
        """
        self.from_leader(0.0)

    def from_leader(self, value: float) -> float:
        """Return rank 0's value; every process must take part.

        Raises:
            TrainingError: If a process is gone.
        """
        if self.alone:
            return value
        # A sum, and no broadcast: rank 0 would not notice that nobody listens.
        told = torch.tensor(value if self.leads else 0.0, dtype=torch.float64)
        with _lost_workers(self.world_size):
            dist.all_reduce(told)
        return float(told)

    def check_agreement(self, text: str, network: nn.Module) -> None:
        """Make sure that all processes learn the same text from the same weights.

        Args:
            text: Digest of the ids to learn from.
            network: Has the weights.

        Raises:
            TrainingError: If they do not, or a process is gone.
        """
        if self.alone:
            return
        sums = [0] * self.world_size
        sum_here = zlib.crc32(text.encode())
        for weight in network.state_dict().values():
            sum_here = zlib.crc32(weight.cpu().numpy().tobytes(), sum_here)
        with _lost_workers(self.world_size):
            dist.all_gather_object(sums, sum_here)
        if len(set(sums)) > 1:
            raise TrainingError(
                f"All {self.world_size} processes must begin with the same text and "
                "weights, but do not. Machines must have the same training files and "
                "share the folder of the run."
            )


ALONE = Workers()
"""A process that trains by itself."""


@contextmanager
def _lost_workers(world_size: int) -> Iterator[None]:
    """Tell a person that a process is gone, where torch tells of connections."""
    try:
        yield
    except RuntimeError as error:
        # without the place in torch's source, and its advice
        reason = re.sub(r"^\[\S+\] |\. .*", "", str(error).partition("\n")[0])
        raise TrainingError(
            f"All {world_size} processes must stay to the end of a run, but one is "
            f"gone ({reason}). What was saved is kept: the same command resumes it."
        ) from error
