"""What every test may ask for."""

import os
from pathlib import Path

import pytest
import torch

from nmtviz.training.platform import avoid_broken_tiles

REPOSITORY = Path(__file__).parents[1]

torch.set_num_threads(1)  # sums in one order, so numbers repeat
avoid_broken_tiles()  # before the first product, and for the processes of tests


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real corpora: `$NMTVIZ_DATA`, or the one beside the checkout."""
    beside = REPOSITORY.parent / "shared" / "data"
    folder = Path(os.environ.get("NMTVIZ_DATA", beside))
    if not folder.is_dir():
        pytest.skip("no corpora here: set NMTVIZ_DATA to their folder")
    return folder
