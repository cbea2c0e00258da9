"""Alignments in words, for those who do not see a picture."""

import numpy as np

from nmtviz.results import Alignment, heaviest_links


def heaviest(alignment: Alignment) -> str:
    """Return the heaviest link of each row in words."""
    told = "; ".join(
        f"{alignment.target[target]} from {alignment.source[source]} "
        f"{alignment.weights[target, source]:.2f}"
        for target, source in np.argwhere(heaviest_links(alignment.weights))
    )
    return f"Heaviest in each row: {told}"
