"""A translator's states along sentence pairs."""

from typing import Any

import numpy as np
import pytest

from nmtviz.config import ModelKind, TokenizerKind
from nmtviz.errors import InputError
from nmtviz.results import END
from tests.test_translator import translator

PAIRS = [
    ("The small dog sleeps under a house.", "Le petit chien dort."),
    ("the", "le petit chien dort sous la maison ."),
    ("Zebras!", "un zèbre"),
    ("a house", ""),
]


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_pairs_keep_their_order_and_have_a_state_a_token(
    kind: ModelKind, tokenizer: TokenizerKind
) -> None:
    made = translator(kind, tokenizer)

    found = made.states(PAIRS, batch_size=2)

    for (source, target), pair in zip(PAIRS, found, strict=True):
        scored = made.score(source, target)
        assert pair.source == scored.source
        assert pair.target == scored.hypotheses[0].tokens
        read = len(pair.source) if kind == "rnnsearch" else 1
        width = 10 if kind == "rnnsearch" else 5
        assert pair.annotations.shape == (read, width)
        assert pair.states.shape == (len(pair.target), 5)


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_states_are_those_that_one_sees_inside_a_step(kind: ModelKind) -> None:
    made = translator(kind)

    found = made.states(PAIRS)

    for (source, target), pair in zip(PAIRS, found, strict=True):
        steps = made.inspect(source, target)
        expected = [step.state for step in steps]
        np.testing.assert_allclose(pair.states, expected, atol=1e-5)


def test_no_pairs_have_no_states() -> None:
    assert translator().states([]) == []


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        (("", "le chien"), "must have words"),
        (("the dog " * 200, "le chien"), "at most 300 tokens"),
        (("the dog", ["chien", END, "le"]), "end with the only"),
        (("the dog", ["chien", 7, END]), "tokens or ids alone"),
        (("the dog", [float("nan")]), "tokens or ids alone"),
    ],
)
def test_a_pair_that_cannot_be_gone_through_is_refused(
    pair: tuple[str, Any], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        translator().states([PAIRS[0], pair])
