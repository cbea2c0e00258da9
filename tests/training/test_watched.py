from pathlib import Path

import pytest

from nmtviz.data.corpus import Pair
from nmtviz.runs.sightings import read_sightings, sighted_updates
from nmtviz.training.command import train
from nmtviz.training.watched import to_watch
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
