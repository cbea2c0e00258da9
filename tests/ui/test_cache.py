"""What pages keep of checkpoints."""

import gc
import shutil
import weakref
from pathlib import Path

import pytest

from nmtviz.checkpoints_index import list_checkpoints
from nmtviz.errors import CheckpointError
from nmtviz.ui import cache
from nmtviz.ui.lessons import live
from tests import tiny


def test_a_checkpoint_that_goes_away_is_told_and_no_error_of_the_cache(
    tmp_path: Path,
) -> None:
    tiny.checkpoint(tmp_path / "brief")
    (info,) = list_checkpoints(tmp_path)
    (text,) = live.texts(info, ("the dog",), 1)
    shutil.rmtree(info.folder)

    for _ in range(2):
        with pytest.raises(CheckpointError, match="must stay as long as a page uses"):
            live.texts(info, ("the dog",), 1)
        with pytest.raises(CheckpointError, match="must stay as long as a page uses"):
            cache.inspect(info, "the dog", tuple(text.split()), ())


def test_what_an_earlier_model_left_behind_is_collected() -> None:
    class Ring:
        def __init__(self) -> None:
            self.itself = self

    ring = Ring()
    there = weakref.ref(ring)
    try:
        gc.freeze()
        del ring
        cache._keep_for_good()  # as the next model does
    finally:
        gc.unfreeze()

    assert there() is None
