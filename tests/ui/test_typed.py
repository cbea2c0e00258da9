"""The languages of what somebody typed."""

from pathlib import Path

import pytest

from nmtviz.data.corpus import read_pairs
from nmtviz.translator import Translator
from nmtviz.ui.shelf import own

SHIPPED = Path(__file__).parents[2] / "checkpoints"


@pytest.mark.parametrize("model", ["rnnsearch-sp", "rnnsearch-50"])
def test_the_vocabularies_tell_the_languages_of_our_own_test_set_apart(
    model: str,
) -> None:
    translator = Translator.load(SHIPPED / model)
    pairs = [pair for pair in read_pairs([own.FILE]) if len(pair.source.split()) > 2]

    assert not any(translator.looks_like_target(pair.source) for pair in pairs)
    found = sum(translator.looks_like_target(pair.target) for pair in pairs)
    assert found > 0.8 * len(pairs)
