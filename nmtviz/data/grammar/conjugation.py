"""French verbs in the tenses that the grammar uses.

Verbs in *-er*, *-ir* (*finir*) and *-re* (*vendre*) follow rules; all others stand in
`words/irregular.tsv` with their stems.
"""

from collections.abc import Mapping
from typing import NamedTuple

_IMPERFECT = ("ais", "ais", "ait", "ions", "iez", "aient")
_FUTURE = ("ai", "as", "a", "ons", "ez", "ont")
_PRESENT = {
    "er": ("e", "es", "e", "ons", "ez", "ent"),
    "ir": ("is", "is", "it", "issons", "issez", "issent"),
    "re": ("s", "s", "", "ons", "ez", "ent"),
}
_PARTICIPLE = {"er": "é", "ir": "i", "re": "u"}
_STRESSED = (0, 1, 2, 5)  # je, tu, il, ils: the ending is silent


class FrenchVerb(NamedTuple):
    """The forms of a French verb; six persons are je, tu, il, nous, vous, ils."""

    infinitive: str
    present: tuple[str, ...]
    imperfect: tuple[str, ...]
    future: tuple[str, ...]
    participles: tuple[str, ...]
    """Masculine, feminine, masculine plural, feminine plural."""


def conjugate(infinitive: str, irregular: Mapping[str, list[str]]) -> FrenchVerb:
    """Return the forms of a verb.

    Args:
        infinitive: The verb.
        irregular: Infinitive to present (six forms), stem of the imperfect, stem of
            the future, and participle.
    """
    if infinitive in irregular:
        present, imperfect, future, participle = irregular[infinitive]
        forms = tuple(present.split())
    else:
        ending = infinitive[-2:]
        root = infinitive[:-2]
        forms = _regular_present(root, ending)
        imperfect = forms[3].removesuffix("ons")
        future = _future_stem(infinitive)
        participle = root + _PARTICIPLE[ending]
    return FrenchVerb(
        infinitive=infinitive,
        present=forms,
        # manger: je mangeais, but nous mangions; commencer: commençais, commencions
        imperfect=tuple(_soften(imperfect, end) for end in _IMPERFECT),
        future=tuple(future + end for end in _FUTURE),
        participles=_agreeing(participle),
    )


def _regular_present(root: str, ending: str) -> tuple[str, ...]:
    forms = [
        (_stressed(root) if ending == "er" and person in _STRESSED else root) + end
        for person, end in enumerate(_PRESENT[ending])
    ]
    if root.endswith("g") and ending == "er":
        forms[3] = f"{root}eons"
    if root.endswith("c") and ending == "er":
        forms[3] = f"{root[:-1]}çons"
    return tuple(forms)


def _stressed(root: str) -> str:
    """Return the stem before a silent ending: nettoi-, ressèm-, préfèr-."""
    if root.endswith(("oy", "uy", "ay")):
        return f"{root[:-1]}i"
    for length in (2, 3):  # é or e, and one or two consonants: espér-, lev-
        vowel, rest = root[-length:][:1], root[-length + 1 :]
        consonants = not any(letter in "aeiouyéèêàâîôû" for letter in rest)
        if vowel == "é" and consonants:
            return f"{root[:-length]}è{rest}"
        if vowel == "e" and consonants and length == 2:
            return f"{root[:-length]}è{rest}"
    return root


def _future_stem(infinitive: str) -> str:
    if infinitive.endswith("re"):
        return infinitive[:-1]
    if infinitive.endswith(("oyer", "uyer", "ayer")):
        return f"{infinitive[:-3]}ier"
    if infinitive.endswith("er") and infinitive[-4] == "e":
        return f"{_stressed(infinitive[:-2])}er"  # lever: lèverai
    return infinitive  # espérer: espérerai, as dictionaries have it


def _soften(stem: str, ending: str) -> str:
    if ending[0] == "i":
        if stem.endswith("ge"):
            stem = stem[:-1]
        elif stem.endswith("ç"):
            stem = f"{stem[:-1]}c"
    return stem + ending


def _agreeing(participle: str) -> tuple[str, ...]:
    base = "du" if participle == "dû" else participle
    plural = participle if participle.endswith("s") else f"{base}s"
    return (participle, f"{base}e", plural, f"{base}es")
