"""Files to take along."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st


class File(NamedTuple):
    """What a button gives."""

    label: str
    suffix: str
    kind: str
    """Its MIME type."""

    content: str | Callable[[], str]
    """Its text, or what makes it when it is asked for."""


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
