"""`nmtviz translate` in a terminal, which is a real one."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from tests import tiny

PATIENCE = 120.0
"""Seconds after which it must wait for more to be typed."""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_line_is_translated_when_it_is_typed(tmp_path: Path) -> None:
    checkpoint = tiny.checkpoint(tmp_path / "demo")
    command = [sys.executable, "-m", "nmtviz", "translate", str(checkpoint)]
    ours, theirs = os.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        os.close(theirs)
        assert process.stdout
        assert process.stderr
        patience = Timer(PATIENCE, process.kill)
        patience.start()
        answers = []
        for line in ("The small dog sleeps.", "", "A zebra"):
            os.write(ours, f"{line}\n".encode())
            answers.append(process.stdout.readline().decode())
        os.write(ours, b"\x04")
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        patience.cancel()
    os.close(ours)

    given = subprocess.run(
        command,
        input="The small dog sleeps.\n\nA zebra\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert answers == given.stdout.splitlines(keepends=True)
    assert answers[1] == "\n"
