"""The words of two systems on the page on errors, run without a browser."""

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import nmtviz.data
from nmtviz.data.corpus import read_pairs
from nmtviz.evaluation.sentences import score_texts
from nmtviz.runs.evaluations import write_texts
from tests.pages import tables
from tests.pages.errors_page import Open, opener

OWN = "own.en-fr"
PAIRS = read_pairs([Path(nmtviz.data.__file__).parent / f"{OWN}.tsv"])


@pytest.fixture(scope="module")
def measured(checkpoints: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Checkpoints of which two kept what they wrote, and one did not.

    `rnnsearch-50` writes the references, `rnnencdec-50` without "le" and "la".
    """
    folder = tmp_path_factory.mktemp("measured") / "checkpoints"
    shutil.copytree(checkpoints, folder)
    sources, references = zip(*PAIRS, strict=True)
    poor = [
        " ".join(word for word in text.split() if word not in {"le", "la"})
        for text in references
    ]
    for name, texts in (("rnnsearch-50", list(references)), ("rnnencdec-50", poor)):
        statistics = folder / name / "statistics"
        found = score_texts(sources, texts, references, system=name, data=OWN)
        found.save(statistics / f"{OWN}.npz")
        write_texts(statistics / f"{OWN}.txt", texts)
    found.save(folder / "rnnsearch-sp" / "statistics" / f"{OWN}.npz")
    return folder


@pytest.fixture
def visit(
    app: AppTest, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Open:
    """Open the view, with what its link says."""
    return partial(opener(app, measured, tmp_path, monkeypatch), view="Words", set=OWN)


def told(app: AppTest) -> str:
    texts = "\n".join(element.value for element in [*app.caption, *app.info])
    return texts.replace("\\", "")  # names are escaped


def test_a_link_without_an_order_shows_single_words(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50", order="")

    assert not app.exception
    assert app.segmented_control(key="order").value is None
    assert len(app.dataframe) == 3


def test_what_equals_the_references_is_all_right_and_the_other_is_held_to_it(
    visit: Open,
) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50")

    rows = app.dataframe[0].value
    filled = rows[rows["n"] > 0]
    assert list(rows.columns) == [
        "Rank",
        "n",
        "rnnencdec-50",
        "rnnsearch-50",
        "difference",
    ]
    # Bins of which few sentences have a word have no band.
    assert {cell.split()[0] for cell in filled["rnnsearch-50"]} == {"100.0"}
    assert "100.0 [100.0, 100.0]" in set(filled["rnnsearch-50"])
    # Only words that are among the most frequent were left out.
    assert filled["difference"].iloc[0].startswith("-")
    assert {cell.split()[0] for cell in filled["difference"].iloc[1:]} == {"+0.0"}
    (chart,) = app.get("plotly_chart")
    drawn = json.loads(chart.proto.spec)["data"]
    assert [trace["name"] for trace in drawn if "name" in trace] == [
        "rnnencdec-50",
        "rnnsearch-50",
    ]


def test_the_ngrams_are_those_that_only_one_has_right(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50")

    counts = {
        word: sum(text.split().count(word) for _, text in PAIRS)
        for word in ("le", "la")
    }
    rows = tables.table(app, "ngrams-1").value
    assert tables.table(app, "ngrams-0").value.empty
    assert sorted(rows["n-gram"]) == ["la", "le"]
    for _, row in rows.iterrows():
        assert row["rnnsearch-50"] - row["rnnencdec-50"] == counts[row["n-gram"]]


def test_longer_ngrams_can_be_asked_for(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50", order="3")

    ngrams = tables.table(app, "ngrams-1").value["n-gram"]
    assert {len(ngram.split()) for ngram in ngrams} == {3}


def test_a_single_system_has_a_curve_and_no_ngrams(
    visit: Open, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / "alone"
    shutil.copytree(measured, alone)
    for name in ("rnnencdec-50", "rnnsearch-sp"):
        shutil.rmtree(alone / name / "statistics")
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(alone))

    app = visit()

    assert list(app.dataframe[0].value) == ["Rank", "n", "rnnsearch-50"]
    assert "Choose a system to compare with" in told(app)


def test_translations_that_were_not_kept_are_named(visit: Open) -> None:
    app = visit(first="rnnsearch-sp", second="rnnsearch-50")

    assert f"The translations of {OWN} by rnnsearch-sp are not here" in told(app)


def test_a_number_of_words_that_cannot_be_is_told(visit: Open) -> None:
    app = visit(order="9")

    assert any("order" in warning.value for warning in app.warning)


def test_words_on_either_side_of_an_unknown_one_are_not_in_a_row(
    visit: Open, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One puts `<unk>` between two words that stand side by side in a reference."""
    folder = tmp_path / "checkpoints"
    shutil.copytree(measured, folder)
    sources, references = zip(*PAIRS, strict=True)
    before, behind = "par", "semaine"
    apart = [
        text.replace(f"{before} {behind}", f"{before} <unk> {behind}")
        for text in references
    ]
    times = sum(text.count(f"{before} {behind}") for text in references)
    assert times
    statistics = folder / "rnnencdec-50" / "statistics"
    found = score_texts(sources, apart, references, system="rnnencdec-50", data=OWN)
    found.save(statistics / f"{OWN}.npz")
    write_texts(statistics / f"{OWN}.txt", apart)
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(folder))

    app = visit(first="rnnencdec-50", second="rnnsearch-50", order="2")

    rows = tables.table(app, "ngrams-1").value
    assert rows["n-gram"].tolist() == [f"{before} {behind}"]
    assert rows["rnnsearch-50"].item() - rows["rnnencdec-50"].item() == times


def test_a_difference_lies_in_its_band(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50")

    told = app.dataframe[0].value["difference"].iloc[0]
    difference, low, high = map(float, re.findall(r"[-+]\d+\.\d", told))
    assert low <= difference <= high < 0


def test_who_has_fewer_words_than_the_ranks_is_told(
    visit: Open, measured: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = tmp_path / "fewer"
    shutil.copytree(measured, copy)
    config = copy / "rnnencdec-50" / "config.json"
    values = json.loads(config.read_text())
    values["model"]["target_vocab_size"] = 11  # four are special symbols
    config.write_text(json.dumps(values))

    assert "to write; words beyond" not in told(visit(first="rnnencdec-50"))
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(copy))
    assert "rnnencdec-50 has 7 words to write" in told(
        visit(first="rnnencdec-50", second="rnnsearch-50").run()
    )
