"""All that can be measured of each sentence of a test set.

[B] is Bahdanau et al. (2015), https://arxiv.org/abs/1409.0473.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sacrebleu.metrics.helpers import extract_word_ngrams

from nmtviz.arrays import IntArray
from nmtviz.errors import InputError
from nmtviz.evaluation.attention import measure_attention
from nmtviz.evaluation.bleu import sentence_counts, signature
from nmtviz.evaluation.chrf import chrf_counts, chrf_signature
from nmtviz.evaluation.lengths import count_words
from nmtviz.results import UNKNOWN, Translation
from nmtviz.scores import BLEU_COUNTS, SentenceScores

REPEAT_ORDER = 3
"""Words of an n-gram that counts as repeated; pairs repeat in good French too."""


def score_texts(
    sources: Sequence[str],
    hypotheses: Sequence[str],
    references: Sequence[str],
    *,
    system: str,
    data: str,
) -> SentenceScores:
    """Measure translations of which nothing but the text is known.

    Args:
        sources: Sentences that were translated.
        hypotheses: A translation of each one, not tokenized.
        references: A reference for each one, not tokenized.
        system: What to call the system that translated.
        data: What to call the test set.

    Raises:
        InputError: If there are none, or not one of each kind for each sentence.
    """
    words = count_words(sources, hypotheses)
    bleu = sentence_counts(hypotheses, references)
    nothing = np.full(len(words), np.nan)
    return SentenceScores(
        system=system,
        data=data,
        beam_size=None,
        bleu_signature=signature(),
        chrf_signature=chrf_signature(),
        source_words=words,
        bleu=bleu,
        chrf=chrf_counts(hypotheses, references),
        output_unknown=np.array([text.count(UNKNOWN) for text in hypotheses]),
        repeats=np.array([count_repeats(text) for text in hypotheses]),
        entropy=nothing,
        under=nothing,
        over=nothing,
    )


def score_translations(
    translations: Sequence[Translation],
    references: Sequence[str],
    *,
    system: str,
    data: str,
    beam_size: int,
    reference_unknown: Sequence[int] | None = None,
) -> SentenceScores:
    """Measure the best hypothesis of each translation.

    Args:
        translations: What a translator made of each sentence.
        references: A reference for each one, not tokenized.
        system: What to call the translator.
        data: What to call the test set.
        beam_size: Hypotheses kept by the search.
        reference_unknown: Words of each reference that the target vocabulary lacks.

    Raises:
        InputError: If there are none, or not one reference for each.
    """
    scores = score_texts(
        [one.sentence for one in translations],
        best_texts(translations),
        references,
        system=system,
        data=data,
    )
    entropy, under, over = np.array([measure_attention(one) for one in translations]).T
    unknown = None if reference_unknown is None else np.array(reference_unknown)
    return replace(
        scores,
        beam_size=beam_size,
        entropy=entropy,
        under=under,
        over=over,
        source_unknown=np.array([one.source.unknown_words for one in translations]),
        reference_unknown=unknown,
    )


def find_no_unknown(scores: SentenceScores) -> IntArray:
    """Return the sentences without unknown words on either side, increasing.

    They are the ones of [B] Table 1's second column, "No UNK".

    Raises:
        InputError: If nobody has counted unknown words.
    """
    if scores.source_unknown is None or scores.reference_unknown is None:
        raise InputError(
            f"Unknown words of both sides must be counted, but '{scores.system}' has "
            f"none on {scores.data}."
        )
    unknown = scores.source_unknown + scores.reference_unknown
    return np.flatnonzero(unknown == 0)


def add_no_unknown(
    scores: SentenceScores, hypotheses: Sequence[str], references: Sequence[str]
) -> SentenceScores:
    """Return scores that know "No UNK" too.

    Args:
        scores: What is known of the test set.
        hypotheses: Translations of the sentences that `find_no_unknown` names,
            searched with `<unk>` forbidden.
        references: All references of the test set.

    Raises:
        InputError: If there are not as many as named, or not one reference for each
            sentence of the test set.
    """
    rows = find_no_unknown(scores)
    if len(references) != scores.n:
        raise InputError(
            "Each sentence must have one reference, got "
            f"{scores.n} sentences and {len(references)} references."
        )
    counts = np.zeros((0, BLEU_COUNTS), dtype=np.int64)
    if len(rows) or hypotheses:
        counts = sentence_counts(hypotheses, [references[row] for row in rows])
    return replace(scores, no_unknown_rows=rows, no_unknown_bleu=counts)


def best_texts(translations: Sequence[Translation]) -> list[str]:
    """Return the best hypothesis of each translation; empty where there is none."""
    return [one.hypotheses[0].text if one.hypotheses else "" for one in translations]


def count_repeats(text: str, order: int = REPEAT_ORDER) -> int:
    """Return how many n-grams of whitespace words were there before, case aside.

    All n-grams less the different ones: seq-rep-n of Welleck et al. (2020),
    https://arxiv.org/abs/1908.04319, section 6, before it is divided.
    """
    ngrams = extract_word_ngrams(text.lower().split(), order)
    return ngrams.total() - len(ngrams)
