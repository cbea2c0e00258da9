from itertools import chain

import numpy as np
import pytest

from nmtviz.aligner.align import align
from nmtviz.aligner.pharaoh import lines_of
from nmtviz.aligner.settings import SYMMETRIES, AlignerSettings, Symmetry
from nmtviz.data.corpus import Pair
from nmtviz.errors import ConfigError
from tests.aligner.texts import MIXED

# Each word has one translation; two words change places in every second sentence.
WORDS = {"one": "un", "big": "grand", "red": "rouge", "old": "vieux", "car": "auto"}
KNOWN = [
    *(["big", "car"], ["old", "car"], ["red", "car"], ["one", "old", "car"]),
    *(["one", "car"], ["old", "red", "big"], ["one", "red"], ["big"], ["old", "one"]),
]


def known_text() -> tuple[list[Pair], list[str]]:
    pairs, links = [], []
    for number, words in enumerate(KNOWN):
        order = list(range(len(words)))
        if number % 2:
            order = order[::-1]
        pairs.append(Pair(" ".join(words), " ".join(WORDS[words[i]] for i in order)))
        links.append(" ".join(f"{s}-{order.index(s)}" for s in range(len(words))))
    return pairs, links


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_links_of_a_known_text_are_found(symmetry: Symmetry) -> None:
    pairs, links = known_text()
    settings = AlignerSettings(iterations=12, diagonal=False, symmetry=symmetry)

    assert list(lines_of(align(pairs, settings))) == links


def test_words_without_any_clue_follow_the_diagonal() -> None:
    pairs = [Pair("a b c d", "w x y z")]

    assert list(lines_of(align(pairs))) == ["0-0 1-1 2-2 3-3"]


def test_links_come_in_the_order_of_the_pairs_and_inside_them() -> None:
    for pair, links in zip(MIXED, align(MIXED), strict=True):
        assert links.shape[1] == 2
        assert links.tolist() == sorted(links.tolist())
        for source, target in links.tolist():
            assert 0 <= source < len(pair.source.split())
            assert 0 <= target < len(pair.target.split())


def test_a_pair_is_aligned_alike_wherever_it_stands() -> None:
    ahead = list(lines_of(align(MIXED)))
    behind = list(lines_of(align(MIXED[::-1])))

    assert ahead == behind[::-1]


def test_nothing_to_align_gives_no_links() -> None:
    assert align([]) == []


def test_progress_ends_with_everything_done() -> None:
    told: list[tuple[str, int, int]] = []

    align(MIXED, progress=lambda *what: told.append(what))

    names = list(dict.fromkeys(what for what, _, _ in told))
    assert len(names) == 4
    for name in names:
        done = [(now, total) for what, now, total in told if what == name]
        assert done == sorted(done)
        assert len(set(chain.from_iterable(done[-1:]))) == 1


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"iterations": 0}, "iterations must be at least 1, got 0"),
        ({"tension": 0.0}, "tension must be above 0 and at most 100, got 0.0"),
        ({"tension": 101.0}, "tension must be above 0 and at most 100, got 101.0"),
        ({"tension": float("nan")}, "tension must be above 0 .*, got nan"),
        ({"null_probability": 1.0}, "null_probability must be .* below 1, got 1.0"),
        ({"smoothing": -0.1}, "smoothing must be at least 0 .*, got -0.1"),
        ({"smoothing": 1e300}, "at least 0 and at most 1,000,000, got 1e\\+300"),
        ({"symmetry": "both"}, "symmetry must be one of forward, .* got 'both'"),
    ],
)
def test_settings_out_of_range_are_refused(
    wrong: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        AlignerSettings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("tension", [1e-9, 100.0])
@pytest.mark.parametrize("smoothing", [0.0, 1e-9, 1e6])
def test_the_widest_settings_overflow_nowhere(tension: float, smoothing: float) -> None:
    pairs = [Pair("a " * 90, "b"), Pair("c", "d " * 90), Pair("a c a", "b d")]
    settings = AlignerSettings(
        tension=tension, smoothing=smoothing, null_probability=0.0, iterations=2
    )

    with np.errstate(over="raise", invalid="raise", divide="raise"):
        links = align(pairs, settings)

    assert len(links) == len(pairs)
