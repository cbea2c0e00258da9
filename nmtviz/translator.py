"""Words in, translations out: the one door to a trained network."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Self

import torch

from nmtviz.checkpoint import load_checkpoint
from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.config import SearchConfig
from nmtviz.data.tokenizer import Encoded, Tokenizer
from nmtviz.data.vocabulary import END_ID
from nmtviz.errors import ConfigError, InputError
from nmtviz.model.network import Network
from nmtviz.results import Hypothesis, Tokens, TrainingFacts, Translation
from nmtviz.search.beam import beam_search
from nmtviz.search.forced import force
from nmtviz.search.found import FoundHypothesis

MAX_SOURCE_TOKENS = 300
"""Longer sentences are refused: time and memory grow with the square."""

_SEARCH = SearchConfig()


class Translator:
    """Translates sentences; one instance may serve many threads at once."""

    def __init__(
        self,
        name: str,
        network: Network,
        source: Tokenizer,
        target: Tokenizer,
        *,
        info: CheckpointInfo | None = None,
    ) -> None:
        """Use a network and the tokenizers it was trained with.

        Args:
            name: What to call it.
            network: What scores tokens.
            source: Makes its source ids.
            target: Reads its target ids.
            info: The checkpoint they come from; none for a network in training.
        """
        self.name = name
        self._network = network
        self._source = source
        self._target = target
        self._info = info
        self._lock = Lock()

    @classmethod
    def load(cls, folder: Path, device: str = "auto") -> Self:
        """Read a checkpoint folder.

        Args:
            folder: What `save_checkpoint` wrote.
            device: `auto`, `cpu`, `cuda` or another name torch knows.

        Raises:
            CheckpointError: If the folder cannot be used.
            ConfigError: If there is no such device.
        """
        loaded = load_checkpoint(folder, find_device(device))
        info = loaded.info
        return cls(info.name, loaded.network, loaded.source, loaded.target, info=info)

    @property
    def card(self) -> str:
        """The model card, Markdown; empty for a network in training."""
        return self._info.card if self._info else ""

    @property
    def facts(self) -> TrainingFacts | None:
        """How the checkpoint came to be; None for a network in training."""
        return self._info.facts if self._info else None

    @property
    def has_alignment(self) -> bool:
        """Whether hypotheses come with an alignment."""
        return self._network.config.kind == "rnnsearch"

    @property
    def device(self) -> str:
        """Where the network is, in torch's words."""
        return str(self._network.device)

    def translate(
        self,
        sentences: Sequence[str],
        search: SearchConfig = _SEARCH,
        *,
        batch_size: int = 32,
    ) -> list[Translation]:
        """Translate sentences; one without any word gets no hypothesis.

        Args:
            sentences: Text, one sentence each.
            search: How to search.
            batch_size: Sentences to search at once, of similar length.

        Raises:
            InputError: If a sentence has more than `MAX_SOURCE_TOKENS` tokens.
        """
        encoded = [_encode(self._source, sentence) for sentence in sentences]
        lengths = {i: len(ids) for i, (ids, _) in enumerate(encoded) if len(ids) > 1}
        order = sorted(lengths, key=lengths.__getitem__)
        found: dict[int, tuple[FoundHypothesis, ...]] = {}
        for start in range(0, len(order), batch_size):
            batch = order[start : start + batch_size]
            ids = [encoded[i].ids for i in batch]
            with self._lock:
                results = beam_search(self._network, ids, search)
            found.update(zip(batch, results, strict=True))
        return [
            Translation(
                sentence=sentence,
                source=encoded[i].tokens,
                hypotheses=tuple(map(self._decoded, found.get(i, ()))),
            )
            for i, sentence in enumerate(sentences)
        ]

    def score(
        self, sentence: str, target: str | Sequence[int], search: SearchConfig = _SEARCH
    ) -> Translation:
        """Say what the network thinks of a translation that is given.

        Args:
            sentence: Text of at least one word.
            target: Its translation, as text or as ids that end with END.
            search: Gives the length penalty of the score.

        Raises:
            InputError: If the sentence is empty, a side is too long or ids are not
                of this network.
        """
        source = _encode(self._source, sentence)
        if len(source.ids) < 2:
            raise InputError(f"A sentence to score must have words, got {sentence!r}.")
        if isinstance(target, str):
            ids, tokens = _encode(self._target, target)
            text = target
        else:
            ids = self._checked(target)
            text, tokens = self._target.decode(ids)
        penalty = search.length_penalty
        with self._lock:
            (found,) = force(self._network, [source.ids], [ids], length_penalty=penalty)
        hypothesis = _hypothesis(found, text, tokens)
        return Translation(
            sentence=sentence, source=source.tokens, hypotheses=(hypothesis,)
        )

    def _checked(self, ids: Sequence[int]) -> list[int]:
        size = len(self._target)
        numbers = [int(number) for number in ids]
        if numbers[-1:] != [END_ID] or not all(0 <= n < size for n in numbers):
            raise InputError(
                f"Target ids must be below {size} and end with {END_ID}, got {numbers}."
            )
        return numbers

    def _decoded(self, found: FoundHypothesis) -> Hypothesis:
        decoded = self._target.decode(found.ids)
        return _hypothesis(found, decoded.text, decoded.tokens)


def find_device(name: str = "auto") -> torch.device:
    """Return a device by name; `auto` is a GPU where there is one.

    Raises:
        ConfigError: If torch does not know the name or the device is not there.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise ConfigError(f"device {name!r} cannot be used: {reason}.") from error


def _encode(tokenizer: Tokenizer, sentence: str) -> Encoded:
    words = len(sentence.split())
    # Enormous texts are refused before the tokenizer spends minutes on them.
    encoded = tokenizer.encode(sentence) if words <= MAX_SOURCE_TOKENS else None
    tokens = len(encoded.ids) - 1 if encoded else words
    if encoded is None or tokens > MAX_SOURCE_TOKENS:
        raise InputError(
            f"A sentence must have at most {MAX_SOURCE_TOKENS} tokens, got "
            f"{tokens}: {sentence[:30]!r}..."
        )
    return encoded


def _hypothesis(found: FoundHypothesis, text: str, tokens: Tokens) -> Hypothesis:
    return Hypothesis(
        text=text,
        tokens=tokens,
        log_prob=found.log_prob,
        score=found.score,
        token_log_probs=found.token_log_probs,
        alignment=found.alignment,
    )
