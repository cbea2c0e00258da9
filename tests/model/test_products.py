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
@pytest.mark.parametrize(
    ("processor", "quick"), [("AVX2", False), ("AVX2", True), ("AVX512", False)]
)
def test_a_product_is_exact_to_float32(
    monkeypatch: pytest.MonkeyPatch,
    rows: int,
    processor: str,
    *,
    quick: bool,
    half: bool,
) -> None:
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: processor)
    monkeypatch.setattr(products, "_halves_multiply_quickly", lambda: quick)
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


def test_float16_weights_serve_many_rows_where_that_is_quicker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = {"halved": 1.0, "laid out": 2.0}
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX2")
    monkeypatch.setattr(products, "_halved", lambda *_: "halved")
    monkeypatch.setattr(products, "_laid_out", lambda *_: "laid out")
    monkeypatch.setattr(products, "_seconds", lambda product, _: seconds[product])

    products.few.cache_clear()
    assert products.few() > 10**6
    seconds["halved"] = 3.0
    products.few.cache_clear()
    assert products.few() == products.FEW_ROWS


def test_an_engine_without_halves_is_asked_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX2")
    monkeypatch.setattr(products, "_ENGINES", set())
    weight = torch.randn(70, 9)

    products.few.cache_clear()
    found = products.Product(weight)(torch.ones(2, 9))
    products.few.cache_clear()

    torch.testing.assert_close(found, torch.ones(2, 9) @ weight.T)


def test_a_product_of_too_many_numbers_is_done_in_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX512")
    monkeypatch.setattr(products, "MANY_WEIGHTS", 1)
    monkeypatch.setattr(products, "_MOST_NUMBERS", 3 * 70 + 1)  # three rows of it
    torch.manual_seed(2)
    weight, bias = torch.randn(70, 9).half().float(), torch.ones(70) / 3
    product, given = Product(weight, bias), torch.randn(8, 9)

    torch.testing.assert_close(product(given), given @ weight.T + bias)


def test_other_types_than_float32_stay_what_they_are() -> None:
    weight, given = torch.eye(3, dtype=torch.float64), torch.ones(2, 3).double() / 3
    torch.testing.assert_close(Product(weight)(given), given, rtol=0, atol=0)
