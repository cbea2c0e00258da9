"""Hints on what somebody typed."""

from pathlib import Path

import pytest

from nmtviz.data.corpus import read_pairs
from nmtviz.translator import Translator
from nmtviz.ui.shelf import own
from nmtviz.ui.translate.typed import in_small_letters, is_shouted

SHIPPED = Path(__file__).parents[2] / "checkpoints"


@pytest.mark.parametrize(
    ("sentence", "shouted"),
    [
        ("THE CAT SLEEPS.", True),
        ("I LOVE YOU", True),
        ("WHERE IS THE 2ND HOUSE?", True),
        ("The cat sleeps.", False),
        ("HELLO", True),
        ("THANKS!", True),
        ("Hello", False),
        ("NATO", False),
        ("NATO met.", False),
        ("A 330 B", False),
        ("", False),
    ],
)
def test_words_in_capitals_are_shouted_and_acronyms_are_not(
    sentence: str, shouted: bool
) -> None:
    assert is_shouted(sentence) == shouted


@pytest.mark.parametrize(
    ("sentence", "english", "quiet"),
    [
        ("CAN I SLEEP?", True, "Can I sleep?"),
        ("I'M HERE, I SAY", True, "I'm here, I say"),
        ("ICH UND I", False, "Ich und i"),
    ],
)
def test_small_letters_leave_the_first_one_and_the_english_pronoun(
    sentence: str, english: bool, quiet: str
) -> None:
    assert in_small_letters(sentence, english) == quiet


@pytest.mark.parametrize("model", ["rnnsearch-sp", "rnnsearch-50"])
def test_the_vocabularies_tell_the_languages_of_our_own_test_set_apart(
    model: str,
) -> None:
    translator = Translator.load(SHIPPED / model)
    pairs = [pair for pair in read_pairs([own.FILE]) if len(pair.source.split()) > 2]

    assert not any(translator.looks_like_target(pair.source) for pair in pairs)
    found = sum(translator.looks_like_target(pair.target) for pair in pairs)
    assert found > 0.8 * len(pairs)
