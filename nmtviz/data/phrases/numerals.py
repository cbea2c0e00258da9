"""Numbers in digits for open places, as each language writes them."""

from collections.abc import Mapping, Sequence
from itertools import cycle, product
from random import Random

from nmtviz.data.corpus import Pair

_IN_FRENCH = str.maketrans(",.", " ,")

_TELEPHONES = (
    "### ####",
    "###-####",
    "###-###-####",
    "(###) ###-####",
    "+## ### ### ###",
    "## ## ## ## ##",
    "0# ## ## ## ##",
    "+33 # ## ## ## ##",
    "0#########",
    "##########",
)
"""Where `#` is any digit."""

_CURRENCIES = (("$", "dollars"), ("€", "euros"), ("£", "livres"))

_LARGE = (
    ("{} million", "million"),
    ("{}m", "million"),
    ("{} billion", "milliard"),
    ("{}bn", "milliard"),
)
"""How English writes large sums of money, and what French calls them."""

_SOME = 400
"""As many of a kind as are drawn where there are more."""

_PLURAL = 2
"""From here on, French has a plural: 1,9 million, 2 millions."""

_MANY = 2_000
"""As many as are drawn of what has so many digits that they can only be copied."""


def numerals() -> Mapping[str, Sequence[Pair]]:
    """Return numbers in both languages by what they are for, always the same."""
    random = Random(1)
    prices = [
        (whole, cents)
        for whole in range(2, 200)  # French has a singular below 2
        for cents in (5, 20, 25, 40, 50, 75, 80, 90, 95, 99)
    ]
    tenths = [*product(range(2, 100), range(1, 10))]
    large = [*range(1_000, 10_000, 50), *range(10_000, 1_000_000, 500)]
    drawn = {
        "price": [
            _pair(f"{whole}.{cents:02}")
            for whole, cents in random.sample(prices, _SOME)
        ]
        + _large_prices(random),
        "decimal": [
            _pair(f"{whole}.{tenth}") for whole, tenth in random.sample(tenths, _SOME)
        ],
        "thousands": [
            _pair(f"{number:,}")
            for number in random.sample(large, _SOME) + _of_digits(random, 4, 8)
        ],
        "digits": [
            _same(str(number)) for number in random.sample(range(11, 1000), _SOME)
        ],
        "code": [_same(str(number)) for number in _of_digits(random, 4, 10)],
        "telephone": _telephone(random),
        "clock": _clock(range(1, 13)),
        "morning": _clock(range(1, 12)),
        "evening": _clock(range(6, 12)),
        "result": [
            _same(f"{more}-{fewer}")
            for more, fewer in product(range(1, 8), range(7))
            if more > fewer
        ],
        "money": _money(random),
    }
    return {kind: [*dict.fromkeys(pairs)] for kind, pairs in drawn.items()}


def _large_prices(random: Random) -> list[Pair]:
    """Return prices of four to six digits, those of thousands apart or together."""
    drawn = [
        (whole, random.randrange(1, 100))
        for whole in random.sample(range(1_000, 200_000), _SOME)
    ]
    return [
        _pair(f"{whole:{separator}}.{cents:02}")
        for (whole, cents), separator in zip(drawn, cycle(("", ",")), strict=False)
    ]


def _money(random: Random) -> list[Pair]:
    """Return sums with the sign of a currency, which French says in a word."""
    whole = [str(number) for number in random.sample(range(2, 1_000), _SOME)]
    thousands = [f"{number:,}" for number in _of_digits(random, 4, 6)[:_SOME]]
    cents = [f"{random.randrange(2, 1_000)}.{more:02}" for more in range(5, 100)]
    sums = [_pair(number) for number in (*whole, *thousands, *cents)]
    drawn = [
        Pair(f"{sign}{english}", f"{french} {currency}")
        for (sign, currency), (english, french) in product(_CURRENCIES, sums)
    ]
    for (sign, currency), (written, unit) in product(_CURRENCIES, _LARGE):
        for number in (*whole[:100], *_tenths(random, 100)):
            units = unit if float(number) < _PLURAL else f"{unit}s"
            _, french = _pair(number)
            drawn.append(
                Pair(sign + written.format(number), f"{french} {units} de {currency}")
            )
    return drawn


def _tenths(random: Random, count: int) -> list[str]:
    """Return numbers of tenths that are none of ones, from 0.1 to 99.9."""
    tenths = [number for number in range(1, 1_000) if number % 10]
    return [str(number / 10) for number in random.sample(tenths, count)]


def _of_digits(random: Random, fewest: int, most: int) -> list[int]:
    """Return numbers of any digits, about as many of each number of digits."""
    counts = (random.randint(fewest, most) for _ in range(_MANY))
    return [random.randrange(10 ** (digits - 1), 10**digits) for digits in counts]


def _telephone(random: Random) -> list[Pair]:
    """Return telephone numbers in groups of digits, as several countries have them."""
    return [
        _same(
            "".join(str(random.randrange(10)) if one == "#" else one for one in groups)
        )
        for groups in _TELEPHONES
        for _ in range(_MANY // len(_TELEPHONES))
    ]


def _clock(hours: range) -> list[Pair]:
    return [
        Pair(f"{hour}:{minute:02}", f"{hour} h {minute:02}")
        for hour, minute in product(hours, range(5, 60, 5))
    ]


def _pair(number: str) -> Pair:
    """Return a number as English writes it, and as French does."""
    return Pair(number, number.translate(_IN_FRENCH))


def _same(text: str) -> Pair:
    return Pair(text, text)
