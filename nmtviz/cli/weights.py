"""The choice between attention and prediction difference."""

import argparse
from typing import TYPE_CHECKING

from nmtviz.errors import InputError

if TYPE_CHECKING:
    from nmtviz.translator import Translator


def add_weights(parser: argparse.ArgumentParser) -> None:
    """Add the choice of what links source and target words."""
    parser.add_argument(
        "--weights",
        choices=("attention", "difference"),
        default="attention",
        help="link words by where the network looks, or by what each loses when a "
        "source word is left out, which any network has (%(default)s)",
    )


def uses_attention(translator: "Translator", options: argparse.Namespace) -> bool:
    """Say whether it is attention that was asked for.

    Raises:
        InputError: If it is, and the network has none.
    """
    attention: bool = options.weights == "attention"
    if attention and not translator.has_alignment:
        raise InputError(
            f"{translator.name!r} has no attention that could link words. It has a "
            "prediction difference: --weights difference."
        )
    return attention
