"""Which device a network runs on, and which maker's processor this machine has."""

import torch

from nmtviz.errors import ConfigError


def find_device(name: str = "auto") -> torch.device:
    """Return a device by name; `auto` is a GPU where there is one.

    Raises:
        ConfigError: If it is neither a CPU nor a GPU of CUDA, or is not there. Others
            lack what a search needs, such as float64.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name.partition(":")[0] not in {"cpu", "cuda"}:
        raise ConfigError(f"device must be auto, cpu or cuda, got {name!r}.")
    try:
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ConfigError(f"device {name!r} cannot be used: {reason}.") from error


def is_by_intel() -> bool:
    """Say whether the processor is Intel's, whose instructions have other costs."""
    return "Intel" in str(torch.cpu.get_capabilities().get("cpu_name"))
