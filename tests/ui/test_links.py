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
        "no_repeat": ["3"],
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
        ("no_repeat", "2.5"),
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


@pytest.mark.parametrize(
    ("allowed", "possible"),
    [
        (("a",), " It can be a."),
        (("a", "b"), " It can be a or b."),
        (("a", "b", "c"), " It can be a, b or c."),
        (range(2, 5), " It can be 2 to 4."),
        (range(0), ""),
        ((), ""),
        ([str(number) for number in range(100)], ""),
        (str.isdigit, ""),
    ],
)
def test_what_is_possible_is_said_where_that_is_short(
    allowed: links.Allowed, possible: str
) -> None:
    (problem,) = links.misfits({"line": ["x"]}, {"line": allowed})

    assert (
        problem == f"The link asks for line 'x', which is not possible here.{possible}"
    )


@pytest.mark.parametrize("name", ["evil", "row.gpt", "hypothesis.", "text.x"])
def test_a_name_that_is_not_known_is_named(name: str) -> None:
    (problem,) = links.problems({name: ["1"]}, MODELS)

    assert problem == f"The link's setting {name!r} is not known."


def test_each_value_of_a_repeated_name_is_checked() -> None:
    problems = links.problems({"model": ["rnnsearch-sp", "a", "b"]}, MODELS)

    assert len(problems) == 2


@pytest.mark.parametrize("value", ["maybe", "9" * 5000])
def test_a_bad_value_of_a_pages_own_setting_is_named(value: str) -> None:
    own: dict[str, links.Allowed] = {"view": ["Tree"], "line": range(1, 4)}

    assert links.problems({"view": ["Tree"], "line": ["3"]}, MODELS, own) == []
    found = links.problems({"view": [value], "line": [value]}, MODELS, own)
    assert [problem.partition(" '")[0] for problem in found] == [
        "The link asks for view",
        "The link asks for line",
    ]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        *(("-1", True), ("0.5", True), ("2", True)),
        *(("2.01", False), ("nan", False), ("1e999", False), ("", False)),
        ("9" * 5000, False),
    ],
)
def test_a_number_is_between_two_others(text: str, fits: bool) -> None:
    assert links.between(-1, 2)(text) == fits


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("12", 12), ("-1", None), ("½", None), ("٣", None), ("", None)],
)
def test_a_whole_number_is_read(text: str, number: int | None) -> None:
    assert links.whole(text) == number


def test_a_number_of_very_many_digits_is_none() -> None:
    assert links.whole("1" * 5000) is None
