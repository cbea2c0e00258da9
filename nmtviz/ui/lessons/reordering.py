"""Lesson 1: adjective and noun change places, [B] figure 3a.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from nmtviz.figures.labels import plain
from nmtviz.results import Alignment
from nmtviz.ui.lessons import live, show
from nmtviz.ui.lessons.lesson import Cast, Lesson, attentive


def steps_back(alignment: Alignment) -> list[tuple[int, int]]:
    """Return the neighbouring rows whose heaviest cells lie from right to left."""
    best = [int(place) for place in alignment.weights.argmax(axis=1)]
    return [(i, i + 1) for i in range(len(best) - 1) if best[i + 1] < best[i]]


def demonstrate(cast: Cast, sentence: str, large: bool) -> None:
    """Show a translation, its alignment and where the order turns around."""
    (info,) = cast
    translation = live.translate(info, sentence)
    show.translation("reordering", info.name, translation.hypotheses[0].text)
    alignment = translation.alignment(unit="words", end=False)
    if alignment is not None:
        show.say("reordering", _told(alignment))
        show.heatmap("reordering", alignment, large=large)


def is_word(text: str) -> bool:
    """Say whether a text has a letter or a digit, as punctuation has not."""
    return any(map(str.isalnum, text))


def _told(alignment: Alignment) -> str:
    best = alignment.weights.argmax(axis=1)
    pairs = [
        f"“{plain(alignment.target[row])}” ← “{plain(alignment.source[best[row]])}”"
        for rows in steps_back(alignment)
        if all(is_word(alignment.target[row]) for row in rows)
        for row in rows
    ]
    if not pairs:
        return "Nowhere in this sentence does the lightest cell step back to the left."
    steps = "; ".join(
        f"{first}, then {second}"
        for first, second in zip(pairs[::2], pairs[1::2], strict=True)
    )
    return f"Here the lightest cells step back to the left: {steps}."


LESSON = Lesson(
    name="reordering",
    title="Reordering",
    idea="English puts an adjective before its noun, French puts most of them behind, "
    "so a translator cannot simply go from left to right. RNNsearch looks for each "
    "French word wherever it needs to, and where the order turns around, the path of "
    "light cells steps back (Bahdanau et al. 2015, figure 3a).",
    examples={
        "A dog": "I saw a black dog in the garden.",
        "Before and behind": "He has a small house and a black cat.",
        "A book": "She wrote an interesting book.",
    },
    question="In which order will the French sentence have its adjectives and nouns, "
    "and what will that do to the diagonal of the picture?",
    look="Go down the rows from one lightest cell to the next. A jump to the right "
    "followed by a step to the left is a noun that overtook its adjective. Not every "
    "French adjective lets that happen: in “Before and behind”, compare *small* with "
    "*black*.",
    needs="an RNNsearch",
    cast=attentive,
    show=demonstrate,
)
