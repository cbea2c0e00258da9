from dataclasses import replace

import pytest

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.facts import EarlierTraining, TestScore
from nmtviz.model_card import render_card
from tests.tiny import FACTS

CARD = render_card("demo", ModelConfig(), DataConfig(), FACTS)


def test_the_card_says_what_the_model_is() -> None:
    assert CARD.startswith("# demo\n\nRNNsearch")
    assert "translate English into French" in CARD


def test_each_training_file_comes_with_its_licence() -> None:
    lines = CARD.splitlines()

    (tatoeba,) = [line for line in lines if "tatoeba.en-fr" in line]
    (own,) = [line for line in lines if "own.tsv" in line]
    assert "5,000 sentence pairs" in tatoeba
    assert "CC BY 2.0 FR" in tatoeba
    assert "see its publisher" in own


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("laws.en-fr.train.tsv.gz", "Federal Law Order"),
        ("laws.de-en.train.tsv.gz", "see its publisher"),
        ("laws-2024.tsv", "see its publisher"),
        ("phrases.tsv", "see its publisher"),
        ("tatoeba.de-en.train.tsv", "CC BY 2.0 FR"),
        ("generated-14-800-1-20000.train.tsv.gz", "`data generate`; MIT"),
        ("generated.en-fr.train.tsv.gz", "`data generate`; MIT"),
    ],
)
def test_only_files_that_are_known_have_a_licence(file: str, told: str) -> None:
    facts = replace(FACTS, data={file: 30})
    card = render_card("demo", ModelConfig(), DataConfig(), facts)

    (line,) = [line for line in card.splitlines() if file in line]
    assert told in line


def test_bleu_comes_with_its_signature() -> None:
    assert "| 12.50 |" in CARD
    assert FACTS.bleu_signature in CARD


def test_results_come_with_the_signature_of_each() -> None:
    score = TestScore(
        data="pairs.tsv", n=3, beam_size=2, bleu=1.0, signature="nrefs:1|tok:13a"
    )
    other = replace(score, data="more.tsv", bleu=2.0)
    newer = replace(other, data="new.tsv", signature="nrefs:1|tok:14")

    def card(*scores: TestScore) -> str:
        facts = replace(FACTS, test_scores=scores)
        return render_card("demo", ModelConfig(), DataConfig(), facts)

    assert "| `pairs.tsv` | 3 | 2 | 1.00 |" in card(score, other)
    assert "\nsacreBLEU: `nrefs:1|tok:13a`." in card(score, other)
    told = card(score, other, newer)
    assert "sacreBLEU `pairs.tsv` `more.tsv`: `nrefs:1|tok:13a`." in told
    assert "sacreBLEU `new.tsv`: `nrefs:1|tok:14`." in told


def test_a_file_that_was_taken_often_is_told_so() -> None:
    facts = replace(FACTS, data={"tatoeba.train.tsv, 3 times": 30})
    card = render_card("demo", ModelConfig(), DataConfig(), facts)

    assert "- `tatoeba.train.tsv`, 3 times, 30 sentence pairs: everyday" in card


def test_what_it_went_on_from_is_told() -> None:
    first = EarlierTraining(name="young", updates=1000, epochs=0.25, hours=1.5)
    second = EarlierTraining(
        name="older",
        updates=1100,
        epochs=0.4,
        hours=2.0,
        seed=5,
        commit="abc1234",
        settings=TrainingConfig(dropout=0.25).to_json(),
        earlier=first,
    )
    settings = TrainingConfig(optimizer="adam").to_json()
    facts = replace(FACTS, earlier=second, settings=settings)
    card = render_card("demo", ModelConfig(), DataConfig(), facts)

    assert "In 3 runs" in card
    lines = [line for line in card.splitlines() if line.endswith("|")]
    at = lines.index("| young | 1,000 | 0.25 | 1.5 | - | - | not kept |")
    assert lines[at + 1 : at + 3] == [
        "| older | 1,100 | 0.40 | 2.0 | 5 | abc1234 | dropout 0.25 |",
        f"| demo | 1,234 | 0.50 | 2.2 | {FACTS.seed} | {FACTS.commit} "
        "| optimizer adam |",
    ]
    assert "weights of the one before" not in CARD


def test_what_changes_the_train_nll_is_told() -> None:
    for settings, told in (
        (TrainingConfig(dropout=0.25), "with dropout, which makes it higher"),
        (TrainingConfig(subword_alpha=0.2), "pieces that are drawn, which makes it"),
        (
            TrainingConfig(partition_words=10_000, lazy_rows=True),
            "words of a partition, which makes it lower",
        ),
    ):
        facts = replace(FACTS, settings=settings.to_json())
        assert told in render_card("demo", ModelConfig(), DataConfig(), facts)
        assert told not in CARD


def test_the_longest_training_sentence_has_a_unit() -> None:
    pieces = DataConfig(tokenizer="sentencepiece")

    assert "up to 50 Moses words on either side" in CARD
    assert "up to 50 words between spaces on either side" in render_card(
        "demo", ModelConfig(), pieces, FACTS
    )


def test_settings_other_than_the_papers_are_told() -> None:
    settings = TrainingConfig(optimizer="adam", dropout=0.25, seed=9)
    card = render_card(
        "demo",
        ModelConfig(),
        DataConfig(),
        replace(FACTS, settings=settings.to_json()),
    )
    paper = replace(FACTS, settings=TrainingConfig(seed=9).to_json())

    assert "other than the paper's: optimizer adam, dropout 0.25." in card
    assert "other than" not in render_card("demo", ModelConfig(), DataConfig(), paper)


def test_a_network_without_attention_has_no_alignment_model() -> None:
    card = render_card("demo", ModelConfig(kind="rnnencdec"), DataConfig(), FACTS)

    assert "It has no attention" in card
    assert "Alignment weights" in CARD
    assert "Alignment weights" not in card
    assert "| alignment model (n') | none |" in card


def test_no_placeholder_is_left() -> None:
    assert "{" not in CARD
    assert "}" not in CARD


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("generated-800-14-1-20000.train.tsv.gz", "made by `data generate`"),
        ("tatoeba-varied.en-fr.train.tsv.gz", "made of everyday sentences"),
        ("written.en-fr.tsv", "sentences of nmtviz's own"),
        ("generated-by-hand.tsv", "see its publisher"),
    ],
)
def test_text_that_was_made_says_how(file: str, told: str) -> None:
    card = render_card(
        "demo", ModelConfig(), DataConfig(), replace(FACTS, data={file: 7})
    )

    (line,) = [line for line in card.splitlines() if f"`{file}`" in line]
    assert told in line


def test_development_bleu_says_of_how_many_sentences() -> None:
    known = replace(FACTS, dev_sentences=123)
    card = render_card("demo", ModelConfig(), DataConfig(), known)

    assert "of greedy translations of 123 development sentences: `" in card
    assert "of greedy translations: `" in CARD
    assert known.dev_told.endswith(" of 123 sentences")
    assert FACTS.dev_told.endswith(f"{FACTS.dev_bleu:.2f}")
