"""The page on errors, run without a browser on small checkpoints."""

import gzip
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
import sacrebleu
from streamlit.testing.v1 import AppTest

import nmtviz.data
from nmtviz.alignments.files import read_alignments
from nmtviz.data.corpus import read_pairs
from nmtviz.evaluation.sentences import score_texts
from nmtviz.notes import Note, Notes, Place
from nmtviz.runs.evaluations import write_texts
from nmtviz.scores import SentenceScores
from nmtviz.ui.errors import imports
from tests.pages import tables
from tests.pages.errors_page import Open, fine, opener

OWN = "own.en-fr"
PAIRS = read_pairs([Path(nmtviz.data.__file__).parent / f"{OWN}.tsv"])
N = len(PAIRS)
LINKED = b"a dog .\tun chien .\t0-0 1p1\n"


def scores(name: str, kept: int) -> SentenceScores:
    """Measure a translator that writes only the first words of each reference."""
    sources, references = zip(*PAIRS, strict=True)
    texts = [" ".join(text.split()[:kept]) for text in references]
    found = score_texts(sources, texts, references, system=name, data=OWN)
    found = replace(found, beam_size=1, source_unknown=np.arange(N) % 3)
    if "encdec" in name:  # no attention
        return found
    return replace(
        found,
        entropy=np.linspace(0, 2, N),
        under=np.full(N, 0.25),
        over=np.linspace(0, 0.5, N),
    )


@pytest.fixture(scope="module")
def measured(checkpoints: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Checkpoints of which two know how they do on our own test set."""
    folder = tmp_path_factory.mktemp("measured") / "checkpoints"
    shutil.copytree(checkpoints, folder)
    for name, kept in (("rnnsearch-50", 9), ("rnnencdec-50", 3)):
        scores(name, kept).save(folder / name / "statistics" / f"{OWN}.npz")
    return folder


@pytest.fixture
def visit(
    app: AppTest, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Open:
    return opener(app, measured, tmp_path, monkeypatch)


def table(app: AppTest) -> pd.DataFrame:
    found: pd.DataFrame = tables.table(app, "errors-table").value
    return found


def texts(app: AppTest) -> str:
    return "\n".join(
        element.value for element in [*app.text, *app.markdown, *app.caption]
    )


def pictures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_every_sentence_has_a_row_with_its_measures(visit: Open) -> None:
    rows = table(visit())

    assert rows["line"].tolist() == list(range(1, N + 1))
    assert rows["words"].tolist() == [len(source.split()) for source, _ in PAIRS]
    assert {"chrF rnnsearch-50", "chrF rnnencdec-50", "Δ chrF"} <= set(rows.columns)
    # The second wrote three words of nine and is further from the reference.
    assert (rows["Δ chrF"] >= 0).all()


def test_filters_of_the_link_leave_what_they_ask_for(visit: Open) -> None:
    rows = table(visit(length=["31", "40"], unknown="2", entropy="0.5"))

    entropy = np.linspace(0, 2, N)
    expected = [
        number + 1
        for number, (source, _) in enumerate(PAIRS)
        if 31 <= len(source.split()) <= 40 and number % 3 == 2 and entropy[number] > 0.5
    ]
    assert rows["line"].tolist() == expected
    assert expected


def test_the_sentences_that_are_shown_have_numbers_together(visit: Open) -> None:
    app = visit(length=["1", "9"])

    rows = app.dataframe[0].value.to_dict("records")
    chosen = [pair for pair in PAIRS if len(pair.source.split()) <= 9]
    expected = [
        (part, pairs, name, kept)
        for part, pairs in (("these", chosen), ("all", PAIRS))
        for name, kept in (("rnnsearch-50", 9), ("rnnencdec-50", 3))
    ]
    for row, (part, pairs, name, kept) in zip(rows, expected, strict=True):
        outputs = [" ".join(pair.target.split()[:kept]) for pair in pairs]
        references = [[pair.target for pair in pairs]]
        told = row["sentences"], row["n"], row["system"]
        assert told == (part, len(pairs), name)
        bleu = sacrebleu.corpus_bleu(outputs, references).score
        assert row["BLEU"] == pytest.approx(bleu)
        chrf = sacrebleu.corpus_chrf(outputs, references).score
        assert row["chrF"] == pytest.approx(chrf)
    these, other, *_ = rows
    better = these["BLEU"] - other["BLEU"]
    assert these["Δ BLEU"].startswith(f"{better:+.2f} [")
    assert these["p"].startswith("≤ ")  # no sample makes three words of nine better
    assert other["Δ BLEU"] == other["p"] == ""


def test_a_few_sentences_say_nothing_of_chance(visit: Open) -> None:
    these, *_ = visit(find="PARROT").dataframe[0].value.to_dict("records")

    assert these["n"] < 10
    assert float(these["Δ BLEU"]) > 0  # a number without a band
    assert these["p"] == "-"


def test_all_sentences_have_a_line_of_numbers_a_system(visit: Open) -> None:
    rows = visit().dataframe[0].value.to_dict("records")

    assert [(row["sentences"], row["n"]) for row in rows] == 2 * [("all", N)]


def test_filters_that_nothing_passes_say_so(visit: Open) -> None:
    app = visit(find="no sentence has this")

    assert "No sentence passes these filters." in [info.value for info in app.info]


def test_texts_are_searched_by_word_and_by_regular_expression(visit: Open) -> None:
    app = visit(find="PARROT")

    assert table(app)["line"].tolist() == [
        number
        for number, pair in enumerate(PAIRS, start=1)
        if "parrot" in pair.source.lower()
    ]

    app.toggle(key="regex").set_value(True)
    app.text_input(key="find").set_value(r"^Where .* violin\?$")
    assert table(fine(app.run()))["line"].tolist() == [3]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "is no regular expression"),
        ("a" * 201, "must have at most 200"),
    ],
)
def test_a_bad_regular_expression_is_told(
    visit: Open, pattern: str, message: str
) -> None:
    app = visit()

    app.text_input(key="find").set_value(pattern)
    app.toggle(key="regex").set_value(True).run()

    assert not app.exception
    assert message in app.error[0].value
    assert len(table(app)) == N


def test_a_row_opens_the_sentence_with_both_translations(visit: Open) -> None:
    line = N - 60
    app = visit(line=str(line))

    source, reference = PAIRS[line - 1]
    assert source in texts(app)
    assert reference in texts(app)
    # Without gold links the picture is of the translation; RNNencdec has none.
    (picture,) = pictures(app)
    assert not picture["layout"].get("shapes")
    assert "never looks back" in texts(app)


def test_one_goes_from_sentence_to_sentence_of_those_that_are_shown(
    visit: Open,
) -> None:
    app = visit(line="3", length=["6", "8"])
    shown = table(app)["line"].tolist()
    assert 3 in shown
    following = shown[shown.index(3) + 1]

    app.button(key="to-next").click()
    assert fine(app.run()).number_input(key="line").value == following

    app.button(key="to-previous").click()
    assert fine(app.run()).number_input(key="line").value == 3


def test_next_goes_on_from_the_line_that_is_open_when_it_is_clicked(
    visit: Open,
) -> None:
    app = visit(line="3")

    app.session_state["line"] = 4  # as a first click does before the button is redrawn
    app.button(key="to-next").click()

    assert fine(app.run()).number_input(key="line").value == 5


def test_next_of_a_sentence_that_was_closed_meanwhile_opens_none(visit: Open) -> None:
    app = visit(line="3")

    app.session_state["line"] = None
    app.button(key="to-next").click()

    assert fine(app.run()).number_input(key="line").value is None


def test_sentences_are_read_in_the_order_of_the_table(visit: Open) -> None:
    app = visit(sort="lowest chrF", length=["1", "12"])
    shown = table(app)
    (chrf,) = [name for name in shown if name == "chrF rnnsearch-50"]
    assert shown[chrf].is_monotonic_increasing
    lines = shown["line"].tolist()
    assert lines != sorted(lines)

    app.number_input(key="line").set_value(lines[0])
    assert fine(app.run()).button(key="to-previous").disabled
    app.button(key="to-next").click()
    assert fine(app.run()).number_input(key="line").value == lines[1]
    assert table(app)["line"].tolist() == lines

    app.selectbox(key="sort").set_value("longest").run()
    assert table(fine(app))["words"].is_monotonic_decreasing


def test_an_order_that_no_column_gives_is_told(visit: Open) -> None:
    app = visit(sort="best looking")

    assert "best looking" in app.warning[0].value
    assert table(app)["line"].is_monotonic_increasing


def test_at_the_ends_there_is_no_neighbour(visit: Open) -> None:
    app = visit(line="1")
    assert app.button(key="to-previous").disabled
    assert not app.button(key="to-next").disabled

    app.number_input(key="line").set_value(N)
    assert fine(app.run()).button(key="to-next").disabled
    assert not app.button(key="to-previous").disabled


def test_a_sentence_that_is_not_shown_has_neighbours_that_are(visit: Open) -> None:
    app = visit(line="100", find="PARROT")
    shown = table(app)["line"].tolist()

    app.button(key="to-next").click()

    later = min(line for line in shown if line > 100)
    assert fine(app.run()).number_input(key="line").value == later


def test_a_row_leads_to_what_the_network_thinks_of_the_reference(visit: Open) -> None:
    app = visit(line="3")

    (link,) = (
        link.proto
        for link in app.get("page_link")
        if "Why not the reference" in link.proto.label
    )
    asked = parse_qs(link.query_string)
    assert (asked["text"], asked["given"]) == ([PAIRS[2].source], [PAIRS[2].target])


def test_gold_links_are_outlined_over_the_reference(visit: Open) -> None:
    (picture,) = pictures(visit(line="2"))

    # 0-0 1-1 2p2 4-2 3-3 5-4
    shapes = picture["layout"]["shapes"]
    assert [shape["name"] for shape in shapes].count("sure") == 5
    assert [shape["name"] for shape in shapes].count("possible") == 1


def test_what_words_need_is_outlined_for_rnnencdec_too(visit: Open) -> None:
    app = visit(line="2")
    app.segmented_control(key="linked_by").set_value("prediction difference")
    found = pictures(fine(app.run()))

    (link,) = (
        link.proto
        for link in app.get("page_link")
        if "On the Translate page" in link.proto.label
    )
    assert parse_qs(link.query_string)["weights"] == ["prediction difference"]
    assert len(found) == 2
    for picture in found:
        title = picture["data"][0]["colorbar"]["title"]["text"]
        assert title == "probability lost"
        names = [shape["name"] for shape in picture["layout"]["shapes"]]
        assert names.count("sure") == 5


def test_without_gold_links_the_need_is_of_the_translation(visit: Open) -> None:
    app = visit(line=str(N - 60))
    app.segmented_control(key="linked_by").set_value("prediction difference")

    assert len(pictures(fine(app.run()))) == 2


def test_a_system_is_never_compared_with_itself(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnsearch-50")

    app.selectbox(key="first").set_value("rnnsearch-50").run()

    fine(app)
    assert app.selectbox(key="second").value == "rnnencdec-50"
    assert app.query_params.get("second") != ["rnnsearch-50"]


def test_filters_of_attention_rest_where_there_is_none(visit: Open) -> None:
    app = visit(first="rnnencdec-50", **{"uneven coverage": "0.5"})

    boxes = {box.label: box for box in app.number_input}
    assert boxes["Uneven coverage ≥"].disabled
    assert boxes["Attention entropy ≥"].disabled
    assert not boxes["Repeats ≥"].disabled
    assert len(table(app)) == len(PAIRS)


def test_the_filter_of_lost_numbers_rests_where_no_translations_are(
    visit: Open,
) -> None:
    app = visit(**{"numbers lost": "1"})
    boxes = {box.label: box for box in app.number_input}
    assert boxes["Numbers lost ≥"].disabled
    assert len(table(app)) == len(PAIRS)
    assert "which are not here" in boxes["Numbers lost ≥"].help


def test_tags_and_notes_are_saved_and_shown_again(visit: Open, tmp_path: Path) -> None:
    app = visit(line="2")

    key = f"{OWN}.2.{PAIRS[1].source}.{tmp_path / 'notes.json'}"
    app.multiselect(key=f"tags.{key}").set_value(["left out", "word order"])
    app.text_area(key=f"note-text.{key}").set_value("the parrot is gone")
    next(button for button in app.button if button.label == "Save the note").click()
    fine(app.run())

    place = Place(OWN, 2, PAIRS[1].source)
    note = Note(("left out", "word order"), "the parrot is gone")
    assert Notes.load(tmp_path / "notes.json").of(place) == note
    assert [*table(app).iloc[1]["tags"]] == ["left out", "word order"]
    assert f"{N} sentences (tags: left out 1, word order 1)" in texts(app)
    app.multiselect(key="tag").set_value(["word order"])
    assert table(fine(app.run()))["line"].tolist() == [2]


def test_each_system_that_is_compared_has_tags_of_its_own(
    visit: Open, tmp_path: Path
) -> None:
    path = tmp_path / "notes.json"
    place = Place(OWN, 2, PAIRS[1].source)
    before = Note(("good", "agreement @elsewhere.txt"))
    Notes().noting(place, before).save(path)
    app = visit(line="2")
    key = f"{OWN}.2.{PAIRS[1].source}.{path}"
    assert app.multiselect(key=f"tags.{key}").value == ["good"]

    app.multiselect(key=f"tags.{key}.rnnsearch-50").set_value(["agreement"])
    app.multiselect(key=f"tags.{key}.rnnencdec-50").set_value(["left out"])
    app.button(key=f"save-note.{key}").click()
    fine(app.run())

    assert set(Notes.load(path).of(place).tags) == {
        *("good", "agreement @elsewhere.txt"),
        *("agreement @rnnsearch-50", "left out @rnnencdec-50"),
    }
    assert "agreement @rnnsearch-50 1" in texts(app).replace("\\", "")
    assert "Not saved yet." not in texts(app)
    app.multiselect(key="tag").set_value(["agreement @rnnsearch-50"])
    assert table(fine(app.run()))["line"].tolist() == [2]


def test_a_note_of_another_window_is_not_lost_unseen(
    visit: Open, tmp_path: Path
) -> None:
    mine, path = visit(line="2"), tmp_path / "notes.json"
    place = Place(OWN, 2, PAIRS[1].source)
    Notes().noting(place, Note(text="their remark")).save(path)
    text, save = (
        f"note-text.{OWN}.2.{PAIRS[1].source}.{path}",
        f"save-note.{OWN}.2.{PAIRS[1].source}.{path}",
    )

    mine.text_area(key=text).set_value("my remark")
    mine.button(key=save).click().run()
    assert "meanwhile\\: their remark" in mine.error[0].value
    assert Notes.load(path).of(place).text == "their remark"

    mine.button(key=save).click().run()
    assert Notes.load(path).of(place).text == "my remark"


def test_what_is_not_saved_yet_stays_while_others_are_read(
    visit: Open, tmp_path: Path
) -> None:
    app, text = (
        visit(line="2"),
        f"note-text.{OWN}.2.{PAIRS[1].source}.{tmp_path / 'notes.json'}",
    )
    app.text_area(key=text).set_value("a draft").run()
    assert "Not saved yet." in [caption.value for caption in app.caption]

    app.number_input(key="line").set_value(3).run()
    app.number_input(key="line").set_value(2).run()

    assert app.text_area(key=text).value == "a draft"
    assert not (tmp_path / "notes.json").exists()


def test_a_tag_of_a_system_that_is_not_compared_now_is_not_lost_unseen(
    visit: Open, tmp_path: Path
) -> None:
    """Both ways: somebody else gives it, and takes it away."""
    path, place = tmp_path / "notes.json", Place(OWN, 2, PAIRS[1].source)
    app = visit(line="2", first="rnnsearch-50", second="rnnencdec-50")
    save = f"save-note.{OWN}.2.{PAIRS[1].source}.{path}"
    text = f"note-text.{OWN}.2.{PAIRS[1].source}.{path}"
    for theirs in (Note(("wrong word @rnnencdec-50",)), Note()):
        app.selectbox(key="second").set_value(None).run()
        Notes().noting(place, theirs).save(path)
        app.run()
        app.selectbox(key="second").set_value("rnnencdec-50").run()
        app.text_area(key=text).set_value(f"mine {theirs.tags}")
        app.button(key=save).click()
        fine(app.run())

        assert Notes.load(path).of(place) == Note(theirs.tags, f"mine {theirs.tags}")


def test_another_file_has_other_notes(visit: Open, tmp_path: Path) -> None:
    app = visit(line="2")
    other = tmp_path / "other.json"
    Notes().noting(Place(OWN, 2), Note(("good",), "fine")).save(other)

    app.text_input(key="notes-file").set_value(str(other))
    fine(app.run())

    assert app.multiselect(key=f"tags.{OWN}.2.{PAIRS[1].source}.{other}").value == [
        "good"
    ]
    assert (
        app.text_area(key=f"note-text.{OWN}.2.{PAIRS[1].source}.{other}").value
        == "fine"
    )


def test_a_notes_file_that_is_none_is_told(visit: Open, tmp_path: Path) -> None:
    app = visit()
    other = tmp_path / "other.json"
    other.write_text("mine")

    app.text_input(key="notes-file").set_value(str(other)).run()

    assert not app.exception
    assert "must be a file of notes" in app.error[0].value
    assert other.read_text() == "mine"


def test_a_column_that_nobody_fills_is_not_shown(
    visit: Open, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(app: AppTest) -> set[str]:
        return {*tables.table(app, "errors-table").proto.column_order}

    both = shown(visit(first="rnnsearch-50"))
    alone = tmp_path / "alone"
    shutil.copytree(measured, alone)
    shutil.rmtree(alone / "rnnencdec-50")
    monkeypatch.setenv("NMTVIZ_CHECKPOINTS", str(alone))

    assert {"Δ chrF", "entropy"} <= both
    assert "Δ chrF" not in shown(visit())
    assert "chrF rnnsearch-50" in shown(visit())


def test_a_link_that_asks_for_what_is_not_here_is_told(visit: Open) -> None:
    app = visit(first="nobody", mystery="1")

    (warning,) = app.warning
    unknown, impossible = warning.value.split("  \n")
    assert unknown == r"The link\'s setting \'mystery\' is not known\."
    asked = r"The link asks for first \'nobody\'\, which is not possible here\."
    assert impossible.startswith(asked)


def test_a_system_is_here_though_the_test_set_of_the_link_is_not(visit: Open) -> None:
    app = visit(set="moon.test", first="rnnencdec-50")

    (warning,) = app.warning
    assert "moon" in warning.value
    assert "first" not in warning.value
    assert app.selectbox(key="first").value == "rnnencdec-50"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("length", "0"), ("delta", "-101"), ("regex", "maybe"), ("tag", "nobody's")),
        *(
            ("uneven coverage", "11"),
            ("entropy", "x"),
            ("unknown", "-1"),
            ("repeats", "nan"),
        ),
        *(("line", "0"), ("line", "9" * 5000), ("view", "Map"), ("marks", "nothing")),
        *(("looks", "away"), ("threshold", "2"), ("gold", "none"), ("network", "none")),
    ],
)
def test_a_value_that_cannot_be_is_told(visit: Open, name: str, text: str) -> None:
    agreement = {"view": "Alignment error rate"} if name in {"gold", "network"} else {}
    app = visit(**agreement, **{name: text})

    (warning,) = app.warning
    told = warning.value.replace("\\", "")
    asked = f"The link asks for {name} {text!r}, which is not possible here."
    assert told.startswith(asked)


def test_pairs_of_a_link_are_two_numbers_in_any_order(visit: Open) -> None:
    turned = visit(length=["6", "2"])
    assert not turned.warning
    inside = table(turned)["line"].tolist()
    assert inside
    assert inside == table(visit(length=["2", "6"]))["line"].tolist()


def test_half_a_pair_of_a_link_is_told(visit: Open) -> None:
    (told,) = [warning.value for warning in visit(length="5").warning]
    assert told == r"The link\'s length must be two numbers\, got 1\."


def test_nobody_is_compared_with_themselves(visit: Open) -> None:
    app = visit(first="rnnencdec-50", second="rnnencdec-50")
    (told,) = [warning.value for warning in app.warning]
    assert told.startswith("The link asks for second")


def test_all_filters_of_a_link_are_let_go_at_once(visit: Open) -> None:
    app = visit(find="PARROT", length=["1", "9"], unknown="1", regex="true")
    assert len(table(app)) < N

    app.button(key="show-all").click()

    assert len(table(fine(app.run()))) == N
    assert not {"find", "length", "unknown", "regex"} & set(app.query_params)


def test_curves_of_agreement_are_told_in_words(visit: Open) -> None:
    app = visit(view="Alignment error rate", network="rnnsearch-50")

    told = app.get("plotly_chart")[0].proto.alt
    assert "0.1: AER 0." in told
    assert "0.9: AER" in told
    (figure,) = pictures(app)
    assert figure["layout"]["yaxis"]["title"]["text"] == "rate, 0 to 1"


def test_rates_of_agreement_follow_the_threshold(visit: Open) -> None:
    app = visit(view="Alignment error rate", network="rnnsearch-50")

    rows = app.dataframe[0].value
    assert rows["links"].tolist() == [
        *("heaviest word", "best threshold", "this threshold")
    ]
    assert rows["n"].tolist() == [61] * 3
    assert rows["AER"].iloc[1] <= rows["AER"].iloc[2]
    assert "Attention is not alignment" in texts(app)

    app.slider(key="threshold").set_value(0.9)
    after = fine(app.run()).dataframe[0].value
    assert after["least weight"].tolist()[::2] == ["-", "0.90"]
    assert after["proposed"].iloc[2] <= rows["proposed"].iloc[2]


def test_networks_without_attention_can_be_asked_what_they_need(visit: Open) -> None:
    app = visit(view="Alignment error rate", network="rnnsearch-50")
    app.segmented_control(key="linked_by").set_value("prediction difference").run()
    app.multiselect(key="network").set_value(["rnnsearch-50", "rnnencdec-50"])
    fine(app.run())

    assert set(app.dataframe[0].value["network"]) == {"rnnsearch-50", "rnnencdec-50"}

    app.segmented_control(key="linked_by").set_value("attention")
    assert set(fine(app.run()).dataframe[0].value["network"]) == {"rnnsearch-50"}


@pytest.mark.parametrize(
    ("name", "packed"), [("mine.tsv", bytes), ("mine.tsv.gz", gzip.compress)]
)
def test_gold_links_of_ones_own_are_added(
    visit: Open, name: str, packed: Callable[[bytes], bytes]
) -> None:
    app = visit(view="Alignment error rate", network="rnnsearch-50")

    app.file_uploader(key="gold-file.0").upload(name, packed(LINKED), "text/plain")
    next(button for button in app.button if "Add these" in button.label).click()
    fine(app.run())

    assert app.selectbox(key="gold").value == name
    assert set(app.dataframe[0].value["n"]) == {1}


def test_a_bad_line_of_gold_links_is_named(visit: Open) -> None:
    app = visit(view="Alignment error rate", network="rnnsearch-50")

    app.file_uploader(key="gold-file.0").upload(
        "mine.tsv", b"a dog .\tun chien .\t0-0 1-7\n", "text/plain"
    )
    next(button for button in app.button if "Add these" in button.label).click().run()

    assert not app.exception
    assert r"mine\.tsv\, line 1" in app.error[0].value


def test_alignments_of_another_tool_are_drawn(visit: Open) -> None:
    app = visit(view="Alignment files")

    app.file_uploader(key="alignment-file").upload("a.txt", b"0-0 1p1\n", "text/plain")
    app.file_uploader(key="alignment-source").upload("s.txt", b"a dog\n", "text/plain")
    app.file_uploader(key="alignment-target").upload("t.txt", b"un chien\n")
    fine(app.run())

    (picture,) = pictures(app)
    names = [shape["name"] for shape in picture["layout"]["shapes"]]
    assert sorted(names) == ["possible", "sure"]
    captions = [caption.value for caption in app.caption]
    assert r"a\.txt" in captions  # and nothing of how far it agrees with itself
    assert not any("AER" in text for text in captions)

    app.segmented_control(key="view").set_value("Sentences").run()
    app.segmented_control(key="view").set_value("Alignment files").run()
    assert len(pictures(fine(app))) == 1
    app.button(key="alignment-close").click().run()
    assert not pictures(fine(app))


def test_links_of_our_models_of_words_lie_on_plain_text(visit: Open) -> None:
    app = visit(view="Alignment files")
    app.file_uploader(key="alignment-file").upload("links.pharaoh", b"0-0 2-3\n")
    app.file_uploader(key="alignment-source").upload("s", b"The dog.\n")
    app.file_uploader(key="alignment-target").upload("t", b"L'autre chien.\n")
    app.run()
    assert "is outside a pair of 2 source and 2 target words" in app.error[0].value

    app.radio(key="alignment-words").set_value("moses")
    fine(app.run())

    (picture,) = pictures(app)
    assert picture["layout"]["yaxis"]["ticktext"] == ["L'", "autre", "chien", "."]


def test_alignments_are_read_once_for_all_their_pairs(
    visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Mock(wraps=read_alignments)
    monkeypatch.setattr(imports, "read_alignments", read)
    app = visit(view="Alignment files")
    two = b"a dog\tun chien\t0-0\na cat\tun chat\t1-1\n"
    app.file_uploader(key="alignment-file").upload("a.tsv", two).run()

    app.number_input(key="alignment-number").set_value(2)
    assert "a cat" in [text.value for text in fine(app.run()).text]
    assert read.call_count == 1

    app.file_uploader(key="alignment-file").upload("a.tsv", two.replace(b"cat", b"cow"))
    assert "a cow" in [text.value for text in fine(app.run()).text]
    assert read.call_count == 2


def test_a_bad_line_of_alignments_is_named(visit: Open) -> None:
    app = visit(view="Alignment files")

    app.file_uploader(key="alignment-file").upload("a.json", b"[{]", "text/plain").run()

    assert not app.exception
    assert r"a\.json\, line 1" in app.error[0].value


def test_one_without_weights_is_read_by_the_translations_that_it_left(
    app: AppTest, measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two more: one kept its translations, the other only its numbers."""
    folder = tmp_path / "checkpoints"
    shutil.copytree(measured, folder)
    left = [" ".join(pair.target.split()[:5]) for pair in PAIRS]
    for name, kept in (("rnnsearch-30", left), ("rnnencdec-30", None)):
        shutil.copytree(measured / "rnnsearch-50", folder / name)
        for file in (folder / name).glob("*.safetensors"):
            file.unlink()
        statistics = folder / name / "statistics"
        scores(name, 5).save(statistics / f"{OWN}.npz")
        if kept:
            write_texts(statistics / f"{OWN}.txt", kept)
    visit = opener(app, folder, tmp_path, monkeypatch)

    visit(first="rnnsearch-30", second="rnnencdec-30", line="4")

    assert left[3] in texts(app)
    assert "(nothing)" not in texts(app)
    assert not pictures(app)
