"""Prepared products against plain ones."""

from collections.abc import Iterator

import pytest
import torch

from nmtviz.model import products
from nmtviz.model.products import Product


@pytest.fixture(autouse=True)
def _other_processors() -> Iterator[None]:
    """Forget what processor a test has told."""
    yield
    products.few.cache_clear()


@pytest.mark.parametrize("rows", [1, 2, 5, products.FEW_ROWS + 1])
@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("processor", ["AVX2", "AVX512"])
def test_a_product_is_exact_to_float32(
    monkeypatch: pytest.MonkeyPatch, rows: int, processor: str, *, half: bool
) -> None:
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: processor)
    products.few.cache_clear()
    monkeypatch.setattr(products, "MANY_WEIGHTS", 1)
    torch.manual_seed(1)
    weight, bias, given = torch.randn(70, 9), torch.randn(70), torch.randn(rows, 9)
    if half:
        weight = weight.half().float()
    for b in (None, bias):
        found = Product(weight, b)(given)
        expected = given.double() @ weight.double().T + (0.0 if b is None else b)
        torch.testing.assert_close(found.double(), expected, rtol=1e-5, atol=1e-5)


def test_other_types_than_float32_stay_what_they_are() -> None:
    weight, given = torch.eye(3, dtype=torch.float64), torch.ones(2, 3).double() / 3
    torch.testing.assert_close(Product(weight)(given), given, rtol=0, atol=0)
