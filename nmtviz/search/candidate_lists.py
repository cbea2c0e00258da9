"""Candidate lists of sentences: [J] 3.2, by rule, vocabulary and dictionary.

[J] is Jean et al. (2015), https://arxiv.org/abs/1412.2007.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from nmtviz.arrays import IntArray
from nmtviz.candidates import (
    Candidate,
    CandidateList,
    CandidateRule,
    Lookup,
    Proposal,
    Reach,
)
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, SPECIALS, UNKNOWN_ID
from nmtviz.errors import ConfigError, InputError
from nmtviz.results import END, SPACE, Tokens
from nmtviz.search.inputs import encode

_SPECIAL = len(SPECIALS)

_GOES_ON = "##"
"""Before a piece that goes on with a word, so that it is not read as a word."""


class Lister:
    """Makes the candidate lists of one model."""

    def __init__(
        self, source: Tokenizer, target: Tokenizer, dictionary: Lookup | None
    ) -> None:
        """Use a model's vocabularies, and a dictionary if it has one."""
        self._source = source
        self._target = target
        self._dictionary = dictionary

    @property
    def words(self) -> int:
        """How many words the target vocabulary has, the largest K."""
        return len(self._target) - _SPECIAL

    @property
    def has_dictionary(self) -> bool:
        """Whether K' may be above 0."""
        return self._dictionary is not None

    def lists(
        self, sentences: Sequence[str], rule: CandidateRule
    ) -> list[CandidateList]:
        """Return a list for each sentence; see `candidate_lists`.

        Raises:
            ConfigError: As there.
            InputError: If a sentence is too long.
        """
        sources = [encode(sentence, self._source).tokens for sentence in sentences]
        return candidate_lists(sources, rule, self._target, self._dictionary)

    def texts(self, listed: CandidateList) -> tuple[str, ...]:
        """Return the words of a list in the order of its ids."""
        return _texts(listed.ids.tolist(), self._target)

    def outside(self, texts: Iterable[str]) -> list[str]:
        """Return those that cannot be added or banned: the vocabulary lacks them."""
        return [
            text
            for text in texts
            if any(number == UNKNOWN_ID for number, _ in _tokens_of(text, self._target))
        ]

    def named(self, token: str) -> str:
        """Return the text that names exactly this token in `added` and `banned`."""
        found = [text for _, text in _tokens_of(token, self._target) if text != END]
        return token if found == [token] else _GOES_ON + token

    def apart(self, texts: Iterable[str], taken: Iterable[str]) -> list[str]:
        """Return words for `added` or `banned` without the tokens of others.

        A word that shares none with them stays as it is; of another one the tokens that
        are left are named, each by itself.
        """
        gone = {
            number for text in taken for number, _ in _tokens_of(text, self._target)
        }
        gone.discard(END_ID)
        left: list[str] = []
        for text in texts:
            tokens = _tokens_of(text, self._target)
            if gone.isdisjoint(number for number, _ in tokens):
                left.append(text)
            else:
                left += [
                    self.named(token)
                    for number, token in tokens
                    if number not in gone | {END_ID}
                ]
        return left

    def reach(self, reference: str, listed: CandidateList) -> Reach:
        """Say which tokens of a reference, of any length, are on a list."""
        ids, tokens = self._target.encode(reference)
        known = np.array(ids) != UNKNOWN_ID
        return Reach(
            texts=tokens.texts[:-1],
            known=tuple(known.tolist())[:-1],
            listed=tuple((known & listed.has(ids)).tolist())[:-1],
        )

    def ranks(self, reference: str) -> list[int]:
        """Return how frequent each token of a reference is: 1 for the most frequent.

        Unknown ones get 0. The reference may have any length.
        """
        ids = self._target.encode(reference).ids[:-1]
        return [max(0, number + 1 - _SPECIAL) for number in ids]


def candidate_lists(
    sources: Sequence[Tokens],
    rule: CandidateRule | None,
    target: Tokenizer,
    dictionary: Lookup | None,
) -> list[CandidateList]:
    """Return a list for each sentence; the same one for all if it is shared.

    Every list begins with the special symbols, so a translation can always end.

    Args:
        sources: The sentences.
        rule: K, K' and the words of a person's own; None makes no list at all.
        target: Knows the ids, which are in the order of frequency.
        dictionary: Gives the K' translations; not needed if K' is 0.

    Raises:
        ConfigError: If there are fewer than K words, no dictionary for K', or a word to
            add or ban is not in the vocabulary.
    """
    if rule is None:
        return []
    words = len(target) - _SPECIAL
    if rule.frequent_size > words:
        raise ConfigError(
            f"K must be at most {words}, the words of the target vocabulary, got "
            f"{rule.frequent_size}."
        )
    if rule.per_word_size and dictionary is None:
        raise ConfigError(
            f"K' = {rule.per_word_size} needs a dictionary, and this model has none; "
            "K' = 0 does without."
        )
    added, banned = (_ids_of(texts, target) for texts in (rule.added, rule.banned))
    if both := sorted(set(added) & set(banned)):
        raise ConfigError(
            "A word must not be both added to the list and banned from it, got "
            f"{target.decode(both[:1]).text!r}."
        )
    groups = [sources] if rule.shared else [[source] for source in sources]
    made = [
        _list_of(group, rule, target, dictionary, added=added, banned=banned)
        for group in groups
    ]
    return made * len(sources) if rule.shared else made


def check_prefix(
    prefix: Sequence[int], listed: CandidateList, target: Tokenizer
) -> None:
    """Refuse a prefix with tokens that are not on a list.

    Args:
        prefix: Ids that a translation is to begin with.
        listed: What it may be written with.
        target: Knows the tokens.

    Raises:
        InputError: If some are not.
    """
    lacking = np.setdiff1d(np.array(prefix, np.int64), listed.ids).tolist()
    if lacking:
        raise InputError(
            "A prefix must be of words of the candidate list, which lacks "
            f"{', '.join(map(repr, _texts(lacking, target)))}."
        )


def _list_of(
    sources: Iterable[Tokens],
    rule: CandidateRule,
    target: Tokenizer,
    dictionary: Lookup | None,
    *,
    added: Sequence[int],
    banned: Sequence[int],
) -> CandidateList:
    proposals: dict[int, dict[str, float]] = defaultdict(dict)
    if dictionary is not None and rule.per_word_size:
        for word in dict.fromkeys(w for source in sources for w in source.texts[:-1]):
            found = dictionary.lookup(word, rule.per_word_size)
            ids = target.token_ids([text for text, _ in found])
            for number, (_, probability) in zip(ids, found, strict=True):
                proposals[number][word] = probability
    proposals.pop(UNKNOWN_ID, None)
    last = _SPECIAL + rule.frequent_size
    by_hand = set(added)
    chosen = sorted((proposals.keys() | by_hand) - set(banned))
    return CandidateList(
        ids=_together(last, chosen, banned),
        frequent_size=rule.frequent_size,
        chosen=tuple(
            Candidate(
                text=text,
                proposals=_likeliest_first(proposals.get(number, {})),
                frequent=number < last,
                added=number in by_hand,
            )
            for number, text in zip(chosen, _texts(chosen, target), strict=True)
        ),
        banned=_texts(banned, target),
    )


def _together(last: int, chosen: Sequence[int], banned: Sequence[int]) -> IntArray:
    """Return the ids below `last` and the chosen ones without the banned, in order."""
    is_in = np.zeros(max([last, *(number + 1 for number in (*chosen, *banned))]), bool)
    is_in[:last] = True
    is_in[[*chosen]] = True  # a mask: sorting them took a fifth of a search
    is_in[[*banned]] = False
    return np.flatnonzero(is_in)


def _likeliest_first(proposals: dict[str, float]) -> tuple[Proposal, ...]:
    ranked = sorted(proposals.items(), key=lambda pair: -pair[1])
    return tuple(Proposal(word, probability) for word, probability in ranked)


def _ids_of(texts: Iterable[str], target: Tokenizer) -> list[int]:
    """Return the ids of all tokens of some words once, none of them special."""
    ids: dict[int, None] = {}  # a set that keeps the order
    for text in texts:
        for number, token in _tokens_of(text, target):
            if number == UNKNOWN_ID:
                raise ConfigError(
                    f"{token!r} is not in the target vocabulary, so it cannot be "
                    "added to a candidate list or banned from it."
                )
            if number != END_ID:
                ids[number] = None
    return [*ids]


def _tokens_of(text: str, target: Tokenizer) -> list[tuple[int, str]]:
    """Return ids and texts of what a person wrote: a token itself, or words."""
    if text.startswith((SPACE, _GOES_ON)):
        token = text.removeprefix(_GOES_ON)
        (number,) = target.token_ids([token])
        if number >= _SPECIAL:
            return [(number, token)]
    numbers, tokens = target.encode(text)
    return list(zip(numbers, tokens.texts, strict=True))


def _texts(ids: Sequence[int], target: Tokenizer) -> tuple[str, ...]:
    return target.decode(ids).tokens.texts
