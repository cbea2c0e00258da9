from pathlib import Path

import pytest

from nmtviz.data.corpus import Pair
from nmtviz.runs.folder import RunFolder
from nmtviz.runs.sightings import read_sightings, sighted_updates
from nmtviz.training.command import train
from nmtviz.training.watched import alignment_error, read_linked, to_watch
from nmtviz.translator import Translator
from tests.training import toy

DEV = [
    Pair("too short", "trop"),
    *(Pair(f"now here are six words {n}", f"voici {n}") for n in range(12)),
]


def test_sentences_of_some_words_are_taken_evenly_from_the_development_set() -> None:
    taken = [pair.source.split()[-1] for pair in to_watch((), DEV)]
    assert taken == ["0", "2", "4", "7", "9"]


def test_a_set_of_short_sentences_is_better_than_none() -> None:
    assert to_watch((), DEV[:1]) == (DEV[0],)


def test_chosen_sentences_bring_their_reference_if_the_set_has_it() -> None:
    assert to_watch(["anything", "too short"], DEV) == (
        Pair("anything", ""),
        Pair("too short", "trop"),
    )


@pytest.mark.usefixtures("here")
def test_a_run_is_looked_at_before_it_learns_and_at_each_evaluation(
    tmp_path: Path,
) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=25)
    train(asked)

    assert sighted_updates(asked.run) == [0, 20, 25]
    for seen in read_sightings(asked.run, 25):
        assert seen.alignment is not None
        assert " ".join(seen.alignment.source[:-1]) == seen.source
        reference = toy.translation(seen.source)
        assert " ".join(seen.alignment.target[:-1]) == reference
        assert seen.alignment.weights.sum(axis=1) == pytest.approx(1, abs=1e-3)


def linked_dev(folder: Path) -> None:
    """Give the development file gold links: the French reads backwards."""
    lines = []
    for sentence in toy.sentences(6, seed=2):
        last = len(sentence.split()) - 1
        links = " ".join(f"{place}-{last - place}" for place in range(last + 1))
        lines.append(f"{sentence}\t{toy.translation(sentence)}\t{links}\n")
    (folder / "dev.tsv").write_text("".join(lines), "utf-8")


@pytest.mark.usefixtures("here")
def test_gold_links_of_the_development_set_are_compared(tmp_path: Path) -> None:
    asked = toy.request(tmp_path, toy.run_config(tmp_path), max_updates=20)
    linked_dev(tmp_path)
    train(asked)

    (event,) = (e for e in RunFolder(asked.run).read_events() if e["event"] == "dev")
    translator = Translator.load(asked.run / "checkpoint", "cpu")
    found = alignment_error(
        translator, read_linked([tmp_path / "dev.tsv"], ("en", "fr"))
    )
    # Weights of a checkpoint are rounded to fp16, so a tie may be broken otherwise.
    assert event["aer"] == pytest.approx(found, abs=0.05)
    assert 0 < event["aer"] < 1


def test_another_third_column_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "dev.tsv"
    file.write_text("one two\tdeux un\tfrom a book\n", "utf-8")
    assert read_linked([file], ("en", "fr")) == ()
