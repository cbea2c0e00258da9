"""A GPU that is not there: tensors that say they are on another device.

The CPU does what is done with them, so results are the same to the bit, but that
autocast leaves torch's own products alone. As with a GPU, what mixes with a tensor of
the CPU is an error. So a machine without a GPU can tell whether everything is made
where the network is.

Only for a process of its own: torch never forgets a backend, and an error in the part
of a backward pass that it runs for one ends the process.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import safetensors.torch
import torch
from torch import Tensor
from torch.utils import backend_registration
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

from nmtviz import ensemble, translator, weight_files
from nmtviz.training import command, state

_NAME = "pretended"

_aten = torch.ops.aten

_MAY_MIX = {
    _aten.copy_.default,
    _aten._to_copy.default,
    _aten.index.Tensor,  # ids may be on the CPU
    _aten.index_put.default,
    _aten.index_put_.default,
    _aten._index_put_impl_.default,
}
"""What torch allows between a GPU and the CPU."""


class _Backend(backend_registration._DummyBackendModule):
    def get_amp_supported_dtype(self) -> list[torch.dtype]:
        return [torch.bfloat16]


backend_registration._setup_privateuseone_for_python_backend(
    _NAME, backend_module=_Backend()
)

_as_it_is = torch.library.Library(  # type: ignore[no-untyped-call]
    "_", "IMPL", "AutocastPrivateUse1"
)
_as_it_is.fallback(  # type: ignore[no-untyped-call]
    torch.library.fallthrough_kernel
)

GPU = torch.device(_NAME, 0)
_CPU = torch.device("cpu")


class GpuTensor(Tensor):
    """A tensor that says it is on the pretended GPU."""

    near: Tensor
    """Its numbers."""

    is_cuda = True

    @staticmethod
    def __new__(cls: type["GpuTensor"], near: Tensor) -> "GpuTensor":
        made: GpuTensor = Tensor._make_wrapper_subclass(
            cls,
            near.size(),
            strides=near.stride(),
            storage_offset=near.storage_offset(),
            dtype=near.dtype,
            device=GPU,
        )
        made.near = near
        return made

    @classmethod
    def __torch_dispatch__(cls, *operation: Any) -> Any:  # noqa: ANN401
        return _do(*operation)

    def tolist(self) -> Any:  # noqa: ANN401, as deep as there are dimensions
        return self.cpu().tolist()  # torch's own refuses its subclasses

    def numpy(self, *, force: bool = False) -> Any:  # noqa: ANN401
        raise TypeError("NumPy has no numbers of a GPU: copy them to the CPU first.")


class _Pretending(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Makes tensors that are asked for on the GPU."""

    def __torch_dispatch__(self, *operation: Any) -> Any:  # noqa: ANN401
        return _do(*operation)


def _do(
    func: Callable[..., Any],
    types: Sequence[type],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> Any:  # noqa: ANN401, whatever an operator returns
    """Let the CPU do an operator whose tensors are all on one device.

    Arguments are those that torch gives to each `__torch_dispatch__`.
    """
    kwargs = kwargs or {}
    tensors = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)]
    there = [tensor for tensor in tensors if isinstance(tensor, GpuTensor)]
    here = [t for t in tensors if not isinstance(t, GpuTensor) and t.dim()]
    if there and here and func not in _MAY_MIX:
        shapes = [tuple(tensor.shape) for tensor in here]
        raise RuntimeError(f"{func} mixes devices: on the CPU are {shapes}.")
    done = func(*tree_map(_bring, args), **tree_map(_bring, kwargs))
    if not _belongs_there(func, args, kwargs, bool(there)):
        return done
    known = {id(tensor.near): tensor for tensor in there}  # what changed in place

    def take(leaf: object) -> object:
        if not isinstance(leaf, Tensor):
            return leaf
        return known[id(leaf)] if id(leaf) in known else GpuTensor(leaf)

    return tree_map(take, done)


def _bring(leaf: object) -> object:
    """Return what stands for something on the CPU."""
    if isinstance(leaf, GpuTensor):
        return leaf.near
    return _CPU if isinstance(leaf, torch.device) else leaf


def _belongs_there(
    func: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    comes_from_there: bool,
) -> bool:
    if func is _aten.copy_.default:
        return isinstance(args[0], GpuTensor)
    device = kwargs.get("device")
    return comes_from_there if device is None else device.type == _NAME


@contextmanager
def pretending() -> Iterator[torch.device]:
    """Give the pretended GPU, which is there as long as this lasts.

    Whoever asks for a device by its name gets it.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (command, ensemble, translator):
            patch.setattr(module, "find_device", lambda name: GPU)
        for module in (weight_files, state):
            patch.setattr(module, "save_file", _save)
        for name, change in (("enter", _stop_gradients), ("exit", _resume_gradients)):
            patch.setattr(torch.inference_mode, f"__{name}__", change)
        torch._C._set_only_lift_cpu_tensors(True)  # `torch.tensor` asks the mode, too
        try:
            with _Pretending():  # type: ignore[no-untyped-call]
                yield GPU
        finally:
            torch._C._set_only_lift_cpu_tensors(False)


def _save(tensors: Mapping[str, Tensor], *others: Any) -> None:  # noqa: ANN401
    """Save as safetensors does, which reads the memory of a tensor of torch's own."""
    copies = {name: tensor.detach().cpu() for name, tensor in tensors.items()}
    safetensors.torch.save_file(copies, *others)


# Tensors of a subclass cannot be changed in place in torch's inference mode.
def _stop_gradients(mode: Any) -> None:  # noqa: ANN401, torch's
    mode.was = torch.is_grad_enabled()
    torch.set_grad_enabled(False)


def _resume_gradients(mode: Any, *error: object) -> None:  # noqa: ANN401, torch's
    torch.set_grad_enabled(mode.was)
