"""Training and decoding beside other toolkits, on the same data and the same core.

    PYTHONPATH=. taskset -c 0 python benchmarks/peers.py FOLDER HARNESS \
        [--tasks train-A decode-A train-B decode-B] [--rounds 3] [--seconds 60] \
        [--json FILE]

HARNESS holds `onmt_peer.py` and `joey_peer.py`, which run OpenNMT-py and JoeyNMT
unmodified; FOLDER is what its `setup.sh` filled: `vonmt`, `vjoey`, `data`, `run`. To
decode A, FOLDER/run needs models of as many updates: `onmt_A_h256/model_step_N.pt`,
`joey_A_std1`, and `ours_A.pt` of `peers_ours.py FOLDER train A bfloat16 --updates N
--save FOLDER/run/ours_A.pt`; to decode B `onmt_B_h1000`, `joey_B` and `ours_B.pt`. A
toolkit without one is left out.

Every round measures everybody one after the other, each in a process of its own. The
ratio is of target words per second of processor time, which other programs on the core
disturb less than the clock. Our allocator keeps freed memory, as in every command;
the peers have what the environment gives them (see `MALLOC_` in the head line).
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import torch
from peers_ours import MODELS, operations
from report import matrix_rate, number_types, show, spread

TASKS = ("train-A", "decode-A", "train-B", "decode-B")
PEERS = {"A": ("onmt_A_h256", "joey_A_std1"), "B": ("onmt_B_h1000", "joey_B")}
"""Where the harness leaves OpenNMT-py's and JoeyNMT's models."""
TESTS = {"A": "test100", "B": "test30"}
BATCHES = (1, 16)
"""Sentences decoded at once; 16 was the peers' best of 4, 8, 16, 32 and 64."""
SOURCE_WORDS, TARGET_WORDS = 14.02, 15.13
"""Mean length of a sentence of the data, `</s>` included."""

Measured = dict[str, Any]


class Run(NamedTuple):
    """One measurement of one toolkit."""

    task: str
    who: str
    command: list[str]
    result: Path | None
    """Where a peer writes what it measured; ours prints it."""


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("harness", type=Path)
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=TASKS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm", type=float, default=12, help="seconds")
    parser.add_argument("--seconds", type=float, default=60, help="of training")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    options.folder, options.harness = (
        path.resolve() for path in (options.folder, options.harness)
    )
    torch.set_num_threads(1)
    found: dict[tuple[str, str], list[Measured]] = defaultdict(list)
    for _ in range(options.rounds):
        for run in [run for task in options.tasks for run in _runs(task, options)]:
            measured = _measure(run, options)
            rate = matrix_rate(_precision(run.who), time.process_time)
            measured["gflops"] = rate / 1e9
            found[run.task, run.who].append(measured)
    rows = [_row(task, who, found) for task, who in found]
    allocator = [f"{k}={v}" for k, v in os.environ.items() if k.startswith("MALLOC_")]
    title = f"Beside other toolkits; allocator of the peers: {allocator or 'as it is'}"
    show(title, rows, options.json)


def _runs(task: str, options: argparse.Namespace) -> list[Run]:
    """Return what a task measures, ours between the peers."""
    kind, config = task.split("-")
    if kind == "train":
        return _training_runs(task, config, options)
    return [
        run
        for beam in (12, 5)
        for batch in BATCHES
        for run in _decoding_runs(config, beam, batch, options.folder)
    ]


def _training_runs(task: str, config: str, options: argparse.Namespace) -> list[Run]:
    window = ["--warm", str(options.warm)]
    hidden = "256" if config == "A" else "1000"
    seconds = str(options.seconds)
    precisions = [str(kind).removeprefix("torch.") for kind in number_types()]
    runs = [
        _ours(task, f"ours {precision}", options.folder, "train", config, precision)
        for precision in precisions
    ]
    for run in runs:
        run.command.extend([*window, "--seconds", seconds])
    peers = {"onmt": ["--hidden", hidden], "joey": []}
    for peer, extra in peers.items():
        arguments = ["train", f"{task}_now", "--cfg", config, *extra, *window]
        arguments += ["--meas", seconds]
        runs.insert(1, _peer(task, peer, options.folder, arguments))
    return runs


def _decoding_runs(config: str, beam: int, batch: int, folder: Path) -> list[Run]:
    task = f"decode-{config}, beam {beam}, {batch} at once"
    amount = ["--beam", str(beam), "--test", TESTS[config]]
    onmt, joey = (folder / "run" / name for name in PEERS[config])
    runs = []
    if (ours := folder / "run" / f"ours_{config}.pt").exists():
        arguments = ["decode", str(ours), *amount, "--batch", str(batch)]
        runs.append(_ours(task, "ours float32", folder, *arguments))
    name, amount = f"{config}_b{beam}_now", [*amount, "--bs", str(batch)]
    if models := sorted(onmt.glob("model_step_*.pt")):
        chosen = ["--cfg", config, "--model", str(models[-1])]
        runs.append(_peer(task, "onmt", folder, ["decode", name, *chosen, *amount]))
    if list(joey.glob("*.ckpt")):
        chosen = ["--cfg", config, "--model-dir", str(joey)]
        runs.append(_peer(task, "joey", folder, ["decode", name, *chosen, *amount]))
    return runs


def _ours(task: str, who: str, folder: Path, *arguments: str) -> Run:
    script = Path(__file__).with_name("peers_ours.py")
    return Run(task, who, [sys.executable, str(script), str(folder), *arguments], None)


def _peer(task: str, who: str, folder: Path, arguments: list[str]) -> Run:
    python = folder / f"v{who}" / "bin" / "python"
    result = folder / "results" / f"{who}_{arguments[0]}_{arguments[1]}.json"
    return Run(task, who, [str(python), f"{who}_peer.py", *arguments], result)


def _measure(run: Run, options: argparse.Namespace) -> Measured:
    """Run one toolkit and return its rates."""
    environment = {**os.environ, "PEERS": str(options.folder), "OMP_NUM_THREADS": "1"}
    if run.result is None:
        environment["PYTHONPATH"] = str(Path(__file__).parents[1])
        done = subprocess.run(
            run.command, env=environment, stdout=subprocess.PIPE, check=True
        )
        ours: Measured = json.loads(done.stdout)
        return ours
    environment["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"
    environment.pop("PYTHONPATH", None)
    subprocess.run(
        run.command,
        cwd=options.harness,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    said = json.loads(run.result.read_text())
    if "out_tok_per_s" in said:
        rates = said["out_tok_per_s"], 1000 / said["cpu_ms_per_out_token"]
    else:
        rates = said["tgt_tok_per_s"], said["tgt_tok_per_cpu_s"]
    wall, processor = rates
    return {
        "words_per_s": wall,
        "words_per_cpu_s": processor,
        "peak_mb": said["peak_rss_mib"],
        "bleu": said.get("bleu"),
    }


def _row(
    task: str, who: str, found: dict[tuple[str, str], list[Measured]]
) -> dict[str, Any]:
    measured = found[task, who]
    rate = median(one["words_per_cpu_s"] for one in measured)
    best = [found[key] for key in found if key[0] == task and "ours" in key[1]]
    ours = max(
        (median(one["words_per_cpu_s"] for one in runs) for runs in best), default=0
    )
    bleu = measured[0].get("bleu")
    return {
        "what": task,
        "who": who,
        "n": len(measured),
        "words a second": spread([one["words_per_s"] for one in measured]),
        "of processor time": spread([one["words_per_cpu_s"] for one in measured]),
        "ours is": "" if "ours" in who or not ours else f"{ours / rate:.1f} x",
        "of the matrix rate": (
            f"{100 * _flops(task) * rate / _limit(measured):.0f} %"
            if "ours" in who
            else ""
        ),
        "peak MB": round(max(one["peak_mb"] for one in measured)),
        "BLEU": "" if bleu is None else f"{bleu:.1f}",
    }


def _limit(measured: list[Measured]) -> float:
    rate: float = median(one["gflops"] for one in measured)
    return 1e9 * rate


def _precision(who: str) -> torch.dtype:
    return torch.bfloat16 if "bfloat16" in who else torch.float32


def _flops(task: str) -> float:
    """Return the operations that our equations need a target word of a task."""
    model = MODELS[task.partition(",")[0].split("-")[1]]
    beam = re.search(r"beam (\d+)", task)
    width = int(beam[1]) if beam else 1
    forward = operations(model, SOURCE_WORDS, TARGET_WORDS, width)
    return forward if beam else 3 * forward


if __name__ == "__main__":
    main()
