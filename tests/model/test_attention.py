import pytest
import torch

from nmtviz.model.attention import AdditiveAttention, Attention
from tests.model import equations
from tests.model.networks import as_arrays, attention_matrices

SOURCE, HYPOTHESES, STATE, ANNOTATION, ALIGN = 6, 2, 3, 4, 5


def make_attention() -> AdditiveAttention:
    torch.manual_seed(1)
    attention = AdditiveAttention(STATE, ANNOTATION, ALIGN).double()
    for weight in attention.parameters():
        torch.nn.init.normal_(weight)
    return attention


def attend(attention: AdditiveAttention, lengths: list[int]) -> Attention:
    torch.manual_seed(2)
    batch = len(lengths)
    states = torch.randn(batch, HYPOTHESES, STATE, dtype=torch.float64)
    annotations = torch.randn(batch, SOURCE, ANNOTATION, dtype=torch.float64)
    mask = torch.arange(SOURCE) < torch.tensor(lengths).unsqueeze(1)
    with torch.no_grad():
        keys = attention.project(annotations)
        found: Attention = attention(states, keys, annotations, mask)
    assert found.context.shape == (batch, HYPOTHESES, ANNOTATION)
    for b, length in enumerate(lengths):
        for k in range(HYPOTHESES):
            alpha, c = equations.attend(
                as_arrays(attention_matrices(attention)),
                states[b, k].numpy(),
                list(annotations[b, :length].numpy()),
            )
            weights = found.weights[b, k, :length]
            torch.testing.assert_close(weights, torch.from_numpy(alpha))
            torch.testing.assert_close(found.context[b, k], torch.from_numpy(c))
    return found


def test_weights_and_context_are_those_of_the_paper() -> None:
    attend(make_attention(), [SOURCE, 1, 4])


def test_weights_are_a_distribution_over_real_words() -> None:
    weights = attend(make_attention(), [SOURCE, 1, 4]).weights

    torch.testing.assert_close(weights.sum(-1), torch.ones(3, 2, dtype=torch.float64))
    assert (weights[1, :, 1:] == 0).all()
    assert (weights[2, :, 4:] == 0).all()


def test_the_only_word_gets_all_the_weight() -> None:
    assert attend(make_attention(), [1]).weights[0, 0].tolist() == [1, 0, 0, 0, 0, 0]


def test_without_v_a_every_word_gets_the_same_weight() -> None:
    attention = make_attention()
    torch.nn.init.zeros_(attention.energy_proj.weight)

    assert attend(attention, [4]).weights[0, 1, :4].tolist() == pytest.approx(
        [0.25] * 4
    )
