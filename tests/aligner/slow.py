"""IBM Model 1 with the prior of fast_align, word by word: slow, and written apart."""

from collections import defaultdict
from math import exp

from nmtviz.data.corpus import Pair

NULL = "(no word)"


def prior(i: int, j: int, m: int, n: int, tension: float, p0: float) -> float:
    """Return p(a_i = j) of target word i of m and source word j of n, both from 0."""
    weights = [exp(-tension * abs((i + 1) / m - (k + 1) / n)) for k in range(n)]
    return (1 - p0) * weights[j] / sum(weights)


def learn(
    pairs: list[Pair], rounds: int, *, tension: float = 0.0, p0: float = 0.0
) -> dict[tuple[str, str], float]:
    """Return t(target | source) after rounds of EM from equal probabilities."""
    texts = [(pair.source.split(), pair.target.split()) for pair in pairs]
    known: dict[tuple[str, str], float] = defaultdict(lambda: 1.0)
    for _ in range(rounds):
        counts: dict[tuple[str, str], float] = defaultdict(float)
        totals: dict[str, float] = defaultdict(float)
        for source, target in texts:
            for i, word in enumerate(target):
                joint = [(NULL, p0 and p0 * known[NULL, word])]
                for j, given in enumerate(source):
                    place = prior(i, j, len(target), len(source), tension, p0)
                    joint.append((given, place * known[given, word]))
                total = sum(weight for _, weight in joint)
                for given, weight in joint:
                    counts[given, word] += weight / total
                    totals[given] += weight / total
        known = {
            (given, word): count / totals[given]
            for (given, word), count in counts.items()
            if totals[given]
        }
    return known
