"""Inside a step: what the network reads, how open it is, and how its state moves."""

import html

import streamlit as st

from nmtviz.errors import NmtvizError
from nmtviz.figures.alignment import alignment_heatmap
from nmtviz.figures.inside import inside_curves
from nmtviz.figures.labels import plain
from nmtviz.traces import StepView
from nmtviz.ui import cache, charts, escape
from nmtviz.ui.links import AT
from nmtviz.ui.search import likeliest, place
from nmtviz.ui.search.found import Found

_INK = {False: "245, 158, 11", True: "59, 130, 246"}
"""What shades a source word, on a light and on a dark page."""

_TOLD = 0.1
"""From this weight on, a number stands under the word."""


def draw(found: Found) -> None:
    """Slide along one of the n best; only this part is drawn again."""
    st.fragment(_inside)(found)


def _inside(found: Found) -> None:
    found.begin_again_if_stale()
    chosen = place.hypothesis(found.translation.hypotheses)
    tokens = found.translation.hypotheses[chosen].tokens
    rows = found.whatif.rows_within(len(tokens))
    try:
        steps = cache.inspect(found.info, found.sentence, tokens.texts, rows)
    except NmtvizError as error:
        st.error(escape.markdown(str(error)))
        return
    at = _position(len(steps)) - 1
    step = steps[at]
    _target(steps, at)
    _source(found, step)
    _numbers(step)
    dark = charts.dark()
    with st.container(horizontal=True, gap="large", key="inside"):
        with st.container(width=330):
            st.caption("The likeliest words at this place")
            likeliest.draw(step.choices, taken=step.token, key="inside.words")
        with st.container(key="figure-curves"):
            st.caption("Along the translation")
            curves = inside_curves(steps, at=at, dark=dark)
            charts.still(
                curves,
                key="inside.curves",
                alt="Curves of probability, entropy, gates and change along the "
                "translation; the numbers of the chosen position stand above",
            )
    _heatmap(found, chosen, at, dark=dark)


def _position(count: int) -> int:
    """Ask for a target position, counted from 1."""
    st.session_state[AT] = min(st.session_state[AT], count)
    position = (
        st.slider(
            "Target position",
            1,
            count,
            key=AT,
            help="Arrow keys move it, once it has the focus.",
        )
        if count > 1
        else 1
    )
    place.write_inside()
    return position


def _target(steps: tuple[StepView, ...], at: int) -> None:
    """Show the translation with the word that is being written."""
    words = [
        f"<mark>{_text(step.token)}</mark>"
        if i == at
        else _text(step.token)
        if i < at
        else f'<span class="to-come">{_text(step.token)}</span>'
        for i, step in enumerate(steps)
    ]
    st.html(f'<p class="writing"><small>It writes</small>{" ".join(words)}</p>')


def _source(found: Found, step: StepView) -> None:
    """Shade the source sentence by where the network looks."""
    texts = found.translation.source.texts
    if step.alignment is None:
        st.info(
            "**RNNencdec has no alignment to shade the sentence with.** It read all of "
            f"“{escape.markdown(plain(found.sentence))}” into one vector before it "
            "wrote the first word and never looks back. What it has instead is below: "
            "its gates, the movement of its state and the words it weighs.",
            icon=":material/blur_on:",
        )
        return
    ink = _INK[charts.dark()]
    words = [
        f'<span style="background:rgba({ink}, {weight:.3f})" title="{weight:.4f}">'
        f"{_text(text)}<small>{_told(weight)}</small></span>"
        for text, weight in zip(texts, step.alignment.tolist(), strict=True)
    ]
    st.html(f'<p class="reading"><small>It looks at</small>{"".join(words)}</p>')


def _numbers(step: StepView) -> None:
    told = [
        ("Probability", f"{step.probability:.3f}", "of the word that it wrote"),
        ("Entropy", f"{step.entropy:.2f}", "of the next word, in nats; 0 is certain"),
        (
            "Attention entropy",
            _number(step.alignment_entropy),
            "how spread the attention is, in nats; 0 is a single word",
        ),
        (
            "Context change",
            _number(step.context_change),
            "how far what it read moved since the step before, against its length",
        ),
        (
            "State change",
            f"{step.state_change:.2f}",
            "how far its state moved since the step before, against its length",
        ),
        (
            "Update gate",
            f"{step.update:.2f}",
            "mean over the units: 0 keeps the old state, 1 takes a new one",
        ),
        (
            "Reset gate",
            f"{step.reset:.2f}",
            "mean over the units: 0 forgets the old state while making a new one",
        ),
    ]
    with st.container(horizontal=True, gap="medium", key="inside-numbers"):
        for name, text, meaning in told:
            if text:
                st.metric(name, text, help=meaning, width="content")


def _heatmap(found: Found, chosen: int, at: int, *, dark: bool) -> None:
    alignment = found.translation.alignment(chosen)
    if alignment is None:
        return
    heaviest = int(alignment.weights[at].argmax())
    figure = alignment_heatmap(
        alignment, pinned=(at, heaviest), clickable=False, dark=dark
    )
    with st.container(key="figure-inside"):
        st.caption("The whole alignment; outlined: the heaviest weight of this step")
        charts.still(
            figure,
            key="inside.alignment",
            alt=f"The whole alignment of hypothesis {chosen + 1}",
        )


def _told(weight: float) -> str:
    return f"{weight:.2f}" if weight >= _TOLD else "&nbsp;"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _text(token: str) -> str:
    return html.escape(plain(token))
