"""What a trained network thinks of translations that are given."""

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from nmtviz.arrays import SingleArray
from nmtviz.config import SearchConfig
from nmtviz.constraints import ForcedRow
from nmtviz.data.tokenizer import Side, Tokenizer
from nmtviz.errors import InputError
from nmtviz.prediction_difference import PredictionDifference
from nmtviz.results import Translation
from nmtviz.search.alignment_rows import Rows
from nmtviz.search.cores import one_core
from nmtviz.search.ensemble import Ensemble
from nmtviz.search.forced import force
from nmtviz.search.found_hypothesis import FoundHypothesis
from nmtviz.search.inputs import Target, encode, encode_target, encode_words
from nmtviz.search.occlusion import leave_out
from nmtviz.search.protocol import CandidateNetwork
from nmtviz.search.scheduling import Turns
from nmtviz.search.states import states_of
from nmtviz.search.step_views import look_inside
from nmtviz.search.token_constraints import forced_rows
from nmtviz.traces import PairStates, StepView

_SEARCH = SearchConfig()
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS = 2
_FOREIGN = 1.25  # tokens of one vocabulary for each of the other's


class Examiner:
    """A network and its tokenizers; one instance may serve many threads at once."""

    def __init__(
        self,
        name: str,
        network: CandidateNetwork[Any] | Ensemble[CandidateNetwork[Any]],
        source: Tokenizer,
        target: Tokenizer,
    ) -> None:
        """Use a network and the tokenizers it was trained with.

        Args:
            name: What to call it.
            network: What scores tokens.
            source: Makes its source ids.
            target: Reads its target ids.
        """
        self.name = name
        self._network = network
        self._source = source
        self._target = target
        self._turns = Turns.on(network.device)

    @staticmethod
    def one_core() -> AbstractContextManager[None]:
        """Keep what is asked for meanwhile to this thread, so that it can be timed."""
        return one_core()

    @property
    def turns(self) -> int:
        """How many batches it works on at once: one a core, at most 8."""
        return self._turns.count

    @property
    def has_alignment(self) -> bool:
        """Whether hypotheses come with an alignment."""
        return self._network.config.attends

    @property
    def device(self) -> str:
        """Where the network is, in torch's words."""
        return str(self._network.device)

    def check_source(self, sentence: str) -> None:
        """Refuse a sentence that cannot be translated.

        Raises:
            InputError: If it is too long.
        """
        encode(sentence, self._source)

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
        (found,) = self.score_all([(sentence, target)], search, alignment=alignment)
        return found

    def score_all(
        self,
        pairs: Iterable[tuple[str, Target]],
        search: SearchConfig = _SEARCH,
        *,
        alignment: Sequence[ForcedRow] = (),
        batch_size: int = 32,
    ) -> list[Translation]:
        """Say what the network thinks of translations that are given.

        Args:
            pairs: Sentences and their translations, as `score` takes them.
            search: Gives the length penalty of the scores.
            alignment: Rows to use instead of the network's own, for each of them.
            batch_size: Pairs to look at at once, of similar length.

        Raises:
            InputError: As `score`, for any of them.
        """
        pairs = list(pairs)
        sources = [encode_words(sentence, self._source) for sentence, _ in pairs]
        targets = [encode_target(target, self._target) for _, target in pairs]
        rows = [
            self._rows(alignment, len(source.ids), len(target.ids))
            for source, (_, target) in zip(sources, targets, strict=True)
        ]

        def score(batch: Sequence[int]) -> Sequence[FoundHypothesis]:
            return force(
                self._network,
                [sources[i].ids for i in batch],
                [targets[i][1].ids for i in batch],
                rows=[rows[i] for i in batch],
                length_penalty=search.length_penalty,
            )

        lengths = {i: len(target.ids) for i, (_, target) in enumerate(targets)}
        found = self._turns.in_batches(score, lengths, batch_size)
        return [
            Translation(
                sentence=sentence,
                source=sources[i].tokens,
                hypotheses=(found[i].as_hypothesis(text, target.tokens),),
            )
            for i, ((sentence, _), (text, target)) in enumerate(
                zip(pairs, targets, strict=True)
            )
        ]

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
        with self._turns.taken():
            return look_inside(self._network, source.ids, given, self._target, rows)

    def states(
        self, pairs: Sequence[tuple[str, Target]], batch_size: int = 64
    ) -> list[PairStates]:
        """Return the states that the network goes through along sentence pairs.

        Args:
            pairs: Texts of at least one word and their translations: text, or tokens
                or ids that end with END.
            batch_size: Pairs to go through at once, of similar length.

        Raises:
            InputError: If a sentence is empty, a text is too long, ids are not of this
                network, or the memory does not suffice.
        """
        read = [encode_words(sentence, self._source) for sentence, _ in pairs]
        written = [encode_target(target, self._target)[1] for _, target in pairs]

        def go(batch: Sequence[int]) -> Sequence[tuple[SingleArray, SingleArray]]:
            ids = [[side[i].ids for i in batch] for side in (read, written)]
            return states_of(self._network, *ids)

        lengths = {i: len(target.ids) for i, target in enumerate(written)}
        found = self._turns.in_batches(go, lengths, batch_size)
        return [
            PairStates(
                source=read[i].tokens,
                target=written[i].tokens,
                annotations=annotations,
                states=own,
            )
            for i, (annotations, own) in sorted(found.items())
        ]

    def leave_out(
        self, sentence: str, target: Target, groups: Sequence[Collection[int]]
    ) -> PredictionDifference:
        """Say what a translation that is given loses without parts of its source.

        Args:
            sentence: Text of at least one word.
            target: Its translation: text, or tokens or ids that end with END.
            groups: Positions of source tokens that are left out together, such as
                `groups_of` makes; END always stays.

        Raises:
            InputError: If a text is empty or too long, ids are not of this network, a
                position is not there, or the memory does not suffice.
        """
        source = encode_words(sentence, self._source)
        _, given = encode_target(target, self._target)
        last = len(source.ids) - 2
        if any(not 0 <= place <= last for group in groups for place in group):
            raise InputError(
                f"Positions to leave out must be 0 to {last} here, got {groups!r}."
            )
        whole, without = leave_out(
            self._network, source.ids, given.ids, groups, self._turns
        )
        return PredictionDifference(
            source=source.tokens,
            target=given.tokens,
            groups=tuple(map(tuple, groups)),
            whole=whole,
            without=without,
        )

    def unknown_words(self, sentence: str, side: Side) -> tuple[str, ...]:
        """Return the words of a sentence that one side's vocabulary lacks."""
        tokenizer = self._source if side == "source" else self._target
        return tokenizer.encode(sentence).tokens.unknown_word_texts

    def looks_like_target(self, sentence: str) -> bool:
        """Say whether a sentence seems to be in the language that is written.

        A vocabulary has long pieces, and few unknown words, for its own language. Of
        English and French sentences of at least three words, hardly any is mistaken;
        shorter ones, such as *Attention!*, may be of both and never seem so.

        Raises:
            InputError: If the sentence is too long.
        """
        if len(_WORD.findall(sentence)) < _FEWEST_WORDS:
            return False
        sides = (encode(sentence, one).tokens for one in (self._source, self._target))
        read, written = (len(tokens) + sum(tokens.unknown) for tokens in sides)
        return read > _FOREIGN * written

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
