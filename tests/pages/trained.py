"""Small models that really learned a handful of sentences, for the page to show."""

from pathlib import Path

import torch

from nmtviz.checkpoint import save_checkpoint
from nmtviz.config import DataConfig, ModelConfig, ModelKind, TokenizerKind
from nmtviz.data.tokenizer import MosesTokenizer, SentencePieceTokenizer, Tokenizer
from nmtviz.data.vocabulary import START_ID, Vocabulary
from nmtviz.model.network import build_network
from tests.tiny import FACTS

PAIRS = (
    ("the small dog sleeps .", "le petit chien dort ."),
    ("the black cat sleeps .", "le chat noir dort ."),
    ("a small house .", "une petite maison ."),
    ("the dog sees the house .", "le chien voit la maison ."),
    ("the cat sees a dog under the house .", "le chat voit un chien sous la maison ."),
    ("the small dog sees the small cat .", "le petit chien voit le petit chat ."),
)

UPDATES = 60


def folder(path: Path) -> Path:
    """Fill a folder with a word model, a piece model and one without attention."""
    checkpoint(path / "rnnsearch-50")
    checkpoint(path / "rnnsearch-sp", tokenizer="sentencepiece")
    checkpoint(path / "rnnencdec-50", kind="rnnencdec")
    return path


def checkpoint(
    folder: Path, *, kind: ModelKind = "rnnsearch", tokenizer: TokenizerKind = "moses"
) -> None:
    """Train on `PAIRS` for a moment and write a checkpoint."""
    english, french = zip(*PAIRS, strict=True)
    source, target = _tokenizer(english, tokenizer), _tokenizer(french, tokenizer)
    config = ModelConfig(
        kind=kind,
        source_vocab_size=len(source),
        target_vocab_size=len(target),
        embedding_size=16,
        hidden_size=24,
        align_size=20,
        maxout_size=12,
    )
    torch.manual_seed(5)
    network = build_network(config)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
    read, wrote = (
        _padded(source.encode_ids(english)),
        _padded(target.encode_ids(french)),
    )
    for _ in range(UPDATES):
        optimizer.zero_grad()
        loss = network.loss(*read, *wrote, start=START_ID)
        torch.autograd.backward(loss.nll / loss.words)
        optimizer.step()
    data = DataConfig(tokenizer=tokenizer)
    save_checkpoint(folder, network.eval(), (source, target), data, FACTS)


def _tokenizer(sentences: tuple[str, ...], kind: TokenizerKind) -> Tokenizer:
    if kind == "sentencepiece":
        return SentencePieceTokenizer.train(sentences * 9, 40)
    return MosesTokenizer(Vocabulary(sorted(set(" ".join(sentences).split()))), "en")


def _padded(ids: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    rows = [torch.tensor(row) for row in ids]
    padded = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
    return padded, torch.tensor([len(row) for row in rows])
