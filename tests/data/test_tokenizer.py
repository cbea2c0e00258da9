from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from nmtviz.config import DataConfig, TokenizerKind
from nmtviz.data.tokenizer import (
    MosesTokenizer,
    SentencePieceTokenizer,
    Tokenizer,
    load_tokenizer,
)
from nmtviz.data.vocabulary import END_ID, SPECIALS, UNKNOWN_ID, Vocabulary
from nmtviz.errors import DataError

ANIMALS = ("cat", "dog", "bird", "horse", "goat")
PLACES = ("house", "garden", "river", "hill")
ENGLISH = [
    f"The {animal} sleeps near the {place}."
    for animal in ANIMALS
    for place in PLACES
    for _ in range(3)
]
NASTY = [
    "",
    "   ",
    "</s>",
    "<unk> <pad> <s>",
    "▁",
    "▁▁ ▁",
    "the▁cat",
    "\0\x01\x1b[31m",
    "😀 👩‍👩‍👧",
    "\u202e\u05e9\u05dc\u05d5\u05dd مرحبا\u202c",
    "e\u0301 ﷺ ½",
    "\ud800 alone",
    "a\u2028b\u2029c\x85d\u00a0e",
    "<script>alert('x')</script> &lt;b&gt;",
    "DOTMULTI. ... THISISPROTECTED000",
    "x" * 5_000,
]


@pytest.fixture(scope="module")
def pieces() -> SentencePieceTokenizer:
    return SentencePieceTokenizer.train(ENGLISH, 70)


def moses(*words: str, language: str = "en") -> MosesTokenizer:
    return MosesTokenizer(Vocabulary(words), language)


def ids_of(tokenizer: SentencePieceTokenizer, texts: Sequence[str]) -> list[int]:
    """Look pieces up by what they decode to."""
    known = {
        tokenizer.decode([number]).tokens.texts[0]: number
        for number in range(len(tokenizer))
    }
    return [known[text] for text in texts]


def test_moses_splits_words_from_punctuation() -> None:
    encoded = moses("He", "'s", "here", ".").encode("He's here.")

    assert encoded.ids == [4, 5, 6, 7, END_ID]
    assert encoded.tokens.texts == ("He", "'s", "here", ".", "</s>")
    assert encoded.tokens.words == (0, 1, 2, 3, 4)
    assert encoded.tokens.word_texts == encoded.tokens.texts
    assert not any(encoded.tokens.unknown)


def test_moses_follows_the_rules_of_the_language() -> None:
    french = moses("l'", "homme", language="fr")

    assert french.encode("l'homme").ids == [4, 5, END_ID]
    assert french.decode([4, 5, END_ID]).text == "l'homme"


def test_moses_does_not_escape_what_html_would() -> None:
    assert moses().encode("a & [b]").tokens.texts[:-1] == ("a", "&", "[", "b", "]")


def test_an_unknown_source_word_keeps_its_letters() -> None:
    encoded = moses("the").encode("the zyzzyva")

    assert encoded.ids == [4, UNKNOWN_ID, END_ID]
    assert encoded.tokens.texts == ("the", "zyzzyva", "</s>")
    assert encoded.tokens.unknown == (False, True, False)


def test_moses_shows_unknown_words_it_produces() -> None:
    decoded = moses("the", "sleeps", ".").decode([4, UNKNOWN_ID, 5, 6, END_ID])

    assert decoded.text == "the <unk> sleeps."
    assert decoded.tokens.texts == ("the", "<unk>", "sleeps", ".", "</s>")
    assert decoded.tokens.unknown == (False, True, False, False, False)


def test_moses_keeps_escaped_text_as_it_is() -> None:
    assert moses("&amp;").decode([4]).text == "&amp;"


def test_pieces_are_grouped_into_words(pieces: SentencePieceTokenizer) -> None:
    tokens = pieces.encode("The goat sleeps.").tokens

    assert "".join(tokens.texts) == "▁The▁goat▁sleeps.</s>"
    assert tokens.word_texts == ("The", "goat", "sleeps.", "</s>")
    for word, text in enumerate(tokens.word_texts):
        members = [
            piece
            for piece, index in zip(tokens.texts, tokens.words, strict=True)
            if index == word
        ]
        assert "".join(members).removeprefix("▁") == text


@pytest.mark.parametrize(
    ("texts", "words", "word_texts"),
    [
        (["t", "▁", "t"], (0, 1, 1), ("t", "t")),
        (["▁", "▁", "t", "</s>"], (0, 0, 0, 1), ("t", "</s>")),
        (["t", "▁", "</s>"], (0, 1, 2), ("t", "▁", "</s>")),
        (["▁", "<unk>", "t"], (0, 0, 0), ("<unk>t",)),
        (["t", "<pad>", "t", "<s>"], (0, 1, 2, 3), ("t", "<pad>", "t", "<s>")),
        ([], (), ()),
    ],
)
def test_any_pieces_a_network_produces_are_grouped_into_words(
    pieces: SentencePieceTokenizer,
    texts: list[str],
    words: tuple[int, ...],
    word_texts: tuple[str, ...],
) -> None:
    tokens = pieces.decode(ids_of(pieces, texts)).tokens

    assert tokens.texts == tuple(texts)
    assert tokens.words == words
    assert tokens.word_texts == word_texts


def test_unknown_source_pieces_keep_their_letters(
    pieces: SentencePieceTokenizer,
) -> None:
    encoded = pieces.encode("the 😀 cat")

    place = encoded.tokens.texts.index("😀")
    assert encoded.ids[place] == UNKNOWN_ID
    assert [i for i, flag in enumerate(encoded.tokens.unknown) if flag] == [place]
    assert encoded.tokens.word_texts == ("the", "😀", "cat", "</s>")


def test_unknown_pieces_a_network_produces_stay_visible(
    pieces: SentencePieceTokenizer,
) -> None:
    ids = ids_of(pieces, ["▁", "t", "▁", "<unk>", "▁", "t", "</s>"])

    decoded = pieces.decode(ids)

    assert decoded.text == "t <unk> t"
    assert decoded.tokens.unknown == (*[False] * 3, True, *[False] * 3)


def test_the_same_sentences_give_the_same_pieces(tmp_path: Path) -> None:
    for side in ("source", "target"):
        SentencePieceTokenizer.train(ENGLISH, 60).save(tmp_path, side)

    source, target = tmp_path / "source.model", tmp_path / "target.model"
    assert source.read_bytes() == target.read_bytes()


def test_a_small_text_has_fewer_pieces_than_asked_for() -> None:
    assert len(SentencePieceTokenizer.train(["a b a b"], 500)) < 20


@pytest.mark.parametrize(
    ("sentences", "vocab_size", "message"),
    [
        ([], 50, "cannot learn 50 pieces from 0 sentences"),
        ([" "], 50, "cannot learn 50 pieces from 1 sentences"),
        (["abcdefgh"], 6, "cannot learn 6 pieces.*smaller than required_chars"),
    ],
)
def test_a_text_without_enough_pieces_is_refused(
    sentences: list[str], vocab_size: int, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        SentencePieceTokenizer.train(sentences, vocab_size)


@pytest.fixture(params=["moses", "sentencepiece"])
def tokenizer(
    request: pytest.FixtureRequest, pieces: SentencePieceTokenizer
) -> Tokenizer:
    known = moses("The", "the", "goat", "sleeps", "near", "house", ".")
    return known if request.param == "moses" else pieces


@pytest.mark.parametrize("sentence", ENGLISH[48:52])
def test_a_known_sentence_survives_a_round_trip(
    tokenizer: Tokenizer, sentence: str
) -> None:
    sentence = sentence.replace("garden", "house")
    encoded = tokenizer.encode(sentence)

    decoded = tokenizer.decode(encoded.ids)

    assert decoded.text == sentence
    assert decoded.tokens == encoded.tokens


def test_the_end_symbol_is_kept_only_where_it_is(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("the goat sleeps.").ids

    with_end, without = tokenizer.decode(ids), tokenizer.decode(ids[:-1])

    assert with_end.tokens.texts == (*without.tokens.texts, "</s>")
    assert with_end.tokens.word_texts == (*without.tokens.word_texts, "</s>")
    assert with_end.text == without.text


def test_an_empty_sentence_is_only_the_end_symbol(tokenizer: Tokenizer) -> None:
    encoded = tokenizer.encode("")

    assert encoded.ids == [END_ID]
    assert encoded.tokens.texts == ("</s>",)
    assert tokenizer.decode(encoded.ids).text == ""


@pytest.mark.parametrize("sentence", NASTY, ids=lambda text: repr(text)[:20])
def test_whatever_is_typed_is_only_text(tokenizer: Tokenizer, sentence: str) -> None:
    ids, tokens = tokenizer.encode(sentence)

    assert ids[-1] == END_ID
    assert all(number == UNKNOWN_ID or number >= len(SPECIALS) for number in ids[:-1])
    assert max(ids) < len(tokenizer)
    assert len(ids) == len(tokens) == len(tokens.words) == len(tokens.unknown)
    assert sorted(set(tokens.words)) == list(range(len(tokens.word_texts)))
    assert tokens.word_texts[-1] == tokens.texts[-1] == "</s>"
    assert not any(character < " " for text in tokens.texts for character in text)
    tokenizer.decode(ids)


def test_control_characters_count_as_spaces(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("the\0goat\x07") == tokenizer.encode("the goat")


def test_many_sentences_are_encoded_like_one(tokenizer: Tokenizer) -> None:
    sentences = [*ENGLISH[:5], *NASTY]

    assert tokenizer.encode_ids(sentences) == [
        tokenizer.encode(sentence).ids for sentence in sentences
    ]
    assert tokenizer.encode_ids([]) == []


def test_ids_may_come_from_numpy(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("the zebra").ids

    decoded = tokenizer.decode(list(np.array(ids, dtype=np.int32)))

    assert decoded == tokenizer.decode(ids)
    assert all(type(flag) is bool for flag in decoded.tokens.unknown)


def test_every_id_can_be_decoded(tokenizer: Tokenizer) -> None:
    every = range(len(tokenizer))

    assert len(tokenizer.decode(every).tokens) == len(tokenizer)


@pytest.mark.parametrize("kind", ["moses", "sentencepiece"])
def test_a_tokenizer_is_the_same_after_saving_and_loading(
    tmp_path: Path, pieces: SentencePieceTokenizer, kind: TokenizerKind
) -> None:
    tokenizers: dict[str, Tokenizer] = {
        "moses": moses("l'", "goat", language="fr"),
        "sentencepiece": pieces,
    }
    tokenizers[kind].save(tmp_path, "target")

    loaded = load_tokenizer(tmp_path, "target", DataConfig(tokenizer=kind))

    assert len(loaded) == len(tokenizers[kind])
    assert loaded.encode("l'goat sleeps") == tokenizers[kind].encode("l'goat sleeps")


def test_a_piece_that_is_no_text_is_refused(
    pieces: SentencePieceTokenizer, tmp_path: Path
) -> None:
    pieces.save(tmp_path, "source")
    model = tmp_path / "source.model"
    sign = "▁".encode()
    model.write_bytes(model.read_bytes().replace(sign, b"\xff" + sign[1:]))

    with pytest.raises(DataError, match="no SentencePiece model"):
        load_tokenizer(tmp_path, "source", DataConfig(tokenizer="sentencepiece"))


@pytest.mark.parametrize(
    ("kind", "name"), [("moses", "vocab.source.txt"), ("sentencepiece", "source.model")]
)
def test_a_missing_tokenizer_is_refused(
    tmp_path: Path, kind: TokenizerKind, name: str
) -> None:
    with pytest.raises(DataError, match=f"{name} cannot be read: No such file"):
        load_tokenizer(tmp_path, "source", DataConfig(tokenizer=kind))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (b"", r"source\.model: .*must not be empty"),
        (b"no model", r"source\.model: This is no SentencePiece model"),
    ],
)
def test_a_broken_piece_model_is_refused(
    tmp_path: Path, model: bytes, message: str
) -> None:
    (tmp_path / "source.model").write_bytes(model)

    with pytest.raises(DataError, match=message):
        load_tokenizer(tmp_path, "source", DataConfig(tokenizer="sentencepiece"))


def test_half_a_character_is_no_known_token(tokenizer: Tokenizer) -> None:
    assert tokenizer.token_ids(["##\ud800"]) == [UNKNOWN_ID]
