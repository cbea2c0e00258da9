"""Words in, translations out: the one door to a trained network."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from nmtviz.arrays import FloatArray
from nmtviz.candidates import CandidateRule
from nmtviz.checkpoint import load_checkpoint
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints
from nmtviz.data.tokenizer import Encoded, Tokenizer
from nmtviz.device import find_device
from nmtviz.dictionary import Dictionary
from nmtviz.errors import ConfigError, InputError
from nmtviz.examiner import Examiner
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.prediction_difference import groups_of
from nmtviz.results import Hypothesis, Translation
from nmtviz.search.candidate_lists import Lister, candidate_lists, check_prefix
from nmtviz.search.candidate_search import search_listed
from nmtviz.search.cores import one_core
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.inputs import MAX_TOKENS, encode, encode_words
from nmtviz.search.protocol import CandidateNetwork
from nmtviz.search.record import recorded_search
from nmtviz.search.token_constraints import TokenConstraints, impose
from nmtviz.search.tree import Tree
from nmtviz.search.unknown_watcher import UnknownWatcher
from nmtviz.traces import SearchTrace
from nmtviz.unknowns import Replaced, replace_unknowns

_SEARCH = SearchConfig()
_NOTHING = Constraints()


class _Searched(NamedTuple):
    """What the search of a sentence found."""

    hypotheses: tuple[FoundHypothesis, ...] = ()
    """Best first; none for a sentence without any word."""

    weighed: bool = False
    """Whether `<unk>` was among the extensions it looked at."""


class Translator(Examiner):
    """Translates sentences; one instance may serve many threads at once."""

    def __init__(
        self,
        name: str,
        network: CandidateNetwork[Any] | Ensemble[CandidateNetwork[Any]],
        source: Tokenizer,
        target: Tokenizer,
        *,
        dictionary: Dictionary | None = None,
    ) -> None:
        """Use a network and the tokenizers it was trained with.

        Args:
            name: What to call it.
            network: What scores tokens.
            source: Makes its source ids.
            target: Reads its target ids.
            dictionary: What its source words mean; a checkpoint may have one.
        """
        super().__init__(name, network, source, target)
        self._dictionary = dictionary

    @classmethod
    @one_core()
    def load(cls, folder: Path, device: str = "auto") -> Self:
        """Read a checkpoint folder.

        Args:
            folder: What `save_checkpoint` wrote.
            device: `auto`, `cpu`, or `cuda`, with a number or without.

        Raises:
            CheckpointError: If the folder cannot be used.
            ConfigError: If there is no such device.
        """
        loaded = load_checkpoint(folder, find_device(device))
        network = PreparedNetwork(loaded.network)
        parts = (loaded.info.name, network, loaded.source, loaded.target)
        return cls(*parts, dictionary=loaded.dictionary)

    def check_constraints(self, constraints: Constraints, search: SearchConfig) -> None:
        """Refuse constraints that not even the longest sentence can keep to.

        Raises:
            InputError: If they are impossible.
        """
        self._impose(constraints, MAX_TOKENS + 1, search)

    @property
    def lister(self) -> Lister:
        """What makes candidate lists for this model."""
        return Lister(self._source, self._target, self._dictionary)

    def translate(
        self,
        sentences: Iterable[str],
        search: SearchConfig = _SEARCH,
        *,
        constraints: Sequence[Constraints] = (),
        candidates: CandidateRule | None = None,
        batch_size: int = 32,
    ) -> list[Translation]:
        """Translate sentences; one without any word gets no hypothesis.

        Batches are searched side by side, on as many cores as torch may use.

        Args:
            sentences: Text, one sentence each.
            search: How to search.
            constraints: What to impose on each sentence; nothing at all if empty.
            candidates: Write only words of candidate lists made like this; a shared
                list is of all these sentences.
            batch_size: Sentences to search at once, of similar length.

        Raises:
            ConfigError: If there is no such candidate list, or no batch of that size.
            InputError: If one text is given in place of several, a sentence has more
                than `MAX_TOKENS` tokens, its constraints cannot be kept to, or the
                memory does not suffice.
        """
        sentences = _listed(sentences, constraints, batch_size)
        encoded = [encode(sentence, self._source) for sentence in sentences]
        lengths = {i: len(ids) for i, (ids, _) in enumerate(encoded) if len(ids) > 1}
        imposed = {
            i: self._impose(constraints[i], length, search)
            for i, length in lengths.items()
            if constraints
        }
        sources = [tokens for _, tokens in encoded] if candidates else []
        lists = candidate_lists(sources, candidates, self._target, self._dictionary)
        for i, one in imposed.items() if lists else ():
            check_prefix(one.prefix, lists[i], self._target)

        def search_batch(batch: Sequence[int]) -> Sequence[_Searched]:
            unknown = UnknownWatcher(len(batch))
            results = search_listed(
                self._network,
                [encoded[i].ids for i in batch],
                [lists[i].ids for i in batch if lists],
                search,
                [imposed[i] for i in batch if imposed],
                watcher=unknown,
            )
            return [*map(_Searched, results, unknown.sentences())]

        found = self._turns.in_batches(search_batch, lengths, batch_size)
        return [
            self._translation(sentence, encoded[i], *found.get(i, _Searched()))
            for i, sentence in enumerate(sentences)
        ]

    def trace(
        self,
        sentence: str,
        search: SearchConfig = _SEARCH,
        *,
        constraints: Constraints = _NOTHING,
    ) -> SearchTrace:
        """Translate a sentence and tell everything the search looked at.

        Args:
            sentence: Text of at least one word.
            search: How to search.
            constraints: What to impose.

        Raises:
            InputError: If the sentence is empty or too long, the constraints cannot be
                kept to, or the memory does not suffice.
        """
        source = encode_words(sentence, self._source)
        imposed = self._impose(constraints, len(source.ids), search)
        with self._turns.taken():
            found, record = recorded_search(self._network, source.ids, search, imposed)
        tree = Tree(record, self._target, search)
        return SearchTrace(
            translation=self._translation(sentence, source, found),
            nodes=tuple(tree.nodes),
            n_best=tuple(tree.node_of(hypothesis.ids) for hypothesis in found),
        )

    def replace_unknowns(self, translation: Translation) -> Replaced:
        """Put words in place of each `<unk>`, with the checkpoint's dictionary.

        An `<unk>` stands for the word it looked at hardest; without attention, for
        the one it needs most. With pieces, it stands for letters that have none.

        Raises:
            InputError: If the memory does not suffice to find that.
        """
        weights = [
            self._differences(translation, hypothesis)
            if hypothesis.alignment is None
            else hypothesis.alignment
            for hypothesis in translation.hypotheses
        ]
        lacking = [self._target.may_lack(text) for text in translation.source.texts]
        weights = [np.where(lacking[: each.shape[1]], each, -1) for each in weights]
        dictionary, join = self._dictionary, self._target.join
        return replace_unknowns(translation, weights, dictionary, join)

    def _differences(self, translation: Translation, found: Hypothesis) -> FloatArray:
        """Return what each token loses, where one is unknown; else no number counts."""
        if not any(found.tokens.unknown):
            return np.zeros((len(found.tokens), len(translation.source)))
        groups = groups_of(translation.source, "tokens")
        return self.leave_out(
            translation.sentence, found.tokens.texts, groups
        ).differences

    def _impose(
        self, constraints: Constraints, source_length: int, search: SearchConfig
    ) -> TokenConstraints:
        limit = search.max_length(source_length)
        rows = self._rows(constraints.alignment, source_length, limit)
        return impose(constraints, self._target, rows, limit)

    def _translation(
        self,
        sentence: str,
        source: Encoded,
        found: Iterable[FoundHypothesis],
        weighed: bool = True,
    ) -> Translation:
        decoded = [(one, self._target.decode(one.ids)) for one in found]
        hypotheses = tuple(one.as_hypothesis(*words) for one, words in decoded)
        return Translation(
            sentence=sentence,
            source=source.tokens,
            hypotheses=hypotheses,
            weighed_unknown=weighed,
        )


def _listed(
    sentences: Iterable[str], constraints: Sequence[Constraints], batch_size: int
) -> list[str]:
    """Return sentences as a list; refuse what cannot be translated together."""
    if batch_size < 1:
        raise ConfigError(f"batch_size must be at least 1, got {batch_size}.")
    if isinstance(sentences, str):
        raise InputError(
            f"Sentences must be a list of texts, got the text {sentences[:40]!r}."
        )
    sentences = list(sentences)
    if constraints and len(constraints) != len(sentences):
        raise InputError(
            f"Constraints must be given for each of {len(sentences)} sentences "
            f"or for none, got {len(constraints)}."
        )
    return sentences
