"""Test sets, and the systems that were measured on them: ours and other people's.

A checkpoint's numbers lie in its folder, `statistics/NAME.npz`, or where the page had
them measured. What a person uploads stays in the session.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import streamlit as st

from nmtviz.checkpoints_index import STATISTICS_FOLDER, CheckpointInfo
from nmtviz.errors import DataError, NmtvizError
from nmtviz.figures.systems import in_order
from nmtviz.runs.evaluations import EvaluationRun, read_texts
from nmtviz.scores import SentenceScores
from nmtviz.ui.shelf import background, own

FAVOURITE = "laws.en-fr.test"
"""The test set the page opens with, if there are numbers: it has the long sentences."""

_TEXTS, _ADDED = "shelf.texts", "shelf.added"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Texts:
    """The sentences of a test set."""

    sources: tuple[str, ...]

    references: tuple[str, ...]
    """The translation of each source that people wrote."""

    file: Path | None = None
    """Where an evaluation reads them; None if the disk refused it."""

    def is_same(self, other: "Texts") -> bool:
        """Say whether another test set has the same sentences and references."""
        return (self.sources, self.references) == (other.sources, other.references)

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
    def translator(self) -> CheckpointInfo | None:
        """What translates other sentences as it did; None without weights."""
        return self.info if self.info and self.info.has_weights else None


_Find: TypeAlias = Callable[[CheckpointInfo, Path], System | None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Shelf:
    """All there is."""

    systems: Mapping[str, Mapping[str, System]]
    """Systems by test set and name."""

    texts: Mapping[str, Texts]
    """Sentences by test set, where they are here."""

    problems: tuple[str, ...]
    """What could not be read, a sentence each."""

    @property
    def names(self) -> list[str]:
        """The test sets, those with numbers first, the larger before the smaller."""
        return sorted(self.systems, key=self._rank)

    def _rank(self, name: str) -> tuple[bool, bool, int]:
        sizes = [system.scores.n for system in self.systems[name].values()]
        return not sizes, name != FAVOURITE, -max(sizes, default=0)


def shelf(checkpoints: Mapping[str, CheckpointInfo]) -> Shelf:
    """Return everything that was measured and every text that is here."""
    texts: dict[str, Texts] = {own.NAME: _own(), **st.session_state.get(_TEXTS, {})}
    systems: dict[str, dict[str, System]] = {name: {} for name in texts}
    added: Mapping[tuple[str, str], System] = st.session_state.get(_ADDED, {})
    read, problems = [], []
    for find, info, path in _places(checkpoints, texts):
        try:
            system = find(info, path)
        except (NmtvizError, OSError) as error:
            problems.append(str(error))
            continue
        if system is not None:
            read.append(system)
    for system in [*read, *added.values()]:
        data = system.scores.data
        beside = systems.setdefault(data, {})
        if _same_sentences(system, texts.get(data), beside):
            beside[system.name] = system
        else:
            problems.append(
                f"{system.name} was measured on other sentences of {data} than the "
                "ones here, so it is left out."
            )
    return Shelf(
        systems={
            data: {name: found[name] for name in in_order(found)}
            for data, found in systems.items()
        },
        texts=texts,
        problems=tuple(problems),
    )


def add_texts(data: str, texts: Texts) -> None:
    """Keep the sentences of a test set for this session."""
    st.session_state[_TEXTS] = {**st.session_state.get(_TEXTS, {}), data: texts}


def add_system(data: str, system: System) -> None:
    """Keep somebody's translations of a test set for this session."""
    added = st.session_state.get(_ADDED, {})
    st.session_state[_ADDED] = {**added, (data, system.name): system}


def added() -> bool:
    """Say whether anything was added in this session."""
    return bool(st.session_state.get(_ADDED) or st.session_state.get(_TEXTS))


def forget_added() -> None:
    """Forget all that was added in this session."""
    st.session_state[_ADDED] = {}
    st.session_state[_TEXTS] = {}


def _same_sentences(
    system: System, texts: Texts | None, others: Mapping[str, System]
) -> bool:
    """Say whether a system was measured on what the test set is, as far as lengths."""
    if texts:
        return texts.belong_to(system.scores)
    known = [other.scores for other in others.values()][:1]
    return all(
        np.array_equal(system.scores.source_words, scores.source_words)
        and np.array_equal(system.scores.reference_letters, scores.reference_letters)
        for scores in known
    )


def _places(
    checkpoints: Mapping[str, CheckpointInfo], texts: Mapping[str, Texts]
) -> Iterator[tuple[_Find, CheckpointInfo, Path]]:
    """Yield where numbers may be and who reads them, what is preferred last."""
    for info in checkpoints.values():
        for path in sorted((info.folder / STATISTICS_FOLDER).glob("[!.]*.npz")):
            yield _shipped, info, path
        for text in texts.values():
            if text.file:
                yield _evaluated, info, text.file


def _shipped(info: CheckpointInfo, path: Path) -> System:
    version = path.stat().st_mtime_ns
    scores = _load(str(path), version, info.name)
    text = path.with_suffix(".txt")  # not every measurement has kept it
    outputs = tuple(read_texts(text)) if text.exists() else None
    if outputs is not None and len(outputs) != scores.n:
        raise DataError(
            f"{text} must have a line for each of the {scores.n} sentences in "
            f"{path.name}, got {len(outputs)}."
        )
    return System(scores=scores, key=f"{path} {version}", info=info, outputs=outputs)


def _evaluated(info: CheckpointInfo, file: Path) -> System | None:
    """Return what a finished evaluation in the background found."""
    run = background.run(info, file)
    return _result(run, info) if run.state == "finished" else None


@st.cache_resource
def _own() -> Texts:
    sources, references = zip(*own.pairs(), strict=True)
    return Texts(sources=sources, references=references, file=own.FILE)


@st.cache_resource(max_entries=128)
def _load(path: str, version: int, name: str) -> SentenceScores:
    del version  # a part of the key: a file that changes is read again
    return replace(SentenceScores.load(Path(path)), system=name)


@st.cache_resource(max_entries=128)
def _result(run: EvaluationRun, _info: CheckpointInfo) -> System:
    scores = replace(run.scores(), system=_info.name)
    return System(
        scores=scores, key=str(run.folder), info=_info, outputs=tuple(run.texts())
    )
