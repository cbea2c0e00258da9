"""What is replaced is found on both sides, and replaced on both."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from nmtviz.data import grammar
from nmtviz.data.corpus import Pair
from nmtviz.data.replacements import Replacements, replaceable

DRAWS = 2000
NOUNS = Path(grammar.__file__).parent / "words" / "more_nouns.tsv"


def found(source: str, target: str) -> set[tuple[str, str, str]]:
    return {(one.kind, *one.texts) for one in replaceable(Pair(source, target))}


def drawn(source: str, target: str) -> set[Pair]:
    """Return what a pair becomes in many draws."""
    replace = Replacements(Random(1))
    return {replace(Pair(source, target)) for _ in range(DRAWS)}


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Tom knows Mary.", "Tom connaît Marie.", {"man", "woman"}),
        ("He lives in London.", "Il vit à Londres.", {"city"}),
        ("I saw 12 of 31.", "J'en ai vu 12 sur 31.", {"number"}),
        ("She has forty-two.", "Elle en a quarante-deux.", {"number"}),
        ("Cats like fish.", "Les chats aiment le poisson.", set()),
        ("My cats like bread.", "Mes chats aiment le pain.", {"noun"}),
        ("a dangerous idea", "une idée dangereuse", {"noun", "adjective"}),
        ("She slowly left.", "Elle partit lentement.", {"adverb"}),
        ("We helped him.", "Nous l'avons aidé.", {"verb"}),
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
        ("It is 9:45.", "Il est 9:45."),  # there is no 9:67
        ("It is 9 o'clock.", "Il est 9 heures."),
        ("Come at 5 p.m.", "Venez à 5 heures."),
        ("Come at seven o'clock.", "Venez à sept heures."),
        ("Come at seven.", "Venez à sept heures."),
        ("Come at 7.", "Venez à 7 h."),
        ("It is ten to six.", "Il est six heures moins dix."),
        ("Come between five and six.", "Venez entre cinq et six heures."),
        ("Sleep two hours, leave at six.", "Dors deux heures, pars à six heures."),
        ("I left on 3 May.", "Je suis parti le 3 mai."),
        ("He left on June 21.", "Il est parti le 21 juin."),
        ("I have cats.", "J'ai un chat."),  # more on one side
        ("It is red.", "C'est rouge."),  # masculine or feminine
        ("That scientist spoke.", "Ce scientifique parla."),  # a man or a woman
        ("We helped.", "Nous mangions."),
        ("He wears it.", "Ce sont ses portes."),  # a noun, not *tu portes*
        ("A film about a movie.", "Un film."),  # of which one?
    ],
)
def test_what_may_be_something_else_is_left(source: str, target: str) -> None:
    assert replaceable(Pair(source, target)) == []
    assert drawn(source, target) == {Pair(source, target)}


def test_a_person_is_replaced_by_the_same_one_everywhere() -> None:
    pattern = re.compile(r"(.+) or not (.+)")
    for source, target in drawn("Tom or not Tom", "Tom or not Tom"):
        first, second = pattern.fullmatch(source).groups()  # type: ignore[union-attr]
        assert first == second != "Tom or not Tom"
        titled = re.match(r"Mr\.? (.+)", first)
        name = f"M. {titled[1]}" if titled else first
        assert target == f"{name} or not {name}"


def test_names_are_listed_invented_made_up_or_longer() -> None:
    names = {source for source, _ in drawn("Tom", "Tom")}

    assert len(names) > 400
    single = {name for name in names if " " not in name}
    listed = {name for name in single if found(name, name)}
    assert 0.1 < len(listed) / len(single) < 0.5
    assert any(name.startswith("Mr") for name in names)
    assert any(" " in name and not name.startswith("Mr") for name in names)


def test_places_have_their_own_name_in_each_language() -> None:
    pairs = drawn("in London", "à Londres")

    assert Pair("in Moscow", "à Moscou") in pairs
    translated = [pair for pair in pairs if pair.source[3:] != pair.target[2:]]
    assert {kind for pair in translated for kind, *_ in found(*pair)} == {"city"}


def test_what_french_elides_before_a_name_it_elides_before_the_other() -> None:
    vowels = "AEIOUÁÉÈÍÎÚÜ"

    assert all(pair.target[2] in vowels for pair in drawn("Alice's", "d'Alice"))
    assert not any(
        pair.target[3] in vowels + "HY" for pair in drawn("of Tom", "de Tom")
    )


@pytest.mark.parametrize(
    ("source", "target"),
    [("Helen's", "d'Hélène"), ("of Hassan", "de Hassan"), ("Yves's", "d'Yves")],
)
def test_before_an_initial_that_may_be_mute_it_stays(source: str, target: str) -> None:
    initials = {pair.target[2:].lstrip()[0] for pair in drawn(source, target)}

    assert initials == {source.rsplit(maxsplit=1)[-1][0]}


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


def test_a_number_in_words_agrees_with_any_noun() -> None:
    for _, french in drawn("I have two apples.", "J'ai deux pommes."):
        assert not re.search(r"\bun\b", french), french


def test_a_year_in_a_date_may_be_another() -> None:
    assert len(drawn("I left in May 1960.", "Je suis parti en mai 1960.")) > 1


def test_a_noun_becomes_one_that_needs_the_same_words_around_it() -> None:
    listed = {
        tuple(field.split("/")[0] for field in row[:3])
        for row in map(str.split, NOUNS.read_text(encoding="utf-8").splitlines())
    }
    pairs = drawn("an onion and a chair", "un oignon et une chaise")

    for source, target in pairs:
        onion, chair = re.fullmatch(r"an (.+) and a (.+)", source).groups()  # type: ignore[union-attr]
        oignon, chaise = re.fullmatch(r"un (.+) et une (.+)", target).groups()  # type: ignore[union-attr]
        assert onion[0] in "aeiou"
        assert oignon[0] in "aeiouéêèâîœh"
        assert chair[0] not in "aeio"
        assert chaise[0] not in "aeiouéêèâîœ"
        assert (onion, oignon, "f") not in listed
        assert (chair, chaise, "m") not in listed
    assert Pair("an eggplant and a lamp", "une aubergine et une lampe") not in pairs
    assert len(pairs) > 100


def test_how_many_there_are_stays() -> None:
    assert Pair("salt", "sel") in drawn("butter", "beurre")
    assert Pair("stew", "ragoût") not in drawn("butter", "beurre")
    assert Pair("potatoes", "pommes de terre") in drawn("carrots", "carottes")
    assert Pair("potato", "pomme de terre") not in drawn("carrots", "carottes")


def test_an_adjective_agrees_with_its_noun_as_the_other_did() -> None:
    pairs = drawn("They are musical.", "Elles sont musicales.")

    assert Pair("They are social.", "Elles sont sociales.") in pairs
    assert Pair("They are white.", "Elles sont blanches.") in pairs
    assert Pair("They are big.", "Elles sont grandes.") not in pairs  # before the noun
    assert all(re.fullmatch(r"Elles sont (en )?.+s\.", target) for _, target in pairs)


def test_a_verb_becomes_one_in_the_same_forms() -> None:
    pairs = drawn("We helped him.", "Nous l'aidions.")

    assert Pair("We hired him.", "Nous l'embauchions.") in pairs
    assert (
        Pair("We found him.", "Nous le trouvions.") not in pairs
    )  # *l'* before vowels
    assert not any("danc" in source for source, _ in pairs)  # has no object
    assert all(re.fullmatch(r"Nous l'\w+ions\.", target) for _, target in pairs)


def test_a_form_for_several_things_becomes_one_for_the_same() -> None:
    washed = {source for source, _ in drawn("I washed", "J'ai lavé")}
    wore = {source for source, _ in drawn("I wore", "J'ai porté")}

    assert "I watched" in washed
    assert not {"I stole", "I stolen"} & washed
    assert "I stole" in wore
    assert not {"I stolen", "I washed"} & wore


def test_nothing_is_elided_before_an_aspirated_h() -> None:
    assert Pair("I yell", "je hurle") in drawn("I bleed", "je saigne")
    assert Pair("I yell", "j'hurle") not in drawn("I evolve", "j'évolue")


def test_the_same_seed_draws_the_same_in_every_process() -> None:
    command = (
        "from random import Random\n"
        "from nmtviz.data.corpus import Pair\n"
        "from nmtviz.data.replacements import Replacements\n"
        "draw = Replacements(Random(1))\n"
        "print([draw(Pair('We washed it.', 'Nous lavions.')) for _ in range(500)])"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", command],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]

    assert len(texts[0]) > 1000
    assert len(set(texts)) == 1


def test_a_pair_without_any_stays() -> None:
    assert drawn("He sleeps.", "Il dort.") == {Pair("He sleeps.", "Il dort.")}
