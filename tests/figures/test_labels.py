"""What labels leave of words."""

import pytest

from nmtviz.figures.labels import differing


@pytest.mark.parametrize(
    ("text", "other", "told"),
    [
        ("le chat noir", "", "le chat noir"),
        ("un chat noir", "le chat noir", "un chat noir"),
        ("le chat noir dort ici", "le chat noir dort là", "… noir dort ici"),
        ("le chat noir dort", "le chat noir dort ici", "… noir dort"),
        ("le chat noir dort ici", "le chat", "le chat noir dort ici"),
        ("a b c d", "a b c d", "… c d"),
    ],
)
def test_it_begins_shortly_before_the_difference(
    text: str, other: str, told: str
) -> None:
    assert differing(text, other) == told
