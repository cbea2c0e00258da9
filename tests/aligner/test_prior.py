import numpy as np
import pytest

from nmtviz.aligner import prior


def test_features_are_distances_from_the_diagonal() -> None:
    np.testing.assert_allclose(
        prior.features(2, 4),
        -np.array([[0.25, 0.0, 0.25, 0.5], [0.75, 0.5, 0.25, 0.0]]),
    )


def test_rows_sum_to_one_and_prefer_the_diagonal() -> None:
    rows = prior.rows(prior.features(3, 3), tension=5.0)

    np.testing.assert_allclose(rows.sum(axis=1), 1.0)
    np.testing.assert_array_equal(rows.argmax(axis=1), [0, 1, 2])


def test_without_tension_all_places_are_alike() -> None:
    np.testing.assert_allclose(prior.rows(prior.features(2, 5), tension=0.0), 0.2)


@pytest.mark.parametrize("start", [1.0, 4.0, 10.0])
def test_the_tension_that_made_the_links_is_found_again(start: float) -> None:
    shapes = {(5, 7): 3, (6, 4): 2}
    true = 6.0
    found = sum(
        count * float((prior.rows(h, true) * h).sum())
        for shape, count in shapes.items()
        for h in [prior.features(*shape)]
    )

    tension = start
    for _ in range(40):
        tension = prior.fit(tension, found, shapes)

    assert tension == pytest.approx(true, rel=1e-2)


def test_the_tension_stays_within_fast_align_s_bounds() -> None:
    assert prior.fit(4.0, 0.0, {(3, 4): 2}) == 14.0
    assert prior.fit(4.0, -100.0, {(3, 4): 2}) == 0.1
