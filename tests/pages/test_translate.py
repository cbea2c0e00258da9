"""The translate page without a browser: real models, no stand-ins."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.config import SearchConfig
from nmtviz.errors import InputError
from nmtviz.evaluation.confidence import EVEN, typical_probability, unsure_words
from nmtviz.prediction_difference import groups_of
from nmtviz.results import UNKNOWN, Translation
from nmtviz.translator import Translator
from nmtviz.ui import escape
from nmtviz.ui.examples import EXAMPLES, FIRST
from nmtviz.ui.translate.doubts import told
from tests import tiny
from tests.pages.trained import PAIRS

WORDS, PIECES, ENCDEC = "rnnsearch-50", "rnnsearch-sp", "rnnencdec-50"
SENTENCE = PAIRS[4][0]
SEARCH = SearchConfig(n_best=12)


def opened(app: AppTest, **parameters: str | list[str]) -> AppTest:
    """Open a link."""
    app.query_params.update(parameters)
    return app.run()


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def weights(figure: dict[str, Any]) -> list[float]:
    return [weight for _, _, weight in figure["data"][1]["customdata"]]


def meaning(app: AppTest) -> str:
    """Return what the page says of the weights."""
    told = [caption.value for caption in app.caption]
    return next(text for text in told if "explains" in text or "left out" in text)


def translated(
    folder: Path, sentence: str, search: SearchConfig = SEARCH
) -> Translation:
    return Translator.load(folder / WORDS).translate([sentence], search)[0]


def test_the_first_example_is_drawn_at_once(app: AppTest) -> None:
    app.run()

    assert not app.exception
    assert app.text_input(key="text").value == FIRST
    assert app.multiselect(key="model").value == [PIECES]
    assert len(figures(app)) == 1


def test_the_translation_can_be_copied_and_has_its_score(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, model=WORDS, text=SENTENCE)

    best = translated(checkpoints, SENTENCE).hypotheses[0]
    assert app.code[0].value == best.text
    captions = " ".join(caption.value for caption in app.caption)
    assert f"score {best.score:z.3f}" in captions
    assert f"log p {best.log_prob:z.2f} nats" in captions


@pytest.mark.parametrize("hypothesis", [0, 4, 11])
def test_every_hypothesis_has_its_own_alignment(
    app: AppTest, checkpoints: Path, hypothesis: int
) -> None:
    opened(app, model=WORDS, text=SENTENCE)
    app.selectbox(key=f"hypothesis.{WORDS}").set_value(hypothesis).run()

    translation = translated(checkpoints, SENTENCE)
    alignment = translation.alignment(hypothesis)
    assert alignment is not None
    assert app.code[0].value == translation.hypotheses[hypothesis].text
    assert weights(figures(app)[0]) == pytest.approx(alignment.weights.ravel().tolist())


def test_pieces_and_words_of_one_translation_differ(app: AppTest) -> None:
    opened(app, model=PIECES, text=SENTENCE)
    words = figures(app)[0]["layout"]["xaxis"]["ticktext"]
    app.segmented_control(key="unit").set_value("pieces").run()
    pieces = figures(app)[0]["layout"]["xaxis"]["ticktext"]

    assert len(pieces) > len(words)
    assert "".join(pieces).replace("_", "") == "".join(words)


@pytest.mark.parametrize("weights", ["attention", "prediction difference"])
def test_what_is_said_of_pieces_and_words_names_them(
    app: AppTest, weights: str
) -> None:
    opened(app, model=PIECES, weights=weights)
    words = meaning(app)

    app.segmented_control(key="unit").set_value("pieces").run()
    pieces = meaning(app)

    assert words != pieces
    assert ("English piece" in pieces) == (weights != "attention")
    assert "summed over the pieces" not in pieces


def test_the_end_symbol_can_be_hidden(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE, end="false")

    layout = figures(app)[0]["layout"]
    assert layout["xaxis"]["ticktext"] == SENTENCE.split()
    assert "&lt;/s&gt;" not in layout["yaxis"]["ticktext"]


def test_another_search_shows_another_translation(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, model=WORDS, text="the cat sees the small house .")
    app.selectbox(key=f"hypothesis.{WORDS}").set_value(3).run()
    app.slider(key="beam").set_value(2).run()
    app.toggle(key="normalise").set_value(False).run()

    choices = app.selectbox(key=f"hypothesis.{WORDS}").options
    best = translated(
        checkpoints,
        "the cat sees the small house .",
        SearchConfig(beam_size=2, n_best=2, length_penalty=0.0),
    ).hypotheses[0]
    assert len(choices) == 2
    assert app.code[0].value == best.text  # not a hypothesis of the search before
    assert best.score == best.log_prob


def test_an_example_takes_the_place_of_the_sentence(app: AppTest) -> None:
    app.run()
    app.pills(key="example").set_value("Law").run()

    assert app.text_input(key="text").value == EXAMPLES["Law"]
    assert not app.exception


def test_a_new_sentence_begins_with_the_best_hypothesis_and_no_pin(
    app: AppTest,
) -> None:
    opened(app, model=WORDS, text=SENTENCE, **{f"hypothesis.{WORDS}": "3"})
    app.selectbox(key=f"row.{WORDS}").set_value(0)
    app.selectbox(key=f"column.{WORDS}").set_value(1).run()
    assert len(figures(app)[0]["layout"]["shapes"]) == 1

    app.text_input(key="text").set_value(PAIRS[0][0]).run()

    assert app.selectbox(key=f"hypothesis.{WORDS}").value == 0
    assert app.selectbox(key=f"row.{WORDS}").value is None
    assert "shapes" not in figures(app)[0]["layout"]
    assert f"hypothesis.{WORDS}" not in app.query_params


def test_two_words_chosen_by_keyboard_pin_a_cell(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, model=WORDS, text=SENTENCE)
    app.selectbox(key=f"row.{WORDS}").set_value(2)
    app.selectbox(key=f"column.{WORDS}").set_value(4).run()

    alignment = translated(checkpoints, SENTENCE).alignment()
    assert alignment is not None
    told = app.text[0].value
    assert f"{alignment.weights[2, 4]:.3f}" in told
    assert f"“{alignment.target[2]}”" in told
    (shape,) = figures(app)[0]["layout"]["shapes"]
    assert (shape["x0"], shape["y0"]) == (3.5, 1.5)


def test_one_word_alone_asks_for_the_other(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE)
    app.selectbox(key=f"column.{WORDS}").set_value(4).run()

    told = [one.value for one in app.caption]
    assert "Choose a translated word, too, to see what joins both." in told
    app.selectbox(key=f"column.{WORDS}").set_value(None)
    app.selectbox(key=f"row.{WORDS}").set_value(2).run()
    told = [one.value for one in app.caption]
    assert "Choose a source word, too, to see what joins both." in told


def test_models_stand_side_by_side_and_rnnencdec_says_why_it_has_no_picture(
    app: AppTest,
) -> None:
    opened(app, model=[WORDS, ENCDEC, PIECES], text=SENTENCE)

    assert len(figures(app)) == 2
    assert len(app.code) == 3
    assert "There is no alignment to draw" in app.info[0].value


def test_each_translation_leads_to_how_the_search_found_it(app: AppTest) -> None:
    opened(app, model=[WORDS, ENCDEC], text=SENTENCE)

    asked = [parse_qs(link.proto.query_string) for link in app.get("page_link")]
    assert asked == [{"text": [SENTENCE], "model": [name]} for name in (WORDS, ENCDEC)]


def test_the_link_to_the_search_takes_unusual_settings_along(app: AppTest) -> None:
    told = {"beam": "3", "normalise": "false", "no_unknown": "true", "no_repeat": "4"}
    opened(app, model=WORDS, text=SENTENCE, **told)

    (link,) = app.get("page_link")
    asked = parse_qs(link.proto.query_string)
    assert asked == {
        "text": [SENTENCE],
        "model": [WORDS],
        **{name: [value] for name, value in told.items()},
    }


def test_what_words_need_is_drawn_for_rnnencdec_too(
    app: AppTest, checkpoints: Path
) -> None:
    opened(app, model=[WORDS, ENCDEC], text=SENTENCE, weights="prediction difference")

    assert not app.exception
    assert not app.info
    translator = Translator.load(checkpoints / ENCDEC)
    best = translator.translate([SENTENCE], SEARCH)[0]
    lost = translator.leave_out(
        SENTENCE, best.hypotheses[0].tokens.texts, groups_of(best.source, "words")
    )
    _, figure = figures(app)
    assert figure["data"][0]["colorbar"]["title"]["text"] == "probability lost"
    expected = lost.alignment("words").weights.ravel()
    assert weights(figure) == pytest.approx(expected, abs=1e-6)


def test_lines_take_the_place_of_the_heatmap(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE, picture="lines")

    assert not app.exception
    assert not figures(app)
    assert app.caption[0].value.startswith("Lines join the words")
    assert app.segmented_control(key="colours").disabled


def test_a_cell_of_the_prediction_difference_is_told_with_its_probabilities(
    app: AppTest,
) -> None:
    place = f"row.{WORDS}", f"column.{WORDS}"
    opened(app, model=WORDS, text=SENTENCE, weights="prediction difference")
    app.selectbox(key=f"row.{WORDS}").set_value(0)
    app.selectbox(key=f"column.{WORDS}").set_value(0).run()

    assert app.text[-1].value.startswith("Without “")

    # The same cell of another picture.
    app.segmented_control(key="weights").set_value("attention").run()
    assert not app.exception
    assert app.text[-1].value.startswith("While writing “")
    assert [app.selectbox(key=key).value for key in place] == [0, 0]


def test_a_pinned_column_that_the_other_picture_lacks_is_let_go(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE)
    end = len(SENTENCE.split())
    app.selectbox(key=f"row.{WORDS}").set_value(0)
    app.selectbox(key=f"column.{WORDS}").set_value(end).run()
    assert "on “</s>”" in app.text[-1].value

    app.segmented_control(key="weights").set_value("prediction difference").run()
    assert not app.exception
    assert app.selectbox(key=f"row.{WORDS}").value == 0
    assert app.selectbox(key=f"column.{WORDS}").value is None


@pytest.mark.parametrize(
    ("models", "rests"), [([WORDS, ENCDEC], True), ([WORDS, PIECES], False)]
)
def test_pieces_are_offered_where_a_model_has_some(
    app: AppTest, models: list[str], rests: bool
) -> None:
    opened(app, model=models, text=SENTENCE)

    assert app.segmented_control(key="unit").disabled == rests


def test_a_sentence_too_long_for_its_field_stands_below(app: AppTest) -> None:
    long = " ".join([SENTENCE] * 5)
    opened(app, model=WORDS, text=long)
    assert escape.markdown(long) in [caption.value for caption in app.caption]

    app.text_input(key="text").set_value(SENTENCE).run()
    assert escape.markdown(SENTENCE) not in [caption.value for caption in app.caption]


def test_unknown_words_are_marked(app: AppTest) -> None:
    opened(app, model=WORDS, text="the Zelmira house .")

    marked = [text.value for text in app.markdown if "badge" in text.value]
    assert marked == [
        r"It reads \<unk\> where marked: the :orange-badge[Zelmira] house \."
    ]


def test_written_unknown_words_are_shown_replaced(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    translator = Translator.load(tiny.checkpoint(tmp_path / "tiny"))
    text, search = "the small dog sleeps .", SearchConfig(n_best=12)
    (translation,) = translator.translate([text], search)
    unknown = [any(one.tokens.unknown) for one in translation.hypotheses]
    replaced, _ = translator.replace_unknowns(translation)
    expected = replaced.hypotheses[unknown.index(True)].text
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))
    opened(app, text=text, **{"hypothesis.tiny": str(unknown.index(True) + 1)})

    assert UNKNOWN not in expected
    assert [one.value for one in app.code][1:] == [expected]


def test_unknown_words_that_cannot_be_replaced_are_told(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(*_: object) -> None:
        raise InputError("The memory must hold all.")

    translator = Translator.load(tiny.checkpoint(tmp_path / "tiny"))
    text, search = "the small dog sleeps .", SearchConfig(n_best=12)
    (translation,) = translator.translate([text], search)
    unknown = [any(one.tokens.unknown) for one in translation.hypotheses]
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))
    monkeypatch.setattr("nmtviz.translator.replace_unknowns", lacks)
    opened(app, text=text, **{"hypothesis.tiny": str(unknown.index(True) + 1)})

    assert not app.exception
    assert "must hold all" in app.error[0].value


def test_the_table_says_what_the_picture_shows(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE)

    table = app.dataframe[0].value
    drawn = weights(figures(app)[0])
    assert table.to_numpy().ravel().tolist() == pytest.approx(drawn)


def test_pictures_have_an_alternative_text(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE)

    assert "Heaviest in each row: le from" in app.get("plotly_chart")[0].proto.alt


def test_the_sidebar_names_the_device_and_every_model_with_its_card(
    app: AppTest,
) -> None:
    app.run()

    told = " ".join(
        element.value for element in [*app.sidebar.caption, *app.sidebar.markdown]
    )
    assert "Running on" in told
    assert all(name in told.replace("\\", "") for name in (WORDS, PIECES, ENCDEC))
    assert told.count("## Training data") == 3


def test_the_sidebar_names_the_device_beside_a_page_that_stops_early(
    app: AppTest,
) -> None:
    opened(app, text=" ")

    assert "Type a sentence" in app.info[0].value
    assert any("Running on" in caption.value for caption in app.sidebar.caption)


def test_no_checkpoints_is_not_an_error(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))

    app.run()

    assert not app.exception
    assert "no trained model" in app.info[0].value


def test_a_checkpoint_that_breaks_gives_a_message(
    app: AppTest, tmp_path: Path, checkpoints: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for file in (checkpoints / WORDS).iterdir():
        (broken / file.name).write_bytes(file.read_bytes())
    (broken / "model.safetensors").write_bytes(b"{}")
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(tmp_path))

    app.run()

    assert not app.exception
    assert "broken" in app.error[0].value


def test_ten_thousand_words_are_refused_with_a_message(app: AppTest) -> None:
    opened(app, model=WORDS, text="dog " * 10_000)

    assert not app.exception
    assert "at most" in app.error[0].value


@pytest.mark.parametrize("text", ["", "  ", "\x00\x07"])
def test_nothing_to_translate_is_said(app: AppTest, text: str) -> None:
    app.run()
    app.text_input(key="text").set_value(text).run()

    assert not app.exception
    assert not figures(app)
    assert app.info


def test_no_model_is_said(app: AppTest) -> None:
    app.run()
    app.multiselect(key="model").set_value([]).run()

    assert not app.exception
    assert app.info


def test_a_bad_link_is_told_and_the_rest_of_it_used(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE, beam="99", colours="ink", nonsense="1")

    (warning,) = app.warning
    assert "nonsense" in warning.value
    assert "beam" in warning.value
    assert app.slider(key="beam").value == SearchConfig().beam_size
    assert app.segmented_control(key="colours").value == "ink"


def test_a_hypothesis_outside_the_beam_is_told(app: AppTest) -> None:
    opened(app, model=WORDS, text=SENTENCE, beam="3", **{f"hypothesis.{WORDS}": "9"})

    assert "hypothesis 9 of 3" in app.warning[0].value
    assert app.selectbox(key=f"hypothesis.{WORDS}").value == 0


def test_a_model_that_comes_back_does_not_keep_the_last_sentence_s_hypothesis(
    app: AppTest,
) -> None:
    opened(app, model=WORDS, text=SENTENCE, **{f"hypothesis.{WORDS}": "3"})
    app.multiselect(key="model").set_value([ENCDEC]).run()
    app.text_input(key="text").set_value(PAIRS[0][0]).run()
    app.multiselect(key="model").set_value([WORDS]).run()

    assert app.selectbox(key=f"hypothesis.{WORDS}").value == 0


def test_a_typed_end_symbol_is_a_word(app: AppTest) -> None:
    opened(app, model=PIECES, text="the 漢 </s> house .")

    (marked,) = [text.value for text in app.markdown if "It reads" in text.value]
    assert "badge[漢]" in marked
    assert r"\<\/s\>" in marked


def test_another_hypothesis_of_one_model_leaves_the_pin_of_the_other(
    app: AppTest,
) -> None:
    opened(app, model=[WORDS, PIECES], text=SENTENCE)
    for kind in ("row", "column"):
        app.selectbox(key=f"{kind}.{WORDS}").set_value(1)
        app.selectbox(key=f"{kind}.{PIECES}").set_value(1)
    app.run()
    app.selectbox(key=f"hypothesis.{PIECES}").set_value(1).run()

    assert app.selectbox(key=f"row.{WORDS}").value == 1
    assert app.selectbox(key=f"row.{PIECES}").value is None


def test_what_a_network_is_unsure_of_is_told(app: AppTest, checkpoints: Path) -> None:
    sentence = "the zebra under a black black dog"
    opened(app, model=WORDS, text=sentence)

    assert not app.exception
    shown = " ".join(one.value for one in app.markdown)
    best = translated(checkpoints, sentence).hypotheses[0]
    unsure = unsure_words(best)
    assert ("Unsure of" in shown) == bool(unsure)
    assert ("The network is unsure" in shown) == (typical_probability(best) < EVEN)
    for word, probability in unsure:
        assert f"{escape.markdown(word)} {told(probability)}]" in shown


def test_a_sentence_in_capitals_can_be_written_in_small_letters(app: AppTest) -> None:
    opened(app, model=WORDS, text="THE DOG SEES THE HOUSE .")
    (button,) = [one for one in app.button if one.key == "small-letters"]
    assert "The dog sees the house" in button.label

    button.click().run()

    assert not app.exception
    assert app.text_input(key="text").value == "The dog sees the house ."
    assert "small-letters" not in {one.key for one in app.button}


def test_a_sentence_in_the_language_that_is_written_is_told(app: AppTest) -> None:
    opened(app, model=WORDS, text=PAIRS[3][1])

    assert "This looks like French" in " ".join(one.value for one in app.caption)
    app.text_input(key="text").set_value(PAIRS[3][0]).run()
    assert "This looks like" not in " ".join(one.value for one in app.caption)
