"""A network made ready to search with: the same equations in fewer, larger products.

The weights stand still while a network searches, so its products are put together
once, and laid out the way a product of a few rows reads them:

- s_{i-1} meets U_z, U_r and W_a at once (and U, where the reset gate acts behind it);
- Ē y_{i-1} meets W_z, W_r, W and V_o at once;
- c_i only ever meets C_z, C_r, C and C_o, and C Σ_j α_ij h_j = Σ_j α_ij (C h_j): those
  products are done once a source word, and a step attends over their results;
- the maxout takes the larger of two halves: the first of every pair of its units stand
  before all the second;
- tanh(x) = 2σ(2x) - 1, and a CPU may be far slower at tanh. What makes the candidate
  is doubled, and e_ij = 2 v_a · σ(2 W_a s_{i-1} + 2 U_a h_j) less Σ v_a, which is the
  same for all j and leaves alpha_i as it is;
- scores are in bits, as `PreparedOutput` says.

`Decoder`, `GatedUnit`, `AdditiveAttention` and `Readout` say the equations, and tests
hold this to them.

Dimensions: B sentences, K hypotheses a sentence, N = B K, S source positions, E
embedding size, H hidden, C annotation, A alignment, L maxout units, V words, V' some
of them.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from nmtviz.config import ModelConfig
from nmtviz.model.attention import with_forced_rows
from nmtviz.model.decoder import Encoding, Inside, Step
from nmtviz.model.gated_unit import GatedUnit
from nmtviz.model.network import Network, States, positions_mask
from nmtviz.model.prepared_output import NATS_PER_BIT, PreparedOutput
from nmtviz.model.prepared_units import PreparedUnits
from nmtviz.model.products import Product
from nmtviz.model.readout import WordScorer

MOST_BYTES = 64 << 20
"""What products of all words of a vocabulary may take."""


class PreparedEncoding(NamedTuple):
    """Source sentences as a prepared network has read them."""

    annotations: Tensor
    """h_j, shape (B, S, C); S is 1 for RNNencdec."""

    state: Tensor
    """s_0, shape (B, H)."""

    values: Tensor
    """C_z h_j, C_r h_j, 2 C h_j and C_o h_j (the first of every pair, then the second),
    shape (B, S, 3H + 2L)."""

    doubled_keys: Tensor | None
    """2 U_a h_j, shape (B, S, A); None for RNNencdec."""

    padding: Tensor | None
    """True behind the end of a sentence, shape (B, 1, S); None if they end together."""

    def select(self, rows: Tensor) -> "PreparedEncoding":
        """Return the encoding of some of the sentences, by index or mask."""
        doubled_keys, padding = (
            None if one is None else one[rows]
            for one in (self.doubled_keys, self.padding)
        )
        return PreparedEncoding(
            self.annotations[rows],
            self.state[rows],
            self.values[rows],
            doubled_keys,
            padding,
        )

    def plain(self) -> Encoding:
        """Return what the network itself would have made of the sentences.

        But for the mask of an RNNencdec, which is (B, 1) as its one vector is.
        """
        if self.padding is None:
            mask = torch.ones_like(self.annotations[..., 0], dtype=torch.bool)
        else:
            mask = ~self.padding.squeeze(1)
        doubled = self.doubled_keys
        keys = None if doubled is None else doubled / 2
        return Encoding(self.annotations, keys, mask, self.state)


class PreparedNetwork:
    """A network as a search wants it, as long as its weights stand still."""

    def __init__(self, network: Network) -> None:
        """Put the products of a network together."""
        self._network = network
        self._run_units = PreparedUnits(network.encoder.units)
        decoder, size = network.decoder, network.config.hidden_size
        unit, attention, readout = decoder.unit, decoder.attention, decoder.readout
        pairs = torch.arange(2 * network.config.maxout_size).view(-1, 2)
        halves = pairs.t().flatten()  # the first of all pairs, then the second
        of_input, doubled = unit.input_proj, _doubling_candidates(unit)
        meets_state = [unit.gate_proj.weight]
        candidate = 2 * unit.candidate_proj.weight
        if unit.reset == "after":
            meets_state.append(candidate)
            self._candidate_bias = 2 * unit.candidate_proj.bias.detach()
        if attention is not None:
            meets_state.append(2 * attention.state_proj.weight)
            self._energy = 2 * attention.energy_proj.weight[0].detach()  # 2 v_a
            of_annotation = attention.annotation_proj
            self._to_doubled_keys = Product(
                2 * of_annotation.weight, 2 * of_annotation.bias
            )
        self._sizes = [len(weight) for weight in meets_state]
        self._of_state = Product(torch.cat(meets_state))  # (2H (+ H) (+ A), H)
        of_embedded = Product(
            torch.cat(
                [of_input.weight * doubled, readout.embedding_proj.weight[halves]]
            ),
            torch.cat([of_input.bias * doubled[:, 0], readout.state_proj.bias[halves]]),
        )  # (3H + 2L, E)
        self._of_words = _OfWords(decoder.embedding.weight.detach(), of_embedded)
        of_context = [readout.context_proj.weight[halves]]
        if unit.context_proj is not None:
            of_context.insert(0, unit.context_proj.weight * doubled)
        self._to_values = Product(torch.cat(of_context))  # (3H + 2L, C)
        self._candidate = Product(candidate)  # 2 U, (H, H)
        self._of_read = Product(readout.state_proj.weight[halves])  # U_o, (2L, H)
        self._output = PreparedOutput(readout.output)
        self._parts = [2 * size, size, len(halves)]  # of 3H + 2L

    @property
    def config(self) -> ModelConfig:
        """The network's shape."""
        return self._network.config

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self._network.device

    def encode(self, source: Tensor, lengths: Tensor) -> PreparedEncoding:
        """Read the source sentences; arguments as `Network.encode`."""
        decoder = self._network.decoder
        annotations, summary = self._network.encoder(source, lengths, self._run_units)
        shape, rows = annotations.shape[:2], annotations.flatten(0, 1)
        attends = decoder.attention is not None
        padding = None
        if attends and int(lengths.min()) < source.shape[1]:
            padding = ~positions_mask(lengths, source.shape[1]).unsqueeze(1)
        return PreparedEncoding(
            annotations=annotations,
            state=decoder.start(summary),
            values=self._to_values(rows).view(*shape, -1),
            doubled_keys=(
                self._to_doubled_keys(rows).view(*shape, -1) if attends else None
            ),
            padding=padding,
        )

    def scorer(self, ids: Tensor) -> WordScorer:
        """Return what `step` needs to score only these words; see `Readout.scorer`.

        Args:
            ids: The words, ascending, shape (V',).
        """
        return self._output.scorer(ids)

    def inside(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: PreparedEncoding,
        forced: Tensor | None = None,
    ) -> Inside:
        """Do a step as the network itself does; see `Network.inside`."""
        return self._network.inside(previous, state, encoding.plain(), forced)

    def states(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, *, start: int
    ) -> States:
        """Return the states of given words; see `Network.states`."""
        return self._network.states(source, source_lengths, target, start=start)

    def step(
        self,
        previous: Tensor,
        state: Tensor,
        encoding: PreparedEncoding,
        forced: Tensor | None = None,
        scorer: WordScorer | None = None,
    ) -> Step:
        """Advance every hypothesis by one word; arguments as `Decoder.step`."""
        config, shape = self._network.config, previous.shape
        state = state.flatten(0, 1)  # s_{i-1}, (N, H)
        # [U_z; U_r] s, then U s where the reset gate comes after it, then 2 W_a s
        gates, *rest = self._of_state(state).split_with_sizes(self._sizes, 1)
        # [W_z; W_r; 2 W; V_o] Ē y_{i-1}
        joined = self._of_words(previous.flatten()).view(*shape, -1)
        weights = None
        if encoding.doubled_keys is None:
            joined = joined + encoding.values
        else:
            query = rest[-1].view(*shape, -1)
            weights = self._weights(query, encoding.doubled_keys, encoding.padding)
            if forced is not None:
                weights = with_forced_rows(weights, forced)
            joined = torch.baddbmm(joined, weights, encoding.values)
        joined = joined.flatten(0, 1)  # with [C_z; C_r; 2 C; C_o] c_i
        to_gates, to_candidate, to_readout = joined.split_with_sizes(self._parts, 1)
        update, reset = torch.sigmoid(gates + to_gates).chunk(2, dim=1)
        if config.reset == "before":
            candidate = to_candidate + self._candidate(reset * state)
        else:
            recurrent = rest[0] + self._candidate_bias
            candidate = torch.addcmul(to_candidate, reset, recurrent)
        candidate = candidate.sigmoid_().mul_(2).sub_(1)  # tanh(x) = 2 σ(2x) - 1
        following = torch.lerp(state, candidate, update)
        read = following if config.readout_state == "current" else state
        double = to_readout + self._of_read(read)  # t̃_i, first ones of pairs first
        logits = (scorer or self._output)(torch.maximum(*double.chunk(2, dim=1)))
        return Step(
            logits.view(*shape, -1), following.view(*shape, -1), weights, NATS_PER_BIT
        )

    def _weights(self, query: Tensor, keys: Tensor, padding: Tensor | None) -> Tensor:
        """Return alpha_i, shape (B, K, S), for 2 W_a s_{i-1}, shape (B, K, A)."""
        hidden = (query.unsqueeze(2) + keys.unsqueeze(1)).sigmoid_()  # (B, K, S, A)
        energies = torch.mv(hidden.view(-1, hidden.shape[-1]), self._energy)
        energies = energies.view(hidden.shape[:-1])
        if padding is not None:
            energies.masked_fill_(padding, -torch.inf)
        return energies.softmax(dim=-1)


def _doubling_candidates(unit: GatedUnit) -> Tensor:
    """Return what to multiply a unit's stacked rows by, shape (3H, 1)."""
    factors = torch.ones_like(unit.input_proj.weight[:, :1])
    factors[2 * unit.hidden_size :] = 2
    return factors


class _OfWords:
    """A product of embeddings; known ahead for a vocabulary that is not too large."""

    def __init__(self, embedding: Tensor, product: Product) -> None:
        """Take embeddings (V, E) and what multiplies them."""
        self._embedding, self._product = embedding, product
        size = len(embedding) * product.size * embedding.itemsize
        self._known = product(embedding) if size <= MOST_BYTES else None

    def __call__(self, words: Tensor) -> Tensor:
        """Return the products of words (N,), shape (N, O)."""
        if self._known is not None:
            return functional.embedding(words, self._known)
        return self._product(functional.embedding(words, self._embedding))
