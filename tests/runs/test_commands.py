"""Processes that are started for commands."""

import os
import sys
import time
from pathlib import Path

import pytest

from nmtviz.runs.commands import start_apart

WAIT = """
import os, time
before = {before}
for _ in range(600):
    if os.nice(0) > before:
        print("gives way", flush=True)
        break
    time.sleep(0.1)
"""


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no such thing")
def test_a_process_apart_gives_way_to_this_one(tmp_path: Path) -> None:
    said = tmp_path / "said.txt"
    with said.open("wb") as output:
        command = [sys.executable, "-c", WAIT.format(before=os.nice(0))]
        start_apart(command, output)
    for _ in range(600):
        if said.read_text():
            break
        time.sleep(0.1)

    assert said.read_text() == "gives way\n"
