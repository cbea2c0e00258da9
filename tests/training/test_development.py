from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch
from sacrebleu.metrics.bleu import BLEU

from nmtviz.config import SearchConfig
from nmtviz.data.batches import make_batch
from nmtviz.data.corpus import Pair, read_pairs
from nmtviz.data.vocabulary import START_ID
from nmtviz.errors import DataError
from nmtviz.results import Translation
from nmtviz.training.development import (
    DevSet,
    check_sentences,
    score_development,
)
from nmtviz.training.minibatch import batch_loss
from nmtviz.training.watched import read_linked
from nmtviz.translator import Translator
from tests import tiny

PAIRS = [
    Pair("the small dog sleeps .", "le petit chien dort ."),
    Pair("a house .", "une maison ."),
    Pair("the dog", "le chien"),
    Pair("under the house the small dog sleeps", "sous la maison le petit chien dort"),
    Pair("a zebra", "un zèbre"),
    Pair("sleeps", "dort"),
    Pair(".", "."),
]


def dev_set(size: int) -> DevSet:
    return DevSet.make(PAIRS, size, *tiny.tokenizers())


@pytest.mark.parametrize(
    ("size", "chosen"),
    [(1, [0]), (2, [0, 3]), (3, [0, 2, 4]), (7, [*range(7)]), (9, [*range(7)])],
)
def test_pairs_are_spread_evenly(size: int, chosen: list[int]) -> None:
    dev = dev_set(size)

    assert list(dev.pairs) == [PAIRS[number] for number in chosen]
    assert len(dev.corpus) == len(chosen)


def test_the_score_is_loss_and_bleu_of_the_sentences_one_by_one() -> None:
    dev = dev_set(7)
    network = tiny.network(dev.source, dev.target)
    nll, tokens = 0.0, 0
    for number in range(7):
        source, target = (
            long(dev.corpus.source[number]),
            long(dev.corpus.target[number]),
        )
        lengths = torch.tensor([source.size(1)]), torch.tensor([target.size(1)])
        loss = network.loss(source, lengths[0], target, lengths[1], start=START_ID)
        nll += loss.nll.item()
        tokens += target.size(1)
    greedy = SearchConfig(beam_size=1)
    translator = Translator("alone", network, dev.source, dev.target)
    found = [translator.translate([pair.source], greedy)[0] for pair in PAIRS]
    bleu = BLEU()
    wanted = [[pair.target for pair in PAIRS]]
    corpus = bleu.corpus_score([one.hypotheses[0].text for one in found], wanted)

    score = score_development(network, dev)
    assert score.nll == pytest.approx(nll / 7, rel=1e-5)
    assert score.loss == pytest.approx(nll / tokens, rel=1e-5)
    assert score.bleu == pytest.approx(corpus.score)
    assert score.signature == str(bleu.get_signature())


def test_development_sentences_are_translated_greedily(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[SearchConfig] = []
    translate = Translator.translate

    def watched(
        self: Translator, sentences: Sequence[str], search: SearchConfig
    ) -> list[Translation]:
        asked.append(search)
        return translate(self, sentences, search)

    monkeypatch.setattr(Translator, "translate", watched)
    dev = dev_set(3)
    score_development(tiny.network(dev.source, dev.target), dev)

    assert [search.beam_size for search in asked] == [1]


LONG = "the " * 300 + "dog"
LIMIT = "must have at most 300 tokens, got 301: 'the the"


@pytest.mark.parametrize(
    ("line", "side"),
    [
        (f"{LONG}\tle chien", "source"),
        (f"{LONG}\tle chien\t300-1", "source"),
        (f"dog\t{LONG}\t0-300", "target"),
    ],
)
def test_a_sentence_too_long_to_evaluate_is_named_before_training(
    line: str, side: str, tmp_path: Path
) -> None:
    files = tmp_path / "a.tsv", tmp_path / "b.tsv"
    files[0].write_text("the dog\tle chien\n", "utf-8")
    files[1].write_text(f"the house\tla maison\n{line}\n", "utf-8")
    dev = DevSet.make(
        read_pairs(files),
        3,
        *tiny.tokenizers(),
        watch=["the dog"],
        linked=read_linked(files, ("en", "fr")),
    )

    with pytest.raises(DataError, match=rf"b\.tsv, line 2, {side}: .*{LIMIT}"):
        check_sentences(dev, files)


def test_a_sentence_of_numbered_ones_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text(f"1\ta\t2\tb\n3\t{'a ' * 301}\t4\tb\n", "utf-8")
    dev = DevSet.make(read_pairs([file]), 2, *tiny.tokenizers("moses"))

    with pytest.raises(DataError, match=r"a\.tsv, line 2, source: .*got 301"):
        check_sentences(dev, [file])


def test_links_of_a_sentence_without_words_are_named_before_training(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.tsv"
    file.write_text("the dog\tle chien\t0-0\n\u200b\tle chien\t0-0\n", "utf-8")
    linked = read_linked([file], ("en", "fr"))
    tokenizers = tiny.tokenizers("sentencepiece")
    dev = DevSet.make(read_pairs([file]), 2, *tokenizers, linked=linked)

    with pytest.raises(DataError, match=r"a\.tsv, line 2, source: .* must have words"):
        check_sentences(dev, [file])


def test_a_sentence_to_watch_that_is_too_long_is_named() -> None:
    dev = DevSet.make(PAIRS, 2, *tiny.tokenizers(), watch=[LONG])

    with pytest.raises(DataError, match=f"A source sentence to watch: .*{LIMIT}"):
        check_sentences(dev, [])


def test_a_long_reference_is_no_hindrance_without_links() -> None:
    # It is read by the network, which has no limit; nothing is aligned.
    pairs = [*PAIRS, Pair("the dog", LONG), Pair(LONG.removesuffix(" dog"), "le chien")]
    dev = DevSet.make(pairs, 9, *tiny.tokenizers())

    check_sentences(dev, [])


def test_scoring_leaves_no_gradients() -> None:
    dev = dev_set(3)
    network = tiny.network(dev.source, dev.target)
    score_development(network, dev)

    assert all(weight.grad is None for weight in network.parameters())


@pytest.mark.parametrize("use_fused", [False, True])
def test_a_minibatch_costs_the_same_in_any_order(use_fused: bool) -> None:
    dev = dev_set(7)
    network = tiny.network(dev.source, dev.target)
    losses = [
        batch_loss(network, make_batch(dev.corpus, rows), use_fused=use_fused)
        for rows in (np.arange(7), np.arange(7)[::-1])
    ]

    assert losses[0].words == losses[1].words == 28
    torch.testing.assert_close(losses[0].nll, losses[1].nll)


def long(ids: npt.NDArray[np.int32]) -> torch.Tensor:
    """Return a sentence's ids as a minibatch of one."""
    return torch.from_numpy(ids).long().unsqueeze(0)
