"""Any alignment file a person gives, told by its name and its first line.

| file | what else it needs |
| --- | --- |
| `.json`, `.jsonl`: ours, or of `nmtviz translate --format json` | |
| `.csv`: ours, one sentence pair | |
| `.npy`: a table or a stack of them | source and target sentences |
| `.tsv`: source, target and links `i-j` or `ipj`, tabs between | |
| text: Nematus' blocks | |
| text: Marian's soft alignments | source sentences |
| text: links only, as Pharaoh and fast_align write them | both |

Words have white space between.
"""

from collections.abc import Sequence
from pathlib import PurePath

from nmtviz.alignments.links import read_pharaoh, read_tabbed
from nmtviz.alignments.matrices import read_csv, read_json, read_npy
from nmtviz.alignments.pairs import AlignedPair
from nmtviz.alignments.toolkits import (
    BAR,
    NEMATUS_FIELDS,
    read_marian,
    read_nematus,
)
from nmtviz.data.corpus import read_sentences
from nmtviz.errors import DataError


def read_alignments(
    data: bytes, name: str, sources: Sequence[str] = (), targets: Sequence[str] = ()
) -> list[AlignedPair]:
    """Read the sentence pairs of an alignment file.

    Args:
        data: What the file holds.
        name: Its name; errors call it that.
        sources: Source sentences, where the file has no source words.
        targets: Target sentences, where the file has no target words.

    Raises:
        DataError: If the file cannot be read; names the line.
    """
    plain = name.lower().removesuffix(".gz")
    suffix = PurePath(plain).suffix
    if plain == name.lower() and suffix == ".npy":
        return read_npy(data, name, sources, targets)
    lines = read_sentences(data, name)
    if not any(map(str.strip, lines)):
        raise DataError(f"{name} must hold at least one alignment, but it is empty.")
    if suffix in {".json", ".jsonl"}:
        if pairs := read_json("\n".join(lines), name):
            return pairs
        raise DataError(f"{name} must hold at least one alignment, but has none.")
    if suffix == ".csv":
        return read_csv("\n".join(lines), name)
    if suffix == ".tsv":
        return read_tabbed(lines, name)
    return _read_text(lines, name, sources, targets)


def _read_text(
    lines: Sequence[str], name: str, sources: Sequence[str], targets: Sequence[str]
) -> list[AlignedPair]:
    """Read what a toolkit printed; the first line tells which one it was."""
    fields = next(line for line in lines if line.strip()).count(BAR) + 1
    if fields >= NEMATUS_FIELDS:
        return read_nematus(lines, name)
    if fields > 1:
        return read_marian(lines, name, sources)
    return read_pharaoh(lines, name, sources, targets)
