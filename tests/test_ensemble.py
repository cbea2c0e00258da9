from pathlib import Path

import pytest

from nmtviz.checkpoint import save_checkpoint
from nmtviz.config import DataConfig
from nmtviz.data.tokenizer import MosesTokenizer
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.ensemble import load_ensemble
from nmtviz.errors import CheckpointError
from nmtviz.translator import Translator
from tests import tiny

SENTENCE = "the small dog sleeps ."


def test_one_checkpoint_is_no_ensemble(tmp_path: Path) -> None:
    folder = tiny.checkpoint(tmp_path / "alone")

    assert load_ensemble([folder], "cpu").name == "alone"


def test_twice_the_same_checkpoint_says_the_same(tmp_path: Path) -> None:
    folder = tiny.checkpoint(tmp_path / "one")

    (alone,) = Translator.load(folder, "cpu").translate([SENTENCE])
    (twice,) = load_ensemble([folder, folder], "cpu").translate([SENTENCE])

    assert twice.hypotheses[0].text == alone.hypotheses[0].text
    assert twice.hypotheses[0].score == pytest.approx(
        alone.hypotheses[0].score, abs=1e-5
    )


def test_twice_the_same_checkpoint_thinks_the_same_of_a_translation(
    tmp_path: Path,
) -> None:
    folder = tiny.checkpoint(tmp_path / "one")
    given = ("the small dog", "le chien .")

    (alone,) = Translator.load(folder, "cpu").score(*given).hypotheses
    (twice,) = load_ensemble([folder, folder], "cpu").score(*given).hypotheses

    assert twice.token_log_probs == pytest.approx(alone.token_log_probs, abs=1e-4)


def test_members_may_be_of_different_kinds(tmp_path: Path) -> None:
    folders = [
        tiny.checkpoint(tmp_path / "search"),
        tiny.checkpoint(tmp_path / "encdec", kind="rnnencdec"),
    ]

    together = load_ensemble(folders[::-1], "cpu")

    assert together.name == "encdec + search"
    assert together.has_alignment
    alone = Translator.load(folders[0], "cpu").score(SENTENCE, "le chien .")
    both = together.score(SENTENCE, "le chien .")
    assert both.hypotheses[0].log_prob != alone.hypotheses[0].log_prob
    trace = together.trace(SENTENCE)
    assert trace.translation.hypotheses[0].alignment is not None
    assert len(together.inspect(SENTENCE, "le chien .")) == 4


def test_other_vocabularies_are_refused_with_the_file(tmp_path: Path) -> None:
    one = tiny.checkpoint(tmp_path / "one")
    source, _ = tiny.tokenizers()
    words = [*tiny.TARGET_WORDS[:5], "villa", *tiny.TARGET_WORDS[6:]]
    target = MosesTokenizer(Vocabulary(words), "fr")
    other = tmp_path / "other"
    network = tiny.network(source, target)
    save_checkpoint(other, network, (source, target), DataConfig(), tiny.FACTS)

    # Four special symbols and five words are the same.
    with pytest.raises(
        CheckpointError, match=r"other/vocab.target.txt differs from .* line 10 on"
    ):
        load_ensemble([one, other], "cpu")


def test_words_and_pieces_do_not_go_together(tmp_path: Path) -> None:
    one = tiny.checkpoint(tmp_path / "words")
    other = tiny.checkpoint(tmp_path / "pieces", tokenizer="sentencepiece")

    with pytest.raises(
        CheckpointError, match="'words' has moses en fr and 'pieces' sentencepiece"
    ):
        load_ensemble([one, other], "cpu")
