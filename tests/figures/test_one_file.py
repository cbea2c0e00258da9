import re

import plotly.graph_objects as go

from nmtviz.figures.one_file import html_page


def test_a_page_needs_no_other_file() -> None:
    page = html_page(go.Figure(go.Bar(y=[1, 2])), title="a bar", notes=(), told="1, 2")

    # Browsers must understand it, Plotly's code and all: the tests in one see to that.
    assert page.startswith("<!DOCTYPE html>")
    assert "<h1>a bar</h1>" in page
    assert not re.search(r"<(script|link)[^>]*(src|href)=", page)


def test_text_is_no_markup() -> None:
    notes = ("the </p> <script>",)
    page = html_page(go.Figure(), title="<b> & c", notes=notes, told="<i>\x01")

    assert "<h1>&lt;b&gt; &amp; c</h1>" in page
    assert "<p>the &lt;/p&gt; &lt;script&gt;</p>" in page
    assert "<p>&lt;i&gt;␣</p>" in page


def test_a_title_ends_no_script() -> None:
    usual = html_page(go.Figure(), title="a tag", notes=(), told="")
    page = html_page(go.Figure(), title="a </script><b>tag</b>", notes=(), told="")

    assert page.count("</script>") == usual.count("</script>")
    assert '"filename": "a-script-b-tag-b"' in page
