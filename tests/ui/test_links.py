import pytest

from nmtviz.ui import links

MODELS = {"rnnsearch-sp", "rnnencdec-50"}


def test_what_the_page_writes_is_accepted() -> None:
    address = {
        "text": ["any <b>text</b>"],
        "model": ["rnnsearch-sp", "rnnencdec-50"],
        "beam": ["12"],
        "normalise": ["false"],
        "no_unknown": ["true"],
        "end": ["false"],
        "unit": ["pieces"],
        "colours": ["cividis"],
        "hypothesis.rnnsearch-sp": ["3"],
        "row.rnnsearch-sp": ["5 zone"],
        "column.rnnsearch-sp": ["6 Area"],
    }

    assert links.problems(address, MODELS) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model", "gpt"),
        ("beam", "0"),
        ("beam", "13"),
        ("beam", "two"),
        ("end", "maybe"),
        ("unit", "letters"),
        ("colours", "jet"),
        ("hypothesis.rnnsearch-sp", "-1"),
        ("row.rnnsearch-sp", ""),
    ],
)
def test_a_value_that_cannot_be_used_is_named(name: str, value: str) -> None:
    (problem,) = links.problems({name: [value]}, MODELS)

    assert repr(value) in problem
    assert name.partition(".")[0] in problem


@pytest.mark.parametrize("name", ["evil", "row.gpt", "hypothesis.", "text.x"])
def test_a_name_that_is_not_known_is_named(name: str) -> None:
    (problem,) = links.problems({name: ["1"]}, MODELS)

    assert problem == f"The link's setting {name!r} is not known."


def test_each_value_of_a_repeated_name_is_checked() -> None:
    problems = links.problems({"model": ["rnnsearch-sp", "a", "b"]}, MODELS)

    assert len(problems) == 2
