"""The search page without a browser: real models, no stand-ins."""

import json
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from nmtviz.constraints import ForcedRow
from nmtviz.ui.links import NODE, STEP
from nmtviz.ui.search import tree
from nmtviz.ui.search.place import PLAYING
from tests.pages.search_page import (
    ENCDEC,
    asked,
    drawings,
    drawn,
    figure,
    opened,
    searched,
    versions,
)


def test_the_whole_tree_is_there_at_once(app: AppTest, checkpoints: Path) -> None:
    opened(app)

    trace = searched(checkpoints)
    living = {node.id for node in trace.nodes if node.status != "pruned"}
    assert not app.exception
    assert living <= set(drawn(app))
    assert trace.translation.hypotheses[0].text in versions(app)


def test_edges_add_up_to_the_totals_and_leaves_are_the_n_best(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, shown="all")

    trace = searched(checkpoints)
    assert set(drawn(app)) == {node.id for node in trace.nodes}
    told = {
        node: [float(line.rpartition(" ")[2]) for line in lines[2:]]
        for node, lines in drawn(app).items()
    }
    half = 0.0005  # of the last digit told
    found = zip(trace.n_best, trace.translation.hypotheses, strict=True)
    for leaf, hypothesis in found:
        path = trace.path(leaf)
        _, total, score = told[leaf]
        assert total == pytest.approx(hypothesis.log_prob, abs=half)
        assert score == pytest.approx(hypothesis.score, abs=half)
        edges = sum(told[node.id][0] for node in path)
        assert edges == pytest.approx(total, abs=half * (len(path) + 1))


def test_a_step_shows_what_was_looked_at_so_far(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, step="2")
    trace = searched(checkpoints)
    assert max(trace.nodes[node].position for node in drawn(app)) == 2

    app.button(key="one_step").click().run()

    assert max(trace.nodes[node].position for node in drawn(app)) == 3
    assert app.slider(key="step").value == 3
    assert asked(app, "step") == "3"


def test_playing_goes_on_to_the_end_and_stops(app: AppTest) -> None:
    opened(app)
    app.button(key="play").click().run()
    steps = [app.session_state["step"]]
    while app.session_state["playing"]:
        app.run()
        steps.append(app.session_state["step"])

    assert steps[0] < 4
    assert steps[-1] == app.slider(key="step").max
    assert steps == sorted(steps)
    assert app.button(key="play").label == "Play"


def test_a_node_tells_its_words_its_alignment_and_ten_next_words(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    kept = next(n for n in trace.at_step(3) if n.status == "kept")

    opened(app, node=str(kept.id))

    assert app.code[0].value == kept.text
    bars, heatmap = figure(app, 0), figure(app, 1)
    assert len(bars["data"][0]["y"]) == len(kept.choices) == 10
    assert heatmap["layout"]["yaxis"]["ticktext"] == [
        node.token for node in trace.path(kept.id)
    ]


def test_the_keyboard_chooses_a_node(app: AppTest, checkpoints: Path) -> None:
    opened(app, step="3")
    other = searched(checkpoints).at_step(3)[1]

    app.selectbox(key="tree.node.3").set_value(other.id).run()

    assert app.code[0].value == other.text
    assert asked(app, "node") == str(other.id)


@pytest.mark.parametrize("name", ["step", "node", "hypothesis", "at"])
@pytest.mark.parametrize("text", ["-1", "999999", "x", "9" * 5000])
def test_a_link_to_what_is_not_there_is_told(
    app: AppTest, name: str, text: str
) -> None:
    opened(app, **{name: text})

    assert not app.exception
    told = app.warning[0].value.replace("\\", "")
    assert f"asks for {name} {text!r}, which is not possible here" in told


@pytest.mark.parametrize(("name", "text"), [("view", "Map"), ("per_token", "maybe")])
def test_a_setting_that_cannot_be_is_told(app: AppTest, name: str, text: str) -> None:
    opened(app, **{name: text})

    assert not app.exception
    told = app.warning[0].value.replace("\\", "")
    asked = f"The link asks for {name} {text!r}, which is not possible here."
    assert told.startswith(asked)


def test_inside_a_step_shades_the_sentence(app: AppTest, checkpoints: Path) -> None:
    opened(app, view="Inside a step", at="3")

    hypothesis = searched(checkpoints).translation.hypotheses[0]
    assert hypothesis.alignment is not None
    shaded = next(h.proto.body for h in app.get("html") if "reading" in h.proto.body)
    for weight in hypothesis.alignment[2]:
        assert f", {weight:.3f})" in shaded
    metrics = {metric.label: metric.value for metric in app.metric}
    assert (
        metrics["Probability"] == f"{2.718281828 ** hypothesis.token_log_probs[2]:.3f}"
    )
    assert {"Entropy", "Update gate", "Reset gate", "Context change"} <= set(metrics)


def test_inside_another_hypothesis_of_the_beam(app: AppTest, checkpoints: Path) -> None:
    opened(app, view="Inside a step", hypothesis="2", at="2")

    second = searched(checkpoints).translation.hypotheses[1]
    metrics = {metric.label: metric.value for metric in app.metric}
    assert metrics["Probability"] == f"{2.718281828 ** second.token_log_probs[1]:.3f}"
    assert app.slider(key="at").max == len(second.tokens)

    app.selectbox(key="hypothesis").set_value(1).run()
    assert "hypothesis" not in app.query_params
    assert not app.exception


def test_a_row_beyond_a_hypothesis_does_not_keep_it_closed(
    app: AppTest, checkpoints: Path
) -> None:
    length = len(searched(checkpoints).translation.hypotheses[0].tokens)
    row = ForcedRow(length, ((0, 1.0),))
    opened(app, view="Inside a step", whatif=json.dumps({"rows": [str(row)]}))

    assert not app.error
    assert app.metric


def test_rnnencdec_says_what_it_has_instead_of_attention(app: AppTest) -> None:
    opened(app, model=ENCDEC, view="Inside a step")

    assert "no alignment to shade" in app.info[0].value
    metrics = {metric.label for metric in app.metric}
    assert "Update gate" in metrics
    assert "Attention entropy" not in metrics
    assert not app.exception


@pytest.mark.parametrize("view", ["Tree", "What if", "Beam sizes"])
def test_rnnencdec_has_the_other_views_too(app: AppTest, view: str) -> None:
    opened(app, model=ENCDEC, view=view)

    assert not app.exception
    assert not app.error


def test_three_beam_sizes_search_one_sentence(app: AppTest, checkpoints: Path) -> None:
    opened(app, view="Beam sizes")

    assert len(drawings(app)) == 3
    told = " ".join(text.value for text in app.markdown).replace("\\", "")
    for beam in (1, 4, 12):
        best = searched(checkpoints, beam=beam).translation.hypotheses[0]
        assert f"Beam size {beam}" in told
        assert f"log p {best.log_prob:z.2f}" in told


def test_the_tables_say_what_the_tree_shows(app: AppTest, checkpoints: Path) -> None:
    opened(app, step="2")
    assert not app.dataframe  # made only once somebody opens them
    app.session_state["tree.tables"] = True
    app.run()

    trace = searched(checkpoints)
    table = app.dataframe[0].value
    assert list(table["token"]) == [node.token for node in trace.at_step(2)]
    assert list(table["status"]) == [node.status for node in trace.at_step(2)]
    best = app.dataframe[1].value
    texts = [hypothesis.text for hypothesis in trace.translation.hypotheses]
    assert list(best["hypothesis"]) == texts


@pytest.mark.parametrize(("step", "then"), [(1, "later"), (99, "as before")])
def test_a_row_of_the_table_chooses_its_node_and_its_step(
    monkeypatch: pytest.MonkeyPatch, checkpoints: Path, step: int, then: str
) -> None:
    trace = searched(checkpoints)
    clicked = {"selection": {"rows": [1], "columns": [], "cells": []}}
    state = {"tree.best": clicked, NODE: None, STEP: step, PLAYING: True}
    monkeypatch.setattr(st, "session_state", state)
    node = trace.nodes[trace.n_best[1]]

    tree._take_row("tree.best", [trace.nodes[leaf] for leaf in trace.n_best])

    assert state[NODE] == node.id
    assert state[STEP] == (node.position if then == "later" else step)
    assert not state[PLAYING]


def test_pictures_have_an_alternative_text(app: AppTest) -> None:
    opened(app)

    told = drawings(app)[0]["alt"]
    assert "Tree of the search" in told
    assert "finished" in told


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_to_search_for_is_said(app: AppTest, text: str) -> None:
    opened(app, text=text)

    assert not app.exception
    assert app.info or app.error


def test_no_checkpoints_is_not_an_error(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))

    opened(app)

    assert not app.exception
    assert "no trained model" in app.info[0].value
