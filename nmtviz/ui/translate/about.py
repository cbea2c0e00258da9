"""What the page says of the weights and the picture it shows."""

from nmtviz.figures.lines import LEAST
from nmtviz.ui.spoken import Spoken
from nmtviz.ui.widgets import AlignmentView


def shows(
    spoken: Spoken, view: AlignmentView | None = None, *, attends: bool = True
) -> str:
    """Say what a picture shows.

    Args:
        spoken: What models read and write.
        view: How to draw; the usual view if there is none yet.
        attends: Whether any of them has attention.
    """
    source, target = spoken
    if view is not None and view.attention and not attends:
        return (
            f"RNNencdec writes the {target} translation from one vector: there is no "
            "picture of where it looks."
        )
    if view is None or view.attention:
        found = f"are the {source} words the network attended to while writing it."
    else:
        found = f"are {source} words without which it would be less likely."
    if view is not None and view.lines:
        return (
            f"Lines join the words of the {source} sentence to those of the {target} "
            f"translation. At the other ends of each {target} word's strongest lines "
            f"{found} A weight below {LEAST} has no line."
        )
    return (
        f"Every row of the picture is a word of the {target} translation; its "
        f"strongest cells {found}"
    )


def means(spoken: Spoken, view: AlignmentView) -> str:
    """Say what its weights are, and what they are not."""
    source, target = spoken
    word = "word" if view.unit == "words" else "piece"
    if view.attention:
        merged = (
            " Of words that are read or written in pieces, weights are summed over the "
            f"pieces of each {source} word and averaged over those of each {target} "
            "one."
        )
        return (
            "Attention is not word alignment, and neither explains why a word was "
            "chosen: a weight only says how much of the source was mixed into the "
            "network's decision." + (merged if view.unit == "words" else "")
        )
    return (
        f"Each {source} {word} is left out in turn, the network is made to write the "
        "same translation again, and a weight is the share of its probability that "
        f"each {target} {word} loses: 0 if it is as likely as before or likelier, 1 if "
        f"it has become impossible. The weights of each {target} {word} do not add up "
        f"to 1: it may need several {word}s or none. The heaviest one of each word "
        "agrees with people's links more often than that of the attention (the README "
        f"has the numbers), but a sentence without a {word} is not always one that "
        "anybody would write."
    )
