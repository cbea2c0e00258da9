r"""Tables for a paper, as LaTeX that needs the package `booktabs`."""

from collections.abc import Sequence

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    }
)


def escaped(text: str) -> str:
    """Return a text as LaTeX prints it letter by letter."""
    return text.translate(_SPECIAL)


def latex_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str
) -> str:
    """Return a table whose first column names the rows.

    Args:
        header: Names of the columns, plain text.
        rows: Cells, plain text, as many in each row as the header has.
        caption: What stands below, plain text.

    Raises:
        ValueError: If a row has not as many cells as the header.
    """
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"A row must have {len(header)} cells, got {len(row)}.")
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
            r"\toprule",
            _line(header),
            r"\midrule",
            *map(_line, rows),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{escaped(caption)}}}",
            r"\end{table}",
            "",
        ]
    )


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"
