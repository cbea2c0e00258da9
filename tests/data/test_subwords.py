"""Other pieces of the same text, Kudo (2018) 3.2."""

from pathlib import Path

import numpy as np
import pytest
import sentencepiece

from nmtviz.data.batches import make_batch
from nmtviz.data.corpus import Pair
from nmtviz.data.prepare import encode_pairs
from nmtviz.data.subwords import SubwordSampler
from nmtviz.data.tokenizer import SentencePieceTokenizer
from nmtviz.data.vocabulary import END_ID, UNKNOWN_ID
from tests.data.test_tokenizer import ENGLISH


@pytest.fixture(scope="module")
def pieces() -> SentencePieceTokenizer:
    return SentencePieceTokenizer.train(ENGLISH, 70)


def sampler(
    pieces: SentencePieceTokenizer, *, alpha: float = 0.2, seed: int = 7
) -> SubwordSampler:
    return SubwordSampler(pieces, alpha=alpha, seed=seed)


def segmentations(word: str) -> list[list[str]]:
    """Return all ways to cut a word into parts."""
    if not word:
        return [[]]
    return [
        [word[:end], *rest]
        for end in range(1, len(word) + 1)
        for rest in segmentations(word[end:])
    ]


def test_the_text_stays_and_seed_and_update_decide_its_pieces(
    pieces: SentencePieceTokenizer,
) -> None:
    ids = pieces.encode_ids(ENGLISH)

    drawn = sampler(pieces).drawn(ids, 3)

    assert drawn != ids
    assert drawn == sampler(pieces).drawn(ids, 3)
    assert drawn != sampler(pieces).drawn(ids, 4)
    assert drawn != sampler(pieces, seed=8).drawn(ids, 3)
    for before, after in zip(ids, drawn, strict=True):
        assert after[-1] == END_ID
        assert pieces.decode(after).text == pieces.decode(before).text


def test_each_segmentation_has_its_share(
    pieces: SentencePieceTokenizer, tmp_path: Path
) -> None:
    """Its probability, that of its pieces, to the power of alpha, over all."""
    alpha, draws = 0.3, 4000
    pieces.save(tmp_path, "source")
    model = sentencepiece.SentencePieceProcessor(
        model_file=str(tmp_path / "source.model")
    )
    scores = {model.id_to_piece(n): model.get_score(n) for n in range(len(model))}
    ways = [way for way in segmentations("▁garden") if set(way) <= scores.keys()]
    chances = np.exp([alpha * sum(scores[one] for one in way) for way in ways])
    expected = chances / chances.sum()

    ids = pieces.encode("garden").ids
    drawn = sampler(pieces, alpha=alpha).drawn([ids] * draws, 0)

    assert len(ways) == 6
    for way, share in zip(ways, expected, strict=True):
        found = drawn.count([*map(model.piece_to_id, way), END_ID]) / draws
        # Five standard deviations of a share of so many draws.
        close = 5 * np.sqrt(share * (1 - share) / draws)
        assert found == pytest.approx(share, abs=close)


def test_what_no_piece_has_stays(pieces: SentencePieceTokenizer) -> None:
    ids = pieces.encode("the 猫 sleeps").ids

    assert UNKNOWN_ID in ids
    assert sampler(pieces).drawn([ids], 0) == [ids]


def test_a_minibatch_has_other_sources_and_the_same_targets(
    pieces: SentencePieceTokenizer,
) -> None:
    pairs = [Pair(text, text) for text in ENGLISH[:4]]
    batch = make_batch(encode_pairs(pieces, pieces, pairs), np.arange(4))

    other = sampler(pieces)(batch, 5)

    assert other.target is batch.target
    rows = zip(other.source.tolist(), other.source_lengths, strict=True)
    found = [row[:length] for row, length in rows]
    ids = pieces.encode_ids([pair.source for pair in pairs])
    assert found == sampler(pieces).drawn(ids, 5)
    assert other.source.shape[1] % 2 == 0


@pytest.mark.parametrize("most", [1, 3])
def test_words_that_are_forgotten_are_drawn_as_before(
    pieces: SentencePieceTokenizer, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = pieces.encode_ids(ENGLISH)
    expected = sampler(pieces).drawn(ids, 3)
    monkeypatch.setattr("nmtviz.data.subwords.MOST_WORDS", most)

    forgetful = sampler(pieces)

    assert forgetful.drawn(ids, 3) == expected
    assert forgetful.drawn(ids, 3) == expected


def test_nothing_but_the_end_stays(pieces: SentencePieceTokenizer) -> None:
    assert sampler(pieces).drawn([[END_ID], []], 0) == [[END_ID], [END_ID]]


def test_earlier_updates_change_nothing(pieces: SentencePieceTokenizer) -> None:
    ids = pieces.encode_ids(ENGLISH)
    expected = sampler(pieces).drawn(ids, 9)
    later = sampler(pieces)
    later.drawn(ids, 8)
    assert later.drawn(ids, 9) == expected
