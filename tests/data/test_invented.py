"""Names that nobody has."""

from collections.abc import Callable
from random import Random

import pytest

from nmtviz.data.invented import invented_brand, invented_name

MANY = 2_000


def drawn(draw: Callable[[Random], str]) -> list[str]:
    random = Random(1)
    return [draw(random) for _ in range(MANY)]


def test_a_name_is_a_word_with_a_capital() -> None:
    for name in drawn(invented_name):
        assert name.isalpha(), name
        assert name == name.capitalize()
        assert 3 <= len(name) <= 14


def test_hardly_any_name_comes_twice() -> None:
    assert len(set(drawn(invented_name))) > 0.98 * MANY


def test_every_letter_may_stand_at_either_end_or_within() -> None:
    names = drawn(invented_name)
    alphabet = {*"abcdefghijklmnopqrstuvwxyz"}

    assert alphabet <= {name[0].lower() for name in names}
    assert alphabet <= {letter for name in names for letter in name[1:]}


def test_a_brand_is_a_name_two_joined_letters_or_letters_with_a_number() -> None:
    brands = drawn(invented_brand)

    capitals = {brand for brand in brands if brand.isalpha() and brand.isupper()}
    numbered = {brand for brand in brands if brand[-1].isdigit()}
    names = {brand for brand in brands if brand == brand.capitalize()} - numbered
    joined = {
        brand
        for brand in brands
        if brand.isalpha() and sum(letter.isupper() for letter in brand[1:]) == 1
    } - capitals
    assert len(capitals | numbered | names | joined) == len(set(brands))
    for kind in (capitals, numbered, names, joined):
        assert len(kind) > 0.1 * MANY
    assert {brand[-2] for brand in numbered if len(brand) > 3} >= {"-", " "}


@pytest.mark.parametrize("draw", [invented_name, invented_brand])
def test_the_same_seed_gives_the_same_names(draw: Callable[[Random], str]) -> None:
    assert drawn(draw) == drawn(draw)
