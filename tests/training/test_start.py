"""Runs that go on from a checkpoint's weights."""

import gzip
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from nmtviz.checkpoint import load_checkpoint
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.dictionary import FILE, Dictionary, Entry
from nmtviz.errors import CheckpointError, ConfigError
from nmtviz.facts import EarlierTraining
from nmtviz.presets import GO_ON
from nmtviz.runs.folder import RunConfig, RunFolder
from nmtviz.training.command import train
from nmtviz.training.request import TrainRequest, run_config
from tests.tiny import checkpoint
from tests.training import toy

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def first(tmp_path: Path) -> TrainRequest:
    """A run of forty updates."""
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=40, run="first")
    train(asked)
    return asked


def after(first: TrainRequest, **changes: object) -> TrainRequest:
    start = first.run / "checkpoint"
    then = replace(first, run=first.run.with_name("then"), start=start)
    return replace(then, **changes)  # type: ignore[arg-type]


def test_it_begins_with_the_checkpoints_weights_and_words(first: TrainRequest) -> None:
    tiny_step = after(first, max_updates=1, learning_rate=1e-12)
    train(tiny_step)

    before = load_checkpoint(first.run / "checkpoint")
    then = load_checkpoint(tiny_step.run / "checkpoint")
    for name, weight in before.network.state_dict().items():
        torch.testing.assert_close(then.network.state_dict()[name], weight)
    assert len(then.source) == len(before.source)


def test_what_it_began_with_is_kept_if_nothing_is_better(first: TrainRequest) -> None:
    train(first := replace(first, max_updates=400))
    worse = after(first, max_updates=20, learning_rate=1.0)
    told = train(worse)

    before = load_checkpoint(first.run / "checkpoint")
    kept = load_checkpoint(worse.run / "checkpoint")
    for name, weight in before.network.state_dict().items():
        torch.testing.assert_close(kept.network.state_dict()[name], weight)
    looks = [
        event for event in RunFolder(worse.run).read_events() if event["event"] == "dev"
    ]
    assert looks[0]["update"] == 0
    assert looks[-1]["update"] == 20
    assert looks[-1]["bleu"] < looks[0]["bleu"]
    assert f"best dev BLEU {looks[0]['bleu']:.2f}" in told
    # Nothing of the run that made it no better is told of these weights: its step size,
    # its text and its time are not behind them. (Stored in half precision, they are
    # measured anew a hair off.)
    measured = kept.info.facts.dev_nll
    assert measured == pytest.approx(before.info.facts.dev_nll, rel=1e-3)
    assert kept.info.facts == replace(before.info.facts, dev_nll=measured)


def test_patience_counts_looks_that_are_not_better(first: TrainRequest) -> None:
    train(first := replace(first, max_updates=400))
    worse = after(first, max_updates=300, learning_rate=1.0, patience=2)

    assert "finished after 40 updates" in train(worse)  # a look every 20
    assert "finished after 40 updates" in train(worse)
    assert "finished after 60 updates" in train(replace(worse, patience=3))


def test_the_same_score_again_is_not_better(first: TrainRequest) -> None:
    train(first := replace(first, max_updates=400))
    still = after(first, max_updates=300, learning_rate=1e-12, patience=2)

    assert "finished after 40 updates" in train(still)
    looks = [
        event for event in RunFolder(still.run).read_events() if event["event"] == "dev"
    ]
    assert [look["best"] for look in looks] == [True] * 3  # the last of equal ones


def test_what_went_before_is_counted_and_told_apart(first: TrainRequest) -> None:
    then = after(first, max_updates=20)
    train(then)

    before = CheckpointInfo.read(first.run / "checkpoint").facts
    facts = CheckpointInfo.read(then.run / "checkpoint").facts
    assert facts.updates == before.updates + 20
    assert facts.epochs == pytest.approx(before.epochs + 20 * 10 / 200)
    assert facts.hours > before.hours
    assert facts.earlier == EarlierTraining(
        name="first",
        updates=before.updates,
        epochs=before.epochs,
        hours=before.hours,
        data=before.data,
        own_data=before.data,
        seed=before.seed,
        commit=before.commit,
        settings=before.settings,
    )


def test_other_text_than_before_is_told_and_not_counted_as_more_of_it(
    first: TrainRequest, tmp_path: Path
) -> None:
    other = tmp_path / "other.tsv"
    other.write_bytes((tmp_path / "train.tsv").read_bytes())
    train(then := after(first, train=(other,), max_updates=20))

    found = CheckpointInfo.read(then.run / "checkpoint")
    assert found.facts.epochs == pytest.approx(20 * 10 / 200)
    assert found.facts.data == {"other.tsv": 200}
    files = found.card.partition("## Training data")[2].partition("## Training\n")[0]
    before, since = "`train.tsv`, 200", "`other.tsv`, 200"
    assert files.index(since) < files.index("had learned from") < files.index(before)


def test_passes_over_the_same_text_count_along_a_chain_of_runs(
    first: TrainRequest, tmp_path: Path
) -> None:
    other = tmp_path / "other.tsv"
    other.write_bytes((tmp_path / "train.tsv").read_bytes())
    second = after(first, train=(other,), max_updates=20)
    train(second)
    third = replace(
        second, run=second.run.with_name("third"), start=second.run / "checkpoint"
    )
    train(third)

    facts = CheckpointInfo.read(third.run / "checkpoint").facts
    assert facts.epochs == pytest.approx(2 * 20 * 10 / 200)


def test_the_dictionary_comes_along(first: TrainRequest) -> None:
    start = first.run / "checkpoint"
    words = zip(toy.ENGLISH, toy.FRENCH, strict=True)
    entries = {english: [Entry(french, 1.0)] for english, french in words}
    Dictionary(("en", "fr"), entries).save(start / FILE)
    train(then := after(first, max_updates=20))

    kept = then.run / "checkpoint" / FILE
    assert kept.read_bytes() == (start / FILE).read_bytes()


def test_it_knows_what_went_before_when_that_is_gone_over(first: TrainRequest) -> None:
    """An export may put the run's own network in the place of the one it began with."""
    then = after(first, max_updates=20)
    train(then)
    facts_file = first.run / "checkpoint" / "training.json"
    values = json.loads(facts_file.read_text("utf-8"))
    facts_file.write_text(json.dumps(values | {"updates": 999}), "utf-8")
    train(replace(then, max_updates=40))

    facts = CheckpointInfo.read(then.run / "checkpoint").facts
    assert facts.earlier is not None
    assert facts.earlier.updates != 999


def test_a_repeated_run_begins_with_the_same_weights(first: TrainRequest) -> None:
    then = after(first, max_updates=20)
    train(then)
    again = TrainRequest(
        config=then.run / "config.json", run=then.run.with_name("again"), max_updates=20
    )
    train(replace(again, device="cpu", threads=1))

    assert run_config(again).start == then.start
    assert toy.losses(again.run) == toy.losses(then.run)


def test_the_checkpoint_alone_settles_the_rest(first: TrainRequest) -> None:
    then = TrainRequest(start=Path("a"), run=Path("b"))
    start = first.run / "checkpoint"
    files = toy.run_config(first.run.parent)
    found = run_config(
        replace(then, start=start, train=files.train, dev=files.dev, seed=5)
    )

    info = CheckpointInfo.read(start)
    assert (found.model, found.data) == (info.model, info.data)
    assert found.vocabularies == found.start == start
    assert found.training == replace(GO_ON, seed=5)


def test_another_network_is_refused_with_what_differs(
    first: TrainRequest, tmp_path: Path
) -> None:
    narrow = replace(toy.MODEL, hidden_size=9, reset="after")
    config = toy.run_config(tmp_path, model=narrow)
    asked = after(first, config=toy.request(tmp_path, config, run="narrow").config)

    with pytest.raises(ConfigError, match="has hidden_size 10, not 9; reset before"):
        train(asked)
    assert not asked.run.exists()


def test_a_wider_network_begins_with_what_the_narrower_one_knew(
    first: TrainRequest,
) -> None:
    wide = after(first, changes=("model.hidden_size=13",), max_updates=1)
    train(wide)

    before = CheckpointInfo.read(first.run / "checkpoint").facts
    look, *_ = RunFolder(wide.run).read_events()
    found = CheckpointInfo.read(wide.run / "checkpoint")
    assert found.model.hidden_size == 13
    assert look["nll"] == pytest.approx(before.dev_nll, rel=1e-2)  # weights were halved
    assert "10 recurrent units" in found.card


def test_other_tokens_are_refused(first: TrainRequest, tmp_path: Path) -> None:
    pieces = checkpoint(tmp_path / "pieces", tokenizer="sentencepiece")

    with pytest.raises(ConfigError, match="tokenizer sentencepiece, not moses"):
        train(after(first, start=pieces))


def test_other_vocabularies_are_refused(first: TrainRequest, tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"goes on from, .*, got those of .*elsewhere"
    ):
        train(after(first, vocabularies=Path("elsewhere")))
    assert not after(first).run.exists()


def test_vocabularies_of_other_languages_are_refused(
    first: TrainRequest, tmp_path: Path
) -> None:
    german = checkpoint(tmp_path / "german", source_language="de")
    asked = after(first, start=None, vocabularies=german)

    with pytest.raises(ConfigError, match=r"from en to fr, as it is, but .* from de"):
        train(asked)
    assert not asked.run.exists()


def test_a_run_goes_on_though_what_it_began_with_is_another_one(
    first: TrainRequest, tmp_path: Path
) -> None:
    start = tmp_path / "mine"
    shutil.copytree(first.run / "checkpoint", start)
    asked = replace(first, run=tmp_path / "then", start=start)
    train(replace(asked, max_updates=5))
    other = toy.run_config(tmp_path)
    other.train[0].write_text("seven\tsept\n" * 90, "utf-8")
    remade = toy.request(tmp_path, other, max_updates=5, run="other")
    train(remade)
    words = other.train[0].read_text("utf-8")
    shutil.rmtree(start)
    shutil.copytree(remade.run / "checkpoint", start)
    assert words.startswith("seven")
    toy.run_config(tmp_path)  # the text that it began with

    assert "finished after 10 updates" in train(replace(asked, max_updates=10))


def test_vocabularies_that_are_not_there_leave_no_run(first: TrainRequest) -> None:
    asked = after(first, start=None, vocabularies=Path("nowhere"))
    with pytest.raises(ConfigError, match=r"share the vocabularies .*nowhere"):
        train(asked)
    assert not asked.run.exists()


def test_a_run_goes_on_from_any_working_directory(
    first: TrainRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was typed relative to one directory is found from another."""
    files = toy.run_config(first.run.parent)
    monkeypatch.chdir(first.run.parent)
    typed = [tuple(Path(one.name) for one in each) for each in (files.train, files.dev)]
    train(then := after(first, train=typed[0], dev=typed[1], max_updates=10))
    monkeypatch.chdir("/")
    config = then.run / "config.json"
    train(TrainRequest(config=config, run=then.run, max_updates=20, device="cpu"))
    train(replace(then, train=files.train, dev=files.dev, max_updates=30))

    assert CheckpointInfo.read(then.run / "checkpoint").facts.epochs > 0


def test_a_missing_checkpoint_is_named(first: TrainRequest, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no checkpoint folder .*nowhere"):
        train(after(first, start=tmp_path / "nowhere"))


def test_a_checkpoint_without_weights_is_refused(first: TrainRequest) -> None:
    (first.run / "checkpoint" / "model.safetensors").unlink()

    with pytest.raises(CheckpointError, match="model"):
        train(after(first))


@pytest.mark.parametrize("asked_again", [True, False], ids=["--from", "run alone"])
def test_a_run_goes_on_when_what_it_went_on_from_has_gone(
    first: TrainRequest, asked_again: bool
) -> None:
    text = RunConfig.read(first.run / "config.json")
    files = {"train": text.train, "dev": text.dev}
    then = after(first, max_updates=20, config=None, **files)
    train(then)
    dictionary = then.run / "checkpoint" / "dictionary.tsv.gz"
    dictionary.write_bytes(gzip.compress(b"the\tle\t0.5\n"))
    first.run.rename(first.run.with_name("elsewhere"))

    again = then if asked_again else replace(then, start=None)
    train(replace(again, max_updates=30))

    assert dictionary.exists()
    facts = CheckpointInfo.read(then.run / "checkpoint").facts
    assert facts.updates == 40 + 30
