import pytest
import torch

from nmtviz.config import ModelKind, ResetGate
from nmtviz.model.initial import initialise
from nmtviz.model.network import Network
from tests.model.equations import Matrices
from tests.model.networks import KINDS, named, tiny_network

RECURRENT = {
    f"{unit} {matrix}"
    for unit in ("forward", "backward", "decoder")
    for matrix in ("U_z", "U_r", "U")
}
ALIGNMENT = {"W_a", "U_a"}


def initial_network(
    kind: ModelKind, *, seed: int = 1, reset: ResetGate = "before"
) -> Network:
    sizes = {"embedding_size": 90, "hidden_size": 30, "align_size": 70}
    network = tiny_network(kind, reset=reset, sizes=sizes)
    initialise(network, seed)
    return network


def zeros_of(matrices: Matrices) -> set[str]:
    return {name for name in matrices if " b " in f" {name} " or name == "v_a"}


@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("kind", KINDS)
class TestInitialWeights:
    def test_recurrent_matrices_are_orthogonal(
        self, kind: ModelKind, reset: ResetGate
    ) -> None:
        network = initial_network(kind, reset=reset)
        squares = [m for name, m in named(network).items() if name in RECURRENT]

        assert len(squares) == (9 if kind == "rnnsearch" else 6)
        for square in squares:
            product = torch.from_numpy(square @ square.T)
            torch.testing.assert_close(
                product, torch.eye(30, dtype=torch.float64), rtol=0, atol=1e-5
            )

    def test_v_a_and_biases_are_zero(self, kind: ModelKind, reset: ResetGate) -> None:
        matrices = named(initial_network(kind, reset=reset))

        zeros = zeros_of(matrices)
        assert {"b W_s", "b U_o", "b W_o", "decoder b W_z"} < zeros
        assert all((matrices[name] == 0).all() for name in zeros)

    def test_all_others_have_the_papers_deviation(
        self, kind: ModelKind, reset: ResetGate
    ) -> None:
        matrices = named(initial_network(kind, reset=reset))

        drawn = matrices.keys() - RECURRENT - zeros_of(matrices)
        assert {"E", "Ē", "W_s", "decoder C_r", "U_o", "W_o"} < drawn
        assert (drawn >= ALIGNMENT) == (kind == "rnnsearch")
        for name in drawn:
            deviation = 0.001 if name in ALIGNMENT else 0.01
            values = matrices[name]
            # four standard errors of a mean and of a deviation
            slack = 4 / values.size**0.5
            assert abs(values.mean()) < slack * deviation, name
            assert values.std() == pytest.approx(deviation, rel=slack), name


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_weights(kind: ModelKind) -> None:
    one, two = initial_network(kind, seed=5), initial_network(kind, seed=5)

    for name, weight in one.state_dict().items():
        assert torch.equal(weight, two.state_dict()[name])


def test_another_seed_gives_other_weights() -> None:
    one, two = initial_network("rnnsearch"), initial_network("rnnsearch", seed=2)

    zeros = zeros_of(named(one))
    for name, matrix in named(one).items():
        assert (matrix == named(two)[name]).all() == (name in zeros)


def test_no_two_matrices_are_equal() -> None:
    matrices = named(initial_network("rnnsearch"))

    squares = [torch.from_numpy(matrices[name]) for name in RECURRENT]
    assert not any(
        torch.allclose(one, two) for i, one in enumerate(squares) for two in squares[:i]
    )
