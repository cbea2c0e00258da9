"""Everything the search of one sentence looked at, step by step, in ids.

Dimensions: W live hypotheses, X extensions looked at, C likeliest next tokens, S
source positions.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple

import torch
from torch import Tensor

from nmtviz.arrays import FloatArray, IntArray
from nmtviz.config import SearchConfig
from nmtviz.search.alignment_rows import ForcedRows
from nmtviz.search.beam import beam_search
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.live import Extensions, Live
from nmtviz.search.protocol import E, Network, Step, scores_in_nats
from nmtviz.search.token_constraints import TokenConstraints
from nmtviz.traces import LIKELIEST


class Asked(NamedTuple):
    """What the network said of the next tokens of the live hypotheses."""

    tokens: IntArray
    """The likeliest, best first, shape (W, C)."""

    log_probs: FloatArray
    """log p of each of them, shape (W, C)."""

    weights: FloatArray | None
    """Alignment row of each hypothesis' next token, shape (W, S)."""


class Decided(NamedTuple):
    """What became of the live hypotheses."""

    log_probs: FloatArray
    """log p of each extension, best first, -inf for one that is none, shape (X,)."""

    tokens: IntArray
    """Its last token, shape (X,)."""

    parents: IntArray
    """The live hypothesis it extends, shape (X,)."""

    places: IntArray
    """Which extensions are the next live hypotheses, shape (W,)."""


class Record(Generic[E]):
    """The steps of the search of one sentence."""

    def __init__(self) -> None:
        self.questions: list[Asked] = []
        self.decisions: list[Decided] = []
        self.live: Live[E] | None = None
        """The last hypotheses that lived on."""

    def asked(self, step: Step) -> None:
        """Keep what the network says of next tokens."""
        logits = scores_in_nats(step)[0]
        best, tokens = logits.topk(min(LIKELIEST, logits.shape[-1]))
        log_probs = best - logits.logsumexp(dim=-1, keepdim=True)
        weights = None if step.weights is None else _array(step.weights[0])
        self.questions.append(Asked(tokens.cpu().numpy(), _array(log_probs), weights))

    def decided(self, best: Extensions, places: Tensor | None, live: Live[E]) -> None:
        """Keep which extensions were looked at and which live on."""
        if places is None:
            places = torch.arange(live.log_probs.shape[1]).unsqueeze(0)
        tokens, parents, kept = (
            ids[0].cpu().numpy() for ids in (best.tokens, best.parents, places)
        )
        self.decisions.append(Decided(_array(best.log_probs[0]), tokens, parents, kept))
        self.live = live


@torch.inference_mode()
def recorded_search(
    network: Network[E],
    source: Sequence[int],
    config: SearchConfig,
    imposed: TokenConstraints,
) -> tuple[tuple[FoundHypothesis, ...], Record[E]]:
    """Search the translations of one sentence and keep everything looked at.

    The network is also asked how the hypotheses that are alive in the end would go
    on, so each kept hypothesis has an entry in `questions`.

    Args:
        network: What scores tokens.
        source: Source ids, END included.
        config: Beam, length and what is forbidden.
        imposed: What the hypotheses have to keep to.
    """
    record: Record[E] = Record()
    (found,) = beam_search(network, [source], config, [imposed], watcher=record)
    if (live := record.live) is not None:
        last, length = live.tokens[..., -1], len(record.decisions)
        forced = ForcedRows([imposed.rows], last.new_tensor([source]))
        given = forced.at(length)
        record.asked(network.step(last, live.state, live.encoding, given))
    return found, record


def _array(values: Tensor) -> FloatArray:
    array: FloatArray = values.double().cpu().numpy()
    return array
