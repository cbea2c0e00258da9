"""Which extensions of live hypotheses are the likeliest.

Dimensions: R sentences, W live hypotheses each, V target vocabulary, C blocks of it,
X extensions to find.
"""

import torch
from torch import Tensor

from nmtviz.search.live import Extensions, rows_at
from nmtviz.search.protocol import NATS_PER_BIT

BLOCK = 64
"""Tokens of a block. Only the X blocks with the largest scores can hold one of the X
best extensions, so most of the vocabulary is only ever looked at for its maxima."""

_FAR = 80.0  # float32 holds exp of at most 88, and of at least -87 exactly

_SLICE = 1 << 17
"""Scores that a CPU's nearest memory holds together with what is computed of them."""


def normalizers(logits: Tensor, nats_per_logit: float = 1.0) -> Tensor:
    """Return log Σ exp of scores over the vocabulary, in nats, shape (R, W).

    Args:
        logits: Scores of the next token, shape (R, W, V).
        nats_per_logit: What a score of 1 is in nats.
    """
    rows = logits.flatten(0, 1)
    parts = rows.chunk(1 if rows.is_cuda else -(-rows.numel() // _SLICE))
    # Scores far from 0 are rare, and only they must be brought nearer before exp: the
    # sum would be no number, or one too small to be exact.
    sums = [_powers(part, nats_per_logit).sum(dim=-1).log_() for part in parts]
    found = sums[0] if len(sums) == 1 else torch.cat(sums)
    values = found.tolist()  # quicker than asking tensors, of so few
    if not (min(values) > -_FAR and max(values) < _FAR):
        found = (nats_per_logit * rows).logsumexp(dim=-1)
    return found.view(logits.shape[:-1])


def _powers(scores: Tensor, nats_per_logit: float) -> Tensor:
    """Return exp of scores: of bits, torch's quicker 2**x."""
    return (
        scores.exp2()
        if nats_per_logit == NATS_PER_BIT
        else (nats_per_logit * scores).exp()
    )


def likeliest(
    offsets: Tensor, logits: Tensor, count: int, nats_per_logit: float = 1.0
) -> Extensions:
    """Return the best extensions of each sentence, best first, shape (R, <= X).

    Args:
        offsets: What scores in nats lack of log p(y_1 ... y_i | x): log p of each
            hypothesis less its normalizer, shape (R, W).
        logits: Scores of the next token, -inf for one that may not be, (R, W, V).
        count: X.
        nats_per_logit: What a score of 1 is in nats.
    """
    width, vocabulary = logits.shape[1:]
    peaks = _peaks(logits)  # (R, W, C)
    per_hypothesis = peaks.shape[-1]
    peaks = torch.add(offsets.unsqueeze(-1), peaks, alpha=nats_per_logit).flatten(1)
    _, chosen = peaks.topk(min(count, peaks.shape[1]), dim=1, sorted=False)  # (R, X)
    origins, blocks = chosen // per_hypothesis, chosen % per_hypothesis
    scores = _scores(logits, chosen, origins, blocks)  # (R, X, BLOCK)
    before = offsets.gather(1, origins).unsqueeze(-1)
    totals = torch.add(before, scores, alpha=nats_per_logit).flatten(1)
    totals, best = totals.topk(min(count, width * vocabulary), dim=1)
    within = best // BLOCK
    tokens = torch.add(best % BLOCK, blocks.gather(1, within), alpha=BLOCK)
    if vocabulary % BLOCK:  # one beyond V is found only with -inf, but must be of V
        tokens.clamp_(max=vocabulary - 1)
    return Extensions(totals, tokens, origins.gather(1, within))


def _scores(logits: Tensor, chosen: Tensor, origins: Tensor, blocks: Tensor) -> Tensor:
    """Return the scores of some blocks, shape (R, X, BLOCK); beyond V they are -inf.

    Args:
        logits: Scores of the next token, shape (R, W, V).
        chosen: The blocks among the W times C of a sentence, shape (R, X).
        origins: Of which hypotheses they are, shape (R, X).
        blocks: Which blocks of those, shape (R, X).
    """
    vocabulary = logits.shape[-1]
    if vocabulary % BLOCK == 0:
        return rows_at(logits.view(len(logits), -1, BLOCK), chosen)
    inside = torch.arange(BLOCK, device=logits.device)
    tokens = (blocks * BLOCK).unsqueeze(-1) + inside
    places = (origins * vocabulary).unsqueeze(-1) + tokens.clamp(max=vocabulary - 1)
    scores = logits.flatten(1).gather(1, places.flatten(1)).view_as(places)
    return scores.masked_fill_(tokens >= vocabulary, -torch.inf)


def _peaks(logits: Tensor) -> Tensor:
    """Return the largest score of each block, shape (R, W, C); the last may be short.

    Blocks of one size would need a copy of all scores.
    """
    vocabulary = logits.shape[-1]
    whole = vocabulary // BLOCK
    blocks = logits[..., : whole * BLOCK].view(*logits.shape[:2], whole, BLOCK)
    peaks = blocks.amax(dim=-1)
    if whole * BLOCK == vocabulary:
        return peaks
    rest = logits[..., whole * BLOCK :].amax(dim=-1, keepdim=True)
    return torch.cat([peaks, rest], dim=-1)
