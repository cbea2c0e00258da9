"""Lesson 7: attention is not explanation, with a counter-example found on the spot.

The attention of one word is set by hand to each place in turn. If a weight explained
the word, a word that looks elsewhere would come out less probable; often it does not.
"""

import numpy as np
import pandas as pd
import streamlit as st

from nmtviz.arrays import FloatArray
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.errors import InputError
from nmtviz.evaluation.moved import Cell, Moved, beginnings
from nmtviz.figures.alignment import ATTENTION
from nmtviz.figures.labels import plain
from nmtviz.results import END, Alignment, Translation
from nmtviz.ui import cache, escape
from nmtviz.ui.lessons import chooser, live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, attentive
from nmtviz.ui.whatif import WhatIf

LONGEST = 24
"""Tokens of a sentence; the work grows with their third power."""


def experiment(info: CheckpointInfo, translation: Translation) -> Moved:
    """Set the attention of every word to every place, one at a time.

    Raises:
        NmtvizError: If the sentence is too long or has nothing to try.
    """
    found = translation.hypotheses[0]
    tokens, places = found.tokens.texts, len(translation.source)
    rows = beginnings(found.tokens)
    if found.alignment is None or not rows:
        raise InputError("There is no word whose attention could be moved.")
    if places > LONGEST or len(tokens) > LONGEST:
        raise InputError(f"This lesson takes sentences of at most {LONGEST} tokens.")
    # What follows a word does not change its probability: end the sentence there.
    outcomes = live.forced(
        info,
        translation.sentence,
        tuple(
            Constraints(
                prefix=(*tokens[: i + 1], END), alignment=(ForcedRow(i, ((j, 1.0),)),)
            )
            for i in rows
            for j in range(places)
        ),
    )
    at = [i for i in rows for _ in range(places)]
    log_probs = [
        outcome.token_log_probs[i] for i, outcome in zip(at, outcomes, strict=True)
    ]
    return Moved(
        rows=rows,
        own=np.exp(found.token_log_probs[list(rows)]),
        weights=found.alignment[list(rows)],
        elsewhere=np.exp(np.reshape(log_probs, (len(rows), places))),
    )


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show a counter-example, the opposite of one, and all that was tried."""
    (info,) = cast
    translation = live.translate(info, sentence)
    show.translation("explanation", info.name, translation.hypotheses[0].text)
    moved = experiment(info, translation)
    place = chooser.word(
        "Word whose attention is moved",
        "moved",
        sentence,
        translation.hypotheses[0].tokens.texts,
        moved.rows,
        moved.rows[moved.telling],
    )
    row = moved.rows.index(place)
    st.caption(
        "The word chosen at first looked hard at one place, yet others give it, too."
    )
    st.markdown("**Its strongest counter-example, a place it looked at less**")
    show.say("telling", told(translation, moved, moved.counter_example(row)))
    _link(info, translation, moved, moved.counter_example(row))
    _likeliest(info, translation, moved, moved.counter_example(row))
    st.markdown("**The place that changes it most**")
    show.say("opposite", told(translation, moved, moved.most(row)))
    _link(info, translation, moved, moved.most(row))
    _pictures(translation, moved, moved.counter_example(row), large)


def told(translation: Translation, moved: Moved, cell: Cell) -> str:
    """Say what looking at another place did to a word, in numbers."""
    row, place = cell
    source = [plain(text) for text in translation.source.texts]
    token = plain(translation.hypotheses[0].tokens.texts[moved.rows[row]])
    weights = moved.weights[row]
    heaviest = int(weights.argmax())
    return (
        f"“{token}” looks hardest at “{source[heaviest]}” ({weights[heaviest]:.2f}) "
        f"and has probability {_small(moved.own[row])}. With all its attention set to "
        f"“{source[place]}” (its own weight there: {_small(weights[place])}), its "
        f"probability is {_small(moved.elsewhere[row, place])}."
    )


def _small(value: float) -> str:
    return f"{value:.3f}" if value >= 0.0005 else "less than 0.001"


def _link(
    info: CheckpointInfo,
    translation: Translation,
    moved: Moved,
    cell: Cell,
) -> None:
    row, place = cell
    whatif = WhatIf().looking(ForcedRow(moved.rows[row], ((place, 1.0),)))
    show.search_link(
        "Decode on with this on the Search page", info, translation.sentence, whatif
    )


def _likeliest(
    info: CheckpointInfo, translation: Translation, moved: Moved, cell: Cell
) -> None:
    """Put the likeliest words of a step so forced beside those of the network."""
    row, place = cell
    position = moved.rows[row]
    tokens = translation.hypotheses[0].tokens.texts
    forced = ForcedRow(position, ((place, 1.0),))
    where = plain(translation.source.texts[place])
    steps = {
        name: cache.inspect(info, translation.sentence, tokens, rows)[position]
        for name, rows in (
            ("its own attention", ()),
            (f"all attention on “{where}”", (forced,)),
        )
    }
    columns = {name: show.likeliest(step) for name, step in steps.items()}
    show.table(pd.DataFrame(columns, index=show.PLACES))
    was, remains = (step.choices[0].text == tokens[position] for step in steps.values())
    told = _verdict(tokens[position], was=was, remains=remains)
    st.caption(escape.markdown(told))
    st.caption(_count(moved, row))


def _verdict(token: str, *, was: bool, remains: bool) -> str:
    """Say whether a word comes out although its attention was turned away."""
    told = f"From there, “{plain(token)}” is"
    if remains:
        return f"{told} {'still ' if was else ''}the likeliest word."
    if was:
        return f"{told} not the likeliest word: here it depends on the look."
    return f"{told} not the likeliest word, and it was not before."


def _count(moved: Moved, row: int) -> str:
    others = moved.elsewhere.shape[1] - 1
    return (
        "Made to look at one place only, it still has more than half of the "
        f"probability at {moved.kept(row)} of the {others} places where it did not "
        "look hardest. The more there are, the less its weights explain."
    )


def _pictures(
    translation: Translation, moved: Moved, pinned: Cell, large: bool
) -> None:
    """Draw where each word looked beside what each place would have given it."""
    with st.container(horizontal=True, gap="small"):
        for key, title, numbers, measure in (
            ("own", "Where each word looked", moved.weights, ATTENTION),
            (
                "moved",
                "How probable it would be, looking only there",
                moved.elsewhere,
                "probability",
            ),
        ):
            with st.container(width="content"):
                st.markdown(f"**{title}**")
                show.heatmap(
                    f"explanation-{key}",
                    _alignment(translation, moved.rows, numbers),
                    large=large,
                    pinned=pinned,
                    measure=measure,
                )


def _alignment(
    translation: Translation, rows: tuple[int, ...], numbers: FloatArray
) -> Alignment:
    target = translation.hypotheses[0].tokens
    return Alignment(
        source=translation.source.texts,
        target=tuple(target.texts[i] for i in rows),
        weights=numbers,
        source_unknown=translation.source.unknown,
        target_unknown=tuple(target.unknown[i] for i in rows),
    )


LESSON = Lesson(
    name="explanation",
    title="No explanation",
    idea="A light cell says what the network read while it wrote a word, not why it "
    "wrote that word. The decoder remembers what it read and wrote before, and the "
    "vector at each source word has traces of the words around it: turn the attention "
    "elsewhere by hand, and a word may come out all the same.",
    examples={
        "A tired man": "The man is tired.",
        "A white house": "My sister bought a white house.",
        "Not today": "He does not want to sing.",
    },
    question="Suppose the attention of a word is taken away from the source word it "
    "looked at and set elsewhere by hand. Which words of the translation will "
    "disappear, and which will stay?",
    look="If attention explained the words, the two pictures would look alike: each "
    "word would be probable only where it looked. A row with several light cells in "
    "the second picture is a word that comes out from several places, also from some "
    "it hardly looked at; a row with a single one does depend on where it looks. The "
    "outlined cell is the strongest counter-example of the chosen word: little of its "
    "attention, much of its probability. What a word does need, the *prediction "
    "difference* on the Translate page tells.",
    needs="an RNNsearch",
    cast=attentive,
    show=demonstrate,
    opens={"unit": "pieces"},
)
