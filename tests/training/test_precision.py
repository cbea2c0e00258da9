import pytest
import torch

from nmtviz.config import Precision
from nmtviz.training import precision
from nmtviz.training.precision import products_in

INTEL = {"avx512_bf16": True, "amx_bf16": True}  # what such processors can do
CPU, GPU = torch.device("cpu"), torch.device("cuda")


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("device", [CPU, GPU])
@pytest.mark.parametrize(
    ("asked", "expected"), [("float32", torch.float32), ("bfloat16", torch.bfloat16)]
)
def test_what_is_asked_for_is_taken(
    monkeypatch: pytest.MonkeyPatch,
    known: bool,
    device: torch.device,
    asked: Precision,
    expected: torch.dtype,
) -> None:
    machine(monkeypatch, {"avx512_bf16": known}, gpu=known)
    assert products_in(asked, device) is expected


@pytest.mark.parametrize(
    ("able", "tiles", "expected"),
    [
        ({"cpu_name": "AMD EPYC", "avx512_bf16": True}, False, torch.bfloat16),
        ({"cpu_name": "AMD EPYC", "avx512_bf16": False}, False, torch.float32),
        ({"cpu_name": "Intel Xeon", **INTEL}, True, torch.bfloat16),
        # registers that are announced but do not work
        ({"cpu_name": "Intel Xeon", **INTEL}, False, torch.float32),
        # registers that a virtual machine hides
        ({"cpu_name": "Intel Xeon", **INTEL, "amx_bf16": False}, False, torch.float32),
        ({"architecture": "arm64"}, False, torch.float32),
    ],
)
def test_auto_is_what_a_processor_is_faster_at(
    monkeypatch: pytest.MonkeyPatch,
    able: dict[str, object],
    tiles: bool,
    expected: torch.dtype,
) -> None:
    machine(monkeypatch, able, gpu=expected is torch.float32)
    monkeypatch.setattr(precision, "tiles_work", lambda: tiles)
    assert products_in("auto", CPU) is expected


@pytest.mark.parametrize("known", [True, False])
def test_auto_asks_the_gpu_that_computes(
    monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    machine(monkeypatch, {"avx512_bf16": not known}, gpu=known)
    expected = torch.bfloat16 if known else torch.float32
    assert products_in("auto", GPU) is expected


def machine(
    monkeypatch: pytest.MonkeyPatch, able: dict[str, object], *, gpu: bool
) -> None:
    """Have torch find a machine with such a processor and such a GPU."""
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able)
    monkeypatch.setattr(
        torch.cuda, "is_bf16_supported", lambda *, including_emulation: gpu
    )
