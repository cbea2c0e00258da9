"""What a model said: alignments of tokens and of words, links, JSON.

The pair worked out by hand, pieces marked as they are joined:

             The   hous  es    </s>
    Les      0.6   0.1   0.2   0.1
    mai      0.1   0.5   0.3   0.1
    sons     0.0   0.2   0.7   0.1
    </s>     0.1   0.0   0.1   0.8
"""

import json

import numpy as np
import pytest

from nmtviz.arrays import FloatArray
from nmtviz.results import (
    END,
    Alignment,
    Hypothesis,
    Tokens,
    Translation,
)

SOURCE = Tokens(
    texts=("The", "hous", "es", END),
    unknown=(False, False, True, False),
    words=(0, 1, 1, 2),
    word_texts=("The", "houses", END),
)
TARGET = Tokens(
    texts=("Les", "mai", "sons", END),
    unknown=(True, False, False, False),
    words=(0, 1, 1, 2),
    word_texts=("Les", "maisons", END),
)
WEIGHTS = np.array(
    [
        [0.6, 0.1, 0.2, 0.1],
        [0.1, 0.5, 0.3, 0.1],
        [0.0, 0.2, 0.7, 0.1],
        [0.1, 0.0, 0.1, 0.8],
    ]
)


def make_translation(
    weights: FloatArray | None = WEIGHTS,
    source: Tokens = SOURCE,
    target: Tokens = TARGET,
) -> Translation:
    hypothesis = Hypothesis(
        text="Les maisons",
        tokens=target,
        log_prob=-3.0,
        score=-0.75,
        token_log_probs=np.full(len(target), -0.75),
        alignment=weights,
    )
    return Translation(sentence="The houses", source=source, hypotheses=(hypothesis,))


def aligned(translation: Translation, **options: object) -> Alignment:
    found = translation.alignment(**options)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_tokens_are_aligned_as_the_network_saw_them() -> None:
    found = aligned(make_translation())

    assert found.source == SOURCE.texts
    assert found.target == TARGET.texts
    assert found.source_unknown == SOURCE.unknown
    assert found.target_unknown == TARGET.unknown
    np.testing.assert_array_equal(found.weights, WEIGHTS)


def test_pieces_become_words() -> None:
    found = aligned(make_translation(), unit="words")

    assert found.source == ("The", "houses", END)
    assert found.target == ("Les", "maisons", END)
    # over source pieces the sum, over target pieces the mean
    expected = [[0.6, 0.3, 0.1], [0.05, 0.85, 0.1], [0.1, 0.1, 0.8]]
    np.testing.assert_allclose(found.weights, expected)


def test_a_word_is_unknown_if_one_of_its_pieces_is() -> None:
    found = aligned(make_translation(), unit="words")

    assert found.source_unknown == (False, True, False)
    assert found.target_unknown == (True, False, False)


def test_rows_of_words_still_sum_to_one() -> None:
    generator = np.random.default_rng(1)
    sizes, pieces = (4, 3, 5), (1, 2, 3)
    for words in sizes:
        counts = generator.choice(pieces, words)
        belongs = tuple(np.repeat(np.arange(words), counts).tolist())
        source = Tokens(
            texts=tuple("s" for _ in belongs),
            unknown=tuple(False for _ in belongs),
            words=belongs,
            word_texts=tuple("w" for _ in range(words)),
        )
        weights = generator.dirichlet(np.ones(len(source)), len(TARGET))
        found = aligned(make_translation(weights, source), unit="words")

        assert found.weights.shape == (3, words)
        np.testing.assert_allclose(found.weights.sum(axis=1), 1.0)


@pytest.mark.parametrize("unit", ["tokens", "words"])
def test_the_end_symbol_can_be_left_out(unit: str) -> None:
    whole = aligned(make_translation(), unit=unit)
    found = aligned(make_translation(), unit=unit, end=False)

    assert found.source == whole.source[:-1]
    assert found.target == whole.target[:-1]
    assert found.source_unknown == whole.source_unknown[:-1]
    assert found.target_unknown == whole.target_unknown[:-1]
    np.testing.assert_array_equal(found.weights, whole.weights[:-1, :-1])


def test_a_hypothesis_that_never_ended_keeps_its_last_row() -> None:
    cut = Tokens(
        texts=TARGET.texts[:3],
        unknown=TARGET.unknown[:3],
        words=TARGET.words[:3],
        word_texts=TARGET.word_texts[:2],
    )
    found = aligned(make_translation(WEIGHTS[:3], target=cut), end=False)

    assert found.target == ("Les", "mai", "sons")
    assert found.source == ("The", "hous", "es")
    np.testing.assert_array_equal(found.weights, WEIGHTS[:3, :3])


def test_merging_changes_nothing_of_the_hypothesis() -> None:
    translation = make_translation(WEIGHTS.copy())
    aligned(translation, unit="words", end=False)

    np.testing.assert_array_equal(translation.hypotheses[0].alignment, WEIGHTS)


def test_without_attention_there_is_no_alignment() -> None:
    assert make_translation(None).alignment() is None


def test_pharaoh_links_each_target_to_its_heaviest_source() -> None:
    translation = make_translation()

    assert aligned(translation).pharaoh() == "0-0 1-1 2-2"  # the format has no end
    assert aligned(translation, end=False).pharaoh() == "0-0 1-1 2-2"
    assert aligned(translation, unit="words", end=False).pharaoh() == "0-0 1-1"


def test_pharaoh_names_the_source_first() -> None:
    weights = np.array([[0.1, 0.2, 0.7], [0.8, 0.1, 0.1]])
    crossed = Alignment(
        source=("a", "b", "c"),
        target=("x", "y"),
        weights=weights,
        source_unknown=(False,) * 3,
        target_unknown=(False,) * 2,
    )

    assert crossed.pharaoh() == "2-0 0-1"


def test_pharaoh_without_an_end_symbol_keeps_a_word_like_it() -> None:
    typed = Alignment(
        source=("a", "</s>"),
        target=("x", "</s>"),
        weights=np.array([[0.3, 0.7], [0.6, 0.4]]),
        source_unknown=(False,) * 2,
        target_unknown=(False,) * 2,
    )

    assert typed.pharaoh(end=False) == "1-0 0-1"
    assert typed.pharaoh() == "0-0"


@pytest.mark.parametrize(("columns", "rows"), [(0, 0), (2, 0), (0, 2)])
def test_an_alignment_without_words_has_no_links(columns: int, rows: int) -> None:
    empty = Alignment(
        source=("a",) * columns,
        target=("x",) * rows,
        weights=np.zeros((rows, columns)),
        source_unknown=(False,) * columns,
        target_unknown=(False,) * rows,
    )

    assert empty.pharaoh() == ""


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"must have shape \(1, 2\) \(target, source\), got \(2, 1\)"
    ):
        Alignment(
            source=("a", "b"),
            target=("x",),
            weights=np.zeros((2, 1)),
            source_unknown=(False, False),
            target_unknown=(False,),
        )


def test_a_translation_travels_as_json() -> None:
    found = json.loads(json.dumps(make_translation().to_json()))

    assert found == {
        "source": ["The", "hous", "es", END],
        "source_words": [0, 1, 1, 2],
        "hypotheses": [
            {
                "text": "Les maisons",
                "tokens": ["Les", "mai", "sons", END],
                "words": [0, 1, 1, 2],
                "log_prob": -3.0,
                "score": -0.75,
                "token_log_probs": [-0.75] * 4,
                "alignment": WEIGHTS.tolist(),
            }
        ],
    }


def test_json_says_null_without_attention() -> None:
    (hypothesis,) = make_translation(None).to_json()["hypotheses"]

    assert hypothesis["alignment"] is None
