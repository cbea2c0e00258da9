"""What is imposed, told change by change."""

from nmtviz.constraints import ForcedRow
from nmtviz.results import END, Tokens
from nmtviz.ui.whatif import WhatIf

SOURCE = Tokens(
    texts=("the", "dog", END),
    unknown=(False,) * 3,
    words=(0, 1, 2),
    word_texts=("the", "dog", END),
)
ROW, OTHER = ForcedRow.parse("0:1=1"), ForcedRow.parse("2:0=1,1=1")
EVERYTHING = (
    WhatIf(sentence="the dog")
    .starting_with("le")
    .without("chien")
    .without(("▁chi", "en"))
    .looking(ROW)
    .looking(OTHER)
)


def test_each_change_is_told() -> None:
    assert [told for told, _ in EVERYTHING.told(SOURCE)] == [
        "It reads: the dog",
        "It starts with: le",
        "It never writes: chien",
        "It never writes: _chi en",
        "It looks at dog while writing token 1",
        "It looks at the, dog while writing token 3",
    ]


def test_what_is_banned_already_is_not_banned_again() -> None:
    once = WhatIf().without("chat")

    assert once.without("chat") == once


def test_each_change_can_be_taken_back_alone() -> None:
    told = EVERYTHING.told(SOURCE)

    for place, (text, without) in enumerate(told):
        others = [one for one, _ in told if one != text]
        if place == 0:  # rows belong to the sentence that goes
            others = [one for one in others if "looks at" not in one]
        assert [one for one, _ in without.told(SOURCE)] == others


def test_nothing_is_told_of_nothing() -> None:
    assert WhatIf().told(SOURCE) == []


def test_a_row_takes_the_place_of_the_one_before() -> None:
    again = ForcedRow.parse("0:0=1")

    changed = WhatIf().looking(ROW).looking(OTHER).looking(again)

    assert changed.constraints.alignment == (again, OTHER)


def test_rows_behind_a_shorter_translation_wait() -> None:
    both = WhatIf().looking(ROW).looking(OTHER)

    assert both.rows_within(3) == (ROW, OTHER)
    assert both.rows_within(2) == (ROW,)
