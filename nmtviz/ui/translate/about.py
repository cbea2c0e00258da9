"""What the page says of the weights and the picture it shows."""

from nmtviz.ui.widgets import AlignmentView

_READ = "are the English words the network attended to while writing it."
_NEEDED = "are English words without which it would be less likely."
_ATTENTION = (
    "Attention is not word alignment, and neither explains why a word was chosen: a "
    "weight only says how much of the source was mixed into the network's decision. "
    "Of words that are read or written in pieces, weights are summed over the pieces "
    "of an English word and averaged over those of a French one."
)
_DIFFERENCE = (
    "Each English word is left out in turn, the network is made to write the same "
    "translation again, and a weight is the share of its probability that a French "
    "word loses: 0 if it is as likely as before or likelier, 1 if it has become "
    "impossible. The weights of a French word do not add up to 1: it may need several "
    "words or none. The heaviest one of each French word agrees with people's links "
    "more often than that of the attention (the README has the numbers), but a "
    "sentence without a word is not always one that anybody would write."
)


def shows(view: AlignmentView | None = None) -> str:
    """Say what a picture shows; that of the usual view if there is none yet."""
    found = _READ if view is None or view.attention else _NEEDED
    if view is not None and view.lines:
        return (
            "Lines join the words of the English sentence to those of the French "
            f"translation. At the other ends of a French word's strongest lines {found}"
        )
    return (
        "Every row of the picture is a word of the French translation; its strongest "
        f"cells {found}"
    )


def means(view: AlignmentView) -> str:
    """Say what its weights are, and what they are not."""
    return _ATTENTION if view.attention else _DIFFERENCE
