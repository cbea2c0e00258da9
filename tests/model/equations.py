"""The equations of Bahdanau et al. (2015), one word of one sentence at a time.

Written from the paper in NumPy's float64, without anything of nmtviz: no batches,
no padding, no product that serves two purposes. Matrices come by the paper's names;
those of a gated unit begin with the unit's name ("forward U_z"), biases are called
after the matrix they stand beside ("b W_s").
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Matrices = Mapping[str, Array]
Place = Literal["before", "after"]
Read = Literal["current", "previous"]


def sigmoid(x: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-x))


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max())
    result: Array = powers / powers.sum()
    return result


def gated_unit(
    m: Matrices, unit: str, e: Array, h: Array, c: Array | None = None, *, reset: Place
) -> Array:
    """One step: A.1.1, with the context terms of A.2.2 where there is a context."""

    def term(matrix: str, x: Array) -> Array:
        product: Array = m[f"{unit} {matrix}"] @ x
        return product

    of_z = term("W_z", e) + m[f"{unit} b W_z"] + term("U_z", h)
    of_r = term("W_r", e) + m[f"{unit} b W_r"] + term("U_r", h)
    of_candidate = term("W", e) + m[f"{unit} b W"]
    if c is not None:
        of_z += term("C_z", c)
        of_r += term("C_r", c)
        of_candidate += term("C", c)
    z, r = sigmoid(of_z), sigmoid(of_r)
    if reset == "before":
        candidate = np.tanh(of_candidate + term("U", r * h))
    else:
        candidate = np.tanh(of_candidate + r * (term("U", h) + m[f"{unit} b U"]))
    state: Array = (1.0 - z) * h + z * candidate
    return state


def read_rightward(m: Matrices, x: Sequence[int], *, reset: Place) -> list[Array]:
    """→h_1 ... →h_Tx."""
    states: list[Array] = []
    h = np.zeros_like(m["forward U"][0])
    for word in x:
        h = gated_unit(m, "forward", m["E"][word], h, reset=reset)
        states.append(h)
    return states


def read_leftward(m: Matrices, x: Sequence[int], *, reset: Place) -> list[Array]:
    """←h_1 ... ←h_Tx, the last word read first."""
    states: list[Array] = []
    h = np.zeros_like(m["backward U"][0])
    for word in reversed(x):
        h = gated_unit(m, "backward", m["E"][word], h, reset=reset)
        states.insert(0, h)
    return states


class Source(NamedTuple):
    """What the decoder knows of a sentence."""

    annotations: list[Array]
    """h_j; of RNNencdec the one vector →h_Tx."""

    state: Array
    """s_0."""


def read(m: Matrices, x: Sequence[int], *, reset: Place) -> Source:
    """Read with both directions, or only rightward where there is no attention."""
    rightward = read_rightward(m, x, reset=reset)
    if "v_a" in m:
        leftward = read_leftward(m, x, reset=reset)
        both = zip(rightward, leftward, strict=True)
        annotations, summary = [np.concatenate(two) for two in both], leftward[0]
    else:
        annotations, summary = [rightward[-1]], rightward[-1]
    return Source(annotations, np.tanh(m["W_s"] @ summary + m["b W_s"]))


def attend(m: Matrices, s: Array, annotations: Sequence[Array]) -> tuple[Array, Array]:
    """alpha_i and c_i: Eq. 5, Eq. 6 and A.1.2."""
    energies = [
        m["v_a"] @ np.tanh(m["W_a"] @ s + m["U_a"] @ h + m["b U_a"])
        for h in annotations
    ]
    alpha = softmax(np.array(energies))
    c = np.zeros_like(annotations[0])
    for weight, h in zip(alpha, annotations, strict=True):
        c = c + weight * h
    return alpha, c


def readout(m: Matrices, s: Array, e: Array, c: Array) -> Array:
    """W_o t_i, with t_i the larger of each two neighbours: A.2.2."""
    double = m["U_o"] @ s + m["b U_o"] + m["V_o"] @ e + m["C_o"] @ c
    t = np.array([max(double[k], double[k + 1]) for k in range(0, len(double), 2)])
    logits: Array = m["W_o"] @ t + m["b W_o"]
    return logits


class Written(NamedTuple):
    """A target sentence, word by word."""

    states: list[Array]
    """s_1 ... s_Ty."""

    logits: list[Array]
    alignment: list[Array]
    """alpha_i; empty without attention."""

    nll: float
    """-log p(y|x), in nats."""


def write(
    m: Matrices,
    x: Sequence[int],
    y: Sequence[int],
    *,
    start: int,
    reset: Place,
    readout_state: Read,
) -> Written:
    """Go through a given translation y of x."""
    source = read(m, x, reset=reset)
    s, previous = source.state, start
    states, scores, alignment, nll = [], [], [], 0.0
    for word in y:
        e = m["Ē"][previous]
        if "v_a" in m:
            alpha, c = attend(m, s, source.annotations)
            alignment.append(alpha)
        else:
            c = source.annotations[0]
        following = gated_unit(m, "decoder", e, s, c, reset=reset)
        seen = following if readout_state == "current" else s
        logits = readout(m, seen, e, c)
        nll -= float(np.log(softmax(logits)[word]))
        states.append(following)
        scores.append(logits)
        s, previous = following, word
    return Written(states, scores, alignment, nll)
