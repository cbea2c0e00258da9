"""Values of a type out of JSON, which may hold anything."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")

_LARGEST = 2**63
"""Numbers are below it: arrays, tables and figures hold no longer ones."""


def is_number(found: object) -> bool:
    """Say whether something is a finite number of at most 64 bits."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    return abs(found) < _LARGEST


_PLAIN: dict[Any, tuple[Callable[[object], bool], str]] = {
    Any: (lambda _: True, "anything"),
    str: (lambda found: isinstance(found, str), "text"),
    bool: (lambda found: isinstance(found, bool), "true or false"),
    int: (lambda found: isinstance(found, int) and is_number(found), "a whole number"),
    float: (is_number, "a number"),
}
"""What a value of a type must fulfil, and how to say so."""


def typed(kind: type[T], found: object) -> T:
    """Return a dataclass from what `asdict` made of it, and JSON of that.

    Its fields are text, numbers, truth values, tables of numbers, dataclasses, or
    tuples, dictionaries and options of these.

    Raises:
        ValueError: If a field is missing, unknown or of another type.
    """
    made: T = _made(kind, found, kind.__name__)
    return made


def _made(kind: Any, found: Any, name: str) -> Any:  # noqa: ANN401, types are values
    origin, inside = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _dataclass(kind, found, name)
    if origin is UnionType:  # of a type and None
        return None if found is None else _made(inside[0], found, name)
    if origin is dict:
        items = _checked(dict, found, "an object", name).items()
        return {key: _made(inside[1], one, f"{name}, {key}") for key, one in items}
    if origin is tuple:
        return _tuple(inside, _checked(list, found, "a list", name), name)
    if origin is np.ndarray:
        return np.array(_made(tuple[tuple[float, ...], ...], found, name))
    return _plain(kind, found, name)


def _dataclass(kind: Any, found: Any, name: str) -> Any:  # noqa: ANN401
    values, types = _checked(dict, found, "an object", name), _types(kind)
    if unknown := sorted(values.keys() - types):
        raise ValueError(f"{name} must not have {', '.join(unknown)}")
    needed = {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }
    if missing := sorted(needed - values.keys()):
        raise ValueError(f"{name} must have {', '.join(missing)}")
    return kind(**{key: _made(types[key], one, key) for key, one in values.items()})


@cache
def _types(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the types of a dataclass' fields, which take long to find out."""
    return get_type_hints(kind)


def _tuple(kinds: Any, found: list[Any], name: str) -> tuple[Any, ...]:  # noqa: ANN401
    if kinds[-1] is ...:
        kinds = [kinds[0]] * len(found)
    if len(found) != len(kinds):
        raise ValueError(f"{name} must be {len(kinds)} values, got {found!r:.60}")
    return tuple(_made(*each, name) for each in zip(kinds, found, strict=True))


def _plain(kind: Any, found: Any, name: str) -> Any:  # noqa: ANN401
    if choices := get_args(kind):
        fits, told = found in choices, f"one of {', '.join(choices)}"
    else:
        check, told = _PLAIN[kind]
        fits = check(found)
    if not fits:
        raise ValueError(f"{name} must be {told}, got {found!r:.60}")
    return float(found) if kind is float else found


def _checked(kind: type[T], found: object, told: str, name: str) -> T:
    if not isinstance(found, kind):
        raise ValueError(f"{name} must be {told}, got {found!r:.60}")
    return found
