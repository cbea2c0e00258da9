"""Facts of training as JSON, and as what a later run has behind it."""

import json
from dataclasses import replace

import pytest

from nmtviz.facts import EarlierTraining, TestScore, TrainingFacts
from tests.tiny import FACTS

EARLIER = EarlierTraining(name="young", updates=1000, epochs=0.25, hours=1.5)
SCORE = TestScore(data="a.tsv", n=3, bleu=12.5, signature="by hand", beam_size=4)


@pytest.mark.parametrize(
    "facts",
    [
        FACTS,
        replace(FACTS, earlier=EARLIER),
        replace(FACTS, earlier=replace(EARLIER, seed=7, earlier=EARLIER)),
        replace(FACTS, settings={"dropout": 0.25, "optimizer": "adam"}),
        replace(FACTS, test_scores=(SCORE, replace(SCORE, data="b.tsv"))),
    ],
)
def test_facts_travel_as_json(facts: TrainingFacts) -> None:
    text = json.dumps(facts.to_json())

    assert TrainingFacts.from_json(json.loads(text)) == facts


def test_facts_of_an_older_nmtviz_can_be_read() -> None:
    values = FACTS.to_json()
    del values["earlier"], values["test_scores"], values["settings"]

    assert TrainingFacts.from_json(values) == FACTS


def test_what_is_behind_a_later_run_is_all_there_was() -> None:
    twice = replace(FACTS, earlier=EARLIER)

    assert twice.followed_from("older") == EarlierTraining(
        name="older",
        updates=1234,
        epochs=0.5,
        hours=2.25,
        data=FACTS.data,
        own_data=FACTS.data,
        seed=FACTS.seed,
        commit=FACTS.commit,
        settings=FACTS.settings,
        earlier=EARLIER,
    )


def test_a_smaller_part_of_a_file_does_not_undo_what_was_learned() -> None:
    earlier = replace(EARLIER, data={"a.tsv": 400, "b.tsv": 3})
    again = replace(FACTS, data={"a.tsv": 90, "b.tsv": 5}, earlier=earlier)

    found = again.followed_from("older")

    assert found.data == {"a.tsv": 400, "b.tsv": 5}
    assert found.own_data == {"a.tsv": 90, "b.tsv": 5}


def test_weights_before_any_update_have_the_training_of_what_was_gone_on_from() -> None:
    before = replace(FACTS, earlier=EARLIER, settings={"dropout": 0.25})
    run = replace(
        before,
        data={"other.tsv": 5},
        seed=99,
        commit="later",
        settings={"dropout": 0.5},
        dev_bleu=1.5,
        earlier=before.followed_from("older"),
    )

    assert run.before_training() == replace(before, dev_bleu=1.5)


def test_a_widened_network_and_one_from_nothing_are_the_runs_own() -> None:
    widened = replace(FACTS, earlier=replace(EARLIER, hidden_size=8))

    assert widened.before_training() == widened
    assert FACTS.before_training() == FACTS


def test_each_text_counts_once_however_often_it_was_given() -> None:
    given = {"a.tsv, 3 times": 30, "b, 2 times.tsv": 8, "c.tsv": 5}

    assert replace(FACTS, data=given).distinct_pairs == 10 + 8 + 5
