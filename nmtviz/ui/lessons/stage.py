"""The frame around a lesson: which one, its sentence, its question, its answer."""

from collections.abc import Sequence

import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.errors import NmtvizError
from nmtviz.ui import escape, links, looks, onward, widgets
from nmtviz.ui.lessons import (
    beam,
    context,
    explanation,
    length,
    reordering,
    soft,
    unknown,
)
from nmtviz.ui.lessons.lesson import Lesson, practised
from nmtviz.ui.translate import passage

LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for lesson in (
        reordering.LESSON,
        soft.LESSON,
        length.LESSON,
        beam.LESSON,
        unknown.LESSON,
        context.LESSON,
        explanation.LESSON,
    )
}
"""All lessons in their order, by what a link calls them."""

_NAMES = tuple(LESSONS)
_WRITTEN = "lesson-written"
"""The lesson that the address names since the last run of the page."""

_TURNED = "lesson-turned"
"""Whether somebody has just gone on to the next lesson."""

_SHOWN = "lesson-shown"
"""The lesson and sentence whose answer the class has asked for."""


def choose() -> Lesson:
    """Ask which lesson; the address always names it.

    An address that names another one than was written there is followed: somebody
    went back in the browser.
    """
    asked = st.query_params.get("lesson", st.session_state.get(_WRITTEN, _NAMES[0]))
    if "lesson-name" not in st.session_state or asked != st.session_state.get(
        _WRITTEN, asked
    ):
        if asked not in LESSONS:
            widgets.warnings([f"The link asks for lesson {asked!r}: there is none."])
        st.session_state["lesson-name"] = asked if asked in LESSONS else _NAMES[0]
    name = st.segmented_control(
        "Lesson",
        _NAMES,
        required=True,
        format_func=lambda name: f"{_number(name)} {LESSONS[name].title}",
        key="lesson-name",
        label_visibility="collapsed",
        wrap=True,
    )
    lesson = LESSONS[name or _NAMES[0]]
    links.write("lesson", lesson.name)
    st.session_state[_WRITTEN] = lesson.name
    return lesson


def presenter_view() -> bool:
    """Ask for large type, and set it."""
    large = st.toggle(
        "Presenter view",
        key="large",
        bind="query-params",
        help="Large type for a class; in the link.",
    )
    if large:
        looks.style("large.css")
    return large


def quiz() -> bool:
    """Ask whether answers are hidden until somebody asks for them."""
    return st.toggle(
        "Quiz",
        key="quiz",
        bind="query-params",
        help="Hide the translation until the class has guessed; in the link.",
    )


def draw(
    lesson: Lesson, models: Sequence[CheckpointInfo], *, quiz: bool, large: bool
) -> None:
    """Draw a lesson."""
    st.header(f"{_number(lesson.name)}. {lesson.title}")
    if st.session_state.pop(_TURNED, False):
        looks.show_the_top()
    st.markdown(lesson.idea)
    cast = lesson.cast(practised(models))
    if not cast:
        st.info(
            f"This lesson needs {lesson.needs}, from English into French and trained "
            "on enough text, which the checkpoints here do not offer. README says how "
            "to train such models.",
            icon=":material/hourglass_empty:",
        )
        _next(lesson)
        return
    sentence = _sentence(lesson)
    with st.container(border=True):
        st.markdown(f"**Question.** {lesson.question}")
        if quiz and sentence.strip() and not _asked(lesson, sentence):
            st.button("Show the answer", type="primary", key="show-answer")
    if not sentence.strip():
        st.info("Type a sentence to see what the network makes of it.")
    elif not quiz or _asked(lesson, sentence):
        _answer(lesson, cast, sentence, large)
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        text = [(passage.VIEW, passage.TEXT), (passage.PASSAGE, sentence)]
        onward.to_translate(
            None if lesson.of_text else sentence,
            [info.name for info in cast],
            lesson.link,
            [*lesson.opens.items(), *(text if lesson.of_text else ())],
        )
        _next(lesson)


def _sentence(lesson: Lesson) -> str:
    """Ask for the sentence; the first example is there at the start."""
    key = f"text.{lesson.name}"
    with st.container(key=f"try-{lesson.name}"):
        st.markdown("**Try it**")
        sentence = st.text_input(
            "English sentence",
            next(iter(lesson.examples.values())),
            key=key,
            bind="query-params",
            label_visibility="collapsed",
            placeholder="Type an English sentence and press Enter",
        )
        with st.container(horizontal=True):
            for label, example in lesson.examples.items():
                st.button(
                    label,
                    key=f"example.{lesson.name}.{label}",
                    type="primary" if sentence == example else "secondary",
                    on_click=st.session_state.__setitem__,
                    args=(key, example),
                )
    return sentence


def _asked(lesson: Lesson, sentence: str) -> bool:
    """Say whether the answer was asked for, now or before, for this very sentence."""
    if st.session_state.get("show-answer"):
        st.session_state[_SHOWN] = lesson.name, sentence
    return st.session_state.get(_SHOWN) == (lesson.name, sentence)


def _answer(
    lesson: Lesson, cast: Sequence[CheckpointInfo], sentence: str, large: bool
) -> None:
    if not large:
        st.markdown(lesson.look)
    try:
        lesson.show(tuple(cast), sentence, large)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
    if large:  # the picture comes first, for the class to see it with the question
        st.markdown(lesson.look)


def _next(lesson: Lesson) -> None:
    number = _number(lesson.name)
    if number < len(_NAMES):
        following = LESSONS[_NAMES[number]]
        st.button(
            f"Next: {following.title}",
            icon=":material/arrow_forward:",
            key="next-lesson",
            on_click=st.session_state.update,
            args=({"lesson-name": following.name, _TURNED: True},),
        )
    else:
        st.page_link(
            "pages/search.py",
            label="That was the last one: now ask *what if* yourself",
            icon=":material/arrow_forward:",
            width="content",
        )


def _number(name: str) -> int:
    return _NAMES.index(name) + 1
