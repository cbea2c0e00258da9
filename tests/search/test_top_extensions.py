"""The likeliest extensions against sorting all of them."""

import math

import pytest
import torch

from nmtviz.search.top_extensions import BLOCK, likeliest, normalizers


@pytest.mark.parametrize("vocabulary", [5, BLOCK, BLOCK + 1, 3 * BLOCK, 1000])
@pytest.mark.parametrize("count", [2, 7, 40])
@pytest.mark.parametrize("nats_per_logit", [1.0, math.log(2)])
def test_the_best_of_all_extensions_are_found(
    vocabulary: int, count: int, nats_per_logit: float
) -> None:
    torch.manual_seed(1)
    logits, log_probs = torch.randn(3, 4, vocabulary), torch.randn(3, 4).double()
    logits[:, 1] += 3  # most of the best extend one hypothesis
    logits[..., [0, 2]] = -torch.inf

    found = likeliest(log_probs, logits, count, nats_per_logit)

    every = (log_probs.unsqueeze(-1) + nats_per_logit * logits).flatten(1)
    expected = every.sort(dim=1, descending=True)
    real = min(count, 4 * (vocabulary - 2))
    torch.testing.assert_close(found.log_probs[:, :real], expected.values[:, :real])
    ids = found.parents * vocabulary + found.tokens
    assert torch.equal(ids[:, :real], expected.indices[:, :real])
    assert (found.log_probs[:, real:] == -torch.inf).all()
    assert found.tokens.max() < vocabulary


@pytest.mark.parametrize("shift", [0.0, 300.0, -300.0, -116.0])
@pytest.mark.parametrize("nats_per_logit", [1.0, math.log(2)])
def test_normalizers_of_scores_of_any_size(shift: float, nats_per_logit: float) -> None:
    torch.manual_seed(1)
    logits = 5 * torch.randn(3, 4, 50_000) + shift

    scores = logits / nats_per_logit
    expected = (nats_per_logit * scores.double()).logsumexp(-1)
    torch.testing.assert_close(normalizers(scores, nats_per_logit).double(), expected)
