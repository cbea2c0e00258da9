import numpy as np
import pytest

from nmtviz.arrays import SingleArray
from nmtviz.neighbours import Neighbourhood, likeness

RANDOM = np.random.default_rng(3)
STATES = [RANDOM.normal(size=(n, 4)).astype(np.float32) for n in (3, 1, 5)]
WORDS = [(0, 1, 1), (0,), (0, 1, 2, 2, 3)]
"""Two words have two tokens."""


def state() -> SingleArray:
    return RANDOM.normal(size=4).astype(np.float32)


def cosines(wanted: SingleArray) -> list[tuple[float, int, int]]:
    """Return each word's best cosine, by the definition."""
    mean = np.concatenate(STATES).astype(float).mean(axis=0)
    best: dict[tuple[int, int], float] = {}
    for sentence, (states, words) in enumerate(zip(STATES, WORDS, strict=True)):
        for one, word in zip(states, words, strict=True):
            first, second = one - mean, wanted - mean
            cosine = first @ second / np.sqrt((first @ first) * (second @ second))
            at = sentence, word
            best[at] = max(cosine, best.get(at, -2.0))
    return sorted(((cosine, *at) for at, cosine in best.items()), reverse=True)


@pytest.mark.parametrize("count", [1, 4, 50])
def test_the_nearest_are_those_of_the_largest_cosine_each_word_once(count: int) -> None:
    wanted = state()

    found = Neighbourhood(STATES, WORDS).nearest(wanted, count)

    expected = cosines(wanted)[:count]
    assert [one[1:] for one in found] == [one[1:] for one in expected]
    assert [one.similarity for one in found] == pytest.approx(
        [cosine for cosine, *_ in expected], abs=1e-5
    )


def test_a_state_of_the_text_is_nearest_to_itself() -> None:
    (found,) = Neighbourhood(STATES, WORDS).nearest(STATES[2][3], 1)

    assert (found.sentence, found.word) == (2, 2)
    assert found.similarity == pytest.approx(1.0, abs=1e-5)


def test_what_all_states_have_in_common_does_not_count() -> None:
    wanted, common = state(), np.float32(7.0) * state()

    found = Neighbourhood(STATES, WORDS).nearest(wanted, 9)
    shifted = Neighbourhood([one + common for one in STATES], WORDS)

    for one, other in zip(found, shifted.nearest(wanted + common, 9), strict=True):
        assert one[1:] == other[1:]
        assert one.similarity == pytest.approx(other.similarity, abs=1e-4)


def test_sentences_can_be_left_out() -> None:
    wanted = state()

    found = Neighbourhood(STATES, WORDS).nearest(wanted, 9, without={2})

    everything = Neighbourhood(STATES, WORDS).nearest(wanted, 9)
    assert found == tuple(one for one in everything if one.sentence != 2)


def test_the_only_state_of_a_text_has_no_direction_and_no_likeness() -> None:
    alone = Neighbourhood([STATES[1]], [WORDS[1]])

    (found,) = alone.nearest(state(), 3)

    assert found == (0.0, 0, 0)


def test_in_two_dimensions_a_plane_keeps_all_distances() -> None:
    states = [one[:, :2] for one in STATES]
    wanted = state()[:2]
    among = Neighbourhood(states, WORDS)

    found = among.nearest(wanted, 4)
    plane = among.plane(wanted, found)

    assert plane.kept == pytest.approx(1.0)
    points = [plane.here, *plane.points]
    # Of two directions with angle a between them, the distance is 2 sin(a / 2).
    for one, point in zip(found, plane.points, strict=True):
        assert np.linalg.norm(point - points[0]) == pytest.approx(
            np.sqrt(2 - 2 * one.similarity), abs=1e-5
        )
    assert np.sum(points, axis=0) == pytest.approx([0, 0], abs=1e-5)


def test_a_plane_keeps_as_much_as_the_largest_eigenvalues_say() -> None:
    wanted = state()
    among = Neighbourhood(STATES, WORDS)
    everything = [range(len(states)) for states in STATES]
    tokens = Neighbourhood(STATES, everything)  # so each token is a word

    plane = tokens.plane(wanted, tokens.nearest(wanted, 99))

    mean = np.concatenate(STATES).astype(float).mean(axis=0)
    directions = np.array([wanted, *np.concatenate(STATES)], float) - mean
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    eigenvalues = np.linalg.eigvalsh(np.cov(directions.T))
    assert plane.kept == pytest.approx(eigenvalues[-2:].sum() / eigenvalues.sum())
    assert plane.points.shape == (9, 2)
    assert min(plane.here) >= 0
    assert len(among.plane(wanted, among.nearest(wanted, 3)).points) == 3


def test_a_word_lies_where_its_token_does_that_is_most_alike() -> None:
    among = Neighbourhood(STATES, WORDS)
    wanted = STATES[0][2]  # the second token of the first sentence's second word

    plane = among.plane(wanted, among.nearest(wanted, 1))

    assert plane.points[0] == pytest.approx(plane.here, abs=1e-6)
    assert plane.kept == pytest.approx(0.0, abs=1e-6)


def test_likeness_is_the_cosine_of_a_words_mean_state_less_the_mean_of_all() -> None:
    places = [(1, 2), (0,), (4,)]

    found = likeness(STATES, places)

    mean = np.concatenate(STATES).astype(float).mean(axis=0)
    words = [
        states[[*at]].astype(float).mean(axis=0) - mean
        for states, at in zip(STATES, places, strict=True)
    ]
    for i, one in enumerate(words):
        for j, other in enumerate(words):
            cosine = one @ other / np.sqrt((one @ one) * (other @ other))
            assert found[i, j] == pytest.approx(cosine, abs=1e-5)
