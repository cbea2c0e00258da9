from dataclasses import replace

import numpy as np
import pytest

from nmtviz.config import SearchConfig
from nmtviz.errors import InputError
from nmtviz.evaluation.attention import measure_attention
from nmtviz.evaluation.bleu import sentence_counts, signature
from nmtviz.evaluation.chrf import chrf_counts, chrf_signature
from nmtviz.evaluation.sentences import (
    add_no_unknown,
    best_texts,
    count_repeats,
    find_no_unknown,
    score_texts,
    score_translations,
)
from nmtviz.results import Translation
from nmtviz.scores import SentenceScores
from nmtviz.translator import Translator
from tests import tiny
from tests.evaluation.made_scores import POOR, REFERENCES, SOURCES, scores

SENTENCES = ["the small dog sleeps .", "a zebra and a gnu sleep", "the house ."]
WANTED = ["le petit chien dort .", "un chien dort", "une maison ."]
UNKNOWN = [0, 0, 1]


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("checkpoints")
    return Translator.load(tiny.checkpoint(folder / "demo"), "cpu")


@pytest.fixture(scope="module")
def translations(translator: Translator) -> list[Translation]:
    return translator.translate(SENTENCES, SearchConfig(beam_size=2))


def measured(translations: list[Translation]) -> SentenceScores:
    return score_translations(
        translations,
        WANTED,
        system="demo",
        data="three",
        beam_size=2,
        reference_unknown=UNKNOWN,
    )


def test_texts_have_all_that_text_can_tell() -> None:
    found = scores(POOR, "poor", "five")

    assert (found.system, found.data, found.beam_size) == ("poor", "five", None)
    assert (found.bleu_signature, found.chrf_signature) == (
        signature(),
        chrf_signature(),
    )
    assert found.source_words.tolist() == [2, 7, 9, 3, 15]
    assert found.bleu.tolist() == sentence_counts(POOR, REFERENCES).tolist()
    assert found.chrf.tolist() == chrf_counts(POOR, REFERENCES).tolist()
    assert found.output_unknown.tolist() == [0, 1, 0, 0, 2]
    assert found.repeats.tolist() == [0, 0, 3, 0, 0]
    assert np.isnan([found.entropy, found.under, found.over]).all()
    assert found.source_unknown is found.reference_unknown is None


@pytest.mark.parametrize(
    ("sizes", "found"),
    [
        ((5, 4, 4), "got 5 sentences and 4 translations"),
        ((4, 4, 5), "got 4 translations and 5 references"),
        ((0, 0, 0), "got 0 translations and 0 references"),
    ],
)
def test_texts_of_other_lengths_are_refused(
    sizes: tuple[int, int, int], found: str
) -> None:
    sides = zip((SOURCES, POOR, REFERENCES), sizes, strict=True)
    with pytest.raises(InputError, match=found):
        score_texts(*(side[:size] for side, size in sides), system="a", data="b")


def test_translations_tell_of_attention_and_unknown_words_too(
    translations: list[Translation],
) -> None:
    found = measured(translations)

    texts = best_texts(translations)
    assert found.beam_size == 2
    assert found.bleu.tolist() == sentence_counts(texts, WANTED).tolist()
    assert found.source_unknown is not None
    assert found.source_unknown.tolist() == [0, 4, 0]  # zebra and gnu sleep
    assert found.reference_unknown is not None
    assert found.reference_unknown.tolist() == UNKNOWN
    np.testing.assert_array_equal(
        np.transpose([found.entropy, found.under, found.over]),
        [measure_attention(translation) for translation in translations],
    )


def test_no_unknown_is_what_both_sides_know(translations: list[Translation]) -> None:
    assert find_no_unknown(measured(translations)).tolist() == [0]


def test_unknown_words_nobody_counted_are_asked_for() -> None:
    with pytest.raises(InputError, match="'poor' has none on five"):
        find_no_unknown(scores(POOR, "poor", "five"))


def test_no_unknown_is_scored_against_its_own_references(
    translations: list[Translation],
) -> None:
    found = add_no_unknown(measured(translations), ["le chien dort ."], WANTED)

    assert found.no_unknown_rows is not None
    assert found.no_unknown_rows.tolist() == [0]
    assert found.no_unknown_bleu is not None
    expected = sentence_counts(["le chien dort ."], [WANTED[0]])
    assert found.no_unknown_bleu.tolist() == expected.tolist()


def test_no_unknown_may_be_empty(translations: list[Translation]) -> None:
    unknown = replace(measured(translations), reference_unknown=np.array([5, 6, 7]))

    found = add_no_unknown(unknown, [], WANTED)

    assert found.no_unknown_bleu is not None
    assert found.no_unknown_bleu.shape == (0, 10)


@pytest.mark.parametrize(
    ("hypotheses", "references", "found"),
    [
        (2, 3, "got 2 translations and 1 references"),
        (1, 2, "got 3 sentences and 2 references"),
    ],
)
def test_no_unknown_of_other_lengths_is_refused(
    translations: list[Translation], hypotheses: int, references: int, found: str
) -> None:
    with pytest.raises(InputError, match=found):
        add_no_unknown(
            measured(translations), ["le ."] * hypotheses, WANTED[:references]
        )


@pytest.mark.parametrize(
    ("text", "order", "repeats"),
    [
        ("le chien dort", 3, 0),
        ("le chien dort le chien dort", 3, 1),
        ("Le Le le LE le", 3, 2),
        ("le le le le le", 2, 3),
        ("le chien", 3, 0),
        ("", 1, 0),
    ],
)
def test_an_ngram_is_repeated_if_it_was_there_before(
    text: str, order: int, repeats: int
) -> None:
    assert count_repeats(text, order) == repeats


def test_words_that_a_vocabulary_lacks_are_named(translator: Translator) -> None:
    sentence = "the dog sees le chien !"

    assert translator.unknown_words(sentence, "source")[-3:] == ("le", "chien", "!")
    assert translator.unknown_words(sentence, "target")[:3] == ("the", "dog", "sees")
