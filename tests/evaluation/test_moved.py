"""What becomes of words whose attention is moved: by hand, on made-up numbers."""

import numpy as np

from nmtviz.evaluation.moved import Moved, beginnings
from nmtviz.results import END, Tokens


def test_words_begin_where_letters_or_figures_begin() -> None:
    sentence = Tokens(
        texts=("▁L", "'", "homme", "▁dort", "▁.", END),
        unknown=(False,) * 6,
        words=(0, 0, 0, 1, 2, 3),
        word_texts=("L'homme", "dort", ".", END),
    )

    assert beginnings(sentence) == (0, 3)


def test_the_counter_example_looked_hard_moved_far_and_stayed_probable() -> None:
    moved = Moved(
        rows=(0, 2),
        own=np.array([0.9, 0.9]),
        weights=np.array([[0.8, 0.1, 0.1], [0.4, 0.3, 0.3]]),
        elsewhere=np.array([[0.95, 0.8, 0.2], [0.9, 0.85, 0.9]]),
    )

    # Row 0: 0.8 * (0.2 * 0.9, 0.9 * 0.8, 0.9 * 0.2).
    assert (moved.counter_example(0), moved.most(0)) == ((0, 1), (0, 2))
    # 0.8 * (0.8 + 0.2) against 0.4 * (0.85 + 0.9)
    assert moved.telling == 0
    assert (moved.kept(0), moved.kept(1)) == (1, 2)


def test_a_word_that_stays_at_one_place_only_is_not_the_telling_one() -> None:
    moved = Moved(
        rows=(0, 1),
        own=np.array([0.9, 0.9]),
        weights=np.array([[0.9, 0.06, 0.02, 0.02], [0.6, 0.2, 0.1, 0.1]]),
        elsewhere=np.array([[0.9, 0.9, 0.01, 0.01], [0.9, 0.8, 0.8, 0.8]]),
    )

    # The better single place is row 0's, 0.9 * 0.94 * 0.9 against 0.6 * 0.9 * 0.8, but
    # 0.9 * (0.9 + 0.01 + 0.01) is less than 0.6 * (0.8 + 0.8 + 0.8).
    assert moved.counter_examples.max(axis=1).argmax() == 0
    assert moved.telling == 1


def test_the_place_it_looked_at_hardest_is_no_counter_example() -> None:
    moved = Moved(
        rows=(0,),
        own=np.array([0.98]),
        weights=np.array([[0.9, 0.06, 0.04]]),
        elsewhere=np.array([[0.97, 0.001, 0.002]]),
    )

    # 0.9 * (0.1 * 0.97) would be the largest product, but nothing was moved there.
    assert moved.counter_example(0) == (0, 2)
    assert moved.kept(0) == 0


def test_a_word_loses_most_at_another_place_than_where_it_looked() -> None:
    moved = Moved(
        rows=(0,),
        own=np.array([0.5]),
        weights=np.array([[0.8, 0.1, 0.1]]),
        elsewhere=np.array([[0.1, 0.3, 0.2]]),
    )

    assert moved.most(0) == (0, 2)


def test_a_word_that_grows_elsewhere_is_no_better_a_counter_example() -> None:
    moved = Moved(
        rows=(0,),
        own=np.array([0.2]),
        weights=np.array([[0.6, 0.3, 0.1]]),
        elsewhere=np.array([[0.2, 0.9, 0.2]]),
    )

    # 0.7 * 0.2 against 0.9 * 0.2: it moved farther
    assert moved.counter_example(0) == (0, 2)
    np.testing.assert_allclose(moved.counter_examples, [[-1, 0.084, 0.108]])
