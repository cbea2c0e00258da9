"""What a network was not sure of: probabilities by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.evaluation.names import Respelt
from nmtviz.results import END, Hypothesis, Tokens, Translation
from nmtviz.ui.translate.doubts import (
    MOST,
    respelt,
    told,
    told_names,
    typical_probability,
    unsure_words,
)
from tests import tiny


def hypothesis(words: list[list[float]], end: float = 1.0) -> Hypothesis:
    """Return one with these probabilities of the tokens of each word."""
    numbers = [number for number, word in enumerate(words) for _ in word]
    probabilities = [*(p for word in words for p in word), end]
    log_probs = np.log(probabilities)
    texts = tuple(f"t{place}" for place in range(len(numbers)))
    return Hypothesis(
        text="",
        tokens=Tokens(
            texts=(*texts, END),
            unknown=(False,) * len(probabilities),
            words=(*numbers, len(words)),
            word_texts=(*(f"word{number}" for number in range(len(words))), END),
        ),
        log_prob=float(log_probs.sum()),
        score=0.0,
        token_log_probs=log_probs,
        alignment=None,
    )


def test_a_words_probability_is_that_of_all_its_tokens() -> None:
    found = unsure_words(hypothesis([[0.9], [0.6, 0.5], [0.7, 0.8], [0.4]], end=0.1))

    assert [word for word, _ in found] == ["word1", "word3"]
    assert [p for _, p in found] == pytest.approx([0.3, 0.4])


def test_of_many_unsure_words_the_least_probable_are_named_in_their_order() -> None:
    probabilities = [0.3, 0.05, *(0.1 + place / 100 for place in range(MOST - 1)), 0.4]

    found = unsure_words(hypothesis([[p] for p in probabilities]))

    assert [word for word, _ in found] == [f"word{n}" for n in range(1, MOST + 1)]


def test_punctuation_is_not_named() -> None:
    sure = hypothesis([[0.9], [0.1]])
    texts = ("oui", "!", END)

    found = replace(sure, tokens=replace(sure.tokens, word_texts=texts))

    assert unsure_words(found) == []


def test_a_probability_near_nothing_is_told_as_such() -> None:
    assert (told(0.0099), told(0.01)) == (r"\< 0\.01", "0.01")


def test_a_sure_translation_has_none() -> None:
    assert unsure_words(hypothesis([[0.9], [0.5]])) == []
    assert unsure_words(hypothesis([])) == []


def test_the_typical_probability_is_the_geometric_mean_with_the_end() -> None:
    # (0.5 * 0.25 * 1 * 0.5) ** (1/4) = (1/16) ** (1/4)
    found = typical_probability(hypothesis([[0.5, 0.25], [1.0]], end=0.5))

    assert found == pytest.approx(0.5)


def shown(translation: Translation) -> str:
    """Return what the page says of the best hypothesis."""

    def page(translation: "Translation") -> None:  # a script has no such name
        from nmtviz.ui.translate import doubts  # noqa: PLC0415

        doubts.draw_unsure(translation.hypotheses[0])
        doubts.draw_lost_track(translation, 0)

    app = AppTest.from_function(page, args=(translation,), default_timeout=60).run()
    assert not app.exception
    return " ".join(one.value for one in app.markdown)


def written(text: str, rows: FloatArray | None = None) -> Translation:
    """Return a translation of five words whose rows are those."""
    words = text.split()
    made = hypothesis([[0.9]] * len(words))
    source = ("one", "two", "three", "four", "five", END)
    return Translation(
        sentence="one two three four five",
        source=Tokens(
            texts=source,
            unknown=(False,) * len(source),
            words=tuple(range(len(source))),
            word_texts=source,
        ),
        hypotheses=(replace(made, text=text, alignment=rows),),
    )


def test_an_empty_translation_is_told() -> None:
    assert "It wrote nothing" in shown(written(""))
    assert "It wrote nothing" not in shown(written("un"))


def compared(folder: Path, sentence: str, *texts: str, chosen: int = 0) -> AppTest:
    """Return what the page says of one of the hypotheses."""

    def page(  # a script has no such names
        info: "CheckpointInfo", translation: "Translation", chosen: int
    ) -> None:
        import streamlit as st  # noqa: PLC0415

        from nmtviz.ui.translate import doubts  # noqa: PLC0415

        doubts.draw(
            info,
            translation,
            st.session_state.get("number", chosen),
            lambda number: st.session_state.update(number=number),
        )

    info = CheckpointInfo.read(tiny.checkpoint(folder / "tiny"))
    found = tuple(written(text).hypotheses[0] for text in texts)
    translation = replace(written("un"), sentence=sentence, hypotheses=found)
    app = AppTest.from_function(
        page, args=(info, translation, chosen), default_timeout=60
    ).run()
    assert not app.exception
    return app


def warnings(app: AppTest) -> list[str]:
    return [one.value.replace("\\", "").partition(" ")[2] for one in app.markdown]


def test_what_is_lost_is_told_with_the_hypothesis_that_has_it(tmp_path: Path) -> None:
    sentence, *texts = "It costs $330.", "30 dollars.", "330.", "330 dollars.", "330 $."
    app = compared(tmp_path, sentence, *texts)

    assert warnings(app) == ["**Not in the translation: 330**"]
    assert app.button(key="lost-tiny").label == "Hypothesis 3 has it right"
    app.button(key="lost-tiny").click().run()
    assert (warnings(app), len(app.button)) == ([], 0)


def test_a_sign_is_lost_as_a_number_is(tmp_path: Path) -> None:
    app = compared(tmp_path, "It costs $330.", "30.", "330.", chosen=1)

    assert warnings(app) == ["**Not in the translation: $**"]
    assert not app.button


def test_a_name_is_told_with_the_hypothesis_that_has_it(tmp_path: Path) -> None:
    wrong, none, right = "Je vis Raghanathan.", "Je le vis.", "J'ai vu Raghunathan."
    app = compared(tmp_path, "I met Raghunathan.", wrong, none, right)

    assert warnings(app) == ["**Spelt otherwise: Raghunathan → Raghanathan**"]
    assert app.button(key="respelt-tiny").label == "Hypothesis 3 has it right"
    app.button(key="respelt-tiny").click().run()
    assert (warnings(app), len(app.button)) == ([], 0)


def test_a_name_left_out_is_told_and_is_right_only_letter_by_letter(
    tmp_path: Path,
) -> None:
    wrong, respelt, right = "Je le vis.", "Je vis Raghanathan.", "J'ai vu Raghunathan."
    app = compared(tmp_path, "I met Raghunathan.", wrong, respelt, right)

    assert warnings(app) == ["**Not in the translation: Raghunathan**"]
    assert app.button(key="lost-tiny").label == "Hypothesis 3 has it right"


def test_names_are_told_in_both_spellings() -> None:
    names = (Respelt("Raghunathan", "Raghanathan"), Respelt("Wojcik", "Wojick"))

    assert told_names(names) == "Raghunathan → Raghanathan, Wojcik → Wojick"


def test_common_words_and_listed_names_are_not_told(tmp_path: Path) -> None:
    info = CheckpointInfo.read(tiny.checkpoint(tmp_path / "tiny"))
    pair = (
        "Volcanoes near Corinth, Greece, scare Raghunathan.",
        "Volcanes près de Corinthe, Grèce, effraient Raghanathan.",
    )

    assert respelt(info, *pair) == (Respelt("Raghunathan", "Raghanathan"),)
    to_german = replace(info, data=replace(info.data, target_language="de"))
    assert respelt(to_german, *pair) == ()


def test_a_loop_is_told() -> None:
    assert "It repeats itself" in shown(written("le chat noir " * 4))
    assert "4 times" in shown(written("le chat noir " * 4))
    assert "It repeats itself" not in shown(written("le chat noir"))


def test_words_that_were_not_read_are_told() -> None:
    rows = np.array([[0.95, 0.01, 0.01, 0.01, 0.01, 0.01]] * 2)

    assert "“two three four five”" in shown(written("un", rows))
    even = np.full((2, 6), 1 / 6)
    assert "Hardly read" not in shown(written("un", even))
