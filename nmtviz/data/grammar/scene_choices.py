"""Choosing what surrounds a verb: tense, negation, adverbs, places and times."""

from nmtviz.data.grammar.entries import Phrase, Verb, WordPair
from nmtviz.data.grammar.noun_choices import NounChooser
from nmtviz.data.grammar.numbers import MONTHS, date, year
from nmtviz.data.grammar.tree import At, Clause, Common, Geography, There

_TO, _FROM = WordPair("to", "à"), WordPair("from", "de")
_NEARBY = (
    WordPair("near", "près de"),
    WordPair("behind", "derrière"),
    WordPair("in front of", "devant"),
)
_SIMPLE = frozenset({"present", "past", "future"})

DOING = {"while is": "progressive", "while was": "was doing"}
"""The tense of what is or was going on while something else happens."""

BEING = {"past": "state past", "while was": "state past", "while is": "present"}
"""The tense of a state, where it is not named as the frame is."""


class SceneChooser(NounChooser):
    """Chooses what surrounds a verb.

    `timed` says that the sentence has its time already, in a phrase or in a clause with
    *when* or *if*: the next clauses have none of their own, and no progressive.
    `affirmed` says that nothing is to be negated, as after *as soon as*.
    """

    timed = False
    affirmed = False

    def polarity(self) -> str:
        """Return whether and how a clause is negated."""
        if self.affirmed or not self.wants(2, 0.18):
            return ""
        self.room -= 1
        usual = self.timed or self.chance(0.6)
        return "not" if usual else self.one_of(("never", "no longer"))

    def tense(self, frame: str, verb: Verb, kind: str) -> tuple[Verb | None, str]:
        """Return a modal or None, and a tense; a modal only for people."""
        modal = None
        if kind == "person" and frame in _SIMPLE and self.wants(3, 0.15):
            drawn = self.inventory.modals.draw(self.random)
            if "modal" not in drawn.notes or frame == "present":
                modal = drawn
                self.room -= 2
        leading = modal or verb
        if frame in {"future", "when"}:
            return modal, frame
        if leading.is_state:
            return modal, BEING.get(frame, frame)
        if frame in DOING:
            return modal, DOING[frame]
        doing = modal is None and verb.takes_time and not self.timed
        if frame == "past":
            return modal, "was doing" if doing and self.chance(0.15) else "past"
        return modal, "progressive" if doing and self.chance(0.4) else "present"

    def around(self, clause: Clause, frame: str, kind: str) -> Clause:
        """Add adverbs, places and times to a clause about somebody of a kind."""
        verb = clause.verb
        if verb is None:
            return clause
        plain = not verb.is_state and clause.modal is None
        untimed = clause.tense in _SIMPLE and not self.timed
        known = clause.polarity in {"", "not"}
        if plain and known and untimed and self.wants(1, 0.12):
            self.room -= 1
            often = self.inventory.adverbs["often"].draw(self.random)
            clause = clause._replace(often=often)
        elif plain and kind == "person" and not clause.polarity and self._manner(verb):
            self.room -= 1
            manner = self.inventory.adverbs["manner"].draw(self.random)
            clause = clause._replace(manner=manner)
        clause = self.located(clause)
        habit = clause.often is not None and frame == "present"
        if untimed and not verb.is_state and not habit and self.wants(2, 0.25):
            clause = clause._replace(times=(self.time(frame),))
        return clause

    def time(self, frame: str) -> Phrase:
        """Return when something is, was or will be."""
        self.room -= 2
        if frame == "past" and self.chance(0.3):
            number = self.inventory.years.draw(self.random)
            if self.chance(0.4):
                return year(number)
            self.room -= 2
            day = 1 + int(self.inventory.days * self.random.random())
            return date(day, int(len(MONTHS) * self.random.random()), number)
        return self.inventory.times[frame].draw(self.random)

    def located(self, clause: Clause) -> Clause:
        """Add a place, where the verb has one."""
        verb = clause.verb
        notes = verb.notes if verb else frozenset()
        place: At | Geography | There
        if "goes" in notes:
            place = self._way(_TO)
        elif "from" in notes and self.wants(2, 0.7):
            place = self._way(_FROM)
        elif "lives" in notes or ("place" in notes and self.wants(3, 0.35)):
            place = There() if self.chance(0.08) else self._anywhere(verb)
        elif "arrives" in notes and self.wants(2, 0.6):
            place = self.geography("in")
        else:
            return clause
        self.room -= 1
        return clause._replace(places=(place,))

    def _way(self, preposition: WordPair) -> At | Geography:
        """Return where somebody goes, or comes from."""
        if self.chance(0.5):
            return self.geography(preposition.english)
        noun = self.inventory.noun("building")
        self.room -= 1
        return At(preposition, Common(noun, "the"))

    def _anywhere(self, verb: Verb | None) -> At | Geography:
        if verb and "person" not in verb.subjects:
            return self.somewhere(("outdoors",))
        return self.geography("in") if self.chance(0.4) else self.somewhere()

    def somewhere(self, kinds: tuple[str, ...] = ("building", "outdoors")) -> At:
        """Return a place that has no name."""
        kind = self.one_of(kinds)
        noun = self.inventory.places_by_kind[kind].draw(self.random)
        preposition = noun.where or _TO
        if self.chance(0.2):
            preposition = _NEARBY[int(len(_NEARBY) * self.random.random())]
        mine = ("a", "this") if kind == "outdoors" else ("a", "my", "his", "our")
        determiner = "the" if self.chance(0.7) else self.one_of(mine)
        self.room -= 2
        return At(preposition, Common(noun, determiner))

    def _manner(self, verb: Verb) -> bool:
        """Say whether to say how something is done."""
        return "how" in verb.notes and self.wants(1, 0.3)
