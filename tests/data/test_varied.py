"""Pairs made of others: what is in them can be told from what they are made of."""

import re
from itertools import chain, islice
from pathlib import Path

import pytest

from nmtviz.cli import main
from nmtviz.data.corpus import Pair, read_pairs, split_pairs, write_rows
from nmtviz.data.varied import CONNECTORS, Varied
from nmtviz.errors import DataError

# Every word says which pair it is of, and each side the same.
STATEMENTS = [
    Pair(f"We{n} saw{n} it{n}.", f"Nous{n} l'avons{n} vu{n}.") for n in range(9)
]
QUESTIONS = [Pair(f"Who{n} is{n} Tom?", f"Qui{n} est{n} Tom ?") for n in range(9)]
NAMES = [Pair("I think that Tom sleeps.", "Je crois que Tom dort.")]
PAIRS = [*STATEMENTS, *QUESTIONS, *NAMES]


def numbers(side: str) -> list[str]:
    """Return whose words stand on a side, in their order."""
    return list(dict.fromkeys(re.findall(r"\d", side)))


def made(
    pairs: list[Pair],
    count: int = 300,
    careless: float = 0.0,
    replaced: float = 0.0,
    marked: float = 0.0,
) -> list[Pair]:
    varied = Varied(pairs, max_words=30, seed=1)
    return list(islice(varied.pairs(careless, replaced, marked), count))


def test_both_sides_are_of_the_same_pairs_in_the_same_order() -> None:
    found = made(PAIRS)

    assert len(found) == 300
    assert all(numbers(pair.source) == numbers(pair.target) for pair in found)


def test_lengths_are_spread_up_to_the_limit() -> None:
    longest = [max(len(side.split()) for side in pair) for pair in made(PAIRS, 600)]

    assert max(longest) <= 30
    counts = [sum(low <= one < low + 7 for one in longest) for low in (9, 16, 23)]
    assert min(counts) > 100  # 600 lengths from 8 to 30, about equally frequent


def test_statements_are_connected_and_questions_are_not() -> None:
    between = {re.sub(r"\b\w+\d\b", "", pair.source) for pair in made(STATEMENTS)}
    found = set("".join(between).replace(".", " ").split())

    assert found >= {"and", "but", "because", ";", ",", "so"}
    assert not any(
        connector.source in pair.source
        for pair in made(QUESTIONS)
        for connector in CONNECTORS
    )


def test_the_word_behind_a_connector_is_small_unless_it_is_a_name() -> None:
    pairs = [Pair("Tom sleeps.", "Tom dort."), Pair("You see Tom.", "Tu vois Tom.")]
    text = " ".join(side for pair in made(pairs) for side in pair)

    behind = set(re.findall(r"(?:and|but|because|so|et|mais|car|donc) (\w+)", text))
    assert behind == {"Tom", "you", "tu"}


def test_careless_pairs_have_no_capital_and_no_end() -> None:
    pairs = [*NAMES, Pair("I'm here!", "Je suis ici !"), Pair("Is it?", "Vraiment ?")]

    assert set(made(pairs, careless=1.0)) == {
        Pair("i think that Tom sleeps", "Je crois que Tom dort."),
        Pair("i'm here", "Je suis ici !"),
        Pair("is it", "Vraiment ?"),
    }


def test_marked_pairs_have_marks_that_no_other_has() -> None:
    marked = "!!", "??", "...", ":)", "- ", "1"
    found = made([*STATEMENTS, *QUESTIONS], marked=1.0)

    assert all(numbers(pair.source) == numbers(pair.target) for pair in found)
    assert all(any(mark in pair.source for pair in found) for mark in marked)
    assert any(pair.source.startswith("we") for pair in found)
    assert any(len(re.findall(r"\bwe\d", pair.source.lower())) > 1 for pair in found)


def test_replaced_pairs_have_something_else_of_all_kinds() -> None:
    towns = [Pair("We went to Rome.", "Nous sommes allés à Rome.")]
    found = made([*STATEMENTS, *NAMES * 99, *towns], replaced=1.0)

    ends = ("Je crois que ", "Nous sommes allés à ")
    counts = [sum(pair.target.startswith(end) for pair in found) for end in ends]
    assert sum(counts) == 300
    assert counts[1] > 10  # a hundredth of the pairs, a tenth of the draws at least
    assert len(set(found)) > 150


def test_joined_and_careless_pairs_get_other_names_too() -> None:
    for careless in (0.0, 0.9):
        found = made(NAMES, careless=careless, replaced=0.1)
        kept = sum("Tom" in pair.target for pair in found)
        assert 75 < kept < 175  # of 300, half of nine tenths


def test_no_name_is_too_long_for_the_limit() -> None:
    longest = [
        max(map(len, map(str.split, pair))) for pair in made(NAMES, replaced=0.1)
    ]

    assert max(longest) <= 30


def test_without_names_none_are_replaced() -> None:
    with pytest.raises(DataError, match="a listed one on both sides, got none in 9"):
        made(STATEMENTS, replaced=0.1)


def test_the_same_seed_makes_the_same() -> None:
    first, second = (made(PAIRS, careless=0.4, replaced=0.3) for _ in range(2))
    assert first == second


def test_without_short_pairs_there_is_nothing_to_join() -> None:
    with pytest.raises(DataError, match="must have at most half of that, got 0"):
        Varied([Pair("a " * 16, "b")], max_words=30, seed=1)


def test_the_command_writes_what_training_reads(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text, out = tmp_path / "pairs.tsv", tmp_path / "varied.tsv.gz"
    write_rows(PAIRS, text)
    shares = ["--careless", "0.2", "--replaced", "0.4", "--marked", "0.1"]
    options = ["--pairs", "50", "--max-words", "30", *shares, "--out"]

    assert main(["data", "vary", str(text), *options, str(out)]) == 0

    assert read_pairs([out]) == made(PAIRS, 50, careless=0.2, replaced=0.4, marked=0.1)
    capfd.readouterr()
    assert main(["data", "vary", str(text), *options, "/dev/stdout"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert split_pairs(printed, "stdout") == read_pairs([out])


def test_a_sentence_of_a_test_set_comes_with_no_other_name_either(
    tmp_path: Path,
) -> None:
    text, out, test_set = (tmp_path / f"{name}.tsv" for name in ("text", "out", "test"))
    write_rows(
        [Pair("Tom sleeps.", "Tom dort."), Pair("Tom eats.", "Tom mange.")], text
    )
    write_rows([Pair("tom sleeps", "Tom dort")], test_set)
    only = ["--careless", "0", "--replaced", "1", "--marked", "0"]
    shares = [*only, "--without", str(test_set)]

    made = main(
        ["data", "vary", str(text), "--pairs", "40", *shares, "--out", str(out)]
    )

    assert made == 0
    assert all("eats" in pair.source for pair in read_pairs([out]))


@pytest.mark.parametrize("share", ["--careless", "--marked"])
def test_a_line_with_a_sentence_of_a_test_set_is_not_varied(
    tmp_path: Path, share: str
) -> None:
    text, out, test_set = (tmp_path / f"{name}.tsv" for name in ("text", "out", "test"))
    write_rows(
        [
            Pair("Where is it? I do not know.", "Où est-ce ? Je ne sais pas."),
            Pair("She eats.", "Elle mange."),
        ],
        text,
    )
    write_rows([Pair("where is it", "où est-ce")], test_set)
    shares = {"--careless": "0", "--replaced": "0", "--marked": "0", share: "1"}
    options = [*chain(*shares.items()), "--without", str(test_set), "--out", str(out)]

    assert main(["data", "vary", str(text), "--pairs", "40", *options]) == 0

    assert not any("it" in pair.source for pair in read_pairs([out]))


def test_shares_that_leave_less_than_nothing_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shares = ["--careless", "0.7", "--replaced", "0.4"]

    assert main(["data", "vary", "x", "--pairs", "5", "--out", "y", *shares]) == 2
    assert "at most 1 together, got 0.7, 0.4 and 0.05" in capsys.readouterr().err


@pytest.mark.parametrize("share", ["2", "-0.1", "nan", "half"])
def test_a_share_that_is_none_is_refused(
    share: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["data", "vary", "x", "--pairs", "5", "--out", "y", "--careless", share])

    assert "must be a number from 0 to 1" in capsys.readouterr().err
