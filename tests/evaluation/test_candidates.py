import pytest
import sacrebleu

from nmtviz.candidates import CandidateRule
from nmtviz.config import SearchConfig
from nmtviz.evaluation.candidates import (
    frequent_sizes,
    measure,
    usual_sizes,
    vocabulary_coverage,
)
from nmtviz.translator import Translator
from tests import tiny

SOURCES = ["the small dog sleeps .", "a house", ""]
# In the order of frequency: le la un petit chien maison dort sous .
REFERENCES = ["le petit chien dort .", "une maison", "la maison"]
SEARCH = SearchConfig(beam_size=2)


def translator() -> Translator:
    source, target = tiny.tokenizers()
    return Translator("tiny", tiny.network(source, target), source, target)


def test_a_point_is_what_the_translations_and_lists_say() -> None:
    rule = CandidateRule(frequent_size=5)

    point = measure(translator(), SOURCES, REFERENCES, SEARCH, rule)

    found = translator().translate(SOURCES, SEARCH, candidates=rule)
    texts = [one.hypotheses[0].text if one.hypotheses else "" for one in found]
    bleu = sacrebleu.corpus_bleu(texts, [REFERENCES])
    assert point.bleu == pytest.approx(bleu.score)
    assert (point.frequent_size, point.per_word_size) == (5, 0)
    assert point.list_size == 5 + 4
    # le petit chien and la, of nine tokens: "une" is in no list at all.
    assert point.coverage == pytest.approx(4 / 9)
    assert point.token_seconds > 0


def test_the_whole_vocabulary_is_a_point_too() -> None:
    point = measure(translator(), SOURCES, REFERENCES, SEARCH, None)

    assert (point.frequent_size, point.per_word_size) == (None, 0)
    assert point.list_size == len(tiny.TARGET_WORDS) + 4
    assert point.coverage == pytest.approx(8 / 9)


def test_a_vocabulary_covers_the_tokens_of_its_most_frequent_words() -> None:
    found = vocabulary_coverage(translator().lister, REFERENCES, [1, 5, 9])

    assert found == ((1, 1 / 9), (5, 4 / 9), (9, 8 / 9))


def test_sizes_rise_up_to_all_words() -> None:
    assert frequent_sizes(9) == (9,)
    assert frequent_sizes(230) == (10, 20, 50, 100, 200, 230)
    assert frequent_sizes(200) == (10, 20, 50, 100, 200)


def test_the_usual_sizes_leave_out_all_words_where_they_can() -> None:
    assert usual_sizes(9) == (9,)
    assert usual_sizes(60) == (10, 20, 50)
    assert usual_sizes(230) == (50, 100, 200)
