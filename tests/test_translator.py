import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
import torch

from nmtviz.candidates import CandidateRule
from nmtviz.config import ModelKind, SearchConfig, TokenizerKind
from nmtviz.constraints import Constraints
from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer
from nmtviz.data.vocabulary import END_ID, SPECIALS
from nmtviz.device import find_device
from nmtviz.dictionary import Dictionary, Entry
from nmtviz.ensemble import load_ensemble
from nmtviz.errors import CheckpointError, ConfigError, InputError
from nmtviz.prediction_difference import groups_of
from nmtviz.results import END, Translation
from nmtviz.search.candidate_search import search_listed
from nmtviz.translator import Translator
from tests import tiny
from tests.threads import torch_threads

SENTENCES = [
    "The small dog sleeps.",
    "a house",
    "the dog sleeps under a small house under the dog .",
    "Zebras!",
    "the",
]
TARGET_TEXTS = [*SPECIALS, *tiny.TARGET_WORDS]


def translator(
    kind: ModelKind = "rnnsearch", tokenizer: TokenizerKind = "moses"
) -> Translator:
    source, target = tiny.tokenizers(tokenizer)
    return Translator("tiny", tiny.network(source, target, kind), source, target)


def assert_same(found: Translation, expected: Translation) -> None:
    assert found.sentence == expected.sentence
    assert found.source == expected.source
    for one, other in zip(found.hypotheses, expected.hypotheses, strict=True):
        assert one.text == other.text
        assert one.tokens == other.tokens
        assert one.score == pytest.approx(other.score, abs=1e-4)
        assert one.log_prob == pytest.approx(other.log_prob, abs=1e-4)
        np.testing.assert_allclose(
            one.token_log_probs, other.token_log_probs, atol=1e-4
        )
        if other.alignment is None:
            assert one.alignment is None
        else:
            assert one.alignment is not None
            np.testing.assert_allclose(one.alignment, other.alignment, atol=1e-4)


def test_a_search_that_does_not_fit_into_the_memory_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = translator()
    monkeypatch.setattr(made._network, "step", lambda *_: torch.empty(10**15))

    with pytest.raises(InputError, match="Choose a smaller beam"):
        made.translate(["the dog"])


@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_translations_come_in_the_order_of_the_sentences(
    tokenizer: TokenizerKind,
) -> None:
    made = translator(tokenizer=tokenizer)

    together = made.translate(SENTENCES, batch_size=2)

    assert [found.sentence for found in together] == SENTENCES
    for sentence, found in zip(SENTENCES, together, strict=True):
        assert_same(found, made.translate([sentence])[0])


def test_shapes_belong_together() -> None:
    for found in translator().translate(SENTENCES, SearchConfig(n_best=3)):
        assert len(found.hypotheses) == 3
        assert found.source.texts[-1] == END
        for hypothesis in found.hypotheses:
            size = len(hypothesis.tokens)
            assert hypothesis.tokens.texts[-1] == END
            assert hypothesis.token_log_probs.shape == (size,)
            assert hypothesis.log_prob == pytest.approx(
                hypothesis.token_log_probs.sum()
            )
            assert hypothesis.score == pytest.approx(hypothesis.log_prob / size)
            assert hypothesis.alignment is not None
            assert hypothesis.alignment.shape == (size, len(found.source))
            np.testing.assert_allclose(hypothesis.alignment.sum(1), 1.0, atol=1e-5)


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_search_says_what_forced_decoding_says(
    kind: ModelKind, beam_size: int
) -> None:
    made = translator(kind)
    search = SearchConfig(beam_size=beam_size, n_best=beam_size, length_penalty=0.5)

    for found in made.translate(SENTENCES, search):
        for hypothesis in found.hypotheses:
            ids = [TARGET_TEXTS.index(text) for text in hypothesis.tokens.texts]
            (forced,) = made.score(found.sentence, ids, search).hypotheses
            assert forced.text == hypothesis.text
            assert forced.score == pytest.approx(hypothesis.score, abs=1e-4)
            if hypothesis.alignment is not None and forced.alignment is not None:
                np.testing.assert_allclose(
                    forced.alignment, hypothesis.alignment, atol=1e-4
                )


def test_a_given_translation_keeps_its_letters() -> None:
    found = translator().score("the small dog", "le petit zèbre")

    (hypothesis,) = found.hypotheses
    assert hypothesis.text == "le petit zèbre"
    assert hypothesis.tokens.texts == ("le", "petit", "zèbre", END)
    assert hypothesis.tokens.unknown == (False, False, True, False)
    assert hypothesis.token_log_probs.shape == (4,)
    assert hypothesis.alignment is not None
    assert hypothesis.alignment.shape == (4, 4)


def test_a_network_without_attention_gives_no_alignment() -> None:
    made = translator("rnnencdec")

    (found,) = made.translate(["the dog"])

    assert not made.has_alignment
    assert found.alignment() is None


@pytest.mark.parametrize("sentence", ["", "   ", "\t\n", "\x00\x1b"])
@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_a_sentence_without_words_has_no_hypotheses(
    sentence: str, tokenizer: TokenizerKind
) -> None:
    before, found, after = translator(tokenizer=tokenizer).translate(
        ["the dog", sentence, "a house"]
    )

    assert found.hypotheses == ()
    assert found.source.texts == (END,)
    assert before.hypotheses
    assert after.hypotheses


@pytest.mark.parametrize(
    "sentence",
    [
        "Ωμέγα ψι",
        "🐕 🏠",
        "כלב קטן",
        "</s> <s> <unk> <pad>",
        "<script>alert(1)</script>",
    ],
)
@pytest.mark.parametrize("tokenizer", ["moses", "sentencepiece"])
def test_any_other_text_is_translated(sentence: str, tokenizer: TokenizerKind) -> None:
    (found,) = translator(tokenizer=tokenizer).translate([sentence])

    assert len(found.hypotheses) == 1
    assert found.source.texts[-1] == END
    assert found.hypotheses[0].tokens.texts[-1] == END


def test_no_sentences_give_no_translations() -> None:
    assert translator().translate([]) == []


@pytest.mark.parametrize("length", [301, 10_000])
def test_long_sentences_are_refused(length: int) -> None:
    with pytest.raises(InputError, match=f"at most 300 tokens, got {length}: 'the the"):
        translator().translate(["a dog", "the " * length])


@pytest.mark.parametrize("kind", ["moses", "sentencepiece"])
def test_enormous_texts_without_spaces_never_get_to_a_tokenizer(
    kind: TokenizerKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = translator(tokenizer=kind)
    for tokenizer in (MosesTokenizer, SentencePieceTokenizer):
        monkeypatch.delattr(tokenizer, "encode")

    with pytest.raises(InputError, match=r"at most 30,000 .*, got 30,001: 'aaa"):
        made.translate(["a" * 30_001])


def test_tokens_count_where_words_are_few() -> None:
    with pytest.raises(InputError, match="at most 300 tokens, got 400: 'a , a"):
        translator().translate(["a , " * 200])


@pytest.mark.parametrize(
    "ids", [[], [4, 5], [4, 13, END_ID], [-1, END_ID], [4, END_ID, END_ID]]
)
def test_ids_that_are_no_target_are_refused(ids: list[int]) -> None:
    with pytest.raises(InputError, match="must be below 13 and end with the only 3"):
        translator().score("the dog", ids)


def test_nothing_cannot_be_scored() -> None:
    with pytest.raises(InputError, match="must have words, got '  '"):
        translator().score("  ", "le chien")


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_without_a_word_a_translation_is_worth_what_it_is_of_the_shorter_sentence(
    kind: ModelKind,
) -> None:
    made = translator(kind)

    found = made.leave_out("The small dog sleeps.", "le chien dort .", [(1,), (3, 4)])

    for column, shorter in enumerate(["The dog sleeps.", "The small dog"]):
        (alone,) = made.score(shorter, "le chien dort .").hypotheses
        np.testing.assert_allclose(
            found.without[:, column], alone.token_log_probs, atol=1e-5
        )
    (whole,) = made.score("The small dog sleeps.", "le chien dort .").hypotheses
    np.testing.assert_allclose(found.whole, whole.token_log_probs, atol=1e-5)
    assert found.source.texts[:2] == ("The", "small")
    assert found.target == whole.tokens


def test_what_a_search_found_can_lose_words_too() -> None:
    made = translator(tokenizer="sentencepiece")
    (found,) = made.translate(["the small dog"])
    best = found.hypotheses[0]

    lost = made.leave_out(
        found.sentence, best.tokens.texts, groups_of(found.source, "words")
    )

    np.testing.assert_allclose(lost.whole, best.token_log_probs, atol=1e-4)
    assert lost.alignment("words").source == ("the", "small", "dog")


@pytest.mark.parametrize("groups", [[(2,)], [(0,), (-1,)]])
def test_the_end_and_what_is_not_there_cannot_be_left_out(
    groups: list[tuple[int, ...]],
) -> None:
    with pytest.raises(InputError, match="must be 0 to 1 here, got"):
        translator().leave_out("a house", "une maison", groups)


def test_many_threads_get_what_one_gets() -> None:
    made = translator()
    expected = made.translate(SENTENCES)

    with ThreadPoolExecutor(4) as pool:
        found: Iterator[list[Translation]] = pool.map(
            lambda sentence: made.translate([sentence]), SENTENCES
        )

    for (one,), other in zip(found, expected, strict=True):
        assert_same(one, other)


@pytest.fixture
def _three_cores() -> Iterator[None]:
    with torch_threads(3):
        yield


@pytest.mark.usefixtures("_three_cores")
def test_batches_that_are_searched_at_once_find_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, sentences = translator(), SENTENCES * 3
    with made.one_core():
        expected = made.translate(sentences, batch_size=5)

    together = Barrier(3, timeout=60)

    def all_at_once(*args: object, **options: object) -> object:
        together.wait()  # never passed by fewer than three
        return search_listed(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("nmtviz.translator.search_listed", all_at_once)
    found = made.translate(sentences, batch_size=5)

    for one, other in zip(found, expected, strict=True):
        assert_same(one, other)


@pytest.mark.usefixtures("_three_cores")
def test_a_loaded_translator_uses_the_cores_there_are(tmp_path: Path) -> None:
    folder = tiny.checkpoint(tmp_path / "demo")

    assert Translator.load(folder, "cpu").turns == 3
    assert load_ensemble([folder, folder], "cpu").turns == 3


def test_a_loaded_translator_knows_where_it_comes_from(tmp_path: Path) -> None:
    made = Translator.load(tiny.checkpoint(tmp_path / "demo"), "cpu")

    assert made.name == "demo"
    assert made.device == "cpu"
    assert made.has_alignment


def test_a_folder_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="is no nmtviz checkpoint"):
        Translator.load(tmp_path)


@pytest.mark.parametrize("name", ["cuda:99", "cpu:x"])
def test_a_device_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"device '{name}' cannot be used"):
        find_device(name)


@pytest.mark.parametrize("name", ["abacus", "mps", "meta", ""])
def test_a_device_that_no_search_runs_on_is_refused(name: str) -> None:
    with pytest.raises(
        ConfigError, match=f"^device must be auto, cpu or cuda, got '{name}'.$"
    ):
        find_device(name)


def test_only_words_of_the_candidate_list_are_written() -> None:
    made = translator()
    rule = CandidateRule(frequent_size=3, added=("dort",))

    (listed,) = made.lister.lists(["the dog"], rule)
    found = made.translate(SENTENCES, candidates=rule)

    allowed = {*SPECIALS, "le", "la", "un", "dort"}
    assert set(made.lister.texts(listed)) == allowed
    for translation in found:
        assert set(translation.hypotheses[0].tokens.texts) <= allowed


def test_a_candidate_list_of_all_words_changes_nothing() -> None:
    made = translator()
    rule = CandidateRule(frequent_size=made.lister.words)

    for listed, whole in zip(
        made.translate(SENTENCES, candidates=rule),
        made.translate(SENTENCES),
        strict=True,
    ):
        assert_same(listed, whole)


def test_a_dictionary_brings_the_words_of_each_sentence() -> None:
    source, target = tiny.tokenizers()
    words = Dictionary(("en", "fr"), {"dog": [Entry("chien", 0.75)]})
    network = tiny.network(source, target)
    made = Translator("tiny", network, source, target, dictionary=words)
    rule = CandidateRule(frequent_size=1, per_word_size=5)

    one, other = made.translate(["a dog", "a house"], candidates=rule)

    assert set(one.hypotheses[0].tokens.texts) <= {*SPECIALS, "le", "chien"}
    assert set(other.hypotheses[0].tokens.texts) <= {*SPECIALS, "le"}
    assert made.lister.has_dictionary
    with pytest.raises(ConfigError, match="K' = 5 needs a dictionary"):
        translator().translate(["a dog"], candidates=rule)


def test_a_prefix_that_is_not_on_the_list_is_refused_by_its_words() -> None:
    rule = CandidateRule(frequent_size=1, added=("dort",))
    prefix = [Constraints(prefix="la maison dort")]

    with pytest.raises(InputError, match="candidate list, which lacks 'la', 'maison'"):
        translator().translate(["the dog"], constraints=prefix, candidates=rule)


def test_an_empty_sentence_has_no_translation_with_a_list_either() -> None:
    rule = CandidateRule(frequent_size=2, shared=True)

    empty, found = translator().translate(["", "the dog"], candidates=rule)

    assert not empty.hypotheses
    assert found.hypotheses


def test_nothing_is_imported_that_takes_seconds_and_is_not_needed(
    tmp_path: Path,
) -> None:
    tiny.checkpoint(tmp_path / "pieces", tokenizer="sentencepiece")
    program = f"""
import sys
from pathlib import Path
from nmtviz.translator import Translator

translator = Translator.load(Path({str(tmp_path / "pieces")!r}), "cpu")
assert translator.translate(["the small dog sleeps"])[0].hypotheses
print(*sys.modules.keys() & {{"torch._dynamo", "sacremoses"}})
"""

    ended = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )

    assert ended.stdout.split() == []


def test_sentences_may_come_one_by_one(tmp_path: Path) -> None:
    translator = Translator.load(tiny.checkpoint(tmp_path / "tiny"))

    written = translator.translate(iter(SENTENCES))
    scored = translator.score_all((one, "Un chat.") for one in SENTENCES)

    assert [one.sentence for one in written] == SENTENCES
    assert [one.sentence for one in scored] == SENTENCES


def test_one_text_is_not_taken_for_its_letters(tmp_path: Path) -> None:
    translator = Translator.load(tiny.checkpoint(tmp_path / "tiny"))

    with pytest.raises(InputError, match="must be a list of texts, got the text 'The"):
        translator.translate("The cat.")
