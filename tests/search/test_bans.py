"""What is banned for words as people write them."""

import gc
from weakref import ref

import pytest

from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.errors import InputError
from nmtviz.search.banned import Banned
from nmtviz.search.bans import ban
from tests import tiny


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("un arbre", True),
        ("arbre et homme", True),
        ("l'arbre", True),
        ("l'arbre, l'homme", True),
        ("l'homme", False),
        ("un marbre", False),
    ],
)
def test_a_word_of_pieces_is_found_behind_an_article(text: str, there: bool) -> None:
    words = ["l'arbre , un arbre et l'homme"] * 9 + ["un homme m a b r e"]
    tokenizer = SentencePieceTokenizer.train(words, 40)

    assert ban("arbre", tokenizer).is_in(tokenizer.encode(text).ids) == there


@pytest.mark.parametrize(
    ("word", "text", "there"),
    [
        ("il", "Est-il là ?", True),
        ("il", "il est là", True),
        ("il", "ils sont là", False),
        ("-", "Est-il là ?", True),
        ("est là", "il est là", True),
        ("est là", "est il là", False),
        ("'", "l'eau", True),
        ("eau", "l'eau", True),
        ("Unis", "les États-Unis", True),  # no token of its own
        ("les États", "les États-Unis", True),  # of which one is no token
        ("est là", "c'est là-bas", True),
        ("est là", "il est la", False),
    ],
)
def test_a_word_is_found_inside_a_word_with_signs(
    word: str, text: str, there: bool
) -> None:
    words = ["Est-il", "il", "ils", "là", "?", "est", "sont", "l'", "eau", "-", "'"]
    words += ["les", "États-Unis", "c'", "là-bas", "la"]
    tokenizer = MosesTokenizer(Vocabulary(words), "fr")

    assert ban(word, tokenizer).is_in(tokenizer.encode(text).ids) == there


def test_a_word_that_no_token_holds_cannot_be_banned() -> None:
    tokenizer = MosesTokenizer(Vocabulary(["les", "États-Unis"]), "fr")

    with pytest.raises(InputError, match="'Uni' is not in the target vocabulary"):
        ban("Uni", tokenizer)


def test_pieces_given_one_by_one_are_banned_as_they_are() -> None:
    tokenizer = tiny.tokenizers("sentencepiece")[1]
    ids, tokens = tokenizer.encode("chien")

    assert ban(tokens.texts[:-1], tokenizer) == Banned.row(ids[:-1])


@pytest.mark.parametrize("words", ["chien " * 51, ("▁chien",) * 51])
def test_a_ban_of_a_whole_text_is_refused(words: str | tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="at most 50 tokens, got "):
        ban(words, tiny.tokenizers("sentencepiece")[1])


def test_a_sign_is_banned_inside_pieces_and_the_end_symbol_never_is() -> None:
    tokenizer = SentencePieceTokenizer.train(["article (1), article (2),"] * 9, 22)
    pieces = tokenizer.encode("article (1),").tokens.texts
    assert any("," in piece and piece != "," for piece in pieces)

    assert ban(",", tokenizer).is_in(tokenizer.encode("article (2),").ids)
    assert not ban(",", tokenizer).is_in(tokenizer.encode("article (2)").ids)


def test_a_ban_keeps_no_model_s_words_alive() -> None:
    _, target = tiny.tokenizers()
    banned, alive = ban("chien", target), ref(target)
    assert ban("chien", target) is banned  # not made again for the next sentence

    del target
    gc.collect()

    assert alive() is None
