from pathlib import Path

import pytest

from nmtviz.ui import places

REPOSITORY = Path(__file__).parents[2]


def test_the_app_keeps_what_it_makes_in_the_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("RUNS", "CHECKPOINTS"):
        monkeypatch.delenv(f"NMTVIZ_{name}", raising=False)

    assert places.runs() == REPOSITORY / "runs"
    assert places.data() == REPOSITORY / "runs" / "data"
    assert places.evaluations() == REPOSITORY / "runs" / "evaluations"
    assert places.checkpoints() == REPOSITORY / "checkpoints"
