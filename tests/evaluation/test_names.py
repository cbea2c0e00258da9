"""Names that a translation spells otherwise: cases by hand."""

import pytest

from nmtviz.evaluation.names import Respelt, respelt_names


@pytest.mark.parametrize(
    ("source", "translation", "respelt"),
    [
        ("I met Raghunathan.", "J'ai rencontré Raghanathan.", "Raghanathan"),
        ("We saw Mewratsnen.", "Nous avons vu Mewratsen.", "Mewratsen"),
        ("Wojcik-Lindqvist sang.", "Wojcik-Lindqist a chanté.", "Lindqist"),
        ("Ann Kowalczyk-Nguyen", "Ann Kowalczykk Nguyen", "Kowalczykk"),
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
        ("Kualluen is old.", "Kuallun est vieux."),  # an ending, too
        ("The Norwegian sang.", "La Norvégienne a chanté."),
        ("Germany won.", "L'Allemagne a gagné."),  # another word
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
