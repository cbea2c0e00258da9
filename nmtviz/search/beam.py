"""Beam search over a batch of sentences, all hypotheses at once.

At every step the best 2K extensions of a sentence's live hypotheses are looked at, K
being `beam_size`: each hypothesis can end in one way only, so K that go on are among
them. Of the best K, those that end are set aside with their score; the best K that do
not end live on. A sentence is done when K hypotheses have ended, when no live one can
still enter the n best, or at its length limit, where every live hypothesis is made to
end. So beam 1 is greedy search, and every hypothesis ends with END.

Dimensions: B sentences, R of them still searched, W live hypotheses each (1 at first,
then at most K = `beam_size`), M last tokens of each, N best returned, S source
positions, V target vocabulary, H decoder units.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from nmtviz.config import SearchConfig
from nmtviz.data.vocabulary import END_ID, START_ID
from nmtviz.search.alignment_rows import ForcedRows
from nmtviz.search.allowed import Allowed
from nmtviz.search.batch import padded
from nmtviz.search.finished import Finished
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.history import History
from nmtviz.search.live import Extensions, Live
from nmtviz.search.protocol import E, Network, Step
from nmtviz.search.token_constraints import TokenConstraints
from nmtviz.search.top_extensions import likeliest, normalizers


class Watcher(Protocol[E]):
    """Who wants to know what a search does."""

    def asked(self, step: Step) -> None:
        """Hear what the network says about the next tokens of live hypotheses."""

    def decided(self, best: Extensions, places: Tensor | None, live: Live[E]) -> None:
        """Hear which extensions were looked at.

        Args:
            best: The extensions, shape (R, <= 2K).
            places: Which of them live on, shape (R, W); the first W if None.
            live: The same as hypotheses.
        """


@torch.inference_mode()
def beam_search(
    network: Network[E],
    sources: Sequence[Sequence[int]],
    config: SearchConfig,
    constraints: Sequence[TokenConstraints] = (),
    *,
    watcher: Watcher[E] | None = None,
) -> list[tuple[FoundHypothesis, ...]]:
    """Search the `n_best` translations of each sentence, best first.

    Args:
        network: What scores tokens.
        sources: Source ids of each sentence, its END included.
        config: Beam, length and what is forbidden.
        constraints: What is imposed on each sentence; none at all if empty.
        watcher: Is told of every step.
    """
    if not sources:
        return []
    source, lengths = padded(sources, network.device)
    limits = [config.max_length(len(one)) for one in sources]
    allowed = Allowed(lengths.new_tensor(limits), config, constraints)
    forced = ForcedRows([imposed.rows for imposed in constraints], source)
    finished = Finished(limits, config)
    history = History()
    live = _start(network.encode(source, lengths), allowed.memory)
    rows = [*range(len(sources))]
    while rows:
        step = network.step(
            live.tokens[..., -1],
            live.state,
            live.encoding,
            forced.at(len(history), live.rows),
        )
        if watcher:
            watcher.asked(step)
        length = len(history) + 1  # of the extended hypotheses
        best = _extend(step, live, allowed, length, config.beam_size)
        top = best.first(config.beam_size)
        living, places = top, None
        if any(END_ID in tokens for tokens in top.tokens.tolist()):
            finished.collect(length, rows, top)
            living, places = best.unended(config.beam_size)
        history.append(rows, living, step.weights)
        live = live.extended(living, step.state)
        if watcher:
            watcher.decided(best, places, live)
        heads = zip(rows, live.log_probs.select(1, 0).tolist(), strict=True)
        going = [i for i, head in enumerate(heads) if finished.can_improve(*head)]
        if len(going) < len(rows):
            live = live.select(lengths.new_tensor(going))
            rows = [rows[i] for i in going]
    return history.reconstruct(finished.best(), [len(s) for s in sources])


def _start(encoding: E, memory: int) -> Live[E]:
    """Return one hypothesis a sentence that has nothing but START, M times."""
    state = encoding.state.unsqueeze(1)  # (B, 1, H)
    shape = (len(state), 1, memory)
    return Live(
        rows=torch.arange(len(state), device=state.device),
        encoding=encoding,
        tokens=torch.full(shape, START_ID, device=state.device),
        log_probs=torch.zeros(shape[:2], dtype=torch.float64, device=state.device),
        state=state,
    )


def _extend(
    step: Step, live: Live[E], allowed: Allowed, length: int, beam_size: int
) -> Extensions:
    """Return the 2K best extensions, of which at most K end.

    Args:
        step: What the network says of the next token; its scores are overwritten.
        live: The hypotheses to extend.
        allowed: Which tokens may come next.
        length: Of the extended hypotheses.
        beam_size: K.
    """
    # Probabilities stay the network's own: what is forbidden keeps its share.
    offsets = live.log_probs - normalizers(step.logits, step.nats_per_logit)
    allowed.restrict(step.logits, live.rows, length, live.tokens)
    return likeliest(offsets, step.logits, 2 * beam_size, step.nats_per_logit)
