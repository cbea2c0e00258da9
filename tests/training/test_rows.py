"""Rows trained when they are in use, against torch's optimizers over all rows."""

from collections.abc import Sequence

import pytest
import torch
from torch import Tensor
from torch.optim import Adadelta, Adam, Optimizer

from nmtviz.config import OptimizerKind, TrainingConfig
from nmtviz.training.optimizer import apply_gradients
from nmtviz.training.rows import RowTable

SIZES = (7, 3)

KINDS: tuple[OptimizerKind, ...] = ("adam", "adadelta")

RATE = 0.3

USED = [[0, 2], [1, 2, 5], [2], [5], [6, 0], [3, 2, 1], [0, 1, 2, 3, 4, 5, 6], [2, 6]]
"""Rows of eight updates; row 4 comes last, row 2 often."""


def table_of(
    weight: Tensor, kind: OptimizerKind = "adam", *, fades: bool = True
) -> RowTable:
    return RowTable(weight, TrainingConfig(optimizer=kind), fades=fades)


def gradients(count: int, sizes: Sequence[int] = SIZES) -> Tensor:
    return torch.randn(count, *sizes, generator=torch.Generator().manual_seed(4))


def update(table: RowTable, ids: Tensor, gradient: Tensor) -> None:
    """Do an update in which row i has row i of `gradient`."""
    table.use(ids).grad = gradient[ids].clone()
    apply_gradients([table.optimizer], RATE, max_norm=1e9)


def dense(kind: OptimizerKind, weight: Tensor, *, momentum: bool) -> Optimizer:
    if kind == "adadelta":
        return Adadelta([weight], lr=RATE, rho=0.95, eps=1e-6)
    return Adam([weight], lr=RATE, betas=(0.9 if momentum else 0.0, 0.98))


@pytest.mark.parametrize("sizes", [(7,), (7, 3)])
@pytest.mark.parametrize("kind", KINDS)
def test_embeddings_move_as_if_all_rows_were_in_every_update(
    kind: OptimizerKind, sizes: tuple[int, ...]
) -> None:
    weight = torch.ones(sizes)
    table = table_of(weight, kind)
    whole = torch.ones(sizes, requires_grad=True)
    optimizer = dense(kind, whole, momentum=False)

    for ids, gradient in zip(USED, gradients(len(USED), sizes), strict=True):
        update(table, torch.tensor(ids), gradient)
        whole.grad = torch.zeros(sizes)
        whole.grad[ids] = gradient[ids]
        optimizer.step()
        table.put_back()
        torch.testing.assert_close(weight, whole.detach())


@pytest.mark.parametrize("kind", KINDS)
def test_a_partition_of_all_words_is_the_optimizer_itself(kind: OptimizerKind) -> None:
    weight, everything = torch.ones(SIZES), torch.arange(7)
    table = table_of(weight, kind, fades=False)
    whole = torch.ones(SIZES, requires_grad=True)
    optimizer = dense(kind, whole, momentum=True)

    for gradient in gradients(5):
        update(table, everything, gradient)
        whole.grad = gradient
        optimizer.step()
    table.put_back()
    torch.testing.assert_close(weight, whole.detach())


def test_words_of_partitions_move_as_with_sparse_adam() -> None:
    weight = torch.ones(SIZES)
    table = table_of(weight, fades=False)
    whole = torch.ones(SIZES, requires_grad=True)
    optimizer = torch.optim.SparseAdam([whole], lr=RATE, betas=(0.9, 0.98))

    for ids, gradient in zip(USED, gradients(len(USED)), strict=True):
        update(table, torch.tensor(ids), gradient)
        whole.grad = torch.sparse_coo_tensor(
            torch.tensor([ids]), gradient[ids], SIZES, check_invariants=True
        )
        optimizer.step()  # type: ignore[no-untyped-call]
        table.put_back()
        torch.testing.assert_close(weight, whole.detach())


@pytest.mark.parametrize("fades", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_are_not_in_use_do_not_move(kind: OptimizerKind, fades: bool) -> None:
    weight = gradients(1)[0]
    table = table_of(weight, kind, fades=fades)
    update(table, torch.arange(7), gradients(1)[0])
    state = {name: values.clone() for name, values in table.state().items()}
    before = weight.clone()

    ids, others = torch.tensor([1, 4]), torch.tensor([0, 2, 3, 5, 6])
    update(table, ids, gradients(2)[1])
    after = table.state()
    assert torch.equal(weight[others], before[others])
    assert (weight[ids] != before[ids]).all()
    assert after.keys() == state.keys()
    for name in state.keys() - {"step"}:
        assert torch.equal(after[name][others], state[name][others]), name
        assert (after[name][ids] != state[name][ids]).all(), name


@pytest.mark.parametrize("fades", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_table_goes_on_from_its_state_bit_for_bit(
    kind: OptimizerKind, fades: bool
) -> None:
    weight = torch.ones(SIZES)
    table = table_of(weight, kind, fades=fades)
    for ids, gradient in zip(USED[:3], gradients(3), strict=True):
        update(table, torch.tensor(ids), gradient)
    state = {name: values.clone() for name, values in table.state().items()}
    other_weight = weight.clone()
    other = table_of(other_weight, kind, fades=fades)
    other.load_state(state)

    for ids, gradient in zip(USED[3:], gradients(5), strict=True):
        update(table, torch.tensor(ids), gradient)
        update(other, torch.tensor(ids), gradient)
    for one in (table, other):
        one.put_back()
    assert torch.equal(weight, other_weight)


def test_rows_stay_in_use_while_the_same_ones_are_asked_for() -> None:
    table, ids = table_of(torch.ones(SIZES)), torch.tensor([1, 4])

    rows = table.use(ids)
    assert table.use(ids) is rows
    assert table.use(torch.tensor([1, 4])) is not rows


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_are_only_looked_at_stay_as_they_are(kind: OptimizerKind) -> None:
    weight = torch.ones(SIZES)
    table = table_of(weight, kind)
    update(table, torch.tensor([1, 4]), gradients(1)[0])
    table.put_back()
    before = weight.clone()

    assert torch.equal(table.use(torch.tensor([4, 2])), before[[4, 2]])
    table.put_back()
    assert torch.equal(weight, before)


def test_there_is_no_state_before_an_update() -> None:
    table = table_of(torch.ones(SIZES))
    table.use(torch.tensor([1, 4]))

    assert table.state() == {}


def test_all_that_is_kept_of_rows_lies_where_the_weight_lies() -> None:
    # `meta` stands for a GPU: Adadelta counts its steps on the CPU all the same.
    table = table_of(torch.empty(SIZES, device="meta"), "adadelta")
    rows = table.use(torch.tensor([0, 2], device="meta"))
    rows.grad = torch.empty_like(rows)
    table.optimizer.step()
    table.put_back()

    assert {values.device.type for values in table._state.values()} == {"meta"}
