"""A given translation gone through by the equations, with rows set by hand."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nmtviz.data.vocabulary import START_ID
from tests.model.equations import (
    Array,
    Matrices,
    Place,
    Read,
    attend,
    gated_unit,
    read,
    readout,
    sigmoid,
    softmax,
)


class HandStep(NamedTuple):
    alpha: Array | None
    context: Array
    update: Array
    reset: Array
    before: Array
    state: Array
    probabilities: Array


def go_through(
    m: Matrices,
    x: Sequence[int],
    y: Sequence[int],
    rows: Mapping[int, Array],
    *,
    reset: Place,
    readout_state: Read,
) -> list[HandStep]:
    source = read(m, x, reset=reset)
    s, previous, steps = source.state, START_ID, []
    for i, word in enumerate(y):
        e = m["Ē"][previous]
        alpha, c = None, source.annotations[0]
        if "v_a" in m:
            alpha, c = attend(m, s, source.annotations)
            if i in rows:
                alpha, c = rows[i], rows[i] @ np.stack(source.annotations)

        def gate(name: str, e: Array = e, s: Array = s, c: Array = c) -> Array:
            return sigmoid(
                m[f"decoder W_{name}"] @ e
                + m[f"decoder b W_{name}"]
                + m[f"decoder U_{name}"] @ s
                + m[f"decoder C_{name}"] @ c
            )

        following = gated_unit(m, "decoder", e, s, c, reset=reset)
        seen = following if readout_state == "current" else s
        probabilities = softmax(readout(m, seen, e, c))
        steps.append(
            HandStep(alpha, c, gate("z"), gate("r"), s, following, probabilities)
        )
        s, previous = following, word
    return steps
