"""What a decoded word costs with a full softmax and with candidate lists.

    PYTHONPATH=. python benchmarks/candidates.py [--rounds 5] [--json FILE]

RNNsearch of the size of [B] with random weights, float16 numbers as those of a
checkpoint, and target vocabularies of several sizes translates one sentence at a time
on one core, beam 12. A list is the K most frequent words and K' = 10 others for each
source word; gathering its rows of the output layer is part of the time, making it is
not.
It is the processor's time, so that other programs do not count. [J] Table 4 has 0.09 s
at 30k, 0.80 s at 500k and 0.12 s with a list, on one core.
"""

import argparse
import time
from pathlib import Path
from statistics import median

import numpy as np
import torch
from report import show

from nmtviz.arrays import IntArray
from nmtviz.config import ModelConfig, SearchConfig
from nmtviz.data.vocabulary import END_ID, SPECIALS
from nmtviz.model.network import Network, build_network
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.search.candidate_search import search_listed

SOURCE_WORDS, TARGET_WORDS, PER_WORD = 25, 20, 10
SEARCH = SearchConfig(max_length_ratio=0.01, max_length_extra=TARGET_WORDS)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[30_000, 100_000, 500_000]
    )
    parser.add_argument("--frequent", type=int, nargs="+", default=[15_000, 30_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    for size in options.sizes:
        network = PreparedNetwork(_network(size))
        found = {"full softmax": _seconds(network, [], options.rounds)}
        for frequent in options.frequent:
            if frequent < size:
                lists = [_list(size, frequent, seed) for seed in range(2)]
                name = f"list, K = {frequent}"
                found[name] = _seconds(network, lists, options.rounds)
        rows += [{"|V|": size, "what": what, "ms": s} for what, s in found.items()]
        del network
    first = rows[0]["ms"]
    for row in rows:
        row["times the first"] = f"{row['ms'] / first:.2f}"
        row["ms"] = f"{row['ms'] * 1e3:.1f}"
    show(
        "Processor time of one decoded word, beam 12; median of rounds",
        rows,
        options.json,
    )


def _network(size: int) -> Network:
    """Return a network of [B]'s size that never wants to end."""
    with torch.device("meta"):
        network = build_network(ModelConfig(target_vocab_size=size))
    network = network.to_empty(device="cpu").eval()
    torch.manual_seed(1)
    with torch.no_grad():
        for weight in network.parameters():
            weight.uniform_(-0.1, 0.1).copy_(weight.half())
        network.decoder.readout.output.bias[END_ID] = -1e4
    return network


def _list(size: int, frequent: int, seed: int) -> IntArray:
    first = len(SPECIALS) + frequent
    random = np.random.default_rng(seed)
    others = first + random.choice(
        size - first, min(SOURCE_WORDS * PER_WORD, size - first), replace=False
    )
    return np.concatenate([np.arange(first), np.sort(others)])


def _seconds(network: PreparedNetwork, lists: list[IntArray], rounds: int) -> float:
    """Return how long a word takes; a list after the other, one for each sentence."""
    random = np.random.default_rng(1)
    ids = random.integers(len(SPECIALS), 30_000, SOURCE_WORDS)
    source = [*ids.tolist(), END_ID]
    times: list[float] = []
    for number in range(rounds + 1):
        began = time.process_time()
        own = [lists[number % len(lists)]] if lists else []
        ((best,),) = search_listed(network, [source], own, SEARCH)
        times.append((time.process_time() - began) / len(best.ids))
    return median(times[1:])


if __name__ == "__main__":
    main()
