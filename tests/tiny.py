"""Checkpoints of a few thousand random weights, made in no time."""

from pathlib import Path

import torch

from nmtviz.checkpoint import save_checkpoint
from nmtviz.config import DataConfig, ModelConfig, ModelKind, TokenizerKind
from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer, Tokenizer
from nmtviz.data.vocabulary import Vocabulary
from nmtviz.facts import TrainingFacts
from nmtviz.model.network import Network, build_network

SOURCE_WORDS = ["the", "a", "small", "dog", "house", "sleeps", "under", "."]
TARGET_WORDS = ["le", "la", "un", "petit", "chien", "maison", "dort", "sous", "."]

FACTS = TrainingFacts(
    updates=1234,
    epochs=0.5,
    hours=2.25,
    device="CPU, 1 thread",
    train_nll=40.5,
    dev_nll=41.75,
    dev_bleu=12.5,
    bleu_signature="nrefs:1|tok:13a",
    data={"tatoeba.en-fr.train.tsv.gz": 5000, "own.tsv": 20},
    seed=7,
    commit="abc1234",
)


def tokenizers(kind: TokenizerKind = "moses") -> tuple[Tokenizer, Tokenizer]:
    """Return a source and a target tokenizer of different sizes."""
    if kind == "moses":
        return (
            MosesTokenizer(Vocabulary(SOURCE_WORDS), "en"),
            MosesTokenizer(Vocabulary(TARGET_WORDS), "fr"),
        )
    return (
        SentencePieceTokenizer.train([" ".join(SOURCE_WORDS)] * 9, 30),
        SentencePieceTokenizer.train([" ".join(TARGET_WORDS)] * 9, 32),
    )


def network(
    source: Tokenizer, target: Tokenizer, kind: ModelKind = "rnnsearch"
) -> Network:
    """Return a network with weights large enough to prefer some words to others."""
    torch.manual_seed(3)
    made = build_network(
        ModelConfig(
            kind=kind,
            source_vocab_size=len(source),
            target_vocab_size=len(target),
            embedding_size=3,
            hidden_size=5,
            align_size=4,
            maxout_size=6,
        )
    )
    with torch.no_grad():
        for weight in made.parameters():
            weight.mul_(3.0)
    return made.eval()


def checkpoint(
    folder: Path,
    *,
    kind: ModelKind = "rnnsearch",
    tokenizer: TokenizerKind = "moses",
    source_language: str = "en",
) -> Path:
    """Write a checkpoint and return its folder."""
    source, target = tokenizers(tokenizer)
    data = DataConfig(tokenizer=tokenizer, source_language=source_language)
    save_checkpoint(
        folder, network(source, target, kind), (source, target), data, FACTS
    )
    return folder
