"""Tenses of both languages, and the finite verb in each."""

from typing import NamedTuple

from nmtviz.data.grammar.conjugation import conjugate
from nmtviz.data.grammar.entries import Verb
from nmtviz.data.grammar.lexicon import irregular_verbs
from nmtviz.data.grammar.tree import Agreement


class Tense(NamedTuple):
    """A tense of English with the tense of French that says the same."""

    english: str
    french: str


TENSES = {
    "present": Tense("present", "present"),
    "progressive": Tense("progressive", "present"),
    "past": Tense("past", "perfect"),
    "was doing": Tense("past progressive", "imperfect"),
    "state past": Tense("past", "imperfect"),
    "future": Tense("future", "future"),
    # After when, of what is yet to come.
    "when": Tense("present", "future"),
}

THERE_IS = {
    "present": (("is", "are"), "a"),
    "past": (("was", "were"), "avait"),
    "future": (("will be", "will be"), "aura"),
}
"""*there is* and *there are*, *il y a*, by frame."""

NEGATIONS = {
    "not": ("not", "pas"),
    "never": ("never", "jamais"),
    "no longer": ("no longer", "plus"),
}

ETRE = conjugate("être", irregular_verbs())
AVOIR = conjugate("avoir", irregular_verbs())

_AM = ("am", "are", "is", "are", "are", "are")
_WAS = ("was", "were", "was", "were", "were", "were")
_DO = ("do", "do", "does", "do", "do", "do")
_THIRD_PERSON = 2
_MODALS = frozenset({"can", "must"})


class Finite(NamedTuple):
    """A verb of English: what `not` follows, and the rest."""

    auxiliary: str
    main: str


def english_finite(
    verb: Verb | None, tense: str, index: int, *, support: bool
) -> Finite:
    """Return a verb of English.

    Args:
        verb: The verb; None is *to be*.
        tense: A name of an English tense.
        index: Person and number of the subject.
        support: Whether *not* or a question needs an auxiliary.
    """
    if verb is None:
        return _be(tense, index)
    forms = verb.english
    if forms.base in _MODALS:
        return Finite(forms.base, "")
    if tense == "future":
        return Finite("will", forms.base)
    if "progressive" in tense:
        be = _WAS if tense == "past progressive" else _AM
        return Finite(be[index], forms.gerund)
    is_past = tense == "past"
    if support:
        return Finite("did" if is_past else _DO[index], forms.base)
    present = forms.third if index == _THIRD_PERSON else forms.base
    return Finite("", forms.past if is_past else present)


def _be(tense: str, index: int) -> Finite:
    if tense == "future":
        return Finite("will", "be")
    return Finite((_WAS if tense == "past" else _AM)[index], "")


def french_finite(
    verb: Verb | None, tense: str, subject: Agreement, before: Agreement | None
) -> tuple[str, str]:
    """Return the finite verb of French, and a participle or nothing.

    Args:
        verb: The verb; None is *être*.
        tense: A name of a French tense.
        subject: What a participle after être agrees with.
        before: The direct object that stands before the verb, if one does; a
            participle after avoir agrees with it.
    """
    forms = verb.french if verb else ETRE
    who = subject.who
    if tense == "present":
        return forms.present[who], ""
    if tense == "imperfect":
        return forms.imperfect[who], ""
    if tense == "future":
        return forms.future[who], ""
    if verb and verb.takes_etre:
        return ETRE.present[who], forms.participles[subject.form]
    return AVOIR.present[who], forms.participles[before.form if before else 0]
