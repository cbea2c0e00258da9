"""How a network in training does on the development set.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch

from nmtviz.alignments.links import GoldPair
from nmtviz.config import SearchConfig
from nmtviz.data.batches import evaluation_batches
from nmtviz.data.corpus import Pair, read_pairs, spread
from nmtviz.data.id_corpus import IdCorpus
from nmtviz.data.prepare import encode_pairs
from nmtviz.data.tokenizer import Side, Tokenizer
from nmtviz.errors import DataError, InputError
from nmtviz.evaluation.bleu import bleu_of, sentence_counts, signature
from nmtviz.evaluation.sentences import best_texts
from nmtviz.model.network import Network
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.runs.sightings import Sighting
from nmtviz.search.inputs import encode, encode_words
from nmtviz.training.minibatch import batch_loss
from nmtviz.training.watched import alignment_error, look, to_watch
from nmtviz.translator import Translator

_BATCH_SIZE = 40

_FEW = 0.05
"""Share of pairs that may be known: short sentences occur in any two texts."""


class DevScore(NamedTuple):
    """What one look at the development set found."""

    nll: float
    """Negative log-likelihood of a sentence, in nats ([B] Table 2)."""

    loss: float
    """The same of a token, END included, as the training tells its own."""

    bleu: float
    """sacreBLEU of greedy translations, 0-100."""

    signature: str
    """sacreBLEU's signature."""

    aer: float | None = None
    """Alignment error rate, 0-1, where there are gold links."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DevSet:
    """Pairs to look at now and then, ready for a network."""

    pairs: tuple[Pair, ...]
    corpus: IdCorpus
    source: Tokenizer
    target: Tokenizer

    watched: tuple[Pair, ...] = ()
    """Pairs whose alignment is followed."""

    linked: tuple[GoldPair, ...] = ()
    """Pairs whose alignment is compared with gold links."""

    @classmethod
    def make(
        cls,
        pairs: Sequence[Pair],
        size: int,
        source: Tokenizer,
        target: Tokenizer,
        *,
        watch: Sequence[str] = (),
        linked: Sequence[GoldPair] = (),
    ) -> "DevSet":
        """Take `size` pairs spread evenly over all, or all if there are fewer.

        Args:
            pairs: The whole set.
            size: Most pairs to take.
            source: Makes source ids.
            target: Makes target ids.
            watch: Sentences to follow; none stands for some of the set.
            linked: Pairs with gold links.
        """
        chosen = spread(pairs, size)
        return cls(
            pairs=chosen,
            corpus=encode_pairs(source, target, chosen),
            source=source,
            target=target,
            watched=to_watch(watch, pairs),
            linked=tuple(linked),
        )


def warning_of(dev: DevSet, trained: IdCorpus) -> str:
    """Return what makes scores of the set mean less; empty if nothing does.

    Args:
        dev: What evaluations translate.
        trained: What the network learns from.
    """
    count, size = dev.corpus.count_in(trained), len(dev.corpus)
    if count <= _FEW * size:
        return ""
    return (
        f"The training pairs hold {count:,} of the {size:,} development pairs, too, so "
        "development scores say little about new text."
    )


def check_sentences(dev: DevSet, files: Sequence[Path]) -> None:
    """Refuse what no evaluation could translate, before any time is spent on training.

    Args:
        dev: What evaluations translate and align.
        files: The development files, to find the place of a sentence.

    Raises:
        DataError: If a sentence has more than `MAX_TOKENS` tokens, or one to align has
            none.
    """
    aligned: list[Pair | GoldPair] = [*dev.watched, *dev.linked]
    sources = [pair.source for pair in aligned]
    _check_side("source", [pair.source for pair in dev.pairs], dev.source, files)
    _check_side("source", sources, dev.source, files, check=encode_words)
    _check_side("target", [pair.target for pair in aligned], dev.target, files)


def _check_side(
    side: Side,
    sentences: Sequence[str],
    tokenizer: Tokenizer,
    files: Sequence[Path],
    check: Callable[[str, Tokenizer], object] = encode,
) -> None:
    for sentence in dict.fromkeys(sentences):
        try:
            check(sentence, tokenizer)
        except InputError as error:
            raise DataError(f"{_place(side, sentence, files)}: {error}") from error


def _place(side: Side, sentence: str, files: Sequence[Path]) -> str:
    """Return file and line of a sentence; one to watch may be in none."""
    for file in files:
        for number, pair in enumerate(read_pairs([file]), start=1):
            if getattr(pair, side) == sentence:
                return f"{file}, line {number}, {side}"
    return f"A {side} sentence to watch"


def score_development(
    network: Network, dev: DevSet, *, use_fused: bool = True
) -> DevScore:
    """Return log-likelihood, greedy BLEU and alignment error of a network."""
    nll, tokens = 0.0, 0
    with torch.inference_mode():
        for batch in evaluation_batches(dev.corpus, _BATCH_SIZE):
            nll += float(batch_loss(network, batch, use_fused=use_fused).nll)
            tokens += int(batch.target_lengths.sum())
    translator = _translator(network, dev)
    greedy = SearchConfig(beam_size=1)
    found = translator.translate([pair.source for pair in dev.pairs], greedy)
    counts = sentence_counts(best_texts(found), [pair.target for pair in dev.pairs])
    aer = alignment_error(translator, dev.linked)
    return DevScore(
        nll=nll / len(dev.pairs),
        loss=nll / tokens,
        bleu=bleu_of(counts),
        signature=signature(),
        aer=aer,
    )


def watch_development(network: Network, dev: DevSet) -> tuple[Sighting, ...]:
    """Return how a network translates and aligns the pairs that are followed."""
    return look(_translator(network, dev), dev.watched)


def _translator(network: Network, dev: DevSet) -> Translator:
    prepared = PreparedNetwork(network)
    return Translator("in training", prepared, dev.source, dev.target)
