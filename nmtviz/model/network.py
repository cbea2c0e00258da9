"""RNNsearch and RNNencdec, put together: [B] sections 2 and 3.

Dimensions: B sentences, K hypotheses a sentence, S source and T target positions,
E embedding size, H hidden units, C annotation size, V target vocabulary, N real target
words of a minibatch.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from nmtviz.config import ModelConfig
from nmtviz.model import fused
from nmtviz.model.decoder import Decoder, Encoding, Inside, Step
from nmtviz.model.dropout import NO_DROPOUT, Dropout, dropped
from nmtviz.model.encoder import (
    BidirectionalEncoder,
    ForwardEncoder,
    RunUnits,
    run_units,
)
from nmtviz.model.readout import WordScorer


class Loss(NamedTuple):
    """What a minibatch costs."""

    nll: Tensor
    """Negative log-likelihood of all its target words, in nats, a scalar."""

    words: int | Tensor
    """N, target words counted, end symbols included."""


class States(NamedTuple):
    """What sentences and their translations do to a network."""

    annotations: Tensor
    """h_j, shape (B, S, C); for RNNencdec the one vector →h_Tx, shape (B, 1, H)."""

    states: Tensor
    """The state that the readout sees as it scores each y_i, shape (B, T, H)."""


class Network(nn.Module):
    """What both networks share; it keeps nothing of a sentence."""

    encoder: BidirectionalEncoder | ForwardEncoder

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.decoder = Decoder(config)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.decoder.initial_proj.weight.device

    def encode(
        self,
        source: Tensor,
        lengths: Tensor,
        run: RunUnits = run_units,
        dropout: Dropout = NO_DROPOUT,
    ) -> Encoding:
        """Read the source sentences.

        Args:
            source: Ids, end symbol included, padded, shape (B, S).
            lengths: Real positions of each sentence, shape (B,).
            run: How to run the recurrences.
            dropout: Units to leave out.
        """
        annotations, summary = self.encoder(source, lengths, run, dropout.source)
        annotations = dropped(annotations, dropout.annotations)
        mask = positions_mask(lengths, source.size(1))
        return self.decoder.encoding(annotations, mask, summary)

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: Encoding,
        forced: Tensor | None = None,
        scorer: WordScorer | None = None,
    ) -> Step:
        """Advance every hypothesis by one word; see `Decoder.step`."""
        return self.decoder.step(previous, state, encoding, forced, scorer)

    def scorer(self, ids: Tensor) -> WordScorer:
        """Return what `step` needs to score only these words; see `Readout.scorer`."""
        return self.decoder.readout.scorer(ids)

    def inside(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: Encoding,
        forced: Tensor | None = None,
    ) -> Inside:
        """Do a step and say what went into it; see `Decoder.inside`."""
        return self.decoder.inside(previous, state, encoding, forced)

    def states(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, *, start: int
    ) -> States:
        """Return the states that reading and writing given words leads to.

        Args:
            source: Ids, shape (B, S).
            source_lengths: Real positions, shape (B,).
            target: Ids y_1 ... y_T, shape (B, T).
            start: Id that stands for y_0.
        """
        encoding = self.encode(source, source_lengths)
        run = self.decoder.unroll(self._previous(target, start), encoding)
        return States(encoding.annotations, self.decoder.read_states(run.states))

    def loss(  # noqa: PLR0913 - two padded batches take four
        self,
        source: Tensor,
        source_lengths: Tensor,
        target: Tensor,
        target_lengths: Tensor,
        *,
        start: int,
        labels: Tensor | None = None,
        use_fused: bool = False,
        rows: int | None = None,
        dropout: Dropout = NO_DROPOUT,
    ) -> Loss:
        """Return -log p(target | source), summed over real words ([B] 2.1).

        Args:
            source: Ids, shape (B, S).
            source_lengths: Real positions, shape (B,).
            target: Ids y_1 ... y_T, end symbol included, shape (B, T).
            target_lengths: Real positions, shape (B,).
            start: Id that stands for y_0.
            labels: Which rows of W_o stand for y_1 ... y_T, shape (B, T), where it
                holds only a partition's words ([J] 3.1); the ids unless given.
            use_fused: Take the hand-written passes of `nmtviz.model.fused`.
            rows: Rows of the readout, N or more, for those passes: with it, no shape
                depends on what the tensors hold.
            dropout: Units to leave out.

        Raises:
            ValueError: If `rows` is given without those passes.
        """
        fuses = use_fused and self.decoder.unit.can_fuse
        run_encoder = fused.run_units if fuses else run_units
        encoding = self.encode(source, source_lengths, run_encoder, dropout)
        embedded = dropped(self._previous(target, start), dropout.target)  # (B, T, E)
        run = self.decoder.unroll(embedded, encoding, use_fused=use_fused)
        states = self.decoder.read_states(run.states)
        states = dropped(states, dropout.states)  # (B, T, H)
        mask = positions_mask(target_lengths, target.size(1)).flatten()
        real, count = _readout_rows(mask, rows, use_fused=use_fused)
        states, embedded, contexts = (
            values.flatten(0, 1).index_select(0, real)  # (N, ...)
            for values in (states, embedded, run.contexts)
        )
        labels = target if labels is None else labels
        labels = labels.flatten().index_select(0, real)
        readout = self.decoder.readout
        features = readout.features(states, embedded, contexts)
        if use_fused:
            output = readout.output
            nll = fused.linear_cross_entropy(
                features, output.weight, output.bias, labels, count
            )
        else:
            logits = readout.output(features).to(run.states.dtype)  # (N, V)
            nll = functional.cross_entropy(logits, labels, reduction="sum")
        return Loss(nll, count)

    def _previous(self, target: Tensor, start: int) -> Tensor:
        """Return Ē y_0 ... Ē y_{T-1}, shape (B, T, E), of y_1 ... y_T."""
        previous = functional.pad(target[:, :-1], (1, 0), value=start)
        embedded: Tensor = self.decoder.embedding(previous)
        return embedded


class RNNsearch(Network):
    """Looks back at every source word for every target word ([B] section 3).

    s_0 = tanh(W_s ←h_1).
    """

    encoder: BidirectionalEncoder

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.encoder = BidirectionalEncoder(config)


class RNNencdec(Network):
    """Remembers the whole source sentence as one vector ([B] section 2).

    c_i = →h_Tx, s_0 = tanh(W_s →h_Tx).
    """

    encoder: ForwardEncoder

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.encoder = ForwardEncoder(config)


def build_network(config: ModelConfig) -> Network:
    """Return a network of that shape with torch's default weights."""
    return RNNsearch(config) if config.kind == "rnnsearch" else RNNencdec(config)


def _readout_rows(
    mask: Tensor, rows: int | None, *, use_fused: bool
) -> tuple[Tensor, Tensor | int]:
    """Return the numbers of rows, the N real ones first, and N.

    The readout is the dear part: it runs on real words only. The fused softmax counts
    only N of its rows and wants a few more, or as many as `rows` says.
    """
    if rows is not None:
        if not use_fused:
            raise ValueError("rows must be None where each row counts, without fused.")
        return mask.sort(descending=True, stable=True).indices[:rows], mask.sum()
    real = mask.nonzero().squeeze(1)
    return fused.round_up(real) if use_fused else real, len(real)


def positions_mask(lengths: Tensor, size: int) -> Tensor:
    """Return (B, size), True at the first `lengths` positions of each row."""
    return torch.arange(size, device=lengths.device) < lengths.unsqueeze(1)
