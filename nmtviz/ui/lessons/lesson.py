"""What a lesson is: one idea, a question, and a demonstration on live models."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from nmtviz.checkpoints_index import CheckpointInfo
from nmtviz.languages import ENGLISH_FRENCH

Cast = tuple[CheckpointInfo, ...]
"""The models a lesson plays with."""

_LESS = 10
"""One that learned from so many times less text than another is no match for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """A lesson; its texts say where to look, never what a model will answer."""

    name: str
    """What a link calls it."""

    title: str

    idea: str
    """The one thing to learn, in two sentences of Markdown."""

    examples: Mapping[str, str]
    """Sentences to try by what they show; the first one is there at the start."""

    question: str
    """What a class may guess before it sees the answer, Markdown."""

    look: str
    """Where to look in the answer, Markdown."""

    needs: str
    """The models it needs, in words."""

    cast: Callable[[Sequence[CheckpointInfo]], Cast]
    """Chooses its models; nothing if one of them is not there."""

    show: Callable[[Cast, str, bool], None]
    """Draws the demonstration for a sentence, in large type if asked to.

    Raises NmtvizError if the sentence cannot be used.
    """

    opens: Mapping[str, str] = field(default_factory=dict)
    """Settings of the translate page that show the same."""

    link: str = "The same on the Translate page"
    """What leads there."""

    of_text: bool = False
    """Whether it compares the sentences of a text."""


def attentive(models: Sequence[CheckpointInfo]) -> Cast:
    """Return the first model with attention."""
    return tuple(model for model in models if model.model.attends)[:1]


def words_and_pieces(models: Sequence[CheckpointInfo]) -> Cast:
    """Return a model with attention of whole words and one of word pieces.

    Between them stands one of many more words, if there is one.
    """
    words = [model for model in models if _reads(model) == ("rnnsearch", "moses")]
    words.sort(key=_vocabulary)
    more = [m for m in words[-1:] if _vocabulary(m) > _vocabulary(words[0])]
    pieces = [m for m in models if _reads(m) == ("rnnsearch", "sentencepiece")][:1]
    return (words[0], *more, *pieces) if words and pieces else ()


def without_and_with_attention(models: Sequence[CheckpointInfo]) -> Cast:
    """Return the best RNNencdec and the RNNsearch with the data most like its own."""
    without = [model for model in models if not model.model.attends]
    without.sort(key=lambda model: model.facts.dev_bleu)
    for encdec in without[-1:]:
        searching = [model for model in models if model.model.attends]
        searching.sort(
            key=lambda model: (
                model.data.tokenizer != encdec.data.tokenizer,
                model.data != encdec.data,
            )
        )
        return (encdec, searching[0]) if searching else ()
    return ()


def practised(models: Sequence[CheckpointInfo]) -> Sequence[CheckpointInfo]:
    """Leave out models of other languages, and those that learned from far less text.

    The lessons' sentences are English, and a first try teaches little.
    """
    models = [model for model in models if model.data.languages == ENGLISH_FRENCH]
    pairs = [model.facts.distinct_pairs for model in models]
    enough = max(pairs, default=0) / _LESS
    return [model for model, n in zip(models, pairs, strict=True) if n >= enough]


def _vocabulary(info: CheckpointInfo) -> int:
    return info.model.target_vocab_size


def _reads(info: CheckpointInfo) -> tuple[str, str]:
    return info.model.kind, info.data.tokenizer
