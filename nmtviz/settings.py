"""What every class of settings can do: check itself, become JSON and come back."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Self, get_args

from nmtviz.errors import ConfigError

_TYPES: dict[Any, tuple[Any, str]] = {
    bool: (bool, "true or false"),
    str: (str, "text"),
    int: (int, "a whole number"),
    float: (int | float, "a number"),
}
"""What values may be by the type of their field, and how to say so."""


class Settings:
    """The base of the frozen dataclasses of `nmtviz.config`."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the settings as plain values for `json.dump`."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    @classmethod
    def from_json(cls, values: object) -> Self:
        """Make settings from what `to_json` returned.

        Raises:
            ConfigError: If a name is unknown or a value is refused. A setting that is
                missing has its default, as in files of an older nmtviz.
        """
        if not isinstance(values, Mapping):
            raise ConfigError(f"{cls.__name__} must be an object, got {values!r}.")
        known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        if unknown := sorted(set(values) - known):
            raise ConfigError(f"{cls.__name__} has no setting {', '.join(unknown)}.")
        return cls(**values)

    def _check_types(self) -> None:
        """Refuse a value that is not of its field's type, as JSON may hold anything.

        A whole number where any may be becomes a float, so that it stays one.
        """
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if choices := get_args(field.type):
                good, told = value in choices, f"one of {', '.join(choices)}"
            else:
                types, told = _TYPES[field.type]
                is_bool = isinstance(value, bool)  # a whole number to Python
                good = isinstance(value, types) and is_bool == (field.type is bool)
            if not good:
                raise ConfigError(f"{field.name} must be {told}, got {value!r}.")
            if field.type is float:
                object.__setattr__(self, field.name, _float(field.name, value))

    def _check_least(self, smallest: int, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if value < smallest:
                raise ConfigError(f"{name} must be at least {smallest}, got {value}.")

    def _check_most(self, largest: int, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if value > largest:
                raise ConfigError(f"{name} must be at most {largest:,}, got {value}.")

    def _check_share(self, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if not 0 <= value < 1:
                raise ConfigError(
                    f"{name} must be at least 0 and below 1, got {value}."
                )

    def _check_positive(self, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if not 0 < value < float("inf"):
                raise ConfigError(f"{name} must be positive, got {value}.")


def _float(name: str, value: float) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise ConfigError(f"{name} must be a smaller number.") from error
