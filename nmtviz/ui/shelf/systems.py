"""The sentences of test sets and their translators, from where they are kept."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import streamlit as st

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.data.corpus import read_pairs
from nmtviz.errors import DataError, InputError
from nmtviz.evaluation.sentences import score_texts
from nmtviz.languages import ENGLISH_FRENCH, of_file
from nmtviz.runs.evaluations import EvaluationRun, read_texts
from nmtviz.scores import SentenceScores
from nmtviz.ui.shelf import background, kept, own

HEADINGS = (
    *("line", "words", "source", "reference", "system", "setting"),
    *("Source words", "n", "difference", "p", "better", "Rank", "n-gram"),
)
"""What tables call columns of their own, beside one a system."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Texts:
    """The sentences of a test set."""

    sources: tuple[str, ...]

    references: tuple[str, ...]
    """The translation of each source that people wrote."""

    file: Path | None = None
    """Where an evaluation reads them; None if the disk refused it."""

    @property
    def folder(self) -> Path:
        """Where what people add to it is kept."""
        return kept.folder(self.sources, self.references)

    def is_same(self, other: "Texts") -> bool:
        """Say whether another test set has the same sentences and references."""
        return self.folder == other.folder

    def belong_to(self, scores: SentenceScores) -> bool:
        """Say whether a system can have been measured on these sentences."""
        words = [len(source.split()) for source in self.sources]
        letters = [len("".join(reference.split())) for reference in self.references]
        return np.array_equal(words, scores.source_words) and np.array_equal(
            letters, scores.reference_letters
        )


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class System:
    """Somebody who translated a test set."""

    scores: SentenceScores

    key: str
    """Tells these scores from all others, for what is remembered of them."""

    info: CheckpointInfo | None = None
    """The checkpoint that translated; None for a text file."""

    outputs: tuple[str, ...] | None = None
    """Its translations where they were kept."""

    @property
    def name(self) -> str:
        """What to call it."""
        return self.scores.system

    @property
    def language(self) -> str:
        """Code of the language it writes; French where nothing tells."""
        if self.info:
            return self.info.data.target_language
        _, target = of_file(self.scores.data) or ENGLISH_FRENCH
        return target

    @property
    def translator(self) -> CheckpointInfo | None:
        """What translates other sentences as it did; None without weights."""
        return self.info if self.info and self.info.has_weights else None


def measured(name: str, data: str, texts: Texts, outputs: Sequence[str]) -> System:
    """Measure somebody's translations, once for all sessions.

    Args:
        name: What to call the system; errors do so, too.
        data: Name of the test set.
        texts: Its sentences.
        outputs: A translation of each.

    Raises:
        DataError: If there is not one for each sentence, or they cannot be measured.
    """
    if len(outputs) != len(texts.sources):
        raise DataError(
            f"{name} must have a line for each of the {len(texts.sources)} "
            f"sentences of {data}, but it has {len(outputs)}."
        )
    content = repr((texts.sources, texts.references, *outputs)).encode()
    key = f"{data} {name} {hashlib.sha256(content).hexdigest()}"
    return _measured(key, name, data, texts, tuple(outputs))


@st.cache_resource(max_entries=128, show_spinner="Comparing translations …")
def _measured(
    key: str, _name: str, _data: str, _texts: Texts, _outputs: tuple[str, ...]
) -> System:
    try:
        scores = score_texts(
            _texts.sources, _outputs, _texts.references, system=_name, data=_data
        )
    except InputError as error:
        raise DataError(f"{_name}: {error}") from error
    return System(scores=scores, key=key, outputs=_outputs)


def shipped(info: CheckpointInfo, path: Path) -> System:
    """Read what `nmtviz evaluate --statistics` left in a checkpoint's folder.

    Raises:
        DataError: If it cannot be read.
    """
    version = path.stat().st_mtime_ns
    scores = _load(str(path), version, called(info.name))
    text = path.with_suffix(".txt")  # not every measurement has kept it
    outputs = tuple(read_texts(text)) if text.exists() else None
    if outputs is not None and len(outputs) != scores.n:
        raise DataError(
            f"{text} must have a line for each of the {scores.n} sentences in "
            f"{path.name}, got {len(outputs)}."
        )
    return System(scores=scores, key=f"{path} {version}", info=info, outputs=outputs)


def called(checkpoint: str) -> str:
    """Return what to call a checkpoint: nothing that a column is called."""
    return f"{checkpoint} (model)" if checkpoint in HEADINGS else checkpoint


def evaluated(info: CheckpointInfo, file: Path) -> System | None:
    """Return what a finished evaluation in the background found."""
    run = background.run(info, file)
    return _result(run, info) if run.state == "finished" else None


def uploaded(path: Path, data: str, texts: Texts) -> System:
    """Return somebody whose translations were kept."""
    return _uploaded(path, path.stat().st_mtime_ns, data, texts)


@st.cache_resource(max_entries=128, show_spinner=False)
def _uploaded(path: Path, version: int, data: str, _texts: Texts) -> System:
    del version  # a part of the key: a file that changes is read again
    return measured(path.name, data, _texts, read_texts(path))


@st.cache_resource
def own_texts() -> Texts:
    """Return the test set that ships."""
    sources, references = zip(*own.pairs(), strict=True)
    return Texts(sources=sources, references=references, file=own.FILE)


@st.cache_resource(max_entries=64)
def added_texts(file: Path, version: int) -> Texts:
    """Read a test set that somebody added.

    Args:
        file: Where it was kept.
        version: When that was changed last.

    Raises:
        DataError: If it cannot be read.
    """
    del version  # a part of the key: a file that changes is read again
    sources, references = zip(*read_pairs([file]), strict=True)
    return Texts(sources=sources, references=references, file=file)


@st.cache_resource(max_entries=128)
def _load(path: str, version: int, name: str) -> SentenceScores:
    del version  # a part of the key: a file that changes is read again
    return replace(SentenceScores.load(Path(path)), system=name)


@st.cache_resource(max_entries=128)
def _result(run: EvaluationRun, _info: CheckpointInfo) -> System:
    scores = replace(run.scores(), system=called(_info.name))
    return System(
        scores=scores, key=str(run.folder), info=_info, outputs=tuple(run.texts())
    )
