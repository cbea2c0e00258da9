"""The forms in which `nmtviz translate` prints a translation."""

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from nmtviz.cli.weights import uses_attention
from nmtviz.errors import ConfigError
from nmtviz.prediction_difference import groups_of
from nmtviz.results import Alignment, Translation

if TYPE_CHECKING:
    from nmtviz.translator import Translator


def line_writer(
    translator: "Translator", options: argparse.Namespace
) -> Callable[[Translation], str]:
    """Return what makes a line of a translation, in the form that was asked for.

    Raises:
        ConfigError: If weights are asked for that the form does not show.
        InputError: If the form shows attention and the network has none.
    """
    if options.format == "pharaoh":
        attention = uses_attention(translator, options)
        if options.align and not attention:
            raise ConfigError("--align must not be given with --weights difference.")
        return lambda found: _pharaoh(translator, found, attention=attention)
    if options.weights != "attention":
        raise ConfigError(
            "--weights difference can only be given with --format pharaoh."
        )
    write = _json if options.format == "json" else _text
    replaces = options.replace_unknown
    return lambda found: write(translator, found, replaces=replaces)


def _text(translator: "Translator", found: Translation, *, replaces: bool) -> str:
    shown = translator.replace_unknowns(found).translation if replaces else found
    return "\t".join(hypothesis.text for hypothesis in shown.hypotheses)


def _json(translator: "Translator", found: Translation, *, replaces: bool) -> str:
    if not replaces:
        return json.dumps(found.to_json(), ensure_ascii=False)
    translation, replacements = translator.replace_unknowns(found)
    values = translation.to_json()
    for hypothesis, made in zip(values["hypotheses"], replacements, strict=True):
        hypothesis["replacements"] = list(map(asdict, made))
    return json.dumps(values, ensure_ascii=False)


def _pharaoh(translator: "Translator", found: Translation, *, attention: bool) -> str:
    """Return hard links, which are of the same places whatever stands for `<unk>`."""
    alignments = (
        found.alignment(number, unit="words", end=False)
        if attention
        else _needs(translator, found, number)
        for number in range(len(found.hypotheses))
    )
    return "\t".join(one.pharaoh(end=False) for one in alignments if one)


def _needs(translator: "Translator", found: Translation, number: int) -> Alignment:
    """Return which share of its probability each word loses without each other."""
    target = found.hypotheses[number].tokens.texts
    groups = groups_of(found.source, "words")
    lost = translator.leave_out(found.sentence, target, groups)
    return lost.alignment("words", end=False)
