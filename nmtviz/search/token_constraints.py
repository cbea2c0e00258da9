"""Constraints in ids, as a search uses them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from nmtviz.constraints import Constraints, ForcedRow, Words
from nmtviz.data.tokenizer import Tokenizer
from nmtviz.data.vocabulary import END_ID, PAD_ID, SPECIALS, START_ID
from nmtviz.errors import InputError
from nmtviz.search.alignment_rows import Rows
from nmtviz.search.banned import Banned
from nmtviz.search.bans import ban
from nmtviz.search.inputs import check_letters, token_ids


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenConstraints:
    """What the hypotheses of one sentence have to keep to."""

    prefix: tuple[int, ...] = ()
    """First target tokens; with END as the last one, all of them."""

    banned: tuple[Banned, ...] = ()
    """What is not produced behind the prefix."""

    rows: Rows = field(default_factory=dict)
    """Alignment rows that replace the network's own."""


def impose(
    constraints: Constraints, target: Tokenizer, rows: Rows, limit: int
) -> TokenConstraints:
    """Turn constraints into ids.

    Args:
        constraints: What a person wants of one sentence.
        target: Knows the tokens.
        rows: Its alignment rows, as `forced_rows` makes them.
        limit: Most target tokens the search allows, END included.

    Raises:
        InputError: If the network's vocabulary or the sentence makes a constraint
            impossible, or two of them contradict each other.
    """
    prefix = _prefix_ids(constraints.prefix, target, limit)
    banned = tuple(ban(words, target) for words in constraints.banned)
    for words, one in zip(constraints.banned, banned, strict=True):
        if one.is_in(prefix):
            raise InputError(f"The prefix must not contain the banned {words!r}.")
    return TokenConstraints(prefix=prefix, banned=banned, rows=rows)


def forced_rows(
    alignment: Sequence[ForcedRow], *, source_length: int, target_length: int
) -> Rows:
    """Return alignment rows with one weight for each source position.

    Raises:
        InputError: If a position is not there.
    """
    rows = {}
    for forced in alignment:
        last = max(place for place, _ in forced.weights)
        for side, position, length in (
            ("target", forced.position, target_length),
            ("source", last, source_length),
        ):
            if position >= length:
                raise InputError(
                    f"The {side} positions of alignment rows must be below {length} "
                    f"here, got {forced}."
                )
        row = np.zeros(source_length)
        for place, weight in forced.weights:
            row[place] = weight
        row /= row.max()  # so that the sum of huge weights is finite
        rows[forced.position] = row / row.sum()
    return rows


def _prefix_ids(words: Words, target: Tokenizer, limit: int) -> tuple[int, ...]:
    # Enormous texts are refused before the tokenizer spends minutes on them.
    count = check_letters(words) if isinstance(words, str) else len(words)
    if count > limit:
        ids: tuple[int, ...] = ()
    elif isinstance(words, str):
        ids = tuple(target.encode(words).ids[:-1])
    else:
        ids = token_ids(words, target)
    whole = ids[-1:] == (END_ID,)
    if max(count, len(ids)) > limit - (not whole):
        raise InputError(
            f"A prefix must leave room for the end symbol: at most {limit - 1} tokens "
            f"here, got {max(count, len(ids))}."
        )
    if {PAD_ID, START_ID} & set(ids) or END_ID in ids[:-1]:
        raise InputError(
            f"A prefix must have {SPECIALS[END_ID]} only as its last token, and no "
            f"{SPECIALS[PAD_ID]} or {SPECIALS[START_ID]}, got {words!r}."
        )
    return ids
