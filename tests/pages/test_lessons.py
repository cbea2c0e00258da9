"""The lessons without a browser: real models, no stand-ins."""

import json
import shutil
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.figures.labels import plain
from nmtviz.translator import Translator
from nmtviz.ui.lessons import show, soft
from nmtviz.ui.lessons.stage import LESSONS
from nmtviz.ui.whatif import WhatIf
from tests.pages.trained import PAIRS

PAGE = "pages/lessons.py"
PIECES = "rnnsearch-sp"
SENTENCE, OTHER = PAIRS[0][0], PAIRS[3][0]


def opened(app: AppTest, **parameters: str) -> AppTest:
    """Open a link to the lessons."""
    app.run()
    app.switch_page(PAGE)
    for name, value in parameters.items():
        app.query_params[name.replace("_", ".")] = value
    return app.run()


def linked(app: AppTest, name: str) -> str:
    """Return what the address says of a setting."""
    value = app.query_params[name]
    return value if isinstance(value, str) else value[0]


def words(app: AppTest) -> str:
    """Return all the running text of the page."""
    kinds = (app.markdown, app.text, app.caption, app.info, app.warning, app.error)
    return "\n".join(element.value for kind in kinds for element in kind)


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_opens_from_its_link(app: AppTest, name: str) -> None:
    opened(app, lesson=name, **{f"text_{name}": SENTENCE})

    assert not app.exception
    assert not app.error
    assert app.header[0].value.endswith(LESSONS[name].title)
    assert app.code
    assert linked(app, "lesson") == name


def test_the_translation_is_the_models_own(app: AppTest, checkpoints: Path) -> None:
    opened(app, lesson="reordering", text_reordering=SENTENCE)

    translation = Translator.load(checkpoints / PIECES).translate([SENTENCE])[0]
    assert app.code[0].value == translation.hypotheses[0].text


def test_a_lesson_that_is_not_there_is_named(app: AppTest) -> None:
    opened(app, lesson="alchemy")

    assert "'alchemy'" in app.warning[0].value.replace("\\", "")
    assert app.header[0].value == "1. Reordering"


def test_the_next_lesson_has_its_own_sentence_and_link(app: AppTest) -> None:
    opened(app, lesson="reordering", text_reordering=SENTENCE)
    app.button(key="next-lesson").click().run()

    assert linked(app, "lesson") == "soft"
    assert app.text_input(key="text.soft").value == "He loves the old instrument."


def test_the_quiz_hides_the_answer_until_it_is_asked_for(app: AppTest) -> None:
    opened(app, lesson="beam", quiz="true", text_beam=SENTENCE)
    assert not app.code
    assert LESSONS["beam"].look not in words(app)

    app.button(key="show-answer").click().run()
    assert len(app.code) == 2

    app.text_input(key="text.beam").set_value(OTHER).run()
    assert not app.code


@pytest.mark.parametrize("name", ["length", "unknown"])
def test_a_missing_model_is_asked_for_kindly(
    app: AppTest,
    checkpoints: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    shutil.copytree(checkpoints / PIECES, tmp_path / PIECES)
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))

    opened(app, lesson=name)

    assert not app.exception
    assert LESSONS[name].needs in app.info[0].value


def test_the_growing_sentence_has_a_row_for_each_part(app: AppTest) -> None:
    opened(app, lesson="length", text_length="the dog sleeps, the cat sleeps.")

    assert list(app.table[0].value["source words"]) == ["3"]
    assert "the dog sleeps." in words(app)
    app.slider(key="parts.2").set_value(2).run()
    assert list(app.table[0].value["source words"]) == ["3", "6"]


def test_the_link_to_the_translate_page_has_the_same_state(app: AppTest) -> None:
    opened(app, lesson="beam", text_beam=SENTENCE)

    link = app.get("page_link")[0].proto
    assert link.page == "" or link.page.endswith("translate")
    assert parse_qs(link.query_string) == {
        "text": [SENTENCE],
        "model": [PIECES],
        "beam": ["1"],
    }


@pytest.mark.parametrize(("name", "count"), [("soft", 3), ("explanation", 2)])
def test_what_a_lesson_tried_opens_on_the_search_page(
    app: AppTest, name: str, count: int
) -> None:
    opened(app, lesson=name, **{f"text_{name}": SENTENCE})

    asked = [
        parse_qs(link.proto.query_string)
        for link in app.get("page_link")
        if "whatif" in link.proto.query_string
    ]
    assert len(asked) == count
    for query in asked:
        assert (query["text"], query["model"]) == ([SENTENCE], [PIECES])
        (row,) = WhatIf.from_text(query["whatif"][0]).constraints.alignment
        assert [weight for _, weight in row.weights] == [1.0]


def test_the_word_of_a_lesson_is_in_its_link(app: AppTest, checkpoints: Path) -> None:
    translation = Translator.load(checkpoints / PIECES).translate([SENTENCE])[0]
    third = plain(translation.hypotheses[0].tokens.texts[2])
    opened(app, lesson="soft", text_soft=SENTENCE, word=f"3 {third}")
    assert app.selectbox(key="word").value == 2

    app.text_input(key="text.soft").set_value(OTHER).run()
    assert not app.exception
    assert not app.warning
    tokens = tuple(o.split(" ", 1)[1] for o in app.selectbox(key="word").options)
    assert app.selectbox(key="word").value == soft.first_article(tokens)
    assert "word" not in app.query_params


def test_any_word_may_be_moved(app: AppTest) -> None:
    opened(app, lesson="explanation", text_explanation=SENTENCE)
    chooser = app.selectbox(key="moved")
    other = next(i for i, name in enumerate(chooser.options) if i != chooser.index)
    chooser.select_index(other).run()

    assert not app.exception
    word = chooser.options[other].split(" ", 1)[1]
    told = [text.value for text in app.text if "looks hardest at" in text.value]
    assert len(told) == 2
    assert all(text.startswith(f"“{word}”") for text in told)


def test_a_word_that_is_not_there_is_told(app: AppTest) -> None:
    opened(app, lesson="soft", text_soft=SENTENCE, word="99 zut")

    assert not app.exception
    assert "word '99 zut'" in app.warning[0].value.replace("\\", "")


def layout(app: AppTest) -> Any:  # noqa: ANN401, JSON may be anything
    """Return the layout of a page's first picture."""
    return json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]


def test_the_presenter_view_enlarges_the_picture(app: AppTest) -> None:
    opened(app, lesson="reordering", text_reordering=SENTENCE)
    small = layout(app)
    app.toggle(key="large").set_value(True).run()

    for names in (("width",), ("height",), ("xaxis", "tickfont", "size")):
        before, after = (reduce(getitem, names, of) for of in (small, layout(app)))
        assert after == pytest.approx(show.LARGE * before, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
def test_each_lesson_has_a_presenter_view(app: AppTest, name: str) -> None:
    opened(app, lesson=name, large="true")

    assert not app.exception
    assert app.toggle(key="large").value


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("text", [" ", "\u202e **$x$** <b>", "the dog " * 400])
def test_any_text_gives_an_answer_or_a_sentence(
    app: AppTest, name: str, text: str
) -> None:
    opened(app, lesson=name, quiz="true")
    app.text_input(key=f"text.{name}").set_value(text).run()
    for button in app.button:
        if button.key == "show-answer":
            button.click()
    app.run()

    assert not app.exception
    assert app.code or app.error or app.info


def test_a_word_is_compared_in_each_two_sentences(
    app: AppTest, checkpoints: Path
) -> None:
    sentences = [source for source, _ in PAIRS if " dog " in f" {source} "][:2]
    text = " ".join(f"{one.strip(' .').capitalize()}." for one in sentences)
    opened(app, lesson="context", text_context=text)

    assert not app.exception
    assert not app.info
    assert len(app.code) == 2
    (chart,) = app.get("plotly_chart")
    (cells,) = json.loads(chart.proto.spec)["data"]
    assert cells["type"] == "heatmap"
    assert "**dog**" in words(app)


def test_more_sentences_than_are_compared_are_told(app: AppTest) -> None:
    opened(app, lesson="context", text_context="The dog sleeps. " * 9)

    assert len(app.code) == 8
    told = [caption.value for caption in app.caption]
    assert "The first 8 of 9 sentences are compared." in told


def test_a_lesson_of_several_sentences_leads_to_the_view_of_a_text(
    app: AppTest,
) -> None:
    text = "The dog sleeps. A cat eats."
    opened(app, lesson="context", text_context=text)
    (link,) = (one for one in app.get("page_link") if "Translate" in one.proto.label)

    asked = parse_qs(link.proto.query_string)
    assert (asked["input"], asked["passage"]) == (["A text"], [text])
    assert "text" not in asked


def test_sentences_without_a_word_in_common_are_told(app: AppTest) -> None:
    opened(app, lesson="context", text_context="The dog sleeps. A cat eats.")

    assert "a word in common" in app.info[0].value
    assert len(app.code) == 2
    assert not app.get("plotly_chart")
