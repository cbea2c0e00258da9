import numpy as np
import pytest

from nmtviz.config import TokenizerKind
from nmtviz.constraints import Constraints, ForcedRow, Words
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from nmtviz.errors import InputError
from nmtviz.results import END
from nmtviz.search.banned import Banned
from nmtviz.search.token_constraints import TokenConstraints, forced_rows, impose
from tests import tiny

LE, CHIEN, SOUS = 4, 8, 11  # of tiny.TARGET_WORDS, behind the specials


def target(kind: TokenizerKind = "moses") -> Tokenizer:
    return tiny.tokenizers(kind)[1]


def imposed(prefix: Words = (), *banned: Words, limit: int = 6) -> TokenConstraints:
    return impose(Constraints(prefix=prefix, banned=banned), target(), {}, limit)


@pytest.mark.parametrize(
    ("prefix", "ids"),
    [
        ("", ()),
        ("le chien", (LE, CHIEN)),
        ("le zèbre", (LE, UNKNOWN_ID)),
        (("le", "<unk>", "zèbre"), (LE, UNKNOWN_ID, UNKNOWN_ID)),
        (("le", END), (LE, END_ID)),
        (("le", "le", "le", "le", "le", END), (LE,) * 5 + (END_ID,)),
    ],
)
def test_a_prefix_becomes_ids(prefix: Words, ids: tuple[int, ...]) -> None:
    assert imposed(prefix).prefix == ids


def test_pieces_come_back_as_the_same_ids() -> None:
    tokenizer = target("sentencepiece")
    ids, tokens = tokenizer.encode("la petite maison Ω")

    made = impose(Constraints(prefix=tokens.texts), tokenizer, {}, 99)

    assert made.prefix == tuple(ids)
    assert UNKNOWN_ID in ids


@pytest.mark.parametrize(
    ("prefix", "reason"),
    [
        (("le", END, "la"), "only as its last token"),
        (("<s>", "le"), "no <pad> or <s>, got"),
        (("<pad>",), "no <pad> or <s>, got"),
        ("la " * 6, "at most 5 tokens here, got 6"),
        ("la " * 999, "at most 5 tokens here, got 999"),
        ("l" * 30_001, "at most 30,000 characters, spaces aside, got 30,001: 'lll"),
        (("la",) * 6, "at most 5 tokens here, got 6"),
        (("la",) * 6 + (END,), "at most 5 tokens here, got 7"),
    ],
)
def test_a_prefix_that_cannot_be_is_refused(prefix: Words, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        imposed(prefix)


def test_words_are_banned_as_their_tokens() -> None:
    word, words, unknown = imposed("", "chien", "le chien", ("<unk>",)).banned

    assert word == Banned.row((CHIEN,))
    assert unknown == Banned.row((UNKNOWN_ID,))
    for ids, there in (
        ((LE, CHIEN), True),
        ((CHIEN, LE, LE, CHIEN, LE), True),
        ((CHIEN, LE), False),
        ((LE, UNKNOWN_ID, CHIEN), False),
    ):
        assert words.is_in(ids) is there


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "must be words, without </s>, got ''"),
        ("l" * 30_001, "at most 30,000 characters, spaces aside, got 30,001: 'lll"),
        ("  ", "must be words"),
        ((), "must be words"),
        ((END,), "without </s>"),
        (("chien", END), "without </s>"),
        (("<s>",), "must be words"),
        (("<pad>",), "must be words"),
        ("zèbre", "'zèbre' is not in the target vocabulary"),
        (("zèbre",), "'zèbre' is not in the target vocabulary"),
        ("le zèbre", "'zèbre' is not in the target vocabulary"),
    ],
)
def test_what_cannot_be_banned_is_refused(words: Words, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        imposed("", words)


@pytest.mark.parametrize("banned", ["chien", "le chien", "chien sous"])
def test_a_prefix_with_a_banned_word_is_refused(banned: str) -> None:
    with pytest.raises(InputError, match=f"must not contain the banned '{banned}'"):
        imposed("le chien sous", "la", banned)


def test_a_prefix_with_the_parts_of_a_banned_sequence_is_fine() -> None:
    assert imposed("le sous chien", "chien sous").prefix == (LE, SOUS, CHIEN)


def test_rows_are_scaled_to_sum_one() -> None:
    alignment = [ForcedRow.parse("2:3=1,0=3"), ForcedRow.parse("0:1=1e308,2=1e308")]

    rows = forced_rows(alignment, source_length=4, target_length=3)

    assert rows.keys() == {0, 2}
    np.testing.assert_array_equal(rows[2], [0.75, 0.0, 0.0, 0.25])
    np.testing.assert_array_equal(rows[0], [0.0, 0.5, 0.5, 0.0])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3:0=1", "target positions of alignment rows must be below 3 here, got 3:0=1"),
        ("0:4=1", "source positions of alignment rows must be below 4 here, got 0:4=1"),
    ],
)
def test_rows_of_positions_that_are_not_there_are_refused(
    text: str, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        forced_rows([ForcedRow.parse(text)], source_length=4, target_length=3)
