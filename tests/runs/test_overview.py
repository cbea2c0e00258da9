"""A run at a glance, whatever its events hold."""

from pathlib import Path

import pytest

from nmtviz.runs.overview import overview

HUGE = f"1{'0' * 400}"
"""No number that a table or a figure can hold."""


def run(folder: Path, *events: str) -> Path:
    (folder / "events.jsonl").write_text("".join(f"{one}\n" for one in events), "utf-8")
    return folder


@pytest.mark.parametrize("found", ["NaN", "Infinity", HUGE, "true", '"7"', "null"])
@pytest.mark.parametrize("field", ["update", "epoch", "seconds"])
def test_an_event_without_its_numbers_is_told(
    tmp_path: Path, field: str, found: str
) -> None:
    values = {"update": "7", "epoch": "0.5", "seconds": "60"} | {field: found}
    told = ", ".join(f'"{name}": {value}' for name, value in values.items())

    seen = overview(run(tmp_path, f'{{"event": "dev", {told}}}'))

    assert "as numbers, update, epoch, seconds" in seen.problem
    assert (seen.events, seen.update, seen.seconds) == ((), 0, 0.0)


def test_looks_that_were_not_better_than_the_best_are_counted(tmp_path: Path) -> None:
    start = '{"event": "dev", "update": 7, "epoch": 0.5, "seconds": 60, "bleu": '
    looks = [f"{start}{bleu}}}" for bleu in (10, 12.5, 12.5, 11)]

    assert overview(run(tmp_path)).stale == 0
    assert overview(run(tmp_path, *looks[:2])).stale == 0
    assert overview(run(tmp_path, *looks)).stale == 2


@pytest.mark.parametrize("found", ["NaN", "-Infinity", HUGE, "null", '"30"'])
def test_a_measure_that_is_no_number_is_left_out(tmp_path: Path, found: str) -> None:
    start = '{"event": "dev", "update": 7, "epoch": 0.5, "seconds": 60, "bleu": '

    seen = overview(run(tmp_path, f"{start}12.5}}", f"{start}{found}}}"))

    assert len(seen.events) == 2
    assert seen.best_bleu == seen.last("dev", "bleu") == 12.5
