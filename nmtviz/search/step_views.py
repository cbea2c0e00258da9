"""What a network does at each step of a translation that is given.

Dimensions: S source and T target positions, H decoder units, C annotation size, V
target vocabulary.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from nmtviz.data.tokenizer import Encoded, Tokenizer
from nmtviz.data.vocabulary import START_ID
from nmtviz.search.alignment_rows import ForcedRows, Rows
from nmtviz.search.batch import padded
from nmtviz.search.protocol import E, Inside, InspectableNetwork, scores_in_nats
from nmtviz.traces import LIKELIEST, Choice, StepView


@torch.inference_mode()
def look_inside(
    network: InspectableNetwork[E],
    source: Sequence[int],
    given: Encoded,
    target: Tokenizer,
    rows: Rows,
) -> tuple[StepView, ...]:
    """Return a view of each step.

    Args:
        network: What is looked into.
        source: Source ids, END included.
        given: The translation, END included.
        target: Reads target ids.
        rows: Alignment rows to use instead of the network's own.
    """
    first, steps = _steps(network, source, given.ids, rows)
    log_probs = torch.cat(
        [scores_in_nats(at.step)[0].double() for at in steps]
    ).log_softmax(-1)
    states = torch.cat([first, *(at.step.state[0] for at in steps)])  # (T + 1, H)
    contexts = torch.cat([at.context[0] for at in steps])  # (T, C)
    alignment = [
        None if at.step.weights is None else at.step.weights[0, 0].double().cpu()
        for at in steps
    ]
    best, tokens = log_probs.topk(min(LIKELIEST, log_probs.shape[1]))
    likeliest = [
        tuple(map(Choice, target.decode(ids).tokens.texts, values))
        for ids, values in zip(tokens.tolist(), best.tolist(), strict=True)
    ]
    context_change = [None, *_changes(contexts)]
    state_change = _changes(states)
    entropy = _entropy(log_probs.exp()).tolist()
    return tuple(
        StepView(
            token=given.tokens.texts[i],
            log_prob=float(log_probs[i, number]),
            rank=1 + int((log_probs[i] > log_probs[i, number]).sum()),
            choices=likeliest[i],
            entropy=entropy[i],
            alignment=None if row is None else row.numpy(),
            alignment_entropy=None if row is None else float(_entropy(row)),
            context_change=context_change[i],
            state_change=state_change[i],
            update=float(steps[i].update.mean()),
            reset=float(steps[i].reset.mean()),
            state=steps[i].read[0, 0].float().cpu().numpy(),
        )
        for i, (number, row) in enumerate(zip(given.ids, alignment, strict=True))
    )


def _steps(
    network: InspectableNetwork[E],
    source: Sequence[int],
    target: Sequence[int],
    rows: Rows,
) -> tuple[Tensor, list[Inside]]:
    """Return s_0, shape (1, H), and the insides of the T steps."""
    ids, lengths = padded([source], network.device)
    encoding = network.encode(ids, lengths)
    forced = ForcedRows([rows], ids)
    previous, state = torch.full_like(ids[:, :1], START_ID), encoding.state.unsqueeze(1)
    found: list[Inside] = []
    for position, number in enumerate(target):
        inside = network.inside(previous, state, encoding, forced.at(position))
        previous, state = torch.full_like(previous, number), inside.step.state
        found.append(inside)
    return encoding.state, found


def _changes(values: Tensor) -> list[float]:
    """Return how far each row is from the one before, as a share of its length."""
    distances = values.diff(dim=0).norm(dim=-1)
    changes: list[float] = (distances / values[:-1].norm(dim=-1)).tolist()
    return changes


def _entropy(distribution: Tensor) -> Tensor:
    entropy: Tensor = torch.special.entr(distribution).sum(dim=-1)
    return entropy
