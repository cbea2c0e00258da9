import torch

from nmtviz.config import ModelConfig
from nmtviz.model.readout import Readout
from tests.model import equations
from tests.model.networks import as_arrays


def make_readout() -> Readout:
    torch.manual_seed(1)
    config = ModelConfig(
        target_vocab_size=9, embedding_size=2, hidden_size=3, maxout_size=5
    )
    return Readout(config).double()


def test_scores_are_those_of_the_paper() -> None:
    readout = make_readout()
    matrices = as_arrays(
        {
            "U_o": readout.state_proj.weight,
            "b U_o": readout.state_proj.bias,
            "V_o": readout.embedding_proj.weight,
            "C_o": readout.context_proj.weight,
            "W_o": readout.output.weight,
            "b W_o": readout.output.bias,
        }
    )
    s, e, c = (torch.randn(4, size, dtype=torch.float64) for size in (3, 2, 6))
    found = readout(s, e, c).detach()

    for row in range(4):
        expected = equations.readout(
            matrices, s[row].numpy(), e[row].numpy(), c[row].numpy()
        )
        torch.testing.assert_close(found[row], torch.from_numpy(expected))


def test_maxout_keeps_the_larger_of_two_neighbours() -> None:
    readout = make_readout()
    with torch.no_grad():
        for weight in readout.parameters():
            weight.zero_()
        wanted = [1, 2, 4, 3, -6, -5, 7, 7, 0, -1]
        readout.state_proj.bias.copy_(torch.tensor(wanted))

    zeros = (torch.zeros(size, dtype=torch.float64) for size in (3, 2, 6))
    assert readout.features(*zeros).tolist() == [2, 4, -5, 7, 0]


def test_some_words_get_the_scores_they_have_among_all() -> None:
    readout = make_readout()
    inputs = [torch.randn(4, size, dtype=torch.float64) for size in (3, 2, 6)]
    every = readout(*inputs)

    for words in ([0, 1, 2, 5, 8], [3, 4], list(range(9))):
        scorer = readout.scorer(torch.tensor(words))
        torch.testing.assert_close(readout(*inputs, scorer), every[:, words])
