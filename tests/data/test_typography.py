"""Marks that phones write are read as the plain ones that a model has learned."""

# ruff: noqa: RUF001, typographic marks are what this is about

import pytest

from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer, Tokenizer
from nmtviz.data.typography import plain_forms, plain_fractions
from nmtviz.data.vocabulary import UNKNOWN_ID, Vocabulary

PLAIN = ['Don\'t say "hello" - wait...', "It's a well-known dog, isn't it?"]
TYPED = ["Don’t say “hello” – wait…", "It’s a well‑known dog, isn´t it?"]


def moses(lines: list[str]) -> MosesTokenizer:
    unknowing = MosesTokenizer(Vocabulary([]), "en")
    words = {
        word for line in lines for word in unknowing.encode(line).tokens.texts[:-1]
    }
    return MosesTokenizer(Vocabulary(sorted(words)), "en")


def pieces(lines: list[str]) -> SentencePieceTokenizer:
    return SentencePieceTokenizer.train(lines * 30, 60)


@pytest.mark.parametrize(
    "tokenizer", [moses(PLAIN), pieces(PLAIN)], ids=["moses", "sp"]
)
@pytest.mark.parametrize(("plain", "typed"), [*zip(PLAIN, TYPED, strict=True)])
def test_a_mark_that_is_not_known_is_read_as_its_plain_form(
    tokenizer: Tokenizer, plain: str, typed: str
) -> None:
    expected = tokenizer.encode(plain)

    assert UNKNOWN_ID not in expected.ids
    assert tokenizer.encode(typed) == expected
    assert tokenizer.encode_ids([typed]) == [expected.ids]


def test_a_dash_stands_apart() -> None:
    assert moses(["so - he"]).encode("so—he").tokens.texts[:-1] == ("so", "-", "he")


def test_fractions_are_read_in_digits_apart_from_a_number() -> None:
    words = moses(["take 2 1/2 or 1/3"])

    assert words.encode("take 2½ or ⅓") == words.encode("take 2 1/2 or 1/3")
    assert plain_fractions("2½, ¼ and 1⁄2") == "2 1/2,  1/4 and 1/2"


def test_a_mark_that_is_known_stays() -> None:
    known = plain_forms(["don’t", "…"])

    assert "don’t… “x”".translate(known) == 'don’t… "x"'


def test_who_has_learned_typographic_marks_reads_them() -> None:
    tokenizer = pieces(TYPED)

    assert "’" in "".join(tokenizer.encode(TYPED[0]).tokens.texts)
