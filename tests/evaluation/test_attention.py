from math import log

import numpy as np
import pytest

from nmtviz.evaluation.attention import measure_attention
from nmtviz.results import END, Hypothesis, Tokens, Translation


def tokens(*texts: str, words: tuple[int, ...] | None = None) -> Tokens:
    """Return tokens, each a word of its own unless told otherwise."""
    words = tuple(range(len(texts))) if words is None else words
    found = [""] * (words[-1] + 1)
    for word, text in zip(words, texts, strict=True):
        found[word] += text
    return Tokens(
        texts=texts,
        unknown=(False,) * len(texts),
        words=words,
        word_texts=tuple(found),
    )


def translation(
    source: Tokens, target: Tokens, weights: list[list[float]] | None
) -> Translation:
    hypothesis = Hypothesis(
        text="",
        tokens=target,
        log_prob=-1.0,
        score=-1.0,
        token_log_probs=np.full(len(target), -0.5),
        alignment=None if weights is None else np.array(weights),
    )
    return Translation(sentence="", source=source, hypotheses=(hypothesis,))


SOURCE, TARGET = tokens("a", "b", "c", END), tokens("x", "y", END)


def test_each_word_looking_at_one_place_is_no_spread() -> None:
    found = measure_attention(
        translation(SOURCE, TARGET, [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    )

    assert found.entropy == 0.0


def test_the_spread_is_the_mean_over_words_and_the_end_symbol_can_be_looked_at() -> (
    None
):
    found = measure_attention(
        translation(
            SOURCE, TARGET, [[0.25, 0.25, 0.25, 0.25], [0.5, 0, 0, 0.5], [0, 0, 0, 1]]
        )
    )

    assert found.entropy == pytest.approx((log(4) + log(2)) / 2)


def test_an_unread_word_is_under_translated() -> None:
    # Coverage 1, 1 and 0; the row of the end symbol does not count.
    found = measure_attention(
        translation(SOURCE, TARGET, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    )

    assert found.under == pytest.approx(log(2) / 3)
    assert found.over == 0.0


def test_a_word_read_twice_is_over_translated() -> None:
    # Coverage 1.5, 0.25 and 0.
    found = measure_attention(
        translation(SOURCE, TARGET, [[1, 0, 0, 0], [0.5, 0.25, 0, 0.25], [0, 0, 0, 1]])
    )

    assert found.over == pytest.approx(log(1 + 0.5**2) / 3)
    assert found.under == pytest.approx((log(1 + 0.75**2) + log(2)) / 3)


def test_both_add_up_to_the_published_penalty() -> None:
    weights = np.random.default_rng(3).dirichlet([1.0] * 4, size=3)

    found = measure_attention(translation(SOURCE, TARGET, weights.tolist()))

    deviations = 1 - weights[:2, :3].sum(axis=0)
    assert found.under + found.over == pytest.approx(np.log(1 + deviations**2).mean())


def test_pieces_of_a_word_count_as_the_word() -> None:
    pieces = translation(
        tokens("a", "b", "c", "d", END, words=(0, 0, 1, 2, 3)),
        tokens("x", "y", "z", END, words=(0, 1, 1, 2)),
        [
            [0.5, 0.5, 0, 0, 0],
            [0, 0, 1, 0, 0],
            [0, 0, 0, 1, 0],
            [0, 0, 0, 0, 1],
        ],
    )
    words = translation(SOURCE, TARGET, [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 1]])

    assert measure_attention(pieces) == measure_attention(words)


def test_nothing_written_reads_nothing() -> None:
    found = measure_attention(translation(SOURCE, tokens(END), [[0, 0, 1, 0]]))

    assert np.isnan(found.entropy)
    assert found.under == pytest.approx(log(2))
    assert found.over == 0.0


@pytest.mark.parametrize(
    "silent",
    [
        translation(SOURCE, TARGET, None),
        Translation(sentence="", source=tokens(END), hypotheses=()),
    ],
    ids=["no attention", "no hypothesis"],
)
def test_without_attention_nothing_can_be_said(silent: Translation) -> None:
    assert np.isnan(measure_attention(silent)).all()
