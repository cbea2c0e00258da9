"""The layer and size rules of the README, checked on the source itself."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "nmtviz"
MODULES = sorted(PACKAGE.rglob("*.py"))
PAGES = sorted([*REPOSITORY.glob("app.py"), *REPOSITORY.glob("pages/*.py")])
SCRIPTS = sorted(REPOSITORY.glob("benchmarks/*.py"))

HEAVY = {
    *("pandas", "plotly", "sacrebleu", "sacremoses", "safetensors"),
    *("sentencepiece", "streamlit", "torch", "tqdm"),
}
# room: everything it may import, of ours and of HEAVY
ALLOWED = {
    "__init__": "",
    "arrays": "",
    "errors": "",
    "files": "errors",
    "libc": "",
    "cores": "",
    "folders": "files libc",
    "languages": "",
    "settings": "errors",
    "config": "errors languages settings",
    "presets": "config errors",
    "results": "arrays",
    "typed_json": "",
    "facts": "typed_json",
    "gold": "arrays errors",
    "scores": "arrays errors files",
    "curves": "arrays",
    "constraints": "errors",
    "candidates": "arrays errors",
    "candidate_scores": "errors files typed_json",
    "traces": "arrays results",
    "neighbours": "arrays",
    "data": "arrays config cores errors files folders results sacremoses sentencepiece",
    "dictionary": "data errors files",
    "aligner": "arrays data errors gold",
    "unknowns": "arrays dictionary results",
    "papers": "",
    "notes": "errors files",
    "memory": "libc",
    "alignments": "arrays data errors files gold languages results",
    "device": "errors torch",
    "model": "config torch",
    "search": "arrays candidates config constraints data errors results traces torch",
    "model_card": "config facts languages",
    "checkpoints_index": "config errors facts files",
    "checkpoint": "checkpoints_index config data dictionary errors facts files folders "
    "model model_card torch weight_files",
    "weight_files": "errors files safetensors torch",
    "prediction_difference": "arrays results",
    "examiner": "arrays config constraints data errors prediction_difference results "
    "search traces",
    "translator": "arrays candidates checkpoint config constraints data device "
    "dictionary errors examiner model prediction_difference results search traces "
    "unknowns",
    "averaging": "checkpoint ensemble errors model",
    "ensemble": "checkpoint data device errors model search translator",
    "evaluation": "arrays candidate_scores candidates config curves errors gold "
    "prediction_difference results scores sacrebleu",
    "figures": "arrays candidate_scores curves gold neighbours results traces plotly",
    "runs": "checkpoints_index config errors files folders results scores typed_json "
    "safetensors",
    "training": "arrays alignments checkpoint checkpoints_index config cores data "
    "device errors evaluation facts files memory model presets runs search translator "
    "typed_json safetensors torch tqdm",
    "ui": "arrays alignments candidate_scores candidates checkpoints_index config "
    "constraints curves data device dictionary errors evaluation figures files gold "
    "languages neighbours notes papers prediction_difference presets results runs "
    "scores traces translator unknowns pandas plotly streamlit",
    "cli": "arrays aligner averaging candidate_scores candidates checkpoint "
    "checkpoints_index config constraints curves data alignments dictionary ensemble "
    "errors evaluation facts files gold languages memory prediction_difference "
    "presets results runs scores training translator tqdm",
    "__main__": "cli",
    "app": "ui streamlit",
    "pages": "ui streamlit",
}


def relative(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


def room(path: Path) -> str:
    inside = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else REPOSITORY)
    return inside.parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Return the rooms and heavy libraries named in any import of a file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {name.split(".")[1] for name in names if name.startswith("nmtviz.")}
    return (ours & set(ALLOWED)) | ({name.split(".")[0] for name in names} & HEAVY)


def test_the_table_has_no_cycles() -> None:
    TopologicalSorter(
        {room: allowed.split() for room, allowed in ALLOWED.items()}
    ).prepare()


@pytest.mark.parametrize("path", [*MODULES, *PAGES], ids=relative)
def test_imports_point_downwards(path: Path) -> None:
    here = room(path)
    assert imports(path) <= {here, *ALLOWED[here].split()}


@pytest.mark.parametrize("here", ALLOWED)
def test_nothing_is_allowed_that_nobody_imports(here: str) -> None:
    used = [imports(path) for path in (*MODULES, *PAGES) if room(path) == here]
    assert set(ALLOWED[here].split()) <= set().union(*used)


@pytest.mark.parametrize("path", [*MODULES, *PAGES, *SCRIPTS], ids=relative)
def test_files_and_functions_stay_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= 300
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} is {length} lines"


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_pages_define_nothing(path: Path) -> None:
    defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    assert not [node for node in nodes if isinstance(node, defined)]


def test_rooms_without_torch_never_import_it() -> None:
    rooms = ("config.py", "results.py", "runs", "figures")
    files = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in rooms]
    names = [
        ".".join(path.relative_to(REPOSITORY).with_suffix("").parts) for path in files
    ]
    told = f"import sys, {', '.join(names)}; sys.exit('torch' in sys.modules)"

    assert len(names) > 30
    subprocess.run([sys.executable, "-c", told], cwd=REPOSITORY, check=True)
