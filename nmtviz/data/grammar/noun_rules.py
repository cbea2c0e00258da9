"""Synchronous rules of noun phrases: a tree in, words of both languages out.

Every rule returns two lists of tokens. A token is a word with its marks; two words are
linked where they share a mark, so a rule may put them anywhere.
"""

from itertools import count
from typing import TypeAlias

from nmtviz.data.grammar.determiners import DETERMINERS
from nmtviz.data.grammar.entries import Phrase, WordPair
from nmtviz.data.grammar.forms import begins_with_vowel
from nmtviz.data.grammar.tree import (
    Agreement,
    At,
    Common,
    Coordination,
    Gap,
    Geography,
    Named,
    NounPhrase,
    Pronoun,
    Relative,
)

Mark: TypeAlias = tuple[int, ...]
Token: TypeAlias = tuple[str, Mark]
Sides: TypeAlias = tuple[list[Token], list[Token]]

_SUBJECTS = ("I", "you", "he", "we", "you", "they")
_OBJECTS = ("me", "you", "him", "us", "you", "them")
_FRENCH_SUBJECTS = (
    ("je", "tu", "il", "nous", "vous", "ils"),
    ("je", "tu", "elle", "nous", "vous", "elles"),
)
_THIRD_PERSON = 2


def english_pronoun(agreement: Agreement, *, human: bool, subject: bool) -> str:
    """Return *he*, *her*, *it*, ..."""
    index = agreement.who
    if index != _THIRD_PERSON:
        return (_SUBJECTS if subject else _OBJECTS)[index]
    if not human:
        return "it"
    if agreement.gender:
        return "she" if subject else "her"
    return "he" if subject else "him"


class NounRules:
    """The rules of noun phrases, for one sentence."""

    def __init__(self) -> None:
        self._marks = count()

    def mark(self) -> Mark:
        """Return a mark that no other word has."""
        return (next(self._marks),)

    def relative(self, node: Relative, *, human: bool) -> Sides:
        """Return a relative clause; rules that know clauses say how."""
        raise NotImplementedError

    def pair(self, words: WordPair) -> Sides:
        """Return words that all stand for each other."""
        mark = self.mark()
        return (
            [(word, mark) for word in words.english.split()],
            [(word, mark) for word in words.french.split()],
        )

    def phrase(self, node: Phrase) -> Sides:
        """Return a phrase with links of its own."""
        marks = [next(self._marks) for _ in node.english]
        french: list[Token] = [
            (word, tuple([marks[i] for i, j in node.links if j == position]))
            for position, word in enumerate(node.french)
        ]
        english: list[Token] = [
            (word, (mark,)) for word, mark in zip(node.english, marks, strict=True)
        ]
        return english, french

    def noun_phrase(self, node: NounPhrase) -> Sides:
        """Return a noun phrase, as a subject if it is a pronoun."""
        if isinstance(node, Common):
            return self._common(node)
        if isinstance(node, Pronoun):
            return self._subject(node)
        if isinstance(node, Named):
            names = zip(node.name.english, node.name.french, strict=True)
            sides = [self.pair(WordPair(*name)) for name in names]
            return [t for side in sides for t in side[0]], [
                t for side in sides for t in side[1]
            ]
        if isinstance(node, Gap):
            return [], []
        return self._coordination(node)

    def at(self, node: At) -> Sides:
        """Return a preposition with a noun phrase."""
        english, french = self.pair(node.preposition)
        first, second = self.noun_phrase(node.phrase)
        return english + first, french + second

    def geography(self, node: Geography) -> Sides:
        """Return a named place: *à Paris, en France, au Canada; du Canada, d'Iran*."""
        mark, own = self.mark(), self.mark()
        place = node.place
        french: list[Token]
        if place.kind == "m" and not begins_with_vowel(place.french):
            french = [("de" if node.relation == "from" else "à", mark), ("+le", own)]
        elif node.relation == "from":
            french = [("de", mark)]
        else:
            french = [("à" if place.kind == "city" else "en", mark)]
        french.append((place.french, own))
        return [(node.relation, mark), (place.english, own)], french

    def _subject(self, node: Pronoun) -> Sides:
        mark = self.mark()
        features = node.agreement
        english = english_pronoun(features, human=node.human, subject=True)
        french = _FRENCH_SUBJECTS[features.gender][features.who]
        return [(english, mark)], [(french, mark)]

    def _common(self, node: Common) -> Sides:
        noun, plural = node.noun, node.plural
        mark = self.mark()
        form = noun.gender + 2 * plural
        english, french, owner = self._opening(node, form, mark)
        if node.number:
            own = self.mark()
            english += [(word, own) for word in node.number.english]
            french += [(word, own) for word in node.number.french[noun.gender]]
        if node.before:
            own = self.mark()
            english.append((node.before.english, own))
            bel = form == 0 and begins_with_vowel(noun.french[0])
            word = node.before.before_vowel if bel else node.before.french[form]
            french.append((word, own))
        french.append((noun.french[plural], mark))
        if node.after:
            own = self.mark()
            english.append((node.after.english, own))
            french.append((node.after.french[form], own))
        english.append((noun.english[plural], mark))
        french += owner
        if node.relative:
            first, second = self.relative(node.relative, human=noun.kind == "person")
            english += first
            french += second
        return english, french

    def _opening(
        self, node: Common, form: int, noun_mark: Mark
    ) -> tuple[list[Token], list[Token], list[Token]]:
        """Return what stands before the noun, and after it in French for its owner."""
        if node.owner:
            mark = self.mark()
            english, french = self.noun_phrase(node.owner)
            (article,) = DETERMINERS["the"].french[form]
            owner = [("de", mark), *french]
            return [*english, ("'s", mark)], [(article, mark)], owner
        determiner = DETERMINERS[node.determiner]
        first, second = determiner.english[node.plural], determiner.french[form]
        if second == ("des",) and node.before:
            second = ("de",)  # de beaux chats
        if not first:
            return [], [(word, noun_mark) for word in second], []
        if len(first) == len(second):
            marks = [self.mark() for _ in first]
        else:
            marks = [self.mark()] * max(len(first), len(second))
        # Unequal lengths: every word is part of what every word says.
        return (
            list(zip(first, marks, strict=False)),
            list(zip(second, marks, strict=False)),
            [],
        )

    def _coordination(self, node: Coordination) -> Sides:
        english, french = self.noun_phrase(node.items[0])
        last = len(node.items) - 1
        for position, item in enumerate(node.items[1:], start=1):
            mark = self.mark()
            english.append(("and" if position == last else ",", mark))
            french.append(("et" if position == last else ",", mark))
            first, second = self.noun_phrase(item)
            english += first
            french += second
        return english, french
