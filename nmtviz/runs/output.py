"""What a process of ours wrote to the terminal before it ended."""

import re

_OURS = "nmtviz: "
"""Begins what `nmtviz` says is wrong, on any line: torchrun has its own last words."""

_TROUBLE = re.compile(r"nmtviz[\w ]*: |Traceback ")


def complains(text: str) -> bool:
    """Say whether a process told what stopped it; libraries may warn and go on."""
    return any(map(_TROUBLE.match, text.splitlines()))


def last_words(text: str) -> str:
    """Return the line in which a process said what was wrong; its last one else."""
    lines = text.strip().splitlines()
    ours = [line.removeprefix(_OURS) for line in lines if line.startswith(_OURS)]
    return (
        ours
        or lines
        or ["it left no message; it may have been killed, perhaps as memory ran out."]
    )[-1]
