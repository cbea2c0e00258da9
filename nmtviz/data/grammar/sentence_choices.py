"""Choosing sentences: clauses joined until they are as long as asked for."""

from nmtviz.data.grammar.clause_choices import ClauseChooser, Topic
from nmtviz.data.grammar.entries import Phrase, WordPair
from nmtviz.data.grammar.tree import Clause, Part, Sentence

_FRAMES = ("past",) * 5 + ("present",) * 5 + ("future",) * 2
_THAT = Phrase(("that",), ("que",), ((0, 0),), frozenset())
_QUESTIONS = (
    WordPair("where", "où"),
    WordPair("why", "pourquoi"),
    WordPair("when", "quand"),
)
_MOST_TOLD = {"person": 4, "animal": 2, "nature": 0}
_LONGEST_CLAUSE = 14
_SHORTEST_CLAUSE = 4


class SentenceChooser(ClauseChooser):
    """Chooses whole sentences."""

    def sentence(self, words: float) -> Sentence:
        """Choose a sentence of about so many words."""
        frame = self.one_of(_FRAMES)
        self.alone, self.timed = True, False
        if words <= _LONGEST_CLAUSE and self.chance(0.1):
            return self._question(frame, words)
        left = words - 1.0  # the full stop
        if self.chance(0.04):
            self.room = left
            return Sentence((self.existence(frame),))
        parts: list[Part] = []
        chance = self.random.random()
        if left > 6 and chance < 0.12:
            self.room = left
            parts += [self.time(frame), ","]
            left = self.room - 1
            self.timed = True
        elif left > 12 and chance < 0.3:
            self.timed = True
            left = self._condition(parts, frame, left)
        elif left > 10 and chance < 0.42:
            left = self._report(parts, left)
        self._story(parts, frame, left)
        return Sentence(tuple(parts))

    def _story(self, parts: list[Part], frame: str, left: float) -> None:
        """Add clauses until there is no room for another."""
        clause, subject, topic, left = self._clause(frame, left, None, None)
        parts.append(clause)
        self.alone = False
        told = 0
        while left >= _SHORTEST_CLAUSE + 2:
            joint, frame = self._joint(frame, parts)
            parts += joint
            left -= len(joint)
            # Of a person there is more to tell than of a table.
            same = told < _MOST_TOLD.get(subject.kind, 1) and self.chance(0.5)
            again = subject if same and subject.features.person == 3 else None
            clause, new_subject, topic, left = self._clause(frame, left, again, topic)
            parts.append(clause)
            subject, told = (again, told + 1) if again else (new_subject, 0)
            frame = {"while was": "past", "while is": "present"}.get(frame, frame)

    def _clause(
        self, frame: str, left: float, subject: Topic | None, topic: Topic | None
    ) -> tuple[Clause, Topic, Topic | None, float]:
        """Choose a clause that leaves no half-sentence's room; return what is left."""
        most = min(left, _LONGEST_CLAUSE)
        if left > _LONGEST_CLAUSE + _SHORTEST_CLAUSE:
            most = _SHORTEST_CLAUSE + (most - _SHORTEST_CLAUSE) * self.random.random()
        self.room = most
        clause, new_subject, new_topic = self.clause(frame, subject, topic)
        return clause, new_subject, new_topic, left - (most - self.room)

    def _question(self, frame: str, words: float) -> Sentence:
        self.room = words - 2
        self.timed = self.affirmed = True
        clause, _, _ = self.clause(frame)
        self.affirmed = False
        clause = clause._replace(often=None)
        if self.chance(0.6):
            return Sentence((clause,), question=True)
        asked = _QUESTIONS[int(len(_QUESTIONS) * self.random.random())]
        clause = clause._replace(times=())
        if asked.english == "where":
            clause = clause._replace(places=())
        opening = Phrase((asked.english,), (asked.french,), ((0, 0),), frozenset())
        return Sentence((opening, clause), question=True)

    def _condition(self, parts: list[Part], frame: str, left: float) -> float:
        """Begin with *when ...,* or *if ...,*."""
        kind = "condition" if frame != "past" and self.chance(0.5) else "time"
        inner = frame
        if frame == "future":
            inner = "when" if kind == "time" else "present"
        connector = self.inventory.connectors[kind].draw(self.random)
        self.affirmed = kind == "time"
        clause, _, _, rest = self._clause(inner, min(left / 2, 10.0), None, None)
        self.affirmed = False
        parts += [connector, clause, ","]
        return left - (min(left / 2, 10.0) - rest) - 2

    def _report(self, parts: list[Part], left: float) -> float:
        """Begin with *she says that*."""
        self.room = 3
        subject = self._somebody("person")
        verb = self.inventory.reports.draw(self.random)
        parts += [Clause(subject, verb, "present"), _THAT]
        return left - 3 + min(self.room, 0)

    def _joint(self, frame: str, before: list[Part]) -> tuple[list[Part], str]:
        """Return what joins the next clause, and the frame of that clause."""
        connectors = self.inventory.connectors
        chance = self.random.random()
        if chance < 0.45:
            drawn = connectors["coordination"].draw(self.random)
            return ([";"] if drawn in before else [",", drawn]), frame
        drawn = connectors["cause"].draw(self.random)
        if chance < 0.6 or drawn in before:
            return [";"], frame
        if chance < 0.8 or frame == "future" or self.timed:
            return [drawn], frame
        drawn = connectors["while"].draw(self.random)
        last = before[-1]
        if drawn in before or not (isinstance(last, Clause) and last.verb):
            return [";"], frame
        return [drawn], "while was" if frame == "past" else "while is"
