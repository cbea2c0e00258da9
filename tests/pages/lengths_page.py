"""The length page as its tests open it, fill in its forms and read it."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import FileUploader

PAGE = "pages/lengths.py"


def opened(app: AppTest, **parameters: str) -> AppTest:
    """Open a link to the page."""
    app.run()
    app.switch_page(PAGE)
    app.query_params.update(parameters)
    return app.run()


def figure(app: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(app.get("plotly_chart")[0].proto.spec)
    return found


def lines(app: AppTest) -> dict[str, list[float | None]]:
    """Return the points of each curve."""
    return {
        trace["name"]: trace["y"]
        for trace in figure(app)["data"]
        if trace["mode"] == "lines+markers"
    }


def words(app: AppTest) -> str:
    """Return all running text, without what escapes it."""
    kinds = (
        *(app.markdown, app.text, app.caption),
        *(app.info, app.success, app.warning, app.error),
    )
    texts = "\n".join(element.value for kind in kinds for element in kind)
    return texts.replace("\\", "")


def field(app: AppTest, name: str) -> FileUploader:
    return next(one for one in app.file_uploader if str(one.key).startswith(f"{name}."))


def add(app: AppTest, key: str, name: str, texts: list[str]) -> None:
    data = "".join(f"{text}\n" for text in texts).encode()
    field(app, key).upload(name, data, "text/plain")


def page_set(app: AppTest) -> str:
    return str(app.selectbox(key="set").value)
