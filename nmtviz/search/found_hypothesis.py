"""What a search finds, in ids and numbers."""

from dataclasses import dataclass

from nmtviz.arrays import FloatArray
from nmtviz.results import Hypothesis, Tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundHypothesis:
    """One target sentence under a network."""

    ids: tuple[int, ...]
    """Target tokens y_1 ... y_T, the last of them END."""

    score: float
    """log p(y|x) / T**length_penalty."""

    token_log_probs: FloatArray
    """log p(y_i | y_<i, x) in nats, shape (T,)."""

    alignment: FloatArray | None
    """alpha_ij, shape (T, S); None for a network without attention."""

    @property
    def log_prob(self) -> float:
        """Sum of `token_log_probs`: log p(y|x) in nats."""
        return float(self.token_log_probs.sum())

    def as_hypothesis(self, text: str, tokens: Tokens) -> Hypothesis:
        """Return the same in words."""
        return Hypothesis(
            text=text,
            tokens=tokens,
            log_prob=self.log_prob,
            score=self.score,
            token_log_probs=self.token_log_probs,
            alignment=self.alignment,
        )
