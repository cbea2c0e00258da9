"""The decoder of both networks: [B] appendix A.2.

Dimensions: B sentences, K hypotheses a sentence, S source and T target positions,
E embedding size, H hidden units, C annotation size, A alignment units, V target
vocabulary.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from nmtviz.config import ModelConfig
from nmtviz.model import fused
from nmtviz.model.attention import AdditiveAttention, Attention
from nmtviz.model.embedding import embeddings
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.readout import Readout, WordScorer


class Encoding(NamedTuple):
    """What the decoder may read of the source sentences."""

    annotations: Tensor
    """h_j, shape (B, S, C); for RNNencdec the one vector →h_Tx, shape (B, 1, H)."""

    keys: Tensor | None
    """U_a h_j, shape (B, S, A); None for RNNencdec."""

    mask: Tensor
    """True at real words, shape (B, S)."""

    state: Tensor
    """s_0, shape (B, H)."""

    def select(self, rows: Tensor) -> "Encoding":
        """Return the encoding of some of the sentences, by index or mask."""
        keys = None if self.keys is None else self.keys[rows]
        return Encoding(self.annotations[rows], keys, self.mask[rows], self.state[rows])


class Step(NamedTuple):
    """One target position."""

    logits: Tensor
    """Scores before the softmax, in units of `nats_per_logit`, shape (B, K, V)."""

    state: Tensor
    """s_i, shape (B, K, H)."""

    weights: Tensor | None
    """alpha_i, shape (B, K, S); None for RNNencdec."""

    nats_per_logit: float = 1.0
    """What a logit of 1 is: p(y_i) is the softmax of `nats_per_logit * logits`."""


class Inside(NamedTuple):
    """One target position and what went into it."""

    step: Step

    context: Tensor
    """c_i, shape (B, K, C)."""

    update: Tensor
    """Update gate z_i, shape (B, K, H)."""

    reset: Tensor
    """Reset gate r_i, shape (B, K, H)."""

    read: Tensor
    """The state that the readout sees, s_i or s_{i-1}, shape (B, K, H)."""


class Unrolled(NamedTuple):
    """A decoder run over given target words."""

    states: Tensor
    """s_0 ... s_T, shape (B, T + 1, H)."""

    contexts: Tensor
    """c_1 ... c_T, shape (B, T, C)."""


class Decoder(nn.Module):
    """Writes the target sentence one word at a time."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.readout_state = config.readout_state
        self.embedding = embeddings(config.target_vocab_size, config.embedding_size)
        self.initial_proj = nn.Linear(config.hidden_size, config.hidden_size)  # W_s
        self.unit = GatedUnit(
            config.embedding_size,
            config.hidden_size,
            context_size=config.annotation_size,
            reset=config.reset,
        )
        self.attention = (
            AdditiveAttention(
                config.hidden_size, config.annotation_size, config.align_size
            )
            if config.attends
            else None
        )
        self.readout = Readout(config)

    def encoding(self, annotations: Tensor, mask: Tensor, summary: Tensor) -> Encoding:
        """Prepare what every step needs of the source.

        Args:
            annotations: h_j, shape (B, S, C).
            mask: True at real words, shape (B, S).
            summary: What s_0 is made of, ←h_1 or →h_Tx, shape (B, H).
        """
        keys = None if self.attention is None else self.attention.project(annotations)
        return Encoding(annotations, keys, mask, self.start(summary))

    def start(self, summary: Tensor) -> Tensor:
        """Return s_0, shape (B, H), of what sums up each sentence, shape (B, H)."""
        return torch.tanh(self.initial_proj(summary))

    def look(
        self, state: Tensor, encoding: Encoding, forced: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """Return c_i, shape (B, K, C), and alpha_i, shape (B, K, S) or None.

        Args:
            state: s_{i-1}, shape (B, K, H).
            encoding: The source sentences.
            forced: alpha_i to take instead, shape (B, S); where a sentence's row is
                all 0 it keeps its own. RNNencdec has none to replace.
        """
        if self.attention is None or encoding.keys is None:
            context = encoding.annotations.expand(-1, state.size(1), -1)
            return context, None
        looked: Attention = self.attention(
            state, encoding.keys, encoding.annotations, encoding.mask, forced
        )
        return looked

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: Encoding,
        forced: Tensor | None = None,
        scorer: WordScorer | None = None,
    ) -> Step:
        """Advance every hypothesis by one word.

        Args:
            previous: Ids of y_{i-1}, shape (B, K).
            state: s_{i-1}, shape (B, K, H).
            encoding: The source sentences.
            forced: alpha_i to take instead, as in `look`.
            scorer: Scores only some words ([J] 3.2); see `Readout.scorer`.
        """
        return self.inside(previous, state, encoding, forced, scorer).step

    def inside(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: Encoding,
        forced: Tensor | None = None,
        scorer: WordScorer | None = None,
    ) -> Inside:
        """Do a step and say what went into it; arguments as `step`."""
        embedded = self.embedding(previous)  # (B, K, E)
        context, weights = self.look(state, encoding, forced)
        joined = self.unit.join(self.unit.project(embedded), context)
        gates = self.unit.gates(joined, state)
        following = self.unit.move(joined, state, *gates)
        read = following if self.readout_state == "current" else state
        logits = self.readout(read, embedded, context, scorer)
        return Inside(Step(logits, following, weights), context, *gates, read)

    def read_states(self, states: Tensor) -> Tensor:
        """Return those states that the readout sees as it scores each word.

        Args:
            states: s_0 ... s_T, shape (B, T + 1, H).

        Returns:
            Those for y_1 ... y_T, shape (B, T, H).
        """
        return states[:, 1:] if self.readout_state == "current" else states[:, :-1]

    def unroll(
        self, embedded: Tensor, encoding: Encoding, *, use_fused: bool = False
    ) -> Unrolled:
        """Run over given target words, without the readout.

        Args:
            embedded: Ē y_0 ... Ē y_{T-1}, shape (B, T, E).
            encoding: The source sentences.
            use_fused: Take the recurrences of `nmtviz.model.fused`.
        """
        projected = self.unit.project(embedded)  # (B, T, 3H)
        if use_fused and self.unit.can_fuse:
            if self.attention is not None and encoding.keys is not None:
                return Unrolled(
                    *fused.run_attention(
                        self.unit,
                        self.attention,
                        projected,
                        encoding.state,
                        fused.Source(
                            encoding.keys, encoding.annotations, encoding.mask
                        ),
                    )
                )
            return self._unroll_constant(projected, encoding)
        state, states, contexts = encoding.state.unsqueeze(1), [], []
        for position in projected.unsqueeze(2).unbind(1):
            states.append(state)
            context, _ = self.look(state, encoding)
            state = self.unit(position, state, context)
            contexts.append(context)
        return Unrolled(torch.cat([*states, state], dim=1), torch.cat(contexts, dim=1))

    def _unroll_constant(self, projected: Tensor, encoding: Encoding) -> Unrolled:
        """Unroll RNNencdec: its context never changes, so it joins the input."""
        if self.unit.context_proj is not None:
            projected = projected + self.unit.context_proj(encoding.annotations)
        following = fused.run_projected([self.unit], [projected], [encoding.state])[0]
        states = torch.cat([encoding.state.unsqueeze(1), following], dim=1)
        return Unrolled(states, encoding.annotations.expand(-1, projected.size(1), -1))
