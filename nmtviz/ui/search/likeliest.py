"""The likeliest next words as a chart."""

from collections.abc import Sequence

from nmtviz.figures.labels import plain
from nmtviz.figures.next_words import next_words
from nmtviz.traces import Choice
from nmtviz.ui import charts


def draw(choices: Sequence[Choice], *, taken: str | None, key: str) -> None:
    """Draw them, best on top.

    Args:
        choices: The words.
        taken: The one to emphasise.
        key: Name of the chart on the page.
    """
    told = ", ".join(f"{plain(one.text)} {one.probability:.3f}" for one in choices)
    charts.still(
        next_words(choices, taken=taken, dark=charts.dark()),
        key=key,
        alt=f"Likeliest next words: {told}",
    )
