"""What the page says of the weights it shows."""

ATTENTION_SHOWS = (
    "Every row of the picture is a word of the French translation; its strongest cells "
    "are the English words the network attended to while writing it."
)
DIFFERENCE_SHOWS = (
    "Every row of the picture is a word of the French translation; its strongest cells "
    "are the English words it needs: without them the network would not write it."
)
ATTENTION_MEANS = (
    "Attention is not word alignment, and neither explains why a word was chosen: a "
    "weight only says how much of the source was mixed into the network's decision. "
    "Of words that are read or written in pieces, weights are summed over the pieces "
    "of an English word and averaged over those of a French one."
)
DIFFERENCE_MEANS = (
    "Each English word is left out in turn, the network is made to write the same "
    "translation again, and a weight is the share of its probability that a French "
    "word loses: 0 if it is as likely as before or likelier, 1 if it has become "
    "impossible. Rows do not add up to 1: a word may need several words or none. "
    "Links drawn from it agree with people's more often than those of the attention "
    "(the README has the numbers), but a sentence without a word is not always one "
    "that anybody would write."
)
