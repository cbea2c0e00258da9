"""What is said below a translation: cases by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.evaluation.names import Respelt
from nmtviz.results import END, Hypothesis, Tokens, Translation
from nmtviz.ui.translate.doubts import respelt, told, told_names
from tests import tiny
from tests.hypotheses import hypothesis


def test_a_probability_near_nothing_is_told_as_such() -> None:
    assert (told(0.0099), told(0.01)) == (r"\< 0\.01", "0.01")


def shown(translation: Translation) -> str:
    """Return what the page says of the best hypothesis."""

    def page(translation: "Translation") -> None:  # a script has no such name
        from nmtviz.ui.translate import doubts, track  # noqa: PLC0415

        doubts.draw_unsure(translation.hypotheses[0])
        track.draw(translation, 0)

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


def compared(
    folder: Path, sentence: str, *texts: str, chosen: int = 0, less: float = 0.0
) -> AppTest:
    """Return what the page says of one of the hypotheses.

    Each token of one is by so many nats less likely than those of the one before.
    """

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
    found = tuple(
        less_likely(written(text).hypotheses[0], number * less)
        for number, text in enumerate(texts)
    )
    translation = replace(written("un"), sentence=sentence, hypotheses=found)
    app = AppTest.from_function(
        page, args=(info, translation, chosen), default_timeout=60
    ).run()
    assert not app.exception
    return app


def less_likely(one: Hypothesis, nats: float) -> Hypothesis:
    return replace(one, log_prob=one.log_prob - nats * len(one.tokens))


def warnings(app: AppTest) -> list[str]:
    return [one.value.replace("\\", "").partition(" ")[2] for one in app.markdown]


def test_what_is_lost_is_told_with_the_hypothesis_that_has_it(tmp_path: Path) -> None:
    sentence, *texts = "It costs $330.", "30 dollars.", "330.", "330 dollars.", "330 $."
    app = compared(tmp_path, sentence, *texts)

    assert warnings(app) == ["**Not in the translation: 330**"]
    assert app.button(key="lost-tiny").label == "Hypothesis 3 has it"
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
    assert app.button(key="respelt-tiny").label == "Hypothesis 3 has it"
    app.button(key="respelt-tiny").click().run()
    assert (warnings(app), len(app.button)) == ([], 0)


def test_a_name_left_out_is_told_and_is_right_only_letter_by_letter(
    tmp_path: Path,
) -> None:
    wrong, respelt, right = "Je le vis.", "Je vis Raghanathan.", "J'ai vu Raghunathan."
    app = compared(tmp_path, "I met Raghunathan.", wrong, respelt, right)

    assert warnings(app) == ["**Not in the translation: Raghunathan**"]
    assert app.button(key="lost-tiny").label == "Hypothesis 3 has it"


def test_a_far_less_likely_hypothesis_that_has_it_is_not_offered(
    tmp_path: Path,
) -> None:
    texts = ("Je le vis.", "J'ai vu Raghunathan.")

    near = compared(tmp_path / "a", "I met Raghunathan.", *texts, less=0.05)
    far = compared(tmp_path / "b", "I met Raghunathan.", *texts, less=0.2)
    assert (len(near.button), len(far.button)) == (1, 0)
    assert warnings(near) == warnings(far)


def test_lost_quotation_marks_are_told(tmp_path: Path) -> None:
    app = compared(tmp_path, 'He said "no".', "Il a dit non.", "Il a dit « non ».")

    assert warnings(app) == ["**Not in the translation: quotation marks**"]
    assert app.button(key="lost-tiny").label == "Hypothesis 2 has it"


def test_an_acronym_may_become_what_ours_do(tmp_path: Path) -> None:
    info = CheckpointInfo.read(tiny.checkpoint(tmp_path / "tiny"))

    assert respelt(info, "The EU left.", "L'UE est partie.") == ()
    assert respelt(info, "The EU left.", "L'UU est partie.") == (Respelt("EU", "UU"),)


def test_lost_sentences_are_told() -> None:
    translation = replace(written("Je vois. Tu vas."), sentence="I see. You go. We do.")

    assert r"**Fewer sentences**: 3 in\, 2 out" in shown(translation)
    assert "Fewer" not in shown(replace(translation, sentence="I see. You go."))


def test_names_are_told_in_both_spellings() -> None:
    names = (Respelt("Raghunathan", "Raghanathan"), Respelt("Wojcik", "Wojick"))

    assert told_names(names) == "Raghunathan → Raghanathan, Wojcik → Wojick"


def test_common_words_and_listed_names_are_not_told(tmp_path: Path) -> None:
    info = CheckpointInfo.read(tiny.checkpoint(tmp_path / "tiny"))
    pair = (
        "Volcanoes near Corinth, Greece, scare Raghunathan.",
        "Volcans près de Corinthe, Grèce, effraient Raghanathan.",
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
