"""What people type first: every phrase can be filled, and the pairs are right."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from nmtviz.cli import main
from nmtviz.data.corpus import Pair, read_pairs, write_rows
from nmtviz.data.phrases.phrasebook import (
    Phrase,
    Word,
    generate,
    joined,
    one_of_each,
    phrases,
    words,
)

DATA = Path(__file__).parents[2] / "nmtviz" / "data"
LONG = 40
"""Letters of a sentence that hardly anybody writes by chance as another has."""

TEST_SETS = [DATA / "own.en-fr.tsv", DATA / "typed.en-fr.tsv"]


@pytest.fixture(scope="module")
def drawn() -> Sequence[Pair]:
    """Pairs enough for each phrase to come."""
    return list(islice(generate(1), 140_000))


def test_every_phrase_can_be_filled() -> None:
    for phrase in phrases():
        filled = phrase.filled(
            {place: words()[kind][0] for place, kind in phrase.kinds.items()}
        )
        for side in filled:
            assert not set("{}|") & set(side), phrase
            assert side == " ".join(side.split()), phrase


def test_a_place_of_the_french_side_is_one_of_the_english_side() -> None:
    for phrase in phrases():
        told = {f"{{{place}" for place in phrase.kinds}
        for piece in phrase.texts.target.split("{")[1:]:
            place = "{" + piece.partition("}")[0].partition(".")[0]
            assert place in told, phrase


def test_the_words_of_a_kind_have_the_same_forms() -> None:
    for kind, listed in words().items():
        assert len({(tuple(one.english), tuple(one.french)) for one in listed}) == 1, (
            kind
        )
        assert len({str(one) for one in listed}) == len(listed), kind


def test_our_own_test_sets_are_in_no_phrase() -> None:
    own = {pair.source for pair in read_pairs(TEST_SETS)}

    assert not own & {one.texts.source for one in phrases()}


def test_no_sentence_of_the_corpora_is_a_phrase(data_folder: Path) -> None:
    corpora = read_pairs(sorted(data_folder.glob("*.train.tsv.gz")))
    theirs = {text.casefold() for pair in corpora for text in pair}

    ours = {text.casefold() for one in phrases() for text in one.texts}
    assert not {text for text in ours & theirs if len(text) >= LONG}


def test_what_people_type_has_a_space_where_french_has_one() -> None:
    pairs = read_pairs(TEST_SETS[1:])

    assert len({pair.source for pair in pairs}) == len(pairs) == 119
    for pair in pairs:
        assert not re.search(r"[^ ][?!;]|[^ \d]:", pair.target), pair
        assert pair.source == pair.source.strip()
        assert pair.target == pair.target.strip()


def test_every_phrase_comes_and_those_with_more_places_oftener(
    drawn: Sequence[Pair],
) -> None:
    made = Counter(pair.source for pair in drawn)

    plain = [one.texts.source for one in phrases() if not one.kinds]
    assert all(made[source] for source in plain)
    placed = sum(made.values()) - sum(made[source] for source in plain)
    assert placed / (len(phrases()) - len(plain)) > sum(
        made[source] for source in plain
    ) / len(plain)


def test_most_names_are_invented_and_the_same_in_both_languages(
    drawn: Sequence[Pair],
) -> None:
    called = re.compile(r"My name is (\w+)\.")
    named = re.compile(r"Je m'appelle (\w+)\.")
    listed = {one.english[""] for kind in ("man", "woman") for one in words()[kind]}
    names = []
    for source, target in drawn:
        if (first := called.fullmatch(source)) and (second := named.fullmatch(target)):
            assert first[1] == second[1] or first[1] in listed
            names.append(first[1])

    assert len(names) > 50
    assert 0.2 < sum(name in listed for name in names) / len(names) < 0.6


def test_each_phrase_comes_once_where_that_is_wanted() -> None:
    pairs = list(one_of_each(3))

    assert len(pairs) == len(phrases())
    assert {one.texts for one in phrases() if not one.kinds} <= set(pairs)
    assert sum(pair.source.startswith("Trade between ") for pair in pairs) == sum(
        one.texts.source.startswith("Trade between ") for one in phrases()
    )
    assert pairs != list(one_of_each(4))


def test_only_dates_that_there_are_come() -> None:
    dates = {(one.english["british"], one.french[""]) for one in words()["date"]}

    assert len(dates) == 365
    assert {("1 May", "1er mai"), ("31 December", "31 décembre")} <= dates
    assert not {english for english, _ in dates} & {"29 February", "31 April"}


def test_numbers_are_written_as_their_language_does() -> None:
    for kind in ("price", "decimal", "thousands"):
        for one in words()[kind]:
            english, french = one.english[""], one.french[""]
            assert english.translate(str.maketrans(",.", " ,")) == french
            assert float(french.replace(" ", "").replace(",", ".")) >= 2


def test_money_has_a_sign_in_english_and_a_word_in_french() -> None:
    currencies = {"$": "dollars", "€": "euros", "£": "livres"}
    units = {"": "", " million": "million", "m": "million"}
    units |= {" billion": "milliard", "bn": "milliard"}
    for one in words()["money"]:
        english, french = one.english[""], one.french[""]
        found = re.fullmatch(r"([$€£])([\d,.]+)(| million| billion|m|bn)", english)
        assert found, english
        sign, number, unit = found.groups()
        said, plural = number.translate(str.maketrans(",.", " ,")), "s"
        if unit and float(number) < 2:
            plural = ""
        large = f" {units[unit]}{plural} de" if unit else ""
        assert french == f"{said}{large} {currencies[sign]}"


def test_two_places_of_a_kind_get_different_words() -> None:
    phrase = Phrase(
        Pair("{day} and {day2}", "{day} et {day2}"), {"day": "day", "day2": "day"}
    )
    drawn = [
        pair
        for pair in islice(generate(2), 5_000)
        if pair.source.startswith("Trade between ")
    ]

    assert drawn
    for pair in drawn:
        left, right = pair.source.removeprefix("Trade between ").split(" and ")
        assert not right.startswith(left)
    one, two = (Word({"": text}, {"": text}) for text in ("1", "2"))
    assert phrase.filled({"day": one, "day2": two}) == Pair("1 and 2", "1 et 2")


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("de le Japon", "du Japon"),
        ("de les États-Unis", "des États-Unis"),
        ("à le Canada", "au Canada"),
        ("à les toilettes", "aux toilettes"),
        ("à Le Havre", "au Havre"),
        ("de Athènes", "d'Athènes"),
        ("de l'Italie", "de l'Italie"),
        ("plus grand que Oslo", "plus grand qu'Oslo"),
        ("Regarde ce oiseau", "Regarde cet oiseau"),
        ("Regarde ce *hibou", "Regarde ce hibou"),
        ("Regarde ce homme", "Regarde cet homme"),
        ("pas de herbe", "pas d'herbe"),
        ("pas de *honte", "pas de honte"),
        ("avec la *honte", "avec la honte"),
        ("de la France à la Suisse", "de la France à la Suisse"),
        ("une île", "une île"),
        ("Est-ce une île ?", "Est-ce une île ?"),
    ],
)
def test_french_joins_what_meets(apart: str, together: str) -> None:
    assert joined(apart) == together


def test_what_stands_in_phrases_is_joined_only_at_places() -> None:
    flat = Phrase(Pair("I think so.", "Je pense que oui."), {})

    assert flat.filled({}).target == "Je pense que oui."


@pytest.mark.parametrize(
    ("english", "french", "expected"),
    [
        (
            "the capital of {country}",
            "la capitale de {country}",
            ("The capital of Japan", "La capitale du Japon"),
        ),
        (
            "I live in {country}.",
            "J'habite {country.in}.",
            ("I live in Japan.", "J'habite au Japon."),
        ),
    ],
)
def test_forms_go_where_they_are_named(
    english: str, french: str, expected: tuple[str, str]
) -> None:
    japan = next(word for word in words()["country"] if word.english["name"] == "Japan")

    phrase = Phrase(Pair(english, french), {"country": "country"})

    assert phrase.filled({"country": japan}) == expected


def test_an_article_fits_the_word_behind_it() -> None:
    word = Word({"one": "elephant"}, {"a": "un éléphant"})
    phrase = Phrase(Pair("A {beast} and a cat", "{beast} et un chat"), {"beast": "b"})

    assert phrase.filled({"beast": word}).source == "An elephant and a cat"


def test_a_sentence_ends_with_one_full_stop() -> None:
    word = Word({"time": "5 p.m."}, {"time": "17 heures"})
    phrase = Phrase(Pair("It is {hour}.", "Il est {hour}."), {"hour": "hour"})

    assert phrase.filled({"hour": word}).source == "It is 5 p.m."


def test_the_command_writes_other_sentences_than_those_of_a_test_set(
    tmp_path: Path,
) -> None:
    out, test_set = tmp_path / "made.tsv", tmp_path / "test.tsv"
    drawn = list(islice(generate(7), 400))
    # The same sentences, typed otherwise.
    write_rows([Pair(f"{s.upper()} ?!", t) for s, t in drawn[::2]], test_set)
    left_out = {re.sub(r"\W", "", pair.source.lower()) for pair in drawn[::2]}

    told = ["--pairs", "150", "--seed", "7", "--without", str(test_set)]
    assert main(["data", "phrases", *told, "--out", str(out)]) == 0

    kept = [
        pair for pair in drawn if re.sub(r"\W", "", pair.source.lower()) not in left_out
    ]
    assert read_pairs([out]) == kept[:150]


def test_no_sentence_of_a_test_set_is_joined_to_another(tmp_path: Path) -> None:
    text, out, test_set = (tmp_path / f"{name}.tsv" for name in ("text", "out", "test"))
    sentences = ["A dog sleeps.", "A cat eats.", "Birds sing.", "It is late."]
    write_rows([Pair(one, one) for one in sentences], text)
    write_rows([Pair("a cat eats!", "un chat mange")], test_set)

    told = ["--pairs", "60", "--careless", "0", "--replaced", "0", "--marked", "0"]
    files = ["--without", str(test_set), "--out", str(out)]
    assert main(["data", "vary", str(text), *told, *files]) == 0

    made = [pair.source for pair in read_pairs([out])]
    assert any("dog sleeps" in source for source in made)
    assert not any("cat" in source for source in made)


@pytest.mark.parametrize(
    "known",
    [
        "Tom came and I left.",  # a connector inside
        "I am happy. You are sad.",  # two sentences
        "where is the station",  # no mark where it ends
    ],
)
def test_no_longer_text_of_a_test_set_is_joined_to_another(
    tmp_path: Path, known: str
) -> None:
    text, out, test_set = (tmp_path / f"{name}.tsv" for name in ("text", "out", "test"))
    others = ["It rained.", "Birds sing.", "Tom came.", "I left."]
    write_rows([Pair(one, one) for one in [known, *others]], text)
    write_rows([Pair(known, known)], test_set)

    told = ["--pairs", "300", "--careless", "0", "--replaced", "0", "--marked", "0"]
    files = ["--without", str(test_set), "--out", str(out)]
    assert main(["data", "vary", str(text), *told, *files]) == 0

    made = [re.sub(r"\W+", " ", pair.source.lower()) for pair in read_pairs([out])]
    assert any("birds sing" in source for source in made)
    left_out = re.sub(r"\W+", " ", known.lower()).strip()
    assert not any(left_out in source for source in made)


def test_a_test_set_with_everything_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, out = tmp_path / "text.tsv", tmp_path / "made.tsv"
    write_rows([Pair("we saw it", "nous l'avons vu")], text)

    told = ["--pairs", "5", "--careless", "1", "--replaced", "0", "--marked", "0"]
    files = ["--without", str(text), "--out", str(out)]
    assert main(["data", "vary", str(text), *told, *files]) == 2

    assert "--without must leave some sentences to vary" in capsys.readouterr().err
    assert not out.exists()
