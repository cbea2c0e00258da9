"""LaTeX tables, read back as text."""

import pytest

from nmtviz.figures.latex import escaped, latex_table


def test_what_latex_would_read_as_a_command_is_escaped() -> None:
    assert escaped("50% of a_b & c {\\~}") == (
        r"50\% of a\_b \& c \{\textbackslash{}\textasciitilde{}\}"
    )


def test_a_table_has_a_line_a_row_and_a_column_a_cell() -> None:
    text = latex_table(
        ("words", "a_1", "b"), [("1-10", "2.5", "3"), ("11+", "4", "-")], caption="100%"
    )

    assert r"\begin{tabular}{lrr}" in text
    assert r"words & a\_1 & b \\" in text
    assert "\n1-10 & 2.5 & 3 \\\\\n11+ & 4 & - \\\\\n" in text
    assert r"\caption{100\%}" in text


def test_a_row_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="must have 2 cells, got 3"):
        latex_table(("words", "a"), [("1", "2", "3")], caption="")
