from pathlib import Path

import pytest

from nmtviz.ui import cache, places
from nmtviz.ui.shelf import background

REPOSITORY = Path(__file__).parents[2]


def test_the_app_keeps_what_it_makes_in_the_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("RUNS", "EVALUATIONS", "CHECKPOINTS"):
        monkeypatch.delenv(f"NMTVIZ_{name}", raising=False)

    assert places.runs() == REPOSITORY / "runs"
    assert places.data() == REPOSITORY / "runs" / "data"
    assert background.folder() == REPOSITORY / "runs" / "evaluations"
    assert cache.folder() == REPOSITORY / "checkpoints"
