"""The table of sentences, and what a person asks of it."""

from dataclasses import replace

import numpy as np
import pytest
import regex  # type: ignore[import-untyped]

from nmtviz.errors import InputError
from nmtviz.evaluation.sentences import score_texts
from nmtviz.notes import Note, Notes, Place
from nmtviz.ui.errors.table import (
    ANYWHERE,
    DELTA,
    IN_SOURCE,
    IN_TARGET,
    NUMBERS_LOST,
    RATIO,
    TAGS,
    Filter,
    matching,
    pattern_of,
    table,
    with_plain_tags,
)
from nmtviz.ui.shelf.systems import System, Texts

SOURCES = ("a dog", "a cat sleeps", "the small cat sleeps here")
REFERENCES = ("un chien", "un chat dort", "le petit chat dort ici")
OUTPUTS = ("un chien", "une souris", "le petit le petit le petit chat")
TEXTS = Texts(sources=SOURCES, references=REFERENCES)
NOTES = Notes({Place("toy", 2): Note(("wrong word", "x"), "a mouse?")})


def system(name: str, outputs: tuple[str, ...]) -> System:
    scores = score_texts(SOURCES, outputs, REFERENCES, system=name, data="toy")
    measured = replace(
        scores,
        under=np.array([0.0, 0.5, 0.25]),
        over=np.array([0.0, 0.25, 0.5]),
        source_unknown=np.array([0, 2, 0]),
    )
    return System(scores=measured, key=name, outputs=outputs)


FIRST, SECOND = system("first", OUTPUTS), system("second", REFERENCES)
ROWS = table(FIRST, SECOND, TEXTS, NOTES, gold={3})


def lines(**asked: object) -> list[int]:
    found = matching(ROWS, Filter(**asked))  # type: ignore[arg-type]
    return list(found["line"])


def test_a_row_holds_measures_notes_and_texts() -> None:
    row = ROWS.iloc[1]

    assert (row["line"], row["words"], row["unknown"]) == (2, 3, 2)
    assert row["uneven coverage"] == 0.75
    assert (row[TAGS], row["note"]) == (("wrong word", "x"), "a mouse?")
    assert (row["source"], row["output first"]) == (SOURCES[1], OUTPUTS[1])
    assert ROWS["gold"].tolist() == [False, False, True]
    assert ROWS["repeats"].tolist() == [0, 0, 2]
    # "un chien" for itself, two words for three, seven for five
    assert ROWS[RATIO].tolist() == [1.0, 2 / 3, 7 / 5]


def test_a_row_says_how_far_attention_agrees_with_gold_links() -> None:
    counts = np.array([[2, 2, 2, 2], [4, 1, 2, 2], [0, 0, 0, 0]])
    scores = replace(FIRST.scores, links=counts)
    rates = table(replace(FIRST, scores=scores), None, TEXTS, Notes())["AER"]

    assert rates.iloc[:2].tolist() == [0.0, 0.5]  # 1 - (1 + 2) / (4 + 2)
    assert np.isnan(rates.iloc[2])
    assert "AER" not in ROWS


def test_a_row_says_how_many_numbers_its_translation_lacks() -> None:
    sources = ("12 cats", "at 5:30 on 3 May", "7 dogs")
    outputs = ("onze chats", "à 5 h 30 le trois mai", "8 chiens")
    texts = Texts(sources=sources, references=TEXTS.references)
    first = replace(FIRST, key="numbers", outputs=outputs)

    found = table(first, None, texts, Notes())
    assert found[NUMBERS_LOST].tolist() == [1, 0, 1]
    lacking = matching(found, Filter(least={NUMBERS_LOST: 1}))
    assert lacking["line"].tolist() == [1, 3]
    unknown = table(replace(first, outputs=None), None, texts, Notes())
    assert unknown[NUMBERS_LOST].isna().all()


def test_delta_is_the_first_less_the_second() -> None:
    assert ROWS[DELTA].iloc[0] == 0
    assert (ROWS[DELTA].iloc[1:] < 0).all()
    exact = ROWS["chrF first"] - ROWS["chrF second"]
    assert ((ROWS[DELTA] - exact).abs() <= 0.05 + 1e-9).all()  # to a decimal


def test_without_a_second_system_there_is_no_delta() -> None:
    alone = table(FIRST, None, None, Notes())

    assert alone[DELTA].isna().all()
    assert "source" not in alone.columns
    assert len(matching(alone, Filter())) == 3


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, [1, 2, 3]),
        ({"words": (3, None)}, [2, 3]),
        ({"words": (1, 3)}, [1, 2]),
        ({"delta": (0.0, 100.0)}, [1]),
        ({"least": {"uneven coverage": 0.7, "unknown": 1}}, [2]),
        ({"least": {"entropy": 0.1}}, []),
        ({"tags": ["x", "y"]}, [2]),
        ({"text": "CHAT"}, [2, 3]),
        ({"text": "mouse"}, [2]),
        ({"text": "(le petit).*\\1", "is_pattern": True}, [3]),
        ({"text": "^un", "is_pattern": True}, [1, 2]),
        ({"text": "."}, []),
        ({"text": "cat", "words": (4, 9)}, [3]),
    ],
)
def test_filters_leave_what_they_ask_for(
    asked: dict[str, object], expected: list[int]
) -> None:
    assert lines(**asked) == expected


def test_a_tag_may_have_a_comma() -> None:
    note = Note(("agreement, gender", "x"), "")
    notes = Notes().noting(Place(FIRST.scores.data, 3), note)
    rows = table(FIRST, None, None, notes)

    assert list(matching(rows, Filter(tags=["agreement, gender"]))["line"]) == [3]
    assert list(matching(rows, Filter(tags=["x"]))["line"]) == [3]
    assert list(matching(rows, Filter(tags=["gende"]))["line"]) == []
    # nor does a part of it that a comma ends
    assert list(matching(rows, Filter(tags=["agreement", "gender"]))["line"]) == []
    assert with_plain_tags(rows)[TAGS].tolist() == ["", "", "agreement, gender, x"]


@pytest.mark.parametrize("pattern", ["(", "(?u)(?a)x", "(?R)||", "(a|(?1))b"])
def test_a_pattern_that_cannot_be_used_is_refused(pattern: str) -> None:
    rows = table(system("some", ("a", "b", "c")), None, None, Notes())

    with pytest.raises(InputError, match="regular expression"):
        matching(rows, Filter(text=pattern, is_pattern=True))


@pytest.mark.parametrize(
    "pattern", ["a{1000000000}", "(?:ab{200}){ 200,}", f"a{{{'9' * 190}}}"]
)
def test_a_pattern_that_would_fill_the_memory_is_refused(pattern: str) -> None:
    rows = table(system("some", ("a", "b", "c")), None, None, Notes())

    with pytest.raises(InputError, match="at most 10,000 repetitions"):
        matching(rows, Filter(text=pattern, is_pattern=True))


def test_a_pattern_that_takes_too_long_is_given_up() -> None:
    rows = table(system("slow", ("a" * 60 + "b",) * 3), None, None, Notes())

    with pytest.raises(InputError, match="must be done in 2 seconds"):
        matching(rows, Filter(text="(a|aa)+$", is_pattern=True))


@pytest.mark.parametrize(
    ("part", "expected"), [(ANYWHERE, [1, 2]), (IN_SOURCE, [1, 2]), (IN_TARGET, [])]
)
def test_a_text_is_searched_for_in_one_part(part: str, expected: list[int]) -> None:
    """An "a" of its own is an English word here, and no French one."""
    assert lines(text=r"\ba\b", part=part, is_pattern=True) == expected


def test_notes_are_no_part_of_the_target_side() -> None:
    assert lines(text="mouse") == [2]
    assert lines(text="mouse", part=IN_TARGET) == []
    assert lines(text="souris", part=IN_TARGET) == [2]


@pytest.mark.parametrize("part", [IN_SOURCE, IN_TARGET])
def test_no_text_is_found_where_none_is(part: str) -> None:
    alone = table(replace(FIRST, outputs=None), None, None, NOTES)
    assert matching(alone, Filter(text="a", part=part)).empty


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (["par", "ce"], "par ce chemin", True),
        (["par", "ce"], "parce que", False),
        (["par", "ce"], "Par ce chemin", False),
        (["on"], "on dort", True),
        (["on"], "son nom", False),
        (["l'", "air"], "dans l'air", True),
        (["air", "."], "dans l'air.", True),
        (["(", "1", ")"], "voir (1)", True),
        (["."], "dort.", True),
        ([".", "Il"], "dort.\nIl dort.", False),  # two texts
        ([".", "Il"], "dort. Il dort.", True),
        (["km", "²"], "20 km² de", True),
        (["²"], "20 km² de", True),
    ],
)
def test_words_in_a_row_are_found_as_they_are_written(
    words: list[str], text: str, found: bool
) -> None:
    assert bool(regex.search(pattern_of(words), text)) is found


def test_unknown_words_are_those_read_and_those_written() -> None:
    three = Texts(
        sources=("a dog", "a cat sleeps", "the small cat"),
        references=("un chien", "un chat dort", "le petit chat"),
    )
    outputs = ("un <unk>", "<unk> <unk> dort", "le petit chat")
    scores = score_texts(
        three.sources, outputs, three.references, system="one", data="toy"
    )
    read = replace(scores, source_unknown=np.array([2, 0, 0]))

    rows = [
        table(System(scores=each, key=""), None, None, Notes())["unknown"].tolist()
        for each in (scores, read)
    ]

    assert rows == [[1, 2, 0], [3, 2, 0]]
