"""One set of links out of two: Koehn et al. (2003), https://aclanthology.org/N03-1017.

Links that both directions found are precise, those of either complete; growing takes a
way between the two. Links are tried in another order than by the Moses toolkit, so a
few of them may differ from its own.
"""

import numpy as np

from nmtviz.aligner.settings import Symmetry
from nmtviz.arrays import BoolArray

_NEIGHBOURS = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


def symmetrize(forward: BoolArray, backward: BoolArray, how: Symmetry) -> BoolArray:
    """Return which links to keep of two directions.

    Args:
        forward: Each target word's link, shape (B, T, S): True where it is.
        backward: Each source word's link, the same shape.
        how: `grow-diag-final-and` begins with the links of both, adds those of either
            that touch one, also at a corner, and give a word its first link, until
            there are no more; then those of either whose words both have none.
    """
    if how == "forward":
        return forward
    if how == "backward":
        return backward
    if how == "intersection":
        return forward & backward
    if how == "union":
        return forward | backward
    return np.stack([_grow(f, b) for f, b in zip(forward, backward, strict=True)])


def _grow(forward: BoolArray, backward: BoolArray) -> BoolArray:
    """Return the links of one sentence pair by grow-diag-final-and, shape (T, S)."""
    links = forward & backward
    rows = set(np.flatnonzero(links.any(axis=1)).tolist())
    columns = set(np.flatnonzero(links.any(axis=0)).tolist())
    either = set(map(tuple, np.argwhere(forward | backward).tolist()))
    queue = list(map(tuple, np.argwhere(links).tolist()))
    for i, j in queue:  # grows meanwhile
        for down, right in _NEIGHBOURS:
            near = (i + down, j + right)
            if near in either and not (near[0] in rows and near[1] in columns):
                links[near] = True
                rows.add(near[0])
                columns.add(near[1])
                either.remove(near)
                queue.append(near)
    for side in (forward, backward):
        for i, j in np.argwhere(side & ~links).tolist():
            if i not in rows and j not in columns:
                links[i, j] = True
                rows.add(i)
                columns.add(j)
    return links
