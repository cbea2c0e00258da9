from itertools import pairwise

import numpy as np
import pytest

from nmtviz.aligner.bitext import Bitext, Side
from nmtviz.aligner.direction import Direction
from nmtviz.aligner.settings import AlignerSettings
from nmtviz.data.corpus import Pair
from tests.aligner import slow
from tests.aligner.texts import MIXED, TEXTBOOK, swapped, table

PLAIN = AlignerSettings(diagonal=False, null_probability=0.0, smoothing=0.0)


def learnt(
    pairs: list[Pair], generated: Side, settings: AlignerSettings, rounds: int
) -> tuple[Direction, list[float]]:
    bitext = Bitext(pairs)
    direction = Direction(bitext, generated, settings)
    likelihoods = []
    for _ in range(rounds):
        for block in bitext.blocks():
            direction.count(block)
        likelihoods.append(direction.learn())
    return direction, likelihoods


def test_two_rounds_on_the_textbook_example() -> None:
    once, _ = learnt(TEXTBOOK, "target", PLAIN, 1)
    twice, _ = learnt(TEXTBOOK, "target", PLAIN, 2)

    assert table(TEXTBOOK, once) == pytest.approx(
        {
            **{("das", "the"): 1 / 2, ("das", "house"): 1 / 4, ("das", "book"): 1 / 4},
            **{("Haus", "the"): 1 / 2, ("Haus", "house"): 1 / 2},
            **{("Buch", "the"): 1 / 4, ("Buch", "book"): 1 / 2, ("Buch", "a"): 1 / 4},
            **{("ein", "a"): 1 / 2, ("ein", "book"): 1 / 2},
        }
    )
    found = table(TEXTBOOK, twice)
    assert found["das", "the"] == pytest.approx(7 / 11)
    assert found["das", "house"] == pytest.approx(2 / 11)
    assert found["Haus", "house"] == pytest.approx(4 / 7)


@pytest.mark.parametrize("p0", [0.0, 0.25])
@pytest.mark.parametrize("tension", [0.0, 3.0])
@pytest.mark.parametrize("generated", ["target", "source"])
def test_blocks_learn_what_word_by_word_em_learns(
    generated: Side, tension: float, p0: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The slow one does not fit the tension.
    monkeypatch.setattr("nmtviz.aligner.prior.fit", lambda tension, *_: tension)
    settings = AlignerSettings(
        diagonal=tension > 0, tension=tension or 1, null_probability=p0, smoothing=0
    )

    direction, _ = learnt(MIXED, generated, settings, 3)

    found = table(MIXED, direction)
    pairs = MIXED if generated == "target" else swapped(MIXED)
    expected = slow.learn(pairs, 3, tension=tension, p0=p0)
    for (source, target), t in found.items():
        words = (source, target) if generated == "target" else (target, source)
        assert t == pytest.approx(expected[words], rel=1e-4)


def test_the_directions_change_places_with_the_sides() -> None:
    one, _ = learnt(MIXED, "target", AlignerSettings(), 3)
    other, _ = learnt(swapped(MIXED), "source", AlignerSettings(), 3)

    assert one.tension == pytest.approx(other.tension)
    assert one.tension != AlignerSettings().tension


def test_each_word_s_translations_sum_to_one() -> None:
    bitext = Bitext(MIXED)
    for generated, given in (
        ("target", bitext.source_words),
        ("source", bitext.target_words),
    ):
        direction, _ = learnt(MIXED, generated, AlignerSettings(smoothing=0), 2)  # type: ignore[arg-type]

        np.testing.assert_allclose(
            np.bincount(given, weights=direction.table), 1.0, rtol=1e-5
        )
        assert direction.null_table.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("diagonal", [False, True])
def test_the_text_becomes_likelier_with_each_round(diagonal: bool) -> None:
    settings = AlignerSettings(diagonal=diagonal, smoothing=0)

    _, likelihoods = learnt(MIXED, "target", settings, 6)

    assert all(after > before for before, after in pairwise(likelihoods))


@pytest.mark.parametrize("p0", [0.0, 0.08])
def test_counts_too_small_for_single_precision_do_no_harm(p0: float) -> None:
    settings = AlignerSettings(smoothing=1e-5, null_probability=p0)

    direction, likelihoods = learnt(MIXED, "target", settings, 5)

    assert np.isfinite(likelihoods).all()
    assert np.isfinite(direction.table).all()
    assert direction.table.max() <= 1.0 + 1e-6


def test_at_first_all_words_are_equally_likely() -> None:
    _, (likelihood,) = learnt(TEXTBOOK, "target", AlignerSettings(), 1)

    assert likelihood == pytest.approx(6 * np.log(1 / 4))  # 6 words, 4 different


def test_a_word_may_have_no_partner() -> None:
    pairs = [Pair("a b", "x y"), *[Pair("a", "x"), Pair("c", "x y"), Pair("d", "y")]]
    direction, _ = learnt(
        pairs, "target", AlignerSettings(null_probability=0.9, diagonal=False), 9
    )

    assert (
        sum(int(direction.links(block).sum()) for block in Bitext(pairs).blocks()) < 6
    )


def test_smoothing_takes_most_from_the_rarest() -> None:
    plain, _ = learnt(MIXED, "target", AlignerSettings(smoothing=0), 1)
    smooth, _ = learnt(MIXED, "target", AlignerSettings(smoothing=0.01), 1)

    before, after = table(MIXED, plain), table(MIXED, smooth)
    kept = {pair: after[pair] / before[pair] for pair in before}
    assert kept["sees", "voit"] < kept["the", "le"] < 1
