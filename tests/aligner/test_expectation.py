from math import lgamma, log

import numpy as np
import pytest

from nmtviz.aligner.expectation import digamma, probabilities

EULER = 0.577_215_664_901_532_9


def test_digamma_has_its_known_values() -> None:
    found = digamma(np.array([1.0, 0.5, 2.0]))

    np.testing.assert_allclose(found, [-EULER, -EULER - 2 * log(2), 1 - EULER])


@pytest.mark.parametrize("x", [0.03, 0.4, 3.7, 250.0])
def test_digamma_is_the_slope_of_log_gamma(x: float) -> None:
    step = 1e-5 * x
    slope = (lgamma(x + step) - lgamma(x - step)) / (2 * step)

    assert digamma(np.array([x]))[0] == pytest.approx(slope, rel=1e-6)


def test_without_a_prior_probabilities_are_shares() -> None:
    counts, totals = np.array([1.0, 3.0, 0.0]), np.array([4.0, 4.0, 0.0])

    np.testing.assert_allclose(probabilities(counts, totals, 0.0), [0.25, 0.75, 0.0])


def test_large_counts_hardly_feel_the_prior_and_small_ones_vanish() -> None:
    alpha = 0.01
    counts = np.array([3000.0, 1000.0, 0.01])
    totals = np.full(3, counts.sum() + 3 * alpha)

    large, next_large, small = probabilities(counts, totals, alpha)

    assert large == pytest.approx(0.75, rel=1e-3)
    assert next_large == pytest.approx(0.25, rel=1e-3)
    assert small < 1e-20 < counts[2] / totals[2]
