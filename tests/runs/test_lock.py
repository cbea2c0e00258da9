import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nmtviz.errors import TrainingError
from nmtviz.runs.lock import is_running, run_lock

HOLD = (
    "import sys, time\nfrom pathlib import Path\n"
    "from nmtviz.runs.lock import run_lock\n"
    "with run_lock(Path(sys.argv[1])):\n"
    "    print('mine', flush=True)\n"
    "    time.sleep(600)\n"
)


def holder(run: Path) -> subprocess.Popen[str]:
    """Start a process that holds a run's lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, run],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "mine\n"
    return process


def test_a_folder_nobody_has_trained_in_is_not_running(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    assert not is_running(tmp_path / "nowhere")


def test_a_second_process_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        try:
            assert is_running(tmp_path)
            with (
                pytest.raises(TrainingError, match="one process at a time"),
                run_lock(tmp_path),
            ):
                pass
        finally:
            process.send_signal(signal.SIGKILL)
    assert not is_running(tmp_path)
    with run_lock(tmp_path):
        assert is_running(tmp_path)
    assert not is_running(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(TrainingError, match=r"nowhere.*cannot be written"),
        run_lock(tmp_path / "nowhere"),
    ):
        pass


@pytest.mark.usefixtures("no_locks")
def test_a_file_system_without_locks_is_not_taken_for_a_running_process(
    tmp_path: Path,
) -> None:
    (tmp_path / ".lock").touch()

    assert not is_running(tmp_path)
    with pytest.raises(TrainingError, match="cannot be locked"), run_lock(tmp_path):
        pass
