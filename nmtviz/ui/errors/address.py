"""What a link to the page may ask."""

from collections.abc import Mapping, Sequence

from nmtviz.ui import links
from nmtviz.ui.errors import filters
from nmtviz.ui.errors.controls import (
    DATA,
    FIRST,
    GOLD_SET,
    LEAST_WEIGHT,
    LINE,
    LOOKS,
    MARKS,
    MOST_WEIGHT,
    NETWORKS,
    ORDER,
    ORDERS,
    OTHER,
    REFERENCE,
    SECOND,
    THRESHOLD,
    TRANSLATION,
    VIEW,
    VIEWS,
    WEIGHTS,
    data_sets,
    system_names,
)
from nmtviz.ui.errors.order import SORT
from nmtviz.ui.shelf.sets import Shelf


def problems(values: Mapping[str, Sequence[str]], shelf: Shelf) -> list[str]:
    """Say in a sentence each what in the address cannot be used."""
    usual = data_sets(shelf)[0]
    data = values.get(DATA, [usual])[-1]
    systems = system_names(shelf.systems.get(data, shelf.systems.get(usual, {})))
    first = values.get(FIRST, systems[:1])
    others = [name for name in systems if name not in first]
    known: dict[str, links.Allowed] = {
        **{DATA: shelf.names, FIRST: systems, SECOND: others},
        **filters.ALLOWED,
        **{VIEW: VIEWS, MARKS: (OTHER, REFERENCE), LOOKS: (REFERENCE, TRANSLATION)},
        ORDER: [str(order) for order in ORDERS],
        WEIGHTS: links.WEIGHTS,
        THRESHOLD: links.between(LEAST_WEIGHT, MOST_WEIGHT),
        # These depend on what is shown, or may be anything.
        **dict.fromkeys([LINE, GOLD_SET, NETWORKS, SORT]),
    }
    told = links.unusable(values, known)
    for name, ends in filters.RANGES.items():
        texts = values.get(name, ("", ""))
        if len(texts) != 2 and all(map(links.between(*ends), texts)):
            told.append(f"The link's {name} must be two numbers, got {len(texts)}.")
    return told
