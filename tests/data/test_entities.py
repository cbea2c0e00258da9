"""Names and numbers are found where both sides have them, and replaced on both."""

import re
from random import Random

import pytest

from nmtviz.data.corpus import Pair
from nmtviz.data.entities import Replacements, entities

DRAWS = 2000


def found(source: str, target: str) -> set[tuple[str, str, str]]:
    return {(one.kind, *one.texts) for one in entities(Pair(source, target))}


def drawn(source: str, target: str) -> set[Pair]:
    """Return what a pair becomes in many draws."""
    replace = Replacements(Random(1))
    return {replace(Pair(source, target)) for _ in range(DRAWS)}


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Tom knows Mary.", "Tom connaît Marie.", {"man", "woman"}),
        ("He lives in London.", "Il vit à Londres.", {"city"}),
        ("I saw 12 of 31 films.", "J'ai vu 12 films sur 31.", {"number"}),
        ("She has forty-two cats.", "Elle a quarante-deux chats.", {"number"}),
    ],
)
def test_what_stands_on_both_sides_is_found(
    source: str, target: str, expected: set[str]
) -> None:
    assert {kind for kind, *_ in found(source, target)} == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Tom knows him.", "Il le connaît."),  # not on both sides
        ("Tom is Tom.", "Tom est lui-même."),  # not as often
        ("I have two hundred.", "J'en ai deux cents."),  # a part of a number
        ("One or 1, zero or 0.", "Un ou 1, zéro ou 0."),  # changes what stands behind
        ("Bond is 007.", "Bond est 007."),  # no number
        ("This is a tom-tom.", "C'est un tom-tom."),
    ],
)
def test_what_may_be_something_else_is_left(source: str, target: str) -> None:
    assert entities(Pair(source, target)) == []
    assert drawn(source, target) == {Pair(source, target)}


def test_a_person_is_replaced_by_the_same_one_everywhere() -> None:
    pattern = re.compile(r"(.+) or not (.+)")
    for source, target in drawn("Tom or not Tom", "Tom or not Tom"):
        first, second = pattern.fullmatch(source).groups()  # type: ignore[union-attr]
        assert first == second != "Tom or not Tom"
        titled = re.match(r"Mr\.? (.+)", first)
        name = f"M. {titled[1]}" if titled else first
        assert target == f"{name} or not {name}"


def test_names_are_listed_made_up_or_longer() -> None:
    names = {source for source, _ in drawn("Tom", "Tom")}

    assert len(names) > 400
    listed = {name for name in names if found(name, name) and " " not in name}
    assert 0.3 < len(listed) / len({name for name in names if " " not in name}) < 0.9
    assert any(name.startswith("Mr") for name in names)
    assert any(" " in name and not name.startswith("Mr") for name in names)


def test_places_have_their_own_name_in_each_language() -> None:
    pairs = drawn("in London", "à Londres")

    assert Pair("in Moscow", "à Moscou") in pairs
    assert {kind for pair in pairs for kind, *_ in found(*pair)} == {"city"}


def test_what_french_elides_before_a_name_it_elides_before_the_other() -> None:
    vowels = "AEIOUÉÎ"

    assert all(pair.target[2] in vowels for pair in drawn("Alice's", "d'Alice"))
    assert not any(pair.target[3] in vowels for pair in drawn("of Tom", "de Tom"))


def test_digits_become_as_many_others() -> None:
    for source, target in drawn("In 1987, 3 of 250", "En 1987, 3 sur 250"):
        year, few, many = re.findall(r"\d+", source)
        assert re.findall(r"\d+", target) == [year, few, many]
        assert 1850 <= int(year) <= 2030
        assert 2 <= int(few) <= 9
        assert 100 <= int(many) <= 999


def test_words_become_words_or_digits_as_each_language_writes_them() -> None:
    pairs = drawn("seven", "sept")

    assert Pair("seventy-one", "soixante et onze") in pairs
    assert Pair("eighty", "quatre-vingts") in pairs
    assert any(source == target and source.isdigit() for source, target in pairs)
    assert any(
        re.fullmatch(r"\d,\d{3}", source) and target == source.replace(",", " ")
        for source, target in pairs
    )


def test_a_pair_without_any_stays() -> None:
    assert drawn("He sleeps.", "Il dort.") == {Pair("He sleeps.", "Il dort.")}
