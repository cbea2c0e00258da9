import json
import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from nmtviz.checkpoint import load_checkpoint, save_checkpoint
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import DataConfig, ModelKind, TokenizerKind
from nmtviz.errors import CheckpointError
from nmtviz.folders import replacing_folder
from nmtviz.search.forced import force
from tests import tiny


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny.checkpoint(tmp_path / "demo")


EARLIER = {"name": "tiny", "updates": 1, "epochs": 1.0, "hours": 1.0}


def edit(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    values = json.loads(path.read_text("utf-8"))
    change(values)
    path.write_text(json.dumps(values), "utf-8")


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_a_loaded_network_says_what_the_saved_one_said(
    tmp_path: Path, kind: ModelKind, tokenizer: TokenizerKind
) -> None:
    source, target = tiny.tokenizers(tokenizer)
    saved = tiny.network(source, target, kind)
    data = DataConfig(tokenizer=tokenizer)
    with torch.no_grad():  # what half precision holds exactly comes back exactly
        for weight in saved.parameters():
            weight.copy_(weight.half())

    save_checkpoint(tmp_path / "demo", saved, (source, target), data, tiny.FACTS)
    loaded = load_checkpoint(tmp_path / "demo")

    ids = source.encode("the small dog sleeps").ids
    assert loaded.source.encode("the small dog sleeps").ids == ids
    (before,) = force(saved, [ids], [target.encode("le chien dort").ids])
    (after,) = force(loaded.network, [ids], [target.encode("le chien dort").ids])
    assert before.token_log_probs.tolist() == after.token_log_probs.tolist()
    assert {weight.dtype for weight in loaded.network.parameters()} == {torch.float32}
    assert not loaded.network.training
    assert loaded.info.data == data
    assert loaded.info.model == saved.config
    assert loaded.info.facts == tiny.FACTS


def test_a_checkpoint_is_half_precision_and_plain_text(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {
        "README.md",
        "config.json",
        "model.safetensors",
        "training.json",
        "vocab.source.txt",
        "vocab.target.txt",
    }
    weights = load_file(folder / "model.safetensors")
    assert {weight.dtype for weight in weights.values()} == {torch.float16}
    assert json.loads((folder / "config.json").read_text("utf-8"))["format"] == 1


def test_a_large_network_is_saved_in_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tiny.checkpoint(tmp_path / "whole")
    monkeypatch.setattr("nmtviz.weight_files.MOST_BYTES", 1000)
    cut = tiny.checkpoint(tmp_path / "cut")

    assert not (cut / "model.safetensors").exists()
    shards = sorted(path.name for path in cut.glob("model-*.safetensors"))
    assert len(shards) > 1
    expected = load_checkpoint(whole).network.state_dict()
    for name, weight in load_checkpoint(cut).network.state_dict().items():
        torch.testing.assert_close(weight, expected[name])

    (cut / shards[-1]).unlink()
    with pytest.raises(CheckpointError, match=f"cut' has no {shards[-1]}"):
        load_checkpoint(cut)


def test_what_a_killed_process_left_is_removed_at_the_next_save(folder: Path) -> None:
    for name in (".demo.1.2.new", ".demo.1.2.old"):
        tiny.checkpoint(folder.parent / name)
        os.utime(folder.parent / name, (0, 0))

    tiny.checkpoint(folder)
    assert list(folder.parent.iterdir()) == [folder]


def test_two_writers_at_once_leave_a_whole_checkpoint(folder: Path) -> None:
    with replacing_folder(folder) as slow:
        tiny.checkpoint(slow)
        with ThreadPoolExecutor() as others:  # the app's sessions are threads
            others.submit(tiny.checkpoint, folder, kind="rnnencdec").result()
        assert load_checkpoint(folder).info.model.kind == "rnnencdec"

    assert load_checkpoint(folder).info.model.kind == "rnnsearch"
    assert list(folder.parent.iterdir()) == [folder]


def test_loading_draws_no_random_numbers(folder: Path) -> None:
    before = torch.random.get_rng_state()

    load_checkpoint(folder)

    torch.testing.assert_close(torch.random.get_rng_state(), before)


def test_saving_again_replaces_and_leaves_nothing_else(folder: Path) -> None:
    (folder / "stale.txt").write_text("old", "utf-8")

    tiny.checkpoint(folder, kind="rnnencdec")

    assert not (folder / "stale.txt").exists()
    assert load_checkpoint(folder).info.model.kind == "rnnencdec"
    assert list(folder.parent.iterdir()) == [folder]


def test_a_failed_save_leaves_the_checkpoint_as_it_was(folder: Path) -> None:
    source, target = tiny.tokenizers()
    broken = tiny.network(source, target)
    with torch.no_grad():
        broken.decoder.embedding.weight[0, 0] = torch.nan

    with pytest.raises(CheckpointError, match=r"finite.*decoder\.embedding"):
        save_checkpoint(folder, broken, (source, target), DataConfig(), tiny.FACTS)

    assert list(folder.parent.iterdir()) == [folder]
    load_checkpoint(folder)


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    with pytest.raises(CheckpointError, match="demo' cannot be written"):
        tiny.checkpoint(tmp_path / "file" / "demo")


def test_a_network_with_other_vocabularies_is_not_saved(tmp_path: Path) -> None:
    source, target = tiny.tokenizers()

    with pytest.raises(CheckpointError, match=r"source vocabulary .* 12 .* got 13"):
        save_checkpoint(
            tmp_path / "demo",
            tiny.network(source, target),
            (target, source),
            DataConfig(),
            tiny.FACTS,
        )


@pytest.mark.parametrize(
    "name",
    ["config.json", "training.json", "model.safetensors", "vocab.target.txt"],
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()

    with pytest.raises(CheckpointError, match=name):
        load_checkpoint(folder)


def test_the_card_may_be_missing(folder: Path) -> None:
    (folder / "README.md").unlink()

    assert load_checkpoint(folder).info.card == ""


@pytest.mark.parametrize("size", [0, 5, 100, 2000])
def test_truncated_weights_are_refused(folder: Path, size: int) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:size])

    with pytest.raises(CheckpointError, match="must be a whole safetensors file"):
        load_checkpoint(folder)


def test_weights_under_other_names_are_listed(folder: Path) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    weights["stranger"] = weights.pop("decoder.embedding.weight")
    save_file(weights, path)

    with pytest.raises(
        CheckpointError,
        match=r"missing decoder\.embedding\.weight; unexpected stranger\.",
    ):
        load_checkpoint(folder)


def test_weights_of_another_shape_are_listed(folder: Path) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    weights["decoder.embedding.weight"] = torch.zeros(2, 3)
    save_file(weights, path)

    with pytest.raises(
        CheckpointError,
        match=r"decoder\.embedding\.weight of shape \(2, 3\) instead of \(13, 3\)",
    ):
        load_checkpoint(folder)


@pytest.mark.parametrize("value", [torch.nan, -torch.inf])
def test_weights_that_are_no_numbers_are_listed(folder: Path, value: float) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    weights["decoder.embedding.weight"][2, 1] = value
    save_file(weights, path)

    with pytest.raises(
        CheckpointError,
        match=r"has: decoder\.embedding\.weight with values that are not finite\.",
    ):
        load_checkpoint(folder)


def test_a_vocabulary_of_another_size_is_refused(folder: Path) -> None:
    with (folder / "vocab.source.txt").open("a", encoding="utf-8") as file:
        file.write("more\n")

    with pytest.raises(CheckpointError, match=r"source vocabulary .* 12 .* got 13"):
        load_checkpoint(folder)


def test_a_pickle_is_not_opened(folder: Path) -> None:
    torch.save({"weights": torch.zeros(3)}, folder / "model.safetensors")

    with pytest.raises(CheckpointError, match="must be a whole safetensors file"):
        load_checkpoint(folder)


def test_a_later_format_asks_for_an_upgrade(folder: Path) -> None:
    edit(folder / "config.json", lambda config: config.update(format=2, nmtviz="9.8"))

    with pytest.raises(CheckpointError, match=r"format 2 \(nmtviz 9\.8\).*Upgrade"):
        load_checkpoint(folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda config: config.pop("format"), "not written by nmtviz"),
        (lambda config: config.pop("nmtviz"), "not written by nmtviz"),
        (lambda config: config.pop("data"), "DataConfig must be an object"),
        (lambda config: config["model"].update(layers=2), "no setting layers"),
        (lambda config: config["model"].update(hidden_size=0), "hidden_size must"),
    ],
)
def test_foreign_or_broken_settings_are_refused(
    folder: Path, change: Callable[[dict[str, object]], object], complaint: str
) -> None:
    edit(folder / "config.json", change)

    with pytest.raises(CheckpointError, match=complaint):
        CheckpointInfo.read(folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda facts: facts.pop("seed"), "must have seed"),
        (
            lambda facts: facts.update(dev_bleu="good"),
            "dev_bleu must be a number, got 'g",
        ),
        (lambda facts: facts.update(data=[1]), r"data must be an object, got \[1\]"),
        (lambda facts: facts.update(data={"a": "x"}), "data, a must be a whole number"),
        (
            lambda facts: facts.update(seed=True),
            "seed must be a whole number",
        ),
        (lambda facts: facts.update(hours=math.nan), "hours must be a number, got nan"),
        (lambda facts: facts.update(hours=10**400), "hours must be a number, got 1000"),
        (lambda facts: facts.update(averaged={"a": "x"}), "averaged, a must be a num"),
        (lambda facts: facts.update(test_scores=[{"n": 1}]), "must have beam_size"),
        (lambda facts: facts.update(test_scores=[5]), "holds other facts"),
        (
            lambda facts: facts.update(earlier=EARLIER | {"data": 5}),
            "data must be an obj",
        ),
        (lambda facts: facts.update(earlier=[EARLIER]), "holds other facts"),
        (
            lambda facts: facts.update(earlier=EARLIER | {"earlier": {"name": "x"}}),
            "must have epochs, hours, updates",
        ),
    ],
)
def test_broken_facts_are_refused(
    folder: Path, change: Callable[[dict[str, object]], object], complaint: str
) -> None:
    edit(folder / "training.json", change)

    with pytest.raises(CheckpointError, match=complaint):
        CheckpointInfo.read(folder)


@pytest.mark.parametrize(
    "text", ['{"format": 1', "[]", "\x00", '"format"', "[" * 99_999]
)
def test_what_is_no_json_object_is_refused(folder: Path, text: str) -> None:
    (folder / "config.json").write_text(text, "utf-8")

    with pytest.raises(CheckpointError, match=r"config\.json must hold"):
        CheckpointInfo.read(folder)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no checkpoint folder '.*nowhere'"):
        load_checkpoint(tmp_path / "nowhere")
