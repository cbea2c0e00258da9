import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from nmtviz.errors import CheckpointError
from nmtviz.weight_files import read_weights, weight_file, write_weights

WEIGHTS = {
    "a": torch.arange(3.0),  # 12 bytes
    "b": torch.arange(4.0),  # 16
    "c": torch.arange(10.0).view(5, 2),  # 40
    "d": torch.arange(2.0),  # 8
    "e": torch.arange(1.0),  # 4
}

FIRST, SECOND, THIRD = (f"model-0000{n}-of-00003.safetensors" for n in (1, 2, 3))
INDEX = "model.safetensors.index.json"


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    write_weights(tmp_path, WEIGHTS, most_bytes=30)
    return tmp_path


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def assert_all_there(folder: Path) -> None:
    found = read_weights(folder)
    assert found.keys() == WEIGHTS.keys()
    for name, weight in WEIGHTS.items():
        assert torch.equal(found[name], weight), name


def test_few_weights_are_one_file(tmp_path: Path) -> None:
    write_weights(tmp_path, WEIGHTS, most_bytes=80)

    assert files(tmp_path) == {"model.safetensors"}
    assert weight_file(tmp_path).name == "model.safetensors"
    assert_all_there(tmp_path)


def test_many_weights_are_cut_in_their_order(shards: Path) -> None:
    assert files(shards) == {FIRST, SECOND, THIRD, INDEX}
    assert [set(load_file(shards / file)) for file in (FIRST, SECOND, THIRD)] == [
        {"a", "b"},
        {"c"},
        {"d", "e"},
    ]
    assert weight_file(shards).name == INDEX
    assert_all_there(shards)


def test_the_index_is_that_of_hugging_face(shards: Path) -> None:
    assert json.loads((shards / INDEX).read_text("utf-8")) == {
        "metadata": {"total_size": 80},
        "weight_map": {"a": FIRST, "b": FIRST, "c": SECOND, "d": THIRD, "e": THIRD},
    }


def test_half_precision_becomes_single(tmp_path: Path) -> None:
    write_weights(tmp_path, {"a": torch.ones(3, dtype=torch.float16)})

    assert read_weights(tmp_path)["a"].dtype == torch.float32


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"' has no model\.safetensors\."):
        read_weights(tmp_path)


def test_a_missing_shard_is_named(shards: Path) -> None:
    (shards / SECOND).unlink()

    with pytest.raises(CheckpointError, match=f"' has no {SECOND}"):
        read_weights(shards)


@pytest.mark.parametrize("size", [0, 7, -1])
def test_a_truncated_shard_is_named(shards: Path, size: int) -> None:
    path = shards / THIRD
    path.write_bytes(path.read_bytes()[:size])

    with pytest.raises(CheckpointError, match=f"{THIRD} must be a whole safetensors"):
        read_weights(shards)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"weight_map": []}', '{"weight_map": {}}'),
        '{"weight_map": {"a": "../model.safetensors"}}',
        '{"weight_map": {"a": 1}}',
    ],
)
def test_an_index_that_names_no_files_is_refused(shards: Path, text: str) -> None:
    (shards / INDEX).write_text(text, "utf-8")

    with pytest.raises(CheckpointError, match=r"index\.json must say which file holds"):
        read_weights(shards)


def test_a_disk_that_takes_no_large_file_is_told(tmp_path: Path) -> None:
    limited = (
        "import resource, sys, pathlib, torch\n"
        "from nmtviz.errors import CheckpointError\n"
        "from nmtviz.weight_files import write_weights\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n"
        "    write_weights(pathlib.Path(sys.argv[1]), {'w': torch.ones(999)})\n"
        "except CheckpointError as error:\n"
        "    print(error)\n"
    )

    told = subprocess.run(
        [sys.executable, "-c", limited, str(tmp_path)],
        check=True,
        capture_output=True,
        text=True,
    )

    assert "model.safetensors cannot be written" in told.stdout
    assert "File too large" in told.stdout
