"""The search page as its tests open it, click on it and read it."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from streamlit.testing.v1 import AppTest

from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.traces import SearchTrace
from nmtviz.translator import Translator
from tests.pages.trained import PAIRS

WORDS, ENCDEC = "rnnsearch-50", "rnnencdec-50"
SENTENCE = PAIRS[4][0]
BEAM = 3
LINK = {"model": WORDS, "text": SENTENCE, "beam": str(BEAM)}


def opened(app: AppTest, **parameters: str) -> AppTest:
    """Open a link to the page."""
    app.switch_page("pages/search.py")
    app.query_params.update(LINK | parameters)
    return app.run()


def figure(app: AppTest, index: int = 0) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(app.get("plotly_chart")[index].proto.spec)
    return parsed


def drawings(app: AppTest) -> list[dict[str, Any]]:
    """Return what the trees on the page are given."""
    return [json.loads(one.proto.json) for one in app.get("bidi_component")]


def drawn(app: AppTest) -> dict[int, list[str]]:
    """Return what the nodes in the tree tell, line by line, by their ids."""
    tree = ElementTree.fromstring(drawings(app)[0]["svg"])
    return {
        int(node.attrib["data-node"]): node.attrib["data-told"].split("\n")
        for node in tree.iterfind(".//*[@data-node]")
    }


def searched(
    folder: Path, constraints: Constraints | None = None, *, beam: int = BEAM
) -> SearchTrace:
    """Search without the app."""
    search = SearchConfig(beam_size=beam, n_best=beam)
    translator = Translator.load(folder / WORDS)
    return translator.trace(SENTENCE, search, constraints=constraints or Constraints())


def asked(app: AppTest, name: str) -> str:
    """Return the value of a setting in the address."""
    value = app.query_params[name]
    return value if isinstance(value, str) else str(value[-1])


def versions(app: AppTest) -> str:
    """Return the HTML with the translation, and the untouched one if there is."""
    bodies = [str(element.proto.body) for element in app.get("html")]
    return next(body for body in bodies if "versions" in body)


def click(app: AppTest, index: int, *customdata: int) -> AppTest:
    """Click a point of a chart. AppTest has no such click: tell it what would come."""
    states = app._tree.get_widget_states()
    state = states.widgets.add()
    state.id = app.get("plotly_chart")[index].proto.id
    points = [{"customdata": list(customdata)}]
    state.string_value = json.dumps(
        {"selection": {"points": points, "point_indices": [0], "box": [], "lasso": []}}
    )
    return app._run(states)
