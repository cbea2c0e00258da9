"""The search page without a browser: real models, no stand-ins."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.traces import SearchTrace
from nmtviz.translator import Translator
from tests.pages.trained import PAIRS

WORDS, ENCDEC = "rnnsearch-50", "rnnencdec-50"
SENTENCE = PAIRS[4][0]
BEAM = 3
LINK = {"model": WORDS, "text": SENTENCE, "beam": str(BEAM)}


def opened(app: AppTest, **parameters: str) -> AppTest:
    """Open a link to the page."""
    app.switch_page("pages/search.py")
    app.query_params.update(LINK | parameters)
    return app.run()


def figure(app: AppTest, index: int = 0) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(app.get("plotly_chart")[index].proto.spec)
    return parsed


def drawn(app: AppTest) -> set[int]:
    """Return the ids of the nodes in the tree."""
    named = [t for t in figure(app)["data"] if t.get("customdata")]
    return {data[0] for trace in named for data in trace["customdata"]}


def searched(
    folder: Path, constraints: Constraints | None = None, *, beam: int = BEAM
) -> SearchTrace:
    """Search without the app."""
    search = SearchConfig(beam_size=beam, n_best=beam)
    translator = Translator.load(folder / WORDS)
    return translator.trace(SENTENCE, search, constraints=constraints or Constraints())


def asked(app: AppTest, name: str) -> str:
    """Return the value of a setting in the address."""
    value = app.query_params[name]
    return value if isinstance(value, str) else str(value[-1])


def versions(app: AppTest) -> str:
    """Return the HTML with the translation, and the untouched one if there is."""
    bodies = [str(element.proto.body) for element in app.get("html")]
    return next(body for body in bodies if "versions" in body)


def test_the_whole_tree_is_there_at_once(app: AppTest, checkpoints: Path) -> None:
    opened(app)

    trace = searched(checkpoints)
    living = {node.id for node in trace.nodes if node.status != "pruned"}
    assert not app.exception
    assert living <= drawn(app)
    assert trace.translation.hypotheses[0].text in versions(app)


def test_edges_add_up_to_the_totals_and_leaves_are_the_n_best(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, pruned="true")

    trace = searched(checkpoints)
    assert drawn(app) == {node.id for node in trace.nodes}
    told = {
        data[0]: data[1:4]
        for drawing in figure(app)["data"]
        if drawing.get("customdata")
        for data in drawing["customdata"]
    }
    found = zip(trace.n_best, trace.translation.hypotheses, strict=True)
    for leaf, hypothesis in found:
        edges = [told[node.id][0] for node in trace.path(leaf)]
        assert sum(edges) == pytest.approx(hypothesis.log_prob, abs=1e-4)
        assert told[leaf][1] == pytest.approx(hypothesis.log_prob, abs=1e-4)
        assert told[leaf][2] == pytest.approx(hypothesis.score, abs=1e-4)


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
    bars, heatmap = figure(app, 1), figure(app, 2)
    assert len(bars["data"][0]["y"]) == len(kept.choices) == 10
    assert heatmap["layout"]["yaxis"]["ticktext"] == [
        node.token for node in trace.path(kept.id)
    ]


def test_the_keyboard_chooses_a_node(app: AppTest, checkpoints: Path) -> None:
    opened(app, step="3")
    other = searched(checkpoints).at_step(3)[1]

    app.selectbox(key="tree.node").set_value(other.id).run()

    assert app.code[0].value == other.text
    assert asked(app, "node") == str(other.id)


def test_decoding_on_from_a_node_keeps_its_words(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    pruned = next(n for n in trace.at_step(2) if n.status == "pruned")
    opened(app, node=str(pruned.id))

    app.button(key="from_here").click().run()

    tokens = tuple(node.token for node in trace.path(pruned.id))
    changed = searched(checkpoints, Constraints(prefix=tokens))
    assert changed.translation.hypotheses[0].tokens.texts[:2] == tokens
    assert json.loads(asked(app, "whatif")) == {"prefix": list(tokens)}
    assert "<ins>" in versions(app)
    assert "<del>" in versions(app)


def test_the_second_best_word_takes_the_place_of_the_chosen_one(
    app: AppTest, checkpoints: Path
) -> None:
    trace = searched(checkpoints)
    opened(app, node=str(trace.path(trace.n_best[0])[1].id))

    app.button(key="second_best").click().run()

    first, second = trace.path(trace.n_best[0])[:2]
    other = next(c.text for c in first.choices if c.text != second.token)
    assert json.loads(asked(app, "whatif")) == {"prefix": [first.token, other]}


def test_a_next_word_can_be_taken(app: AppTest, checkpoints: Path) -> None:
    trace = searched(checkpoints)
    opened(app, node="0")

    word = trace.nodes[0].choices[3].text
    app.pills(key="next.0").set_value(word).run()

    assert json.loads(asked(app, "whatif")) == {"prefix": [word]}
    assert not app.exception


def test_undo_and_reset_bring_the_same_text_back(app: AppTest) -> None:
    opened(app, view="What if")
    untouched = versions(app)

    app.text_input(key="whatif.prefix.text").set_value("une")
    app.button[1].click().run()
    forced = versions(app)
    app.text_input(key="whatif.banned.text").set_value("chien")
    app.button(key="FormSubmitter:whatif.banned-Search again").click().run()
    both = versions(app)
    assert len({untouched, forced, both}) == 3

    app.button(key="undo").click().run()
    assert versions(app) == forced
    app.button(key="undo").click().run()
    assert versions(app) == untouched
    assert "whatif" not in app.query_params


def test_reset_takes_all_back_and_undo_takes_reset_back(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une", "banned": ["chien"]}')
    changed = versions(app)

    app.button(key="reset").click().run()
    assert "<ins>" not in versions(app)
    app.button(key="undo").click().run()

    assert versions(app) == changed


def test_a_row_set_by_hand_is_what_the_decoder_used(app: AppTest) -> None:
    opened(app, view="What if")
    app.selectbox(key="whatif.row.target").set_value(1)
    app.selectbox(key="whatif.row.source").set_value(4)
    app.button(key="whatif.row").click().run()

    changed = figure(app, 1)
    weights = {(i, j): w for i, j, w in changed["data"][1]["customdata"]}
    assert weights[1, 4] == pytest.approx(1.0)
    assert any(s["y0"] < 1 < s["y1"] for s in changed["layout"]["shapes"])


def test_a_source_word_can_be_replaced(app: AppTest) -> None:
    opened(app, view="What if")
    app.selectbox(key="whatif.source.word").set_value(1)
    app.text_input(key="whatif.source.text").set_value("dog")
    app.button(key="FormSubmitter:whatif.source-Translate the change").click().run()

    assert json.loads(asked(app, "whatif")) == {
        "sentence": SENTENCE.replace("cat", "dog", 1)
    }


def test_what_is_impossible_is_said_and_can_be_undone(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "le chat", "banned": ["chat"]}')

    assert "must not contain the banned" in app.error[0].value
    assert app.get("plotly_chart")
    app.button(key="undo").click().run()
    assert not app.error


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"evil": 1}', '{"rows": ["x"]}', '{"prefix": 3}', "7" * 5000]
)
def test_a_link_with_nonsense_is_told(app: AppTest, text: str) -> None:
    opened(app, whatif=text)

    assert not app.exception
    assert "whatif" in app.warning[0].value
    assert app.get("plotly_chart")


@pytest.mark.parametrize("name", ["step", "node"])
@pytest.mark.parametrize("text", ["-1", "999999", "x"])
def test_a_link_to_what_is_not_there_is_told(
    app: AppTest, name: str, text: str
) -> None:
    opened(app, **{name: text})

    assert not app.exception
    assert f"asks for a {name}" in app.warning[0].value


def test_another_sentence_forgets_what_was_imposed(app: AppTest) -> None:
    opened(app, whatif='{"prefix": "une"}', node="3")

    app.text_input(key="text").set_value(PAIRS[0][0]).run()

    assert "whatif" not in app.query_params
    assert "node" not in app.query_params
    assert not app.exception


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


def test_rnnencdec_says_what_it_has_instead_of_attention(app: AppTest) -> None:
    opened(app, model=ENCDEC, view="Inside a step")

    assert "no alignment to shade" in app.info[0].value
    metrics = {metric.label for metric in app.metric}
    assert "Update gate" in metrics
    assert "Look entropy" not in metrics
    assert not app.exception


@pytest.mark.parametrize("view", ["Tree", "What if", "Beam sizes"])
def test_rnnencdec_has_the_other_views_too(app: AppTest, view: str) -> None:
    opened(app, model=ENCDEC, view=view)

    assert not app.exception
    assert not app.error


def test_three_beam_sizes_search_one_sentence(app: AppTest, checkpoints: Path) -> None:
    opened(app, view="Beam sizes")

    assert len(app.get("plotly_chart")) == 3
    told = " ".join(text.value for text in app.markdown).replace("\\", "")
    for beam in (1, 4, 12):
        best = searched(checkpoints, beam=beam).translation.hypotheses[0]
        assert f"Beam size {beam}" in told
        assert f"log p {best.log_prob:.2f}" in told


def test_the_tables_say_what_the_tree_shows(app: AppTest, checkpoints: Path) -> None:
    opened(app, step="2")

    trace = searched(checkpoints)
    table = app.dataframe[0].value
    assert list(table["token"]) == [node.token for node in trace.at_step(2)]
    assert list(table["status"]) == [node.status for node in trace.at_step(2)]
    best = app.dataframe[1].value
    texts = [hypothesis.text for hypothesis in trace.translation.hypotheses]
    assert list(best["hypothesis"]) == texts


def test_a_row_of_the_table_chooses_its_node(app: AppTest, checkpoints: Path) -> None:
    opened(app, step="2")
    app.session_state["tree.table"] = {
        "selection": {"rows": [1], "columns": [], "cells": []}
    }
    app.run()

    assert not app.exception


def test_pictures_have_an_alternative_text(app: AppTest) -> None:
    opened(app)

    told = app.get("plotly_chart")[0].proto.alt
    assert "Tree of the search" in told
    assert "finished" in told


def test_a_row_in_the_link_reaches_the_search(app: AppTest, checkpoints: Path) -> None:
    row = ForcedRow(0, ((3, 1.0),))
    opened(app, whatif=json.dumps({"rows": [str(row)]}))

    changed = searched(checkpoints, Constraints(alignment=(row,)))
    best = changed.translation.hypotheses[0]
    assert f"log p {best.log_prob:.2f}" in versions(app)


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
