"""Words in, translations out: the one door to a trained network."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Self

from nmtviz.candidates import CandidateRule
from nmtviz.checkpoint import load_checkpoint
from nmtviz.config import SearchConfig
from nmtviz.constraints import Constraints, ForcedRow
from nmtviz.data.tokenizer import Encoded, Side, Tokenizer
from nmtviz.device import find_device
from nmtviz.dictionary import Dictionary
from nmtviz.errors import ConfigError, InputError
from nmtviz.model.prepared import PreparedNetwork
from nmtviz.results import Translation
from nmtviz.search.candidate_lists import Lister, candidate_lists, check_prefix
from nmtviz.search.cores import one_core, searching
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.forced import force
from nmtviz.search.found import FoundHypothesis
from nmtviz.search.given import MAX_TOKENS, Target, encode, encode_target, encode_words
from nmtviz.search.imposed import Imposed, forced_rows, impose
from nmtviz.search.inside import look_inside
from nmtviz.search.listed import search_listed
from nmtviz.search.protocol import WideNetwork
from nmtviz.search.record import recorded_search
from nmtviz.search.rows import Rows
from nmtviz.search.tree import Tree
from nmtviz.traces import SearchTrace, StepView
from nmtviz.unknowns import Replaced, replace_unknowns

_SEARCH = SearchConfig()
_NOTHING = Constraints()


class Translator:
    """Translates sentences; one instance may serve many threads at once."""

    def __init__(
        self,
        name: str,
        network: WideNetwork[Any] | Ensemble[WideNetwork[Any]],
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
        self.name = name
        self._network = network
        self._source = source
        self._target = target
        self._dictionary = dictionary
        self._lock = Lock()

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

    @property
    def has_alignment(self) -> bool:
        """Whether hypotheses come with an alignment."""
        return self._network.config.attends

    def check_source(self, sentence: str) -> None:
        """Refuse a sentence that cannot be translated.

        Raises:
            InputError: If it is too long.
        """
        encode(sentence, self._source)

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

    @property
    def device(self) -> str:
        """Where the network is, in torch's words."""
        return str(self._network.device)

    def translate(
        self,
        sentences: Sequence[str],
        search: SearchConfig = _SEARCH,
        *,
        constraints: Sequence[Constraints] = (),
        candidates: CandidateRule | None = None,
        batch_size: int = 32,
    ) -> list[Translation]:
        """Translate sentences; one without any word gets no hypothesis.

        Args:
            sentences: Text, one sentence each.
            search: How to search.
            constraints: What to impose on each sentence; nothing at all if empty.
            candidates: Write only words of candidate lists made like this; a shared
                list is of all these sentences.
            batch_size: Sentences to search at once, of similar length.

        Raises:
            ConfigError: If there is no such candidate list, or no batch of that size.
            InputError: If a sentence has more than `MAX_TOKENS` tokens, its
                constraints cannot be kept to, or the memory does not suffice.
        """
        if batch_size < 1:
            raise ConfigError(f"batch_size must be at least 1, got {batch_size}.")
        encoded = [encode(sentence, self._source) for sentence in sentences]
        lengths = {i: len(ids) for i, (ids, _) in enumerate(encoded) if len(ids) > 1}
        if constraints and len(constraints) != len(sentences):
            raise InputError(
                f"Constraints must be given for each of {len(sentences)} sentences "
                f"or for none, got {len(constraints)}."
            )
        imposed = {
            i: self._impose(constraints[i], length, search)
            for i, length in lengths.items()
            if constraints
        }
        sources = [tokens for _, tokens in encoded] if candidates else []
        lists = candidate_lists(sources, candidates, self._target, self._dictionary)
        for i, one in imposed.items() if lists else ():
            check_prefix(one.prefix, lists[i], self._target)
        order = sorted(lengths, key=lengths.__getitem__)
        found: dict[int, tuple[FoundHypothesis, ...]] = {}
        for start in range(0, len(order), batch_size):
            batch = order[start : start + batch_size]
            ids = [encoded[i].ids for i in batch]
            with self._lock, searching():
                results = search_listed(
                    self._network,
                    ids,
                    [lists[i].ids for i in batch if lists],
                    search,
                    [imposed[i] for i in batch if imposed],
                )
            found.update(zip(batch, results, strict=True))
        return [
            self._translation(sentence, encoded[i], found.get(i, ()))
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
        with self._lock, searching():
            found, record = recorded_search(self._network, source.ids, search, imposed)
        tree = Tree(record, self._target, search)
        return SearchTrace(
            translation=self._translation(sentence, source, found),
            nodes=tuple(tree.nodes),
            n_best=tuple(tree.node_of(hypothesis.ids) for hypothesis in found),
        )

    def score(
        self,
        sentence: str,
        target: Target,
        search: SearchConfig = _SEARCH,
        *,
        alignment: Sequence[ForcedRow] = (),
    ) -> Translation:
        """Say what the network thinks of a translation that is given.

        Args:
            sentence: Text of at least one word.
            target: Its translation: text, or tokens or ids that end with END.
            search: Gives the length penalty of the score.
            alignment: Rows to use instead of the network's own.

        Raises:
            InputError: If the sentence is empty, a text is too long, ids are not of
                this network, an alignment row has no place, or the memory does not
                suffice.
        """
        source = encode_words(sentence, self._source)
        text, (ids, tokens) = encode_target(target, self._target)
        rows = self._rows(alignment, len(source.ids), len(ids))
        with self._lock, searching():
            (found,) = force(
                self._network,
                [source.ids],
                [ids],
                rows=[rows],
                length_penalty=search.length_penalty,
            )
        hypothesis = found.as_hypothesis(text, tokens)
        return Translation(
            sentence=sentence, source=source.tokens, hypotheses=(hypothesis,)
        )

    def inspect(
        self, sentence: str, target: Target, *, alignment: Sequence[ForcedRow] = ()
    ) -> tuple[StepView, ...]:
        """Look inside each step of a translation that is given.

        Args:
            sentence: Text of at least one word.
            target: Its translation: text, or tokens or ids that end with END.
            alignment: Rows to use instead of the network's own.

        Raises:
            InputError: As `score`.
        """
        source = encode_words(sentence, self._source)
        _, given = encode_target(target, self._target)
        rows = self._rows(alignment, len(source.ids), len(given.ids))
        with self._lock, searching():
            return look_inside(self._network, source.ids, given, self._target, rows)

    def replace_unknowns(self, translation: Translation) -> Replaced:
        """Put words in place of each `<unk>`, with the checkpoint's dictionary.

        Raises:
            InputError: If there is an `<unk>` but no attention.
        """
        return replace_unknowns(translation, self._dictionary, self._target.join)

    def unknown_words(self, sentence: str, side: Side) -> int:
        """Return how many words of a sentence one side's vocabulary lacks."""
        tokenizer = self._source if side == "source" else self._target
        return tokenizer.encode(sentence).tokens.unknown_words

    def _impose(
        self, constraints: Constraints, source_length: int, search: SearchConfig
    ) -> Imposed:
        limit = search.max_length(source_length)
        rows = self._rows(constraints.alignment, source_length, limit)
        return impose(constraints, self._target, rows, limit)

    def _rows(
        self, alignment: Sequence[ForcedRow], source_length: int, target_length: int
    ) -> Rows:
        if alignment and not self.has_alignment:
            raise InputError(
                f"{self.name!r} has no attention, so its alignment cannot be set."
            )
        return forced_rows(
            alignment, source_length=source_length, target_length=target_length
        )

    def _translation(
        self, sentence: str, source: Encoded, found: Iterable[FoundHypothesis]
    ) -> Translation:
        decoded = [(one, self._target.decode(one.ids)) for one in found]
        hypotheses = tuple(one.as_hypothesis(*words) for one, words in decoded)
        return Translation(
            sentence=sentence, source=source.tokens, hypotheses=hypotheses
        )
