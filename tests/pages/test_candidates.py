"""The page on candidate lists without a browser: real models, no stand-ins."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.candidate_scores import FILE, write_curves
from nmtviz.candidates import CandidateRule
from nmtviz.config import SearchConfig
from nmtviz.dictionary import FILE as DICTIONARY
from nmtviz.dictionary import Dictionary, Entry
from nmtviz.evaluation.candidates import timed
from nmtviz.results import Translation
from nmtviz.translator import Translator
from nmtviz.ui.candidates import curves, outputs
from tests.pages import tables, trained
from tests.pages.conftest import APP
from tests.test_candidate_scores import CURVES

MODEL, ENCDEC, PIECES = "rnnsearch-50", "rnnencdec-50", "rnnsearch-sp"
SENTENCE = "the black cat sleeps ."
REFERENCE = "le chat noir dort ."
WORDS = {
    "the": ["le", "la"],
    "black": ["noir"],
    "cat": ["chat", "chien"],
    "sleeps": ["dort"],
    "dog": ["chien"],
    "a": ["un", "une"],
    "small": ["petit", "petite"],
    "house": ["maison"],
    "sees": ["voit"],
    "under": ["sous"],
    ".": ["."],
}
LINK = {
    "model": MODEL,
    "text": SENTENCE,
    "reference": REFERENCE,
    "beam": "3",
    "k": "10",
    "per_word": "1",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with a dictionary and one without, for this page alone."""
    path = tmp_path_factory.mktemp("listed")
    trained.checkpoint(path / MODEL)
    trained.checkpoint(path / ENCDEC, kind="rnnencdec")
    trained.checkpoint(path / PIECES, tokenizer="sentencepiece")
    entries = {
        word: [Entry(text, 0.5 / 2**i) for i, text in enumerate(texts)]
        for word, texts in WORDS.items()
    }
    Dictionary(("en", "fr"), entries).save(path / MODEL / DICTIONARY)
    return path


@pytest.fixture
def page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(folder))
    return AppTest.from_file(APP, default_timeout=60)


def opened(page: AppTest, **parameters: str) -> AppTest:
    page.switch_page("pages/candidates.py")
    page.query_params.update(LINK | parameters)
    return page.run()


def versions(page: AppTest) -> list[str]:
    bodies = [str(element.proto.body) for element in page.get("html")]
    return [body for body in bodies if 'class="versions"' in body]


def rows(page: AppTest) -> dict[str, str]:
    """Return how each word of the table got in."""
    (table,) = [one.value for one in page.dataframe if "word" in one.value]
    return dict(zip(table["word"], table["how it got in"], strict=True))


def tick(page: AppTest, word: str) -> None:
    """Tick the row of a word, as a person does at its left."""
    found = tables.table(page, "candidate-words")
    number = [*found.value["word"]].index(word)
    page.session_state[found.key] = {
        "selection": {"rows": [number], "columns": [], "cells": []}
    }
    page.run()


def captions(page: AppTest) -> str:
    return " ".join(caption.value for caption in page.caption)


def test_the_list_says_how_each_word_got_in(page: AppTest) -> None:
    opened(page)

    assert not page.exception
    # In the order of the alphabet, which the tiny vocabulary is in: . chat chien dort
    # la le maison noir petit petite, and sous un une voit.
    assert rows(page) == {
        ".": "top K, dictionary",
        "chat": "top K, dictionary",
        "dort": "top K, dictionary",
        "le": "top K, dictionary",
        "noir": "top K, dictionary",
    }
    assert "14 tokens: 10 most frequent, 4 special symbols" in captions(page).replace(
        "\\", ""
    )


def test_the_likeliest_translations_stand_first(page: AppTest) -> None:
    opened(page, per_word="2", add="sous")

    # p is 0.5 for the first entry of a word and 0.25 for the second; a word that a
    # person added has none. Of equals, the more frequent one stands first.
    expected = ["sous", ".", "chat", "dort", "le", "noir", "chien", "la"]
    assert list(rows(page)) == expected


def test_both_translations_are_what_the_translator_says(
    page: AppTest, folder: Path
) -> None:
    opened(page, ban="noir")

    translator = Translator.load(folder / MODEL)
    search = SearchConfig(beam_size=3, n_best=3)
    rule = CandidateRule(frequent_size=10, per_word_size=1, banned=("noir",))
    (whole,) = translator.translate([SENTENCE], search)
    (listed,) = translator.translate([SENTENCE], search, candidates=rule)
    shown = versions(page)[0]
    assert f"score {whole.hypotheses[0].score:z.3f}" in shown
    assert f"score {listed.hypotheses[0].score:z.3f}" in shown
    assert "noir" not in listed.hypotheses[0].text
    assert "<del>noir</del>" in shown
    assert "<ins>" in shown


def test_a_banned_word_cannot_be_reached_and_can_be_put_back(page: AppTest) -> None:
    opened(page, ban="noir", k="10", per_word="0")

    assert "<del>noir</del>" in versions(page)[1]
    assert "80% of its tokens" in versions(page)[1]
    page.text_input(key="ban").set_value("").run()
    assert "100% of its tokens" in versions(page)[1]


def test_missing_words_are_added_at_a_click(page: AppTest) -> None:
    opened(page, reference="une maison sous le chat", per_word="0")

    page.button(key="add-missing").click().run()

    assert page.text_input(key="add").value == "une sous"
    assert rows(page) == {"sous": "yours", "une": "yours"}
    assert "100% of its tokens" in versions(page)[1]


def test_a_row_of_the_table_is_banned_at_a_click(page: AppTest) -> None:
    opened(page)
    tick(page, "chat")

    page.button(key="ban-word").click().run()

    assert page.text_input(key="ban").value == "chat"
    assert "chat" not in rows(page)
    assert "ban-word" not in {button.key for button in page.button}  # no other row


def test_a_token_of_one_s_own_words_is_banned_and_the_others_stay(
    page: AppTest,
) -> None:
    opened(page, add="maison chat.", per_word="0")
    tick(page, "chat")

    page.button(key="ban-word").click().run()

    assert not page.error
    assert page.text_input(key="ban").value == "chat"
    assert page.text_input(key="add").value == "maison ."


def test_a_sentence_of_our_own_test_set_brings_its_reference(page: AppTest) -> None:
    opened(page)

    page.selectbox(key="candidates.pair").set_value(1).run()

    assert page.text_input(key="text").value
    assert page.text_input(key="reference").value
    page.text_input(key="text").set_value("the dog sleeps .").run()
    assert not page.text_input(key="reference").value
    assert not page.exception


def test_a_size_that_another_model_lacks_is_let_go_without_a_word(
    page: AppTest, folder: Path
) -> None:
    sizes = {
        name: Translator.load(folder / name).lister.words for name in (PIECES, MODEL)
    }
    assert sizes[PIECES] > sizes[MODEL]
    opened(page, model=PIECES, k=str(sizes[PIECES]))
    assert page.select_slider(key="k").value == sizes[PIECES]

    page.selectbox(key="model").set_value(MODEL).run()

    assert not page.exception
    assert not page.warning
    assert page.select_slider(key="k").value == 10
    assert "k" not in page.query_params


def test_a_model_without_a_dictionary_has_only_frequent_words(page: AppTest) -> None:
    opened(page, model=ENCDEC)

    assert not page.exception
    assert "no dictionary" in captions(page)
    assert "K' is 0" in captions(page)


def test_words_that_a_model_has_count_beside_one_that_it_lacks(page: AppTest) -> None:
    opened(page, ban="zèbre chat")

    assert not page.error
    assert "zèbre" in page.warning[0].value
    assert "chat" not in page.warning[0].value
    assert "chat" not in page.dataframe[-1].value["word"].tolist()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"add": "zèbre"}, "*Always on the list* has words that are not in the"),
        ({"add": "noir", "ban": "noir"}, "so left out of both: noir."),
        ({"k": "lots"}, "k 'lots', which is not possible here"),
        ({"k": "99999"}, "k '99999', which is not possible here"),
        ({"k": "9" * 5000}, "9', which is not possible here"),
        ({"per_word": "21"}, "per_word '21', which is not possible here"),
        ({"view": "None"}, "view 'None', which is not possible here"),
        ({"listed": "Few"}, "listed 'Few', which is not possible here"),
        ({"measure": "luck"}, "measure 'luck', which is not possible here"),
        ({"along": "L"}, "along 'L', which is not possible here"),
        ({"model": "nobody"}, "model 'nobody', which is not possible here"),
        ({"text": ""}, "Type a sentence"),
    ],
)
def test_what_cannot_be_is_said(
    page: AppTest, change: dict[str, str], complaint: str
) -> None:
    opened(page, **change)

    assert not page.exception
    said = [one.value for one in (*page.error, *page.warning, *page.info)]
    assert complaint in " ".join(said).replace("\\", "")


def test_shipped_curves_are_drawn_beside_the_paper(page: AppTest, folder: Path) -> None:
    write_curves(folder / ENCDEC, CURVES)

    opened(page, view="A test set", model=ENCDEC, measure="coverage")

    assert not page.exception
    first, second = (json.loads(c.proto.spec) for c in page.get("plotly_chart"))
    assert [trace["name"] for trace in first["data"]] == [
        *("K = 10", "K = 20", "whole vocabulary"),
    ]
    assert first["data"][0]["y"] == [50.0]
    assert second["data"][0]["name"] == CURVES.data
    assert CURVES.signature in captions(page).replace("\\", "")
    (folder / ENCDEC / FILE).unlink()


def test_lists_are_measured_on_the_page(page: AppTest) -> None:
    opened(page, view="A test set")
    assert "has not been measured" in page.info[0].value

    page.multiselect(key="measure.k.rnnsearch-50").set_value([10])
    page.multiselect(key="measure.per_word.rnnsearch-50").set_value([0, 5])
    page.slider(key="measure.n").set_value(3)
    page.slider(key="measure.beam").set_value(1)
    page.button[0].click().run()

    assert not page.exception
    (table,) = [one.value for one in page.dataframe if "BLEU" in one.value]
    assert table["K"].tolist() == ["all", "10", "10"]
    assert table["K'"].tolist() == [0, 0, 5]


def test_damaged_curves_are_said_and_the_page_goes_on(
    page: AppTest, folder: Path
) -> None:
    (folder / ENCDEC / FILE).write_text("{")

    opened(page, view="A test set", model=ENCDEC)

    assert not page.exception
    assert "must hold candidate curves" in page.warning[0].value.replace("\\", "")
    (folder / ENCDEC / FILE).unlink()


def test_the_usual_size_is_that_of_the_model(page: AppTest) -> None:
    opened(page, model=PIECES)
    usual = page.select_slider(key="k").value

    page.selectbox(key="model").set_value(MODEL).run()
    page.selectbox(key="model").set_value(PIECES).run()

    assert page.select_slider(key="k").value == usual
    assert "k" not in page.query_params


def test_a_list_tells_which_part_of_the_time_it_takes() -> None:
    seconds = zip(CURVES.points, (0.001, 0.004, 0.002, 0.003), strict=True)
    points = tuple(replace(point, token_seconds=each) for point, each in seconds)

    rows = curves.table(replace(CURVES, points=points))

    # The whole vocabulary is first, then by K and K'.
    assert rows["ms a token"].tolist() == pytest.approx([4, 2, 3, 1])
    assert rows["share of the time"].tolist() == pytest.approx([1, 0.5, 0.75, 0.25])


def test_the_translation_with_a_list_tells_its_part_of_the_time(
    page: AppTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def timed_by_hand(
        translator: Translator,
        sources: Sequence[str],
        search: SearchConfig,
        rule: CandidateRule | None,
    ) -> tuple[list[Translation], float]:
        found, _ = timed(translator, sources, search, rule)
        return found, 0.004 if rule is None else 0.001

    monkeypatch.setattr(outputs, "timed", timed_by_hand)

    opened(page, text="the small cat sleeps .")

    (shown,) = (body for body in versions(page) if "Whole vocabulary" in body)
    assert re.findall(r"([\d.]+) ms a token", shown) == ["4.0", "1.0"]
    assert "0.25 of its time" in shown


def test_words_that_cannot_be_reached_are_told_with_the_reason(
    page: AppTest,
) -> None:
    opened(page, reference="le zèbre dort sous zèbre", per_word="0")

    told = captions(page).replace("\\", "")
    # In the order of the alphabet, sous comes behind the ten that are on the list.
    assert "Not on the list, by frequency: sous (number 11)." in told
    assert "Not in the vocabulary: zèbre." in told
