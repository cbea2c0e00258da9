import pytest

from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.errors import ConfigError


@pytest.mark.parametrize("text", ["3:2=1.0,4=0.5", "0:0=7.0", "12:5=0.25,1=0.0,2=3.0"])
def test_a_row_is_written_as_it_is_read(text: str) -> None:
    assert str(ForcedRow.parse(text)) == text


def test_a_row_may_be_written_with_spaces_and_whole_numbers() -> None:
    assert ForcedRow.parse(" 3: 2=1, 4 = .5") == ForcedRow(3, ((2, 1.0), (4, 0.5)))


def test_a_row_of_all_source_positions_keeps_those_with_a_weight() -> None:
    assert ForcedRow.of(1, [0.0, 0.75, 0.0, 0.25]) == ForcedRow.parse("1:1=.75,3=.25")


@pytest.mark.parametrize("text", ["", "3", "3:", "3:2", "x:2=1", "3:2=a", "3:2=1,,"])
def test_a_text_that_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=f"must look like 3:2=1.0.*got '{text}'"):
        ForcedRow.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-1:2=1", "count from 0, got -1:2=1.0"),
        ("1:-2=1", "count from 0"),
        ("1:2=1,2=3", "one weight in a row, got 1:2=1.0,2=3.0"),
        ("1:2=-0.5,3=1", "at least 0, one of them above"),
        ("1:2=0", "at least 0, one of them above"),
        ("1:2=nan", "at least 0"),
        ("1:2=inf", "at least 0"),
    ],
)
def test_a_row_that_is_no_distribution_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        ForcedRow.parse(text)


def test_a_row_without_any_weight_is_refused() -> None:
    with pytest.raises(ConfigError, match="one of them above 0, got only zeros"):
        ForcedRow.of(4, [0.0, 0.0])


def test_two_rows_for_one_position_are_refused() -> None:
    rows = (ForcedRow.parse("1:2=1"), ForcedRow.parse("1:0=1"))

    with pytest.raises(ConfigError, match=r"one alignment row, got 1:2=1\.0 and 1:0"):
        Constraints(alignment=rows)


def test_constraints_are_true_if_anything_is_imposed() -> None:
    assert not Constraints()
    assert not Constraints(prefix="")
    assert Constraints(prefix=("le",))
    assert Constraints(banned=("le",))
    assert Constraints(alignment=(ForcedRow.parse("0:0=1"),))
