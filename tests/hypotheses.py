"""Hypotheses with made-up probabilities."""

import numpy as np

from nmtviz.results import END, Hypothesis, Tokens


def hypothesis(words: list[list[float]], end: float = 1.0) -> Hypothesis:
    """Return one with these probabilities of the tokens of each word."""
    numbers = [number for number, word in enumerate(words) for _ in word]
    probabilities = [*(p for word in words for p in word), end]
    log_probs = np.log(probabilities)
    texts = tuple(f"t{place}" for place in range(len(numbers)))
    return Hypothesis(
        text="",
        tokens=Tokens(
            texts=(*texts, END),
            unknown=(False,) * len(probabilities),
            words=(*numbers, len(words)),
            word_texts=(*(f"word{number}" for number in range(len(words))), END),
        ),
        log_prob=float(log_probs.sum()),
        score=0.0,
        token_log_probs=log_probs,
        alignment=None,
    )
