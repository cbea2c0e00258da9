"""The corpus as a whole: the same every time, as large as asked for, and on disk."""

import gzip
from pathlib import Path

import pytest

from nmtviz.cli import main
from nmtviz.data.corpus import read_pairs
from nmtviz.data.grammar import names
from nmtviz.data.grammar.corpus import GrammarConfig, generate, write_corpus
from nmtviz.data.grammar.lexicon import lexicon
from nmtviz.data.grammar.plan import plan
from nmtviz.errors import ConfigError, DataError


def write(path: Path, seed: int, pairs: int = 50) -> bytes:
    write_corpus(generate(GrammarConfig(pairs=pairs, seed=seed)), path)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["a.tsv", "a.tsv.gz"])
def test_the_same_seed_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    first = write(tmp_path / name, seed=3)

    assert write(tmp_path / f"again-{name}", seed=3) == first
    assert write(tmp_path / f"other-{name}", seed=4) != first


def test_more_pairs_begin_with_the_same_ones() -> None:
    few = list(generate(GrammarConfig(pairs=7)))

    assert list(generate(GrammarConfig(pairs=11)))[:7] == few


def test_a_corpus_is_read_back_as_pairs(tmp_path: Path) -> None:
    config = GrammarConfig(pairs=9)
    path = tmp_path / "corpus.tsv.gz"

    write_corpus(generate(config), path)

    made = [(pair.source, pair.target) for pair in generate(config)]
    assert [tuple(pair) for pair in read_pairs([path])] == made
    assert sorted(file.name for file in tmp_path.iterdir()) == ["corpus.tsv.gz"]


def test_a_small_vocabulary_is_reached() -> None:
    pairs = generate(GrammarConfig(pairs=3000, vocabulary=600))
    types = {
        word
        for pair in pairs
        for word in pair.source.lower().replace("'s", " 's").strip(".?").split()
    }
    without_marks = {word.strip(",;") for word in types} - {""}

    assert 0.85 * 600 < len(without_marks) < 1.05 * 600


@pytest.mark.parametrize("vocabulary", [500, 3_000, 500_000])
def test_a_plan_has_as_many_words_as_asked_for(vocabulary: int) -> None:
    planned = plan(vocabulary)

    assert planned.made_up >= 0.15 * vocabulary
    assert planned.made_up <= vocabulary - 400


def test_a_large_vocabulary_has_all_of_the_lexicon() -> None:
    assert plan(10_000).lexicon == lexicon()
    assert len(plan(600).lexicon.verbs) < len(lexicon().verbs)


def test_no_name_comes_twice_and_none_is_of_two_kinds() -> None:
    made = [
        name
        for number in range(3_000)
        for name in (
            names.given_name(number).english[0],
            names.family_name(number),
            names.town(number).english,
            names.country(number).english,
        )
    ]

    assert len(set(made)) == 12_000


def test_a_country_and_its_adjective_go_together() -> None:
    country = names.country(400)
    adjective = names.from_country(400, frozenset())

    assert adjective.english == country.english.removesuffix("a") + "an"
    assert adjective.french[0] == country.french.lower() + "n"
    assert adjective.french[3] == country.french.lower() + "nnes"


def test_both_parts_of_a_compound_have_a_plural() -> None:
    nouns = {noun.english[0]: noun for noun in lexicon().nouns["person"]}

    both = names.compound(nouns["baker"], nouns["painter"])

    assert both.english == ("baker-painter", "baker-painters")
    assert both.french == ("boulanger-peintre", "boulangers-peintres")


@pytest.mark.parametrize(
    ("setting", "value", "limits"),
    [
        ("pairs", 0, "at least 1"),
        ("seed", -5, "at least 0"),
        ("vocabulary", 499, "from 500 to 500000"),
        ("vocabulary", 500_001, "from 500 to 500000"),
        ("max_words", 81, "from 12 to 80"),
        ("mean_words", 41, "from 4 to 40"),
        ("spread", -1, "from 0 to 80"),
    ],
)
def test_settings_out_of_range_are_refused(
    setting: str, value: int, limits: str
) -> None:
    with pytest.raises(ConfigError, match=f"{setting} must be {limits}, got {value}"):
        GrammarConfig(**{setting: value})


def test_settings_that_are_no_number_are_refused() -> None:
    with pytest.raises(ConfigError, match="mean_words must be from 4 to 40, got nan"):
        GrammarConfig(mean_words=float("nan"))
    with pytest.raises(ConfigError, match="spread must be from 0 to 80, got nan"):
        GrammarConfig(spread=float("nan"))


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "corpus.tsv"

    with pytest.raises(DataError, match=r"nowhere.*cannot be written: No such file"):
        write(path, seed=1)


def test_the_command_writes_a_corpus_and_says_how_large(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corpus.tsv.gz"

    arguments = [
        "--pairs",
        "13",
        "--seed",
        "2",
        "--vocabulary",
        "900",
        "--mean-words",
        "8",
    ]
    assert main(["data", "generate", "--out", str(path), *arguments]) == 0

    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert len(lines) == 13
    assert all(line.count("\t") == 2 for line in lines)
    assert "13 pairs" in capsys.readouterr().err


def test_the_command_complains_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corpus.tsv"

    assert main(["data", "generate", "--pairs", "0", "--out", str(path)]) == 2

    assert capsys.readouterr().err == "nmtviz: --pairs must be at least 1, got 0.\n"
