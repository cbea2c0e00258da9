"""The recurrences and the softmax with hand-written backward passes.

Everything here computes what the plain modules compute (tests hold the two
together), but for the loss of a word that is next to impossible; nothing else in the
package depends on how. Three things make it quick:

- one matrix product a step where the equations have several with the same factor,
- gradients of a weight from one product over all steps at the end, not one a step,
- a softmax that never holds more than a slice of the words times vocabulary table
  and finds the gradient while the slice is at hand.

Matrix products and the softmax over the vocabulary run in the autocast type, if there
is one; losses, gates and attention weights stay in the type of the arguments. Only
`reset="before"` is covered.
"""

from nmtviz.model.fused.attention import Source, run_attention
from nmtviz.model.fused.recurrence import run_projected, run_units
from nmtviz.model.fused.softmax import linear_cross_entropy, round_up

__all__ = [
    "Source",
    "linear_cross_entropy",
    "round_up",
    "run_attention",
    "run_projected",
    "run_units",
]
