"""Languages in names of files, and their own names."""

import pytest

from nmtviz import languages


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("laws.en-fr.test", ("en", "fr")),
        ("corpus.de-en.train.tsv.gz", ("de", "en")),
        ("dev-set.corpus.de-en", ("de", "en")),
        ("news.top-ten.de-en.tsv", ("de", "en")),
        ("news.top-ten.test", None),
        ("news.de-en (2)", ("de", "en")),
        ("corpus.dev-set", None),
        ("mine.gsw-de", None),
        ("mine", None),
        ("mine.tsv", None),
        ("a-b.tsv", None),
        ("mine.well-known.tsv", None),
        ("mine.EN-FR.tsv", None),
        ("", None),
    ],
)
def test_a_file_may_name_its_languages(
    name: str, found: tuple[str, str] | None
) -> None:
    assert languages.of_file(name) == found


@pytest.mark.parametrize(
    ("name", "fitting"),
    [("laws.en-fr.test", False), ("corpus.de-en.test", True), ("mine", True)],
)
def test_a_text_whose_name_tells_no_languages_may_be_in_any(
    name: str, fitting: bool
) -> None:
    assert languages.fits(("de", "en"), name) == fitting


def test_a_language_without_a_name_is_called_by_its_code() -> None:
    assert languages.name_of("de") == "German"
    assert languages.name_of("gsw") == "gsw"


def test_all_names_have_codes() -> None:
    assert all(map(languages.is_code, languages.NAMES))
    assert len(set(languages.NAMES.values())) == len(languages.NAMES)
