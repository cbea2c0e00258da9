"""The papers' numbers, by what the papers say of them in words."""

from nmtviz.papers import BAHDANAU_TABLE_1

SCORES = {score.system: score for score in BAHDANAU_TABLE_1}


def test_rnnsearch_beats_rnnencdec_in_both_columns() -> None:
    for size in ("30", "50"):
        ours, theirs = SCORES[f"RNNsearch-{size}"], SCORES[f"RNNencdec-{size}"]
        assert ours.bleu > theirs.bleu
        assert ours.no_unknown_bleu > theirs.no_unknown_bleu


def test_rnnsearch_30_beats_even_rnnencdec_50() -> None:
    assert SCORES["RNNsearch-30"].bleu > SCORES["RNNencdec-50"].bleu


def test_without_unknown_words_rnnsearch_is_as_good_as_moses() -> None:
    assert SCORES["RNNsearch-50*"].no_unknown_bleu > SCORES["Moses"].no_unknown_bleu
