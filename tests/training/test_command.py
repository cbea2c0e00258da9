"""Runs in this process: how they start, end, go on and fail."""

import json
import math
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from safetensors import safe_open
from safetensors.torch import load_file

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import ConfigError, DataError
from nmtviz.runs.folder import RunFolder
from nmtviz.runs.overview import overview
from nmtviz.runs.status import Status, state
from nmtviz.training import loop
from nmtviz.training.command import train
from nmtviz.training.development import DevScore
from nmtviz.training.learner import Learner
from nmtviz.training.loop import Budget
from nmtviz.training.reporter import Reporter
from nmtviz.training.state import Progress
from tests import tiny
from tests.training import toy

pytestmark = pytest.mark.usefixtures("here")


def state_of(run: Path) -> dict[str, list[float]]:
    """Return the weights a run has arrived at, and the optimizer's numbers."""
    numbers = load_file(run / "state.safetensors")
    return {name: tensor.tolist() for name, tensor in numbers.items()}


def update_of(run: Path) -> int:
    with safe_open(run / "state.safetensors", framework="pt") as file:
        progress = json.loads(file.metadata()["progress"])
    return int(progress["update"])


class TestBudget:
    @pytest.mark.parametrize(
        ("budget", "spent"),
        [
            (Budget(), 0.0),
            (Budget(max_updates=40), 0.25),
            (Budget(max_minutes=2), 0.75),
            (Budget(max_updates=40, max_minutes=2), 0.75),
            (Budget(max_updates=8, max_minutes=2), 1.25),
        ],
    )
    def test_the_tighter_limit_counts(self, budget: Budget, spent: float) -> None:
        assert budget.spent(Progress(update=10, seconds=90)) == spent

    @pytest.mark.parametrize(("stale", "spent"), [(2, 0.25), (3, 1.0), (4, 1.0)])
    def test_patience_ends(self, stale: int, spent: float) -> None:
        budget = Budget(max_updates=40, patience=3)

        assert budget.spent(Progress(update=10, stale=stale)) == spent

    @pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
    def test_a_budget_of_nothing_is_refused(self, value: float) -> None:
        with pytest.raises(
            ConfigError, match=f"max_minutes must be positive, got {value}"
        ):
            Budget(max_minutes=value)
        with pytest.raises(ConfigError, match="max_updates must be positive, got 0"):
            Budget(max_updates=0)


class TestRefusals:
    def test_a_misspelled_file_leaves_no_folder(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=1)

        with pytest.raises(DataError, match=r"deb\.tsv: there is no such file"):
            train(replace(asked, dev=(tmp_path / "deb.tsv",)))
        with pytest.raises(DataError, match="no file but a folder or a pipe"):
            train(replace(asked, dev=(tmp_path,)))
        assert not asked.run.exists()

    def test_a_checkpoint_is_no_run(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=1)
        checkpoint = tiny.checkpoint(tmp_path / "checkpoint")
        before = {*checkpoint.iterdir()}

        with pytest.raises(ConfigError, match="but is a checkpoint: --from"):
            train(replace(asked, run=checkpoint))
        assert {*checkpoint.iterdir()} == before

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            ({"max_updates": 0}, "max_updates must be positive"),
            ({"device": "abacus"}, "device must be auto, cpu or cuda, got 'abacus'"),
            ({"seed": -1}, "seed must be at least 0"),
        ],
    )
    def test_a_wrong_wish_leaves_no_folder(
        self, tmp_path: Path, change: dict[str, object], text: str
    ) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=1)

        with pytest.raises(ConfigError, match=text):
            train(replace(asked, **change))  # type: ignore[arg-type]
        assert not asked.run.exists()


class TestRun:
    def test_another_development_text_chooses_the_best_network_anew(
        self, tmp_path: Path
    ) -> None:
        config = toy.run_config(tmp_path)
        asked = toy.request(tmp_path, config, max_updates=200)
        train(asked)
        lines = [f"{one}\tune autre chose {one}\n" for one in toy.sentences(9, seed=4)]
        config.dev[0].write_text("".join(lines), "utf-8")

        told = train(replace(asked, max_updates=220))

        looks = [
            event
            for event in RunFolder(asked.run).read_events()
            if event["event"] == "dev"
        ]
        assert looks[-1]["bleu"] < max(look["bleu"] for look in looks)
        assert looks[-1]["best"]
        assert f"best dev BLEU {looks[-1]['bleu']:.2f}" in told
        assert overview(asked.run).best_bleu == looks[-1]["bleu"]
        assert "The development text is not what it was" in (
            (asked.run / "train.log").read_text("utf-8")
        )

    def test_a_finished_run_holds_everything(self, tmp_path: Path) -> None:
        config = toy.run_config(tmp_path)
        asked = toy.request(tmp_path, config, max_updates=52)

        assert "finished after 52 updates, best dev BLEU" in train(asked)
        assert {path.name for path in asked.run.iterdir()} == {
            *("config.json", "events.jsonl", "train.log", "state.safetensors"),
            *("checkpoint", "sightings", "status.json", ".lock"),
        }
        events = RunFolder(asked.run).read_events()
        assert [(event["event"], event["update"]) for event in events] == [
            *(("train", 3), ("dev", 20), ("dev", 40), ("train", 50), ("dev", 52))
        ]
        # It knows nothing: each of the nine words and the end is as likely.
        assert events[0]["loss"] == pytest.approx(math.log(13), rel=0.1)
        learned = events[3]
        assert learned["epoch"] == 50 * 10 / 200
        assert learned["learning_rate"] == pytest.approx(0.01 * (1 - 49 / 52))
        facts = CheckpointInfo.read(asked.run / "checkpoint").facts
        assert facts.data == {"train.tsv": 200}
        assert facts.dev_sentences == 4
        assert facts.dev_bleu == max(e["bleu"] for e in events if e["event"] == "dev")
        log = (asked.run / "train.log").read_text("utf-8")
        assert "update 50 epoch 2.50 loss" in log
        assert "200 of 200 pairs are kept" in log

    def test_the_step_size_that_is_told_was_that_of_the_update(
        self, tmp_path: Path
    ) -> None:
        config = toy.run_config(tmp_path)
        rising = replace(config.training, warmup_updates=200)
        asked = toy.request(tmp_path, replace(config, training=rising), max_updates=50)
        train(asked)

        events = RunFolder(asked.run).read_events()
        rates = [e["learning_rate"] for e in events if e["event"] == "train"]
        told = [0.01 * n / 200 * (1 - (n - 1) / 50) for n in (3, 50)]
        assert rates == pytest.approx(told)

    def test_embeddings_stand_still_in_the_last_share_of_the_updates(
        self, tmp_path: Path
    ) -> None:
        config = toy.run_config(tmp_path)
        training = replace(config.training, frozen_share=0.25)
        asked = toy.request(
            tmp_path, replace(config, training=training), max_updates=12
        )
        real = Learner.update
        with patch.object(Learner, "update", autospec=True, side_effect=real) as update:
            train(asked)

        flags = [call.kwargs["frozen"] for call in update.call_args_list]
        assert flags == [False] * 9 + [True] * 3

    def test_development_pairs_that_are_learnt_from_are_told(
        self, tmp_path: Path
    ) -> None:
        """The set's first pair, which is one of the four that are scored."""
        config = toy.run_config(tmp_path)
        for path in (*config.train, *config.dev):  # nothing that both could have
            path.write_text(path.read_text().replace("one", path.stem), "utf-8")
        asked = toy.request(tmp_path, config, max_updates=1)
        (file,), (dev,) = config.train, config.dev
        first = dev.read_text().splitlines()[0]
        file.write_text(f"{file.read_text()}{first}\n", "utf-8")
        train(asked)

        status = Status.read(asked.run)
        told = "The training pairs hold 1 of the 4 development pairs"
        assert status is not None
        assert status.warning.startswith(told)
        assert told in (asked.run / "train.log").read_text()

    def test_the_end_is_looked_at_once(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=40)
        train(asked)

        assert [event["update"] for event in toy.losses(asked.run)] == [3, 20, 40]

    def test_a_finished_run_does_nothing_more(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)
        line = train(asked)
        state = (asked.run / "state.safetensors").read_bytes()
        events = toy.losses(asked.run)

        assert train(asked) == line
        assert (asked.run / "state.safetensors").read_bytes() == state
        assert toy.losses(asked.run) == events

    def test_a_larger_budget_goes_on(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)
        train(asked)

        assert "finished after 12 updates" in train(replace(asked, max_updates=12))
        assert [event["update"] for event in toy.losses(asked.run)] == [3, 7, 12]

    def test_pieces_are_drawn_alike_when_a_run_is_resumed(self, tmp_path: Path) -> None:
        config = toy.run_config(tmp_path, pairs=10)  # of which each update sees all
        drawing = replace(
            config,
            data=replace(config.data, tokenizer="sentencepiece", vocab_size=60),
            training=replace(config.training, subword_alpha=0.1, schedule="constant"),
        )
        whole = toy.request(tmp_path, drawing, max_updates=8, run="whole")
        parts = toy.request(tmp_path, drawing, max_updates=5, run="parts")
        train(whole)
        train(parts)

        train(replace(parts, max_updates=8))

        assert state_of(parts.run) == state_of(whole.run)
        plain = replace(drawing.training, subword_alpha=0.0)
        other = replace(drawing, training=plain)
        train(asked := toy.request(tmp_path, other, max_updates=8, run="plain"))
        assert state_of(asked.run) != state_of(whole.run)

    def test_each_update_has_its_own_number_and_pieces(self, tmp_path: Path) -> None:
        config = toy.run_config(tmp_path, pairs=10)  # of which each update sees all
        drawing = replace(
            config,
            data=replace(config.data, tokenizer="sentencepiece", vocab_size=60),
            training=replace(config.training, subword_alpha=0.1),
        )
        real = Learner.update

        with patch.object(
            Learner, "update", autospec=True, side_effect=real
        ) as updates:
            train(toy.request(tmp_path, drawing, max_updates=3))

        calls = updates.call_args_list
        assert [call.kwargs["number"] for call in calls] == [0, 1, 2]
        sources = {call.args[1].source.tobytes() for call in calls}
        assert len(sources) == 3

    def test_nats_are_told_of_a_sentence_and_of_a_word(self, tmp_path: Path) -> None:
        config = toy.run_config(tmp_path, pairs=10)
        for path in (*config.train, *config.dev):
            path.write_text("one one one\tun un un\n" * 10, "utf-8")
        asked = toy.request(tmp_path, config, max_updates=3)

        train(asked)

        told, _ = RunFolder(asked.run).read_events()
        assert told["nll"] == pytest.approx(4 * told["loss"])  # three words, the end
        facts = CheckpointInfo.read(asked.run / "checkpoint").facts
        assert facts.train_nll == told["nll"]

    def test_a_run_goes_on_by_its_folder_alone(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)
        train(asked)

        told = train(replace(asked, config=None, max_updates=12))

        assert "finished after 12 updates" in told

    def test_a_refused_text_leaves_the_folder_to_better_settings(
        self, tmp_path: Path
    ) -> None:
        config = toy.run_config(tmp_path)
        empty = tmp_path / "empty.tsv"
        empty.touch()
        asked = toy.request(tmp_path, replace(config, dev=(empty,)), max_updates=7)
        with pytest.raises(DataError, match="empty"):
            train(asked)

        assert "finished after 7 updates" in train(replace(asked, dev=config.dev))

    def test_a_larger_budget_that_is_stopped_at_once_is_not_used_up(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=7)
        train(asked)
        with monkeypatch.context() as patched:
            patched.setattr(
                Reporter, "listen", lambda reporter: setattr(reporter, "stopping", True)
            )
            told = train(replace(asked, max_updates=12))

        assert "stopped; the same command resumes it after 7 updates" in told
        assert state(asked.run) == "stopped"
        assert "finished after 12 updates" in train(replace(asked, max_updates=12))

    def test_time_is_a_budget_too(self, tmp_path: Path) -> None:
        asked = toy.request(tmp_path, toy.run_config(tmp_path))

        assert "finished after" in train(replace(asked, max_minutes=1e-3))
        assert update_of(asked.run) >= 1

    def test_the_commit_is_that_of_the_start(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        commits = iter(["at the start", "later"])
        monkeypatch.setattr(loop, "current_commit", lambda: next(commits))
        scores = iter([DevScore(1.0, 0.1, bleu, "by hand") for bleu in (5.0, 9.0)])
        monkeypatch.setattr(loop, "score_development", lambda *_, **__: next(scores))
        asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=40)
        train(asked)

        facts = CheckpointInfo.read(asked.run / "checkpoint").facts
        assert (facts.updates, facts.commit) == (40, "at the start")

    def test_a_better_network_replaces_the_checkpoint_and_a_worse_one_does_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bleu = {3: 5.0, 6: 9.0, 9: 4.0, 12: 9.0, 14: 8.0}
        scores = iter([DevScore(1.0, 0.1, value, "by hand") for value in bleu.values()])
        monkeypatch.setattr(loop, "score_development", lambda *_, **__: next(scores))
        training = replace(toy.TRAINING, evaluate_every=3)
        config = toy.run_config(tmp_path, training=training)
        asked = toy.request(tmp_path, config, max_updates=14)
        train(asked)

        events = toy.losses(asked.run)
        dev = [event for event in events if event["event"] == "dev"]
        assert {event["update"]: event["bleu"] for event in dev} == bleu
        assert [event["best"] for event in dev] == [True, True, False, True, False]
        facts = CheckpointInfo.read(asked.run / "checkpoint").facts
        assert (facts.updates, facts.dev_bleu) == (12, 9.0)
