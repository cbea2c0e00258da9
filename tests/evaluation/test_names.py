"""Names that a translation spells otherwise or has not: cases by hand."""

import pytest

from nmtviz.evaluation.names import Respelt, lost_names, respelt_names

ALSO = {("Monday", "lundi"), ("Warsaw", "Varsovie")}
"""What names may become."""


@pytest.mark.parametrize(
    ("source", "translation", "respelt"),
    [
        ("I met Raghunathan.", "J'ai rencontré Raghanathan.", "Raghanathan"),
        ("We saw Mewratsnen.", "Nous avons vu Mewratsen.", "Mewratsen"),
        ("Wojcik-Lindqvist sang.", "Wojcik-Lindqist a chanté.", "Lindqist"),
        ("Ann Kowalczyk-Nguyen", "Ann Kowalczykk Nguyen", "Kowalczykk"),
        ("I met Anna.", "J'ai rencontré Anka.", "Anka"),
        ("I met Raghunathan.", "J'ai rencontré Raghuathn.", "Raghuathn"),
    ],
)
def test_a_name_in_other_letters_is_told(
    source: str, translation: str, respelt: str
) -> None:
    assert [one.target for one in respelt_names(source, translation)] == [respelt]


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("I met Anna.", "J'ai rencontré Anna."),
        ("He is from LISBON.", "Il vient de Lisbonne."),
        ("The Barcelona team", "L'équipe de Barcelone"),
        ("Sofia is here.", "Sofía est ici."),
        ("The Canadian left.", "La Canadienne est partie."),
        ("The Atlantic is cold.", "L'Atlantique est froid."),
        ("The Norwegian sang.", "La Norvégienne a chanté."),
        ("Germany won.", "L'Allemagne a gagné."),  # another word
        ("I met Raghunathan.", "J'ai rencontré Raghunathandez."),  # another name
        ("Bob and Tim", "Rob et Jim"),  # short words are alike by chance
        ("the dog of Raghunathan", "le chien"),  # lost, not respelt
        ("I saw Bhurál.", "J'ai vu Bhur<unk>l."),  # its own warning
        ("Say raghunathan.", "Dis raghanathan."),  # no name as it is written
        ("Mr Pere\u0301z sings.", "M. Peréz chante."),  # with its accent apart
    ],
)
def test_what_is_right_or_is_no_name_is_not_told(source: str, translation: str) -> None:
    assert respelt_names(source, translation) == ()


def test_a_name_that_is_there_too_is_no_other_ones_slip() -> None:
    found = respelt_names("Marten and Murten left.", "Marten et Myrten sont partis.")

    assert found == (Respelt("Murten", "Myrten"),)


def test_each_name_is_told_once() -> None:
    found = respelt_names("Kowalczyk, oh Kowalczyk!", "Kowalszyk, oh Kowalszyk !")

    assert found == (Respelt("Kowalczyk", "Kowalszyk"),)


def test_what_is_expected_is_not_told() -> None:
    def is_expected(name: str, other: str) -> bool:
        return (name, other) == ("November", "Novembre")

    found = respelt_names(
        "November, said Kowalczyk.", "Novembre, dit Kowalszyk.", is_expected
    )

    assert found == (Respelt("Kowalczyk", "Kowalszyk"),)


@pytest.mark.parametrize(
    ("source", "translation", "respelt"),
    [
        ("the EU and the UK", "l'UU et le Royaume-Uni", [("EU", "UU")]),
        ("NASA and the FBI", "la NASA et le FAB", [("FBI", "FAB")]),
        ("the EU and the UK", "l'EU et l'UK", []),
        ("VAT and DNA", "la TVA et l'ADN", []),  # the same letters
        ("The USSR fell.", "L'URSS est tombée.", []),
        ("the WHO", "l'OMS", []),  # hardly one in common
        ("the XX century by AX", "le XIX siècle d'AX", []),  # Roman
        ("the EU", "l'Un", []),  # no acronym
        ("a UN plan", "un plan", []),
    ],
)
def test_an_acronym_in_other_letters_is_told(
    source: str, translation: str, respelt: list[tuple[str, str]]
) -> None:
    assert [*respelt_names(source, translation)] == respelt


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("I met Raghunathan there.", "Je l'y ai rencontré.", ["Raghunathan"]),
        ("Kwaring is dear.", "C'est cher.", ["Kwaring"]),
        ("I met Raghunathan.", "J'ai rencontré Raghanathan.", []),  # respelt
        ("Is Tiechmi here?", "Est-ce que tuchmi est ici ?", []),  # resembles it
        ("He met Bob.", "Il l'a rencontré.", []),  # short: by chance or a title
        ("NATO left.", "L'OTAN est partie.", []),  # the same letters
        ("He met Monday.", "Il est venu lundi.", []),  # may change, as asked
        ("I met Raghunathan.", "J'ai rencontré <unk>.", []),
        ("I met Per\u0301ezza.", "J'ai rencontré Pérezza.", []),
        ("Buy the KTCK-36.", "Achetez le KCTK-36.", ["KTCK-36"]),
        ("Buy the KTCK-36.", "Achetez le ktck 36.", []),
        ("My iYeitry rings.", "Mon iYeityr sonne.", ["iYeitry"]),
        ("My OerardYug rings.", "Mon Oerard Yug sonne.", []),
        ("It opens at 9AM, with 8GB.", "Il ouvre à 9 h, avec 8 Go.", []),
        ("In room B12 or B13", "Salle B12 ou B31", ["B13"]),
        ("NATO met.", "Ils se sont rencontrés.", ["NATO"]),  # *sont* is alike by chance
        ("I saw notes.txt now.", "Je vis les notes.", ["notes.txt"]),
        ("I saw notes.txt now.", "Je vis notes.txt.", []),
        ("It cost $500B or £3Bn.", "Il a coûté 500 milliards.", []),
        ("The 2nd-TV set", "Le second téléviseur", []),
        ("My iOS and eBay", "Le mien", ["iOS", "eBay"]),
        ("", "", []),
    ],
)
def test_a_name_or_a_code_of_which_there_is_nothing_is_lost(
    source: str, translation: str, lost: list[str]
) -> None:
    found = lost_names(source, translation, lambda name, word: (name, word) in ALSO)

    assert [*found] == lost


@pytest.mark.parametrize(
    ("name", "other"),
    [("Macron", "Macro"), ("Leonardo", "Leonarda"), ("Maria", "Mario")],
)
def test_an_ending_that_no_language_changes_is_a_slip(name: str, other: str) -> None:
    assert respelt_names(f"I met {name}.", f"J'ai rencontré {other}.") == (
        (name, other),
    )


def test_an_acronym_that_became_another_rightly_is_none_s_slip() -> None:
    def expected(name: str, other: str) -> bool:
        return name.isupper() and other == "ONU"

    for both in ("UN and the EU", "EU and the UN"):
        found = respelt_names(f"The {both} met.", "L'ONU et l'UU ont parlé.", expected)
        assert found == (("EU", "UU"),)
