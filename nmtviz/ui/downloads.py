"""Files to take along."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

_LONGEST = 40  # characters


class File(NamedTuple):
    """What a button gives."""

    label: str
    suffix: str
    kind: str
    """Its MIME type."""

    content: str | Callable[[], str]
    """Its text, or what makes it when it is asked for."""


def short(text: str) -> str:
    """Return the beginning of a text as a part of a file's name."""
    words = re.findall(r"\w+", text.lower())
    return "-".join(words)[:_LONGEST].strip("-")


def table(rows: pd.DataFrame, label: str, name: str, *, key: str) -> None:
    """Draw a button that gives a table as CSV.

    Args:
        rows: The table.
        label: What the button says.
        name: Of the file, without the suffix.
        key: Tells this button from others of the page.
    """
    text = rows.to_csv(index=False, lineterminator="\n")
    row([File(label, "csv", "text/csv", text)], name, key=key)


def row(files: Sequence[File], name: str, *, key: str) -> None:
    """Draw a button for each file.

    Args:
        files: What there is to take.
        name: Of the files, without the suffix.
        key: Tells these buttons from others of the page.
    """
    for file in files:
        st.download_button(
            file.label,
            file.content,
            f"{name}.{file.suffix}",
            file.kind,
            key=f"download.{file.suffix}.{key}",
            on_click="ignore",
            icon=":material/download:",
            type="tertiary",
        )
