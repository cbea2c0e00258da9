"""The parts of the length page that need no page."""

import gzip
import io
import re
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest
import sacrebleu

from nmtviz.errors import DataError, InputError
from nmtviz.evaluation.lengths import length_curve
from nmtviz.evaluation.subsets import EVERYTHING, known_rows
from nmtviz.ui.lengths import chart, compare, measured, overall, paper, sentences
from nmtviz.ui.lengths.controls import LengthsView, parse_edges
from nmtviz.ui.lengths.given import read_outputs, read_texts
from nmtviz.ui.shelf.systems import System, Texts
from tests.figures.made_curves import curve
from tests.pages import measured as made

BINS = ((1, 7), (8, 40), (41, None))


class File(io.BytesIO):
    """An upload."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines).encode())
        self.name = name


def system(name: str, n: int = 36) -> System:
    wanted = made.references(n)
    return System(scores=made.scores(name, wanted, wanted, made.SET), key=name)


def view(*systems: System, no_unknown: bool = False) -> LengthsView:
    return LengthsView(
        data=made.SET,
        texts=None,
        systems=systems,
        bins=BINS,
        known=_known(systems) if no_unknown else None,
    )


def _known(systems: Sequence[System]) -> tuple[int, ...]:
    return tuple(known_rows(one.scores for one in systems).tolist())


@pytest.mark.parametrize("text", ["3 8", "3,8", " 3;  8 "])
def test_edges_are_numbers_with_anything_between(text: str) -> None:
    assert parse_edges(text) == ((1, 3), (4, 8), (9, None))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 ten", "whole numbers .* got 'ten'"),
        ("5 -6", "whole numbers .* got '-6'"),
        ("8 5", "must rise .* got 8 5"),
        ("0 5", "must rise"),
        ("", "At least one end of a bin must be given"),
        (" ".join(map(str, range(1, 60))), "at most 40 bins, got 60"),
    ],
)
def test_edges_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_edges(text)


TEXTS = Texts(sources=("a b", "c", "d e"), references=("x y", "z", "v w"))


def test_a_file_of_translations_is_a_system() -> None:
    outputs = ("x y", "z", "v q")

    (found,) = read_outputs([File("mine.txt", outputs)], "small", TEXTS)

    assert found.name == "mine.txt"
    assert found.outputs == outputs
    assert found.scores.source_words.tolist() == [2, 1, 2]


def test_files_of_one_name_are_systems_of_different_names() -> None:
    files = [File(name, ("x", "z", "v")) for name in ("out.txt", "ours", "out.txt")]

    found = read_outputs(files, "small", TEXTS, ["ours"])

    assert [system.name for system in found] == ["out.txt", "ours (2)", "out.txt (2)"]
    assert len({system.key for system in found}) == 3


@pytest.mark.parametrize("count", [2, 4])
def test_another_number_of_lines_is_refused_with_both_counts(count: int) -> None:
    file = File("mine.txt", ["x"] * count)

    with pytest.raises(DataError, match=f"mine.txt .* 3 sentences of small.* {count}"):
        read_outputs([file], "small", TEXTS)


def test_references_of_another_length_are_refused_with_both_counts() -> None:
    with pytest.raises(DataError, match=r"b\.txt .* a\.txt, which has 2, but it has 3"):
        read_texts(File("a.txt", ["1", "2"]), File("b.txt", ["1", "2", "3"]))


def test_both_sides_may_be_in_one_file_with_a_tab() -> None:
    texts = read_texts(File("set.tsv", ["a b\tx y\t0-0 1p1", "c\tz\t"]), None)

    assert texts.sources == ("a b", "c")
    assert texts.references == ("x y", "z")


def test_a_file_may_be_gzipped() -> None:
    packed = File("set.tsv.gz", [])
    packed.write(gzip.compress(b"a b\tx y\n"))

    assert read_texts(packed, None).sources == ("a b",)


def test_half_a_gzip_file_is_refused() -> None:
    packed = File("set.tsv.gz", [])
    packed.write(gzip.compress(b"a b\tx y\n")[:-9])

    with pytest.raises(DataError, match=r"set\.tsv\.gz must be a whole gzip file"):
        read_texts(packed, None)


@pytest.mark.parametrize(
    "line",
    [
        "3\tIt rains.\tIl pleut.",
        "a\tx\t0-0\tdone",
        "a\tx\t0-0 and more",
        "a\tx\t0800-123-4567",
        f"a\tx\t1{'-111' * 40}x",
    ],
)
def test_other_columns_than_both_sides_and_links_are_refused(line: str) -> None:
    with pytest.raises(DataError, match=r"set\.tsv, line 2: there must be a source"):
        read_texts(File("set.tsv", ["a\tx", line]), None)


def test_a_table_is_no_file_of_translations() -> None:
    file = File("mine.tsv", ["x", "It rains.\tIl pleut.", "z"])

    with pytest.raises(DataError, match=r"mine\.tsv, line 2: .* but there is a tab"):
        read_outputs([file], "small", TEXTS)


@pytest.mark.parametrize("table", [0, 1], ids=["source", "reference"])
def test_a_table_is_no_side_beside_another_file(table: int) -> None:
    sides = [["It rains."], ["Il pleut."]]
    sides[table] = ["It rains.\tIl pleut."]
    source, reference = (
        File(name, lines) for name, lines in zip(("a.en", "a.fr"), sides, strict=True)
    )

    wrong = ("a.en", "a.fr")[table]
    with pytest.raises(DataError, match=rf"{wrong}, line 1: .* but there is a tab"):
        read_texts(source, reference)


def test_a_line_without_a_tab_is_named() -> None:
    with pytest.raises(DataError, match=r"set\.tsv, line 2: .* separated by a tab"):
        read_texts(File("set.tsv", ["a\tx", "c"]), None)


@pytest.mark.parametrize(
    ("sources", "references", "where"),
    [
        (["a", "", "c"], ["x", "", "z"], r"a\.txt, line 2"),
        (["a", "b", "c"], ["x", "y", " "], r"b\.txt, line 3"),
    ],
)
def test_an_empty_line_is_named(
    sources: list[str], references: list[str], where: str
) -> None:
    with pytest.raises(DataError, match=where):
        read_texts(File("a.txt", sources), File("b.txt", references))


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(DataError, match=r"a\.txt must hold at least one line"):
        read_texts(File("a.txt", []), File("b.txt", []))


def test_sentences_are_recognised_by_their_lengths() -> None:
    (found,) = read_outputs([File("mine.txt", ["x", "z", "v"])], "small", TEXTS)
    longer = Texts(sources=("a b", "c c", "d e"), references=TEXTS.references)
    others = Texts(sources=TEXTS.sources, references=("other", "ones", "these"))

    assert TEXTS.belong_to(found.scores)
    assert not longer.belong_to(found.scores)
    assert not others.belong_to(found.scores)


def test_the_table_has_each_curves_numbers_and_all_sentences_last() -> None:
    cells = chart.table([curve("a", empty=1), curve("bc")])

    assert cells["Source words"].tolist() == ["1-4", "5-9", "10", "11+", "all"]
    assert cells["n"].tolist() == ["7", "0-8", "9", "10", "26-34"]
    assert cells["a"].tolist()[:2] == ["21.00 [19.50, 23.00]", "-"]
    assert cells["bc"].tolist()[-1] == "15.50 [14.25, 16.75]"


def test_the_latex_table_names_what_makes_the_numbers_repeatable() -> None:
    text = chart.latex([curve("rnnsearch-50")])

    assert "1-4 & 7 & 32.00 [30.50, 34.00]" in text
    assert r"beam 3; sacreBLEU nrefs:1\textbar{}made:up" in text
    assert "20 bootstrap samples, seed 11" in text


def test_the_csv_file_has_a_line_a_system_and_bin() -> None:
    curves = [curve("a"), curve("bc", empty=3)]

    frame = pd.read_csv(io.StringIO(chart.csv(curves)))

    assert len(frame) == 2 * 5
    one = frame[(frame.system == "bc") & (frame.fewest_words == 5)].iloc[0]
    assert (one.most_words, one.n, one.bleu) == (9, 8, 20.5)
    assert np.isnan(frame[(frame.system == "bc") & (frame.n == 0)].bleu).all()


def test_the_rows_of_a_bin_are_as_many_as_its_n() -> None:
    one = system("rnnsearch-50")

    for no_unknown in (False, True):
        known = one.scores.no_unknown_rows if no_unknown else None
        sizes = length_curve(one.scores, BINS, known=known).n
        rows = [
            len(sentences.rows_of(view(one, no_unknown=no_unknown), span))
            for span in BINS
        ]
        assert rows == sizes.tolist()


def test_a_sentence_without_text_still_has_its_numbers() -> None:
    one = system("rnnsearch-50")

    cells = sentences.table(view(one), np.array([4, 2]))

    assert cells["line"].tolist() == [5, 3]
    assert cells["words"].tolist() == [made.LENGTHS[4], made.LENGTHS[2]]
    assert "source" not in cells


def test_two_systems_are_compared_by_bin_and_all_together() -> None:
    search, encdec = system("rnnsearch-50"), system("rnnencdec-50")
    spans = {"1-7": BINS[0], "41+": BINS[2], "all": EVERYTHING}

    cells = compare.table(
        {
            name: measured.comparison(encdec, search, span)
            for name, span in spans.items()
        }
    )

    assert cells["n"].tolist() == [12, 6, 36]
    assert cells["better"].tolist()[1:] == ["too few to say", "rnnsearch-50"]
    assert cells["p"].tolist()[1] == "-"
    wanted = made.references(36)
    texts = made.translated(wanted, "rnnencdec-50")
    score = sacrebleu.corpus_bleu(texts, [wanted]).score
    assert cells["rnnencdec-50"].tolist()[-1] == f"{score:z.2f}"
    assert re.fullmatch(r"\+\d+\.\d\d \[\+.*\]", cells["difference"].tolist()[-1])


def test_our_numbers_stand_in_columns_of_their_own_beside_the_papers() -> None:
    cells = paper.table([system("rnnsearch-50"), system("mine.txt")])

    row = cells.set_index("system").loc["RNNsearch-50"]
    assert (row["paper's: All"], row["paper's: No UNK"]) == ("26.75", "34.16")
    assert (row["ours: n"], row["ours: No UNK n"]) == ("36", "18")
    ours = cells.set_index("system").loc["mine.txt"]
    assert ours["paper's: All"] == ""
    assert cells["system"].tolist()[-1] == "mine.txt"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../mine.txt", "mine.txt"),
        ("a\0b\n.txt", "ab.txt"),
        ("..", "file"),
        ("", "file"),
        ("été 1.txt", "été 1.txt"),
    ],
)
def test_a_system_is_called_as_a_file_may_be(given: str, name: str) -> None:
    (found,) = read_outputs([File(given, ("Oui.",) * 3)], "small", TEXTS)

    assert found.name == name


def test_a_sentence_has_its_own_chrf() -> None:
    rows = [4, 2]

    cells = sentences.table(view(system("rnnsearch-50")), np.array(rows))

    wanted = made.references(36)
    texts = made.translated(wanted, "rnnsearch-50")
    expected = [sacrebleu.sentence_chrf(texts[i], [wanted[i]]).score for i in rows]
    assert cells["chrF rnnsearch-50"].tolist() == pytest.approx(expected)


def test_the_csv_file_has_both_ends_of_each_band() -> None:
    frame = pd.read_csv(io.StringIO(chart.csv([curve("bc")])))

    bands = frame[["bleu", "band_low", "band_high"]].to_numpy().tolist()
    assert bands[1] == [20.5, 19.0, 22.5]
    assert bands[-1] == [15.5, 14.25, 16.75]


def test_all_sentences_and_the_known_ones_are_remembered_apart() -> None:
    one, other = system("rnnsearch-50", 24), system("rnnencdec-50", 24)
    rows = measured.known([one, other])

    curves = [measured.curve(one, BINS, known) for known in (None, rows, None)]
    compared = [
        measured.comparison(one, other, EVERYTHING, known) for known in (None, rows)
    ]

    assert [found.total_n for found in curves] == [24, 12, 24]
    assert [found.n for found in compared] == [24, 12]


def test_our_no_unk_is_bleu_of_the_known_sentences() -> None:
    row = paper.table([system("mine.txt")]).iloc[-1]

    wanted = made.references(36)
    texts = made.translated(wanted, "mine.txt")
    for label, chosen in (("All", slice(None)), ("No UNK", slice(0, None, 2))):
        score = sacrebleu.corpus_bleu(texts[chosen], [wanted[chosen]]).score
        assert row[f"ours: {label}"] == f"{score:z.2f}"


def test_repeats_and_unknown_words_are_of_a_hundred_sentences() -> None:
    one = system("rnnsearch-50")

    (row,) = overall.table([one]).to_dict("records")

    assert row["repeats"] == pytest.approx(100 * one.scores.repeats.sum() / 36)
    assert row["repeats"] > 0
    assert row["unknown words written"] == 0


def test_another_file_of_the_same_name_is_measured_anew() -> None:
    three = Texts(
        sources=("a dog", "a cat sleeps", "the small cat"),
        references=("un chien", "un chat dort", "le petit chat"),
    )
    right = three.references
    wrong = ("une souris", *right[1:])

    found = [
        read_outputs([File("mine.txt", lines)], "small", three)[0]
        for lines in (right, wrong)
    ]

    assert [one.outputs for one in found] == [right, wrong]
    assert found[0].key != found[1].key
    changed = (found[0].scores.bleu != found[1].scores.bleu).any(axis=1)
    assert changed.tolist() == [True, False, False]
