"""Sentences to ids and back: Moses words or SentencePiece pieces, one per side.

Whatever a person types is text: nothing that looks like a special symbol becomes
one, control characters count as spaces, and typographic marks that a vocabulary does
not have are read as their plain forms.
"""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, Self

import sentencepiece

from nmtviz.config import DataConfig
from nmtviz.data.grouped import is_text, tokens_of_pieces, tokens_of_words
from nmtviz.data.typography import plain_forms
from nmtviz.data.vocabulary import (
    END_ID,
    PAD_ID,
    SPECIALS,
    START_ID,
    UNKNOWN_ID,
    Vocabulary,
)
from nmtviz.data.words import clean, moses_text, moses_words
from nmtviz.errors import DataError
from nmtviz.results import END, SPACE, Tokens

Side = Literal["source", "target"]


class Encoded(NamedTuple):
    """A sentence ready for a network."""

    ids: list[int]
    """One id a position; the last one is the end symbol."""

    tokens: Tokens
    """The same positions as a person reads them."""


class Decoded(NamedTuple):
    """A network's output in words."""

    text: str
    """The sentence as a person would write it; `<unk>` stays visible."""

    tokens: Tokens
    """One entry an id."""


class Tokenizer(Protocol):
    """Turns the sentences of one language into ids and back."""

    plain: Mapping[int, str]
    """What it reads typographic marks as that it does not know, for `str.translate`."""

    def __hash__(self) -> int:
        """Let a cache use a tokenizer as a key, which it can as none ever changes."""

    def __len__(self) -> int:
        """Return the size of the vocabulary, special symbols included."""

    def encode(self, sentence: str) -> Encoded:
        """Return the ids of a sentence and what they stand for."""

    def encode_ids(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the ids of many sentences, each with the end symbol."""

    def token_ids(self, tokens: Sequence[str]) -> list[int]:
        """Return the id of each token as `Tokens.texts` has it, `<unk>`'s if new."""

    def may_lack(self, token: str) -> bool:
        """Say whether its `<unk>` may stand for a token of the other language."""

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of ids, with or without an end symbol."""

    def join(self, tokens: Sequence[str]) -> str:
        """Return the text of tokens as `Tokens.texts` has them, END left out."""

    def save(self, folder: Path, side: Side) -> None:
        """Write what `load_tokenizer` needs."""


class MosesTokenizer:
    """Words by Moses' rules; a word outside the vocabulary is `<unk>`."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        self.vocabulary = vocabulary
        self._language = language
        self.plain: Mapping[int, str] = plain_forms(
            map(vocabulary.token, range(len(vocabulary)))
        )

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, sentence: str) -> Encoded:
        """Return the ids of a sentence and what they stand for."""
        texts = self._words(sentence)
        ids = [*self.vocabulary.ids(texts), END_ID]
        return Encoded(ids, tokens_of_words([*texts, END], ids))

    def encode_ids(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the ids of many sentences, each with the end symbol."""
        words = map(self._words, sentences)
        return [[*self.vocabulary.ids(texts), END_ID] for texts in words]

    def token_ids(self, tokens: Sequence[str]) -> list[int]:
        """Return the id of each token, `<unk>`'s if new."""
        return self.vocabulary.ids(tokens)

    def may_lack(self, token: str) -> bool:
        """Say whether `<unk>` may stand for it: for any word, as it means another."""
        del token
        return True

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of ids, with or without an end symbol."""
        ids = [int(number) for number in ids]  # may be numpy's
        texts = [self.vocabulary.token(number) for number in ids]
        words = [
            text for text, number in zip(texts, ids, strict=True) if is_text(number)
        ]
        return Decoded(self.join(words), tokens_of_words(texts, ids))

    def join(self, tokens: Sequence[str]) -> str:
        """Return the text of words."""
        return moses_text(tokens, self._language)

    def save(self, folder: Path, side: Side) -> None:
        """Write what `load_tokenizer` needs."""
        self.vocabulary.save(_vocabulary_path(folder, side))

    def _words(self, sentence: str) -> list[str]:
        return moses_words(sentence.translate(self.plain), self._language)


class SentencePieceTokenizer:
    """Pieces of words by a SentencePiece unigram model."""

    def __init__(self, model: bytes) -> None:
        """Use a serialized model.

        Raises:
            DataError: If it is no SentencePiece model or its special ids are others.
        """
        try:
            if not model:
                raise DataError("A SentencePiece model must not be empty.")
            self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)
            numbers = range(len(self._processor))
            pieces = [self._processor.id_to_piece(number) for number in numbers]
        except (RuntimeError, UnicodeDecodeError) as error:
            raise DataError(f"This is no SentencePiece model: {error}") from error
        first = pieces[: len(SPECIALS)]
        if tuple(first) != SPECIALS:
            raise DataError(
                f"A SentencePiece model must begin with {', '.join(SPECIALS)}, "
                f"got {', '.join(first)}."
            )
        self.model = model
        """The same, to be written or read elsewhere."""
        self.plain: Mapping[int, str] = plain_forms(pieces)

    @classmethod
    def train(cls, sentences: Sequence[str], vocab_size: int) -> Self:
        """Find the pieces of a language; the same sentences give the same pieces.

        Args:
            sentences: Text to learn from.
            vocab_size: Most pieces to have, special symbols included; a small text
                has fewer.

        Raises:
            DataError: If there is no text, or more characters than pieces.
        """
        model = io.BytesIO()
        try:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter([clean(sentence) for sentence in sentences]),
                model_writer=model,
                model_type="unigram",
                vocab_size=vocab_size,
                hard_vocab_limit=False,
                character_coverage=0.999_999,  # rare letters such as Ç too
                normalization_rule_name="nmt_nfkc",
                pad_id=PAD_ID,
                unk_id=UNKNOWN_ID,
                bos_id=START_ID,
                eos_id=END_ID,
                pad_piece=SPECIALS[PAD_ID],
                num_threads=4,  # not the machine's, so pieces are the same everywhere
                minloglevel=2,
            )
        except RuntimeError as error:
            raise DataError(
                f"SentencePiece cannot learn {vocab_size} pieces from "
                f"{len(sentences)} sentences: {error}"
            ) from error
        return cls(model.getvalue())

    def __len__(self) -> int:
        return len(self._processor)

    def encode(self, sentence: str) -> Encoded:
        """Return the ids of a sentence and what they stand for."""
        sentence = self._clean(sentence)
        pieces = [*self._processor.encode(sentence, out_type=str), END]
        ids = [*self._processor.encode(sentence, out_type=int), END_ID]
        return Encoded(ids, tokens_of_pieces(pieces, ids))

    def encode_ids(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the ids of many sentences, each with the end symbol."""
        cleaned = [self._clean(sentence) for sentence in sentences]
        ids: list[list[int]] = self._processor.encode(
            cleaned, out_type=int, add_eos=True
        )
        return ids

    def token_ids(self, tokens: Sequence[str]) -> list[int]:
        """Return the id of each token, `<unk>`'s if new."""
        return [self._processor.piece_to_id(clean(token)) for token in tokens]

    def may_lack(self, token: str) -> bool:
        """Say whether `<unk>` may stand for it: if it has a letter without a piece."""
        return UNKNOWN_ID in self.encode(token.replace(SPACE, "")).ids

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of ids, with or without an end symbol."""
        ids = [int(number) for number in ids]  # may be numpy's
        pieces = [self._processor.id_to_piece(number) for number in ids]
        text = self.join([p for p, n in zip(pieces, ids, strict=True) if is_text(n)])
        return Decoded(text, tokens_of_pieces(pieces, ids))

    def join(self, tokens: Sequence[str]) -> str:
        """Return the text of pieces."""
        return " ".join("".join(tokens).replace(SPACE, " ").split())

    def save(self, folder: Path, side: Side) -> None:
        """Write what `load_tokenizer` needs."""
        _model_path(folder, side).write_bytes(self.model)

    def _clean(self, sentence: str) -> str:
        return clean(sentence.translate(self.plain))


def load_tokenizers(folder: Path, config: DataConfig) -> tuple[Tokenizer, Tokenizer]:
    """Read the tokenizers of source and target from a folder.

    Raises:
        DataError: If a file is missing or broken.
    """
    return (
        load_tokenizer(folder, "source", config),
        load_tokenizer(folder, "target", config),
    )


def load_tokenizer(folder: Path, side: Side, config: DataConfig) -> Tokenizer:
    """Read one side's tokenizer from a folder that `save` wrote to.

    Raises:
        DataError: If its file is missing or broken.
    """
    if config.tokenizer == "moses":
        language = {
            "source": config.source_language,
            "target": config.target_language,
        }[side]
        return MosesTokenizer(Vocabulary.load(_vocabulary_path(folder, side)), language)
    path = _model_path(folder, side)
    try:
        return SentencePieceTokenizer(path.read_bytes())
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    except DataError as error:
        raise DataError(f"{path}: {error}") from error


def tokenizer_files(folder: Path, config: DataConfig) -> tuple[Path, Path]:
    """Return the two files in which a folder keeps its tokenizers."""
    path = _vocabulary_path if config.tokenizer == "moses" else _model_path
    return path(folder, "source"), path(folder, "target")


def _vocabulary_path(folder: Path, side: Side) -> Path:
    return folder / f"vocab.{side}.txt"


def _model_path(folder: Path, side: Side) -> Path:
    return folder / f"{side}.model"
