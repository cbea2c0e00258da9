"""Test sets, and the systems that were measured on them: ours and other people's.

A checkpoint's numbers lie in its folder, `statistics/NAME.npz`, or where the page had
them measured. What a person uploads is kept in a folder, too, or in the session where
the disk refuses it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from nmtviz.checkpoints_index import STATISTICS_FOLDER, CheckpointInfo
from nmtviz.errors import DataError, NmtvizError
from nmtviz.figures.systems import in_order
from nmtviz.ui.shelf import kept, own
from nmtviz.ui.shelf.systems import (
    System,
    Texts,
    added_texts,
    evaluated,
    own_texts,
    shipped,
    uploaded,
)

FAVOURITE = "laws.en-fr.test"
"""The test set the page opens with, if there are numbers: it has the long sentences."""

_TEXTS, _ADDED = "shelf.texts", "shelf.added"


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
    problems: list[str] = []
    texts = all_texts(problems)
    systems: dict[str, dict[str, System]] = {name: {} for name in texts}
    added: Mapping[tuple[str, str], System] = st.session_state.get(_ADDED, {})
    read = []
    for find in _finds(checkpoints, texts):
        try:
            system = find()
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


def all_texts(problems: list[str]) -> dict[str, Texts]:
    """Return the test sets whose sentences are here; tell what cannot be read."""
    here: Mapping[str, Texts] = st.session_state.get(_TEXTS, {})
    return {own.NAME: own_texts(), **_kept(problems), **here}


def add_texts(data: str, texts: Texts) -> str:
    """Keep the sentences of a test set.

    Returns:
        What keeps them from lasting longer than this session; empty if nothing does.
    """
    try:
        kept.keep(data, texts.sources, texts.references)
    except DataError as error:
        st.session_state[_TEXTS] = {**st.session_state.get(_TEXTS, {}), data: texts}
        return str(error)
    st.session_state.get(_TEXTS, {}).pop(data, None)  # refused before, and older
    return ""


def add_system(data: str, texts: Texts, system: System) -> str:
    """Keep somebody's translations of a test set; returns what `add_texts` does."""
    try:
        kept.keep_outputs(texts.folder, system.name, system.outputs or ())
    except DataError as error:
        added = st.session_state.get(_ADDED, {})
        st.session_state[_ADDED] = {**added, (data, system.name): system}
        return str(error)
    st.session_state.get(_ADDED, {}).pop((data, system.name), None)
    return ""


def is_added(data: str, texts: Texts) -> bool:
    """Say whether somebody added a test set, or translations of it."""
    here = [name for name, _ in st.session_state.get(_ADDED, {})]
    there = kept.has(texts.folder, data)
    return data in [*here, *st.session_state.get(_TEXTS, {})] or there


def added_systems(data: str, texts: Texts) -> list[str]:
    """Return the names of those who somebody added translations of."""
    here = [name for of, name in st.session_state.get(_ADDED, {}) if of == data]
    there = [path.name for path in kept.outputs(texts.folder)]
    return sorted({*here, *there})


def remove_system(data: str, texts: Texts, name: str) -> None:
    """Forget somebody's translations of a test set.

    Raises:
        DataError: If their file cannot be deleted.
    """
    added = st.session_state.get(_ADDED, {})
    st.session_state[_ADDED] = {key: added[key] for key in added if key != (data, name)}
    kept.remove_outputs(texts.folder, name)


def remove_added(data: str, texts: Texts) -> None:
    """Forget what was added to a test set, and itself if it was added.

    What our models made of one that was added goes with it.

    Raises:
        DataError: If a file cannot be deleted.
    """
    added, known = (st.session_state.get(name, {}) for name in (_ADDED, _TEXTS))
    st.session_state[_ADDED] = {key: added[key] for key in added if key[0] != data}
    st.session_state[_TEXTS] = {name: known[name] for name in known if name != data}
    kept.remove(texts.folder)


def _same_sentences(
    system: System, texts: Texts | None, others: Mapping[str, System]
) -> bool:
    """Say whether a system was measured on what the test set is, as far as lengths."""
    if texts and not texts.belong_to(system.scores):
        return False
    known = [other.scores for other in others.values()][:1]
    return all(system.scores.is_of_same(scores) for scores in known)


def _finds(
    checkpoints: Mapping[str, CheckpointInfo], texts: Mapping[str, Texts]
) -> Iterator[Callable[[], System | None]]:
    """Yield what reads each system that there may be, what is preferred last.

    Args:
        checkpoints: Ours.
        texts: Sentences by test set.
    """
    for info in checkpoints.values():
        for path in sorted((info.folder / STATISTICS_FOLDER).glob("[!.]*.npz")):
            yield partial(shipped, info, path)
        for text in texts.values():
            if text.file:
                yield partial(evaluated, info, text.file)
    for data, text in texts.items():
        for path in kept.outputs(text.folder):
            yield partial(uploaded, path, data, text)


def _kept(problems: list[str]) -> dict[str, Texts]:
    """Return the test sets that people added; tell what cannot be read."""
    found: dict[str, Texts] = {}
    for path in kept.test_sets():
        try:
            found.setdefault(path.stem, added_texts(path, path.stat().st_mtime_ns))
        except (NmtvizError, OSError) as error:
            problems.append(str(error))
    return found
