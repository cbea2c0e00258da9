"""The translate page with a text of several sentences: real models, no stand-ins."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.data.sentences import split_sentences
from nmtviz.evaluation.confidence import typical_probability
from nmtviz.evaluation.lost_track import Loop
from nmtviz.translator import Translator
from nmtviz.ui.translate import many_table, passage
from tests.pages import tables
from tests.pages.trained import PAIRS

WORDS, PIECES, ENCDEC = "rnnsearch-50", "rnnsearch-sp", "rnnencdec-50"
SENTENCES = [source for source, _ in PAIRS]
TEXT = "\n".join(SENTENCES)


def opened(app: AppTest, **parameters: str | list[str]) -> AppTest:
    """Open a link to a text."""
    app.query_params.update({"input": passage.TEXT, "passage": TEXT, **parameters})
    return app.run()


def rows(app: AppTest) -> list[dict[str, Any]]:
    table: pd.DataFrame = tables.table(app, "passage-table").value
    return [dict(zip(table.columns, row, strict=True)) for row in table.to_numpy()]


def shown_columns(app: AppTest) -> list[str]:
    return [*tables.table(app, "passage-table").proto.column_order]


def columns(app: AppTest) -> list[str]:
    """Return the words along the top of the picture."""
    (chart,) = app.get("plotly_chart")
    words: list[str] = json.loads(chart.proto.spec)["layout"]["xaxis"]["ticktext"]
    return words


def translate(app: AppTest, text: str) -> None:
    app.text_area(key="passage-field").set_value(text)
    (button,) = (one for one in app.button if one.label == "Translate")
    button.click().run()


def test_back_brings_the_text_before(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(app)
    translate(app, SENTENCES[0])

    app.query_params["passage"] = TEXT
    monkeypatch.setattr("nmtviz.ui.links.went_back", lambda: True)
    app.run()

    assert app.text_area(key="passage-field").value == TEXT


@pytest.mark.parametrize("models", [[WORDS], [PIECES, ENCDEC]])
def test_every_sentence_has_the_translation_it_has_alone(
    app: AppTest, checkpoints: Path, models: list[str]
) -> None:
    opened(app, model=models)

    assert not app.exception
    assert not app.warning
    found = rows(app)
    assert [row["source"] for row in found] == SENTENCES
    for name in models:
        translator = Translator.load(checkpoints / name)
        for row in found:
            (alone,) = translator.translate([row["source"]])
            best = alone.hypotheses[0]
            assert row[f"translation {name}"] == best.text
            sure = pytest.approx(typical_probability(best), abs=1e-5)
            assert row[f"sure {name}"] == sure


def test_a_sentence_of_the_text_is_looked_at_as_one_alone(app: AppTest) -> None:
    opened(app, model=WORDS, number="2")

    assert columns(app)[:-1] == SENTENCES[1].split()
    app.selectbox(key="number").set_value(4).run()
    assert columns(app)[:-1] == SENTENCES[4].split()
    assert app.query_params["number"] == "5"
    assert app.code[0].value == rows(app)[4][f"translation {WORDS}"]


def test_doubtful_translations_are_marked_in_their_rows(checkpoints: Path) -> None:
    translator = Translator.load(checkpoints / WORDS)
    sure, unsure = translator.translate(SENTENCES[:2])
    (best,) = unsure.hypotheses
    unlikely = replace(best, log_prob=-len(best.tokens))  # below 0.5: 1 / e
    found = {WORDS: [sure, replace(unsure, hypotheses=(unlikely,)), None]}
    infos = [CheckpointInfo.read(checkpoints / WORDS)]

    table = many_table.table(SENTENCES[:3], infos, found)
    assert [*table[f"doubtful {WORDS}"]] == ["", "yes", ""]


def test_the_least_sure_come_first_if_one_asks_for_it(app: AppTest) -> None:
    opened(app, model=WORDS)
    sure = [row[f"sure {WORDS}"] for row in rows(app)]
    app.segmented_control(key="text_order").set_value("least sure first").run()

    assert [row[f"sure {WORDS}"] for row in rows(app)] == sorted(sure)
    assert len(set(sure)) > 1


def test_another_text_begins_with_its_first_sentence(app: AppTest) -> None:
    opened(app, model=WORDS, number="3")
    translate(app, "the small cat sleeps . \n a black dog .")

    assert [row["source"] for row in rows(app)] == [
        "the small cat sleeps .",
        "a black dog .",
    ]
    assert columns(app)[0] == "the"
    assert "number" not in app.query_params


def test_what_is_in_capitals_in_a_text_can_be_written_in_small_letters(
    app: AppTest,
) -> None:
    opened(app, model=WORDS)
    long = "a small house .\n" * passage.MOST_SENTENCES
    translate(app, f"THE DOG sees you . A HOUSE .\n{long}do NOT go .")

    app.button(key="small-letters").click().run()

    assert not app.exception
    written = str(app.text_area(key="passage-field").value).split("\n")
    assert [*written[:2], written[-1]] == [
        "The dog sees you .",
        "A house .",
        "do not go .",
    ]
    assert "small-letters" not in {one.key for one in app.button}


def test_the_first_visit_shows_a_text_of_ours(app: AppTest) -> None:
    app.query_params["input"] = passage.TEXT
    app.run()

    assert not app.exception
    assert not any("does not bring" in caption.value for caption in app.caption)
    assert [row["source"] for row in rows(app)] == split_sentences(passage.FIRST)
    assert "passage" not in app.query_params


def test_a_long_text_is_not_in_the_address_and_its_end_is_told(app: AppTest) -> None:
    opened(app, model=WORDS)
    translate(app, "a small house .\n" * (passage.MOST_SENTENCES + 1))

    assert len(rows(app)) == passage.MOST_SENTENCES
    (warning,) = app.warning
    assert "first 200 of 201 sentences" in warning.value
    assert any("does not bring this text" in caption.value for caption in app.caption)
    app.selectbox(key="number").set_value(5).run()
    assert "passage" not in app.query_params
    assert "number" not in app.query_params  # it would be one of another text


def test_a_sentence_that_cannot_be_read_is_told_and_the_others_are_there(
    app: AppTest,
) -> None:
    opened(app, model=WORDS)
    translate(app, "a small house .\n" + "dog " * 10_000)

    assert not app.exception
    assert "at most" in app.error[0].value
    found = rows(app)
    assert found[0][f"translation {WORDS}"]
    assert found[1][f"translation {WORDS}"] == ""
    assert "Doubtful: 0" in " ".join(caption.value for caption in app.caption)


def test_a_line_is_a_sentence_if_one_asks_for_it(app: AppTest) -> None:
    opened(app, model=WORDS, passage="The dog. The cat.\n\nA house.")
    assert [row["source"] for row in rows(app)] == ["The dog.", "The cat.", "A house."]

    app.selectbox(key="number").set_value(2).run()
    app.toggle(key="by_line").set_value(True).run()

    assert app.selectbox(key="number").value == 0
    assert [row["source"] for row in rows(app)] == ["The dog. The cat.", "A house."]


def test_a_link_may_say_that_a_line_is_a_sentence(app: AppTest) -> None:
    text = "The dog. The cat.\nA house."
    opened(app, model=WORDS, passage=text, by_line="true", number="2")

    assert not app.warning
    assert len(rows(app)) == 2
    assert app.selectbox(key="number").value == 1


def test_a_translation_that_lost_track_is_told(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "nmtviz.ui.translate.track.find_loop",
        lambda source, _: Loop("x y z", 4) if source == SENTENCES[1] else None,
    )
    opened(app, model=WORDS)

    told = [row[f"track lost {WORDS}"] for row in rows(app)]
    assert told[1] == "It repeats itself: \u201cx y z\u201d 4 times"
    assert not any("repeats" in one for place, one in enumerate(told) if place != 1)
    assert shown_columns(app).count(f"track lost {WORDS}") == 1
    assert f"lost {WORDS}" not in shown_columns(app)
    assert "; having lost track: " in " ".join(one.value for one in app.caption)


def test_no_text_is_said(app: AppTest) -> None:
    opened(app, model=WORDS)
    translate(app, " \n ")

    assert not app.exception
    assert "Type a text" in app.info[0].value


def test_several_sentences_in_the_field_of_one_become_a_text(app: AppTest) -> None:
    app.query_params.update({"model": WORDS, "text": "The dog sees. The cat sleeps."})
    app.run()
    app.button(key="as-text").click().run()

    assert not app.exception
    assert [row["source"] for row in rows(app)] == ["The dog sees.", "The cat sleeps."]
    assert app.query_params["input"] == passage.TEXT


def test_one_sentence_gets_no_such_offer(app: AppTest) -> None:
    app.query_params.update({"model": WORDS, "text": SENTENCES[0]})
    app.run()

    assert "as-text" not in {button.key for button in app.button}


def test_the_sentence_looked_at_goes_along_to_the_view_of_one(app: AppTest) -> None:
    opened(app, model=WORDS, number="3")
    app.segmented_control(key="input").set_value(passage.ONE).run()

    assert not app.exception
    assert app.text_input(key="text").value == SENTENCES[2]
    assert not {"passage", "number"} & set(app.query_params)
    assert columns(app)[:-1] == SENTENCES[2].split()

    app.segmented_control(key="input").set_value(passage.TEXT).run()
    assert [row["source"] for row in rows(app)] == SENTENCES


def test_a_number_that_is_not_there_is_told(app: AppTest) -> None:
    opened(app, model=WORDS, number="77")

    assert "asks for number" in app.warning[0].value
    assert columns(app)[:-1] == SENTENCES[0].split()


def test_numbers_that_a_translation_lacks_are_told(app: AppTest) -> None:
    opened(app, model=WORDS)
    assert f"lost {WORDS}" not in shown_columns(app)
    translate(app, "the small dog sees 12,500% cats .\nthe black cat sleeps .")

    assert [row[f"lost {WORDS}"] for row in rows(app)] == ["12,500, %", ""]
    assert f"lost {WORDS}" in shown_columns(app)
    (told,) = [
        one.value for one in app.markdown if "Not in the translation" in one.value
    ]
    assert "12\\,500\\, \\%" in told
    app.selectbox(key="number").set_value(1).run()
    assert not [one for one in app.markdown if "Not in the translation" in one.value]


def test_files_hold_what_the_table_does(checkpoints: Path) -> None:
    search = SearchConfig(beam_size=3)
    found = {
        name: Translator.load(checkpoints / name).translate(SENTENCES, search)
        for name in (WORDS, PIECES)
    }
    infos = [CheckpointInfo.read(checkpoints / name) for name in found]
    table = many_table.table(SENTENCES, infos, found)

    assert table.columns.tolist() == [
        "number",
        "source",
        *(f"translation {name}" for name in found),
        *(f"sure {name}" for name in found),
        *(f"doubtful {name}" for name in found),
        *(f"track lost {name}" for name in found),
        *(f"lost {name}" for name in found),
        *(f"names respelt {name}" for name in found),
        *(f"unknown words {name}" for name in found),
    ]
    best = found[PIECES][5].hypotheses[0]
    assert table[f"translation {PIECES}"][5] == best.text
    # The geometric mean of what each token has.
    mean = best.token_log_probs.mean()
    assert table[f"sure {PIECES}"][5] == pytest.approx(2.718281828**mean)


def test_the_table_as_a_file_quotes_nothing() -> None:
    table = pd.DataFrame(
        {
            "number": [1, 2],
            "source": ['He said "no".', "a\tb\u2028c"],
            "sure x": [0.5, float("nan")],
        }
    )

    text = many_table.tsv(table)

    assert text.split("\n") == [
        "number\tsource\tsure x",
        '1\tHe said "no".\t0.5',
        "2\ta b c\t",
        "",
    ]


def test_a_text_is_there_again_after_another_page(app: AppTest) -> None:
    opened(app, model=WORDS)

    for page in ("train", "translate"):
        app.query_params.clear()
        app.switch_page(f"pages/{page}.py").run()

    assert not app.exception
    assert not app.warning
    assert app.segmented_control(key="input").value == "A text"
    assert app.text_area(key="passage-field").value == TEXT
    assert "text" not in app.query_params


def test_sentences_in_the_language_that_is_written_are_told(app: AppTest) -> None:
    opened(app, model=WORDS)
    assert "look" not in " ".join(
        one.value for one in app.caption if "but" in one.value
    )

    translate(app, "\n".join([SENTENCES[0], PAIRS[3][1], SENTENCES[1], PAIRS[4][1]]))

    (told,) = [one.value for one in app.caption if "look like" in one.value]
    assert "Sentences 2, 4 look like French" in told
    assert not app.exception


def test_what_is_wrong_stands_first_and_is_counted(app: AppTest) -> None:
    opened(app, model=WORDS)
    translate(app, "the small dog sees 12,500% cats .\nthe black cat sleeps .")

    shown = shown_columns(app)
    assert shown[:3] == ["number", f"sure {WORDS}", f"lost {WORDS}"]
    assert shown.index("source") < shown.index(f"translation {WORDS}")
    told = " ".join(one.value for one in app.caption).replace("\\", "")
    assert f"; with something lost: 1 ({WORDS})." in told


def test_rows_with_unknown_words_are_marked(checkpoints: Path) -> None:
    (made,) = Translator.load(checkpoints / WORDS).translate(SENTENCES[:1])
    (best,) = made.hypotheses
    tokens = replace(best.tokens, unknown=(True, *best.tokens.unknown[1:]))
    unknown = replace(made, hypotheses=(replace(best, tokens=tokens),))
    infos = [CheckpointInfo.read(checkpoints / WORDS)]

    table = many_table.table(SENTENCES[:2], infos, {WORDS: [unknown, made]})

    assert [*table[f"unknown words {WORDS}"]] == ["1", ""]
