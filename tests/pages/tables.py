"""Tables on a page, whose keys also say which rows they have."""

from typing import Any

from streamlit.testing.v1 import AppTest


def table(app: AppTest, name: str) -> Any:  # noqa: ANN401  AppTest's own is private
    """Return the table of this name; see `nmtviz.ui.clicks.table`."""
    (found,) = (one for one in app.dataframe if (one.key or "").startswith(f"{name}/"))
    return found
