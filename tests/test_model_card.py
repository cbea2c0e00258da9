from dataclasses import replace

from nmtviz.config import DataConfig, ModelConfig, TrainingConfig
from nmtviz.facts import EarlierTraining, TestScore
from nmtviz.model_card import render_card
from tests.tiny import FACTS

CARD = render_card("demo", ModelConfig(), DataConfig(), FACTS)


def test_the_card_says_what_the_model_is() -> None:
    assert CARD.startswith("# demo\n\nRNNsearch")
    assert "translate English into French" in CARD
    assert "up to 50 words" in CARD


def test_each_training_file_comes_with_its_licence() -> None:
    lines = CARD.splitlines()

    (tatoeba,) = [line for line in lines if "tatoeba.en-fr" in line]
    (own,) = [line for line in lines if "own.tsv" in line]
    assert "5,000 sentence pairs" in tatoeba
    assert "CC BY 2.0 FR" in tatoeba
    assert "see its publisher" in own


def test_bleu_comes_with_its_signature() -> None:
    assert "| 12.50 |" in CARD
    assert FACTS.bleu_signature in CARD


def test_bars_of_a_signature_do_not_end_a_cell_of_a_table() -> None:
    score = TestScore(
        data="pairs.tsv", n=3, beam_size=2, bleu=1.0, signature="nrefs:1|tok:13a"
    )
    card = render_card(
        "demo", ModelConfig(), DataConfig(), replace(FACTS, test_scores=(score,))
    )

    assert r"| 1.00 | `nrefs:1\|tok:13a` |" in card


def test_what_it_went_on_from_is_told() -> None:
    earlier = EarlierTraining(name="young", updates=1000, epochs=0.25, hours=1.5)
    facts = replace(FACTS, earlier=earlier)
    card = render_card("demo", ModelConfig(), DataConfig(), facts)

    assert "1,000 updates (0.25 epochs, 1.5 hours) made `young`" in card
    assert "went on from" not in CARD


def test_settings_other_than_the_papers_are_told() -> None:
    settings = TrainingConfig(optimizer="adam", dropout=0.25, seed=9)
    card = render_card(
        "demo",
        ModelConfig(),
        DataConfig(),
        replace(FACTS, settings=settings.to_json()),
    )
    paper = replace(FACTS, settings=TrainingConfig(seed=9).to_json())

    assert (
        "other than the paper's: optimizer adam, dropout 0.25. Train NLL is with"
        in (card)
    )
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
