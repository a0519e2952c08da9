"""The compiled package's folder: the plain one, and beside the modules that are compiled their Cython."""

from __future__ import annotations

import ast
import filecmp
import shutil
from pathlib import Path

from .functions import Written
from .inferred import infer
from .module import Tree, called, read_module
from .plan import HERE, ROOT, Plan, read_plan
from .structs import Writer, replaced

ENGINES = HERE.parent
_DRIVER = f"{ROOT}/core/position"


def sources(plan: Plan) -> dict[str, str]:
    """Every file that goes beside the plain package or instead of one of its files, by its path."""
    types = infer(plan.sources, ENGINES)
    modules = {name: read_module(name) for name in plan.modules}
    tree = Tree(plan, types, {name: each for module in modules.values() for name, each in called(module).items()})
    found = {f"{_DRIVER}.{ext}": (HERE / f"driver/position.{ext}").read_text("utf-8") for ext in ("pyx", "pxd")}
    for package in plan.packages:
        writer = Writer(plan, types, package)
        found[_path(f"{package}._structs", "pyx")], found[_path(f"{package}._structs", "pxd")] = writer.both()
    for name, module in modules.items():
        found[_path(name, "pyx")], found[_path(name, "pxd")] = Written(tree, module).written()
    return found | _replaced(plan)


def _replaced(plan: Plan) -> dict[str, str]:
    """The plain modules that use C structs."""
    found = {}
    for name in dict.fromkeys(cut.module for cut in plan.cuts.values()):
        cuts = [cut for cut in plan.cuts.values() if cut.module == name]
        source = (ENGINES / _path(name, "py")).read_text("utf-8")
        ends = {node.name: node.end_lineno or 0 for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
        found[_path(name, "py")] = replaced(source, cuts, ends)
    return found


def _path(module: str, ext: str) -> str:
    return f"{module.replace('.', '/')}.{ext}"


def lay_out(out: Path) -> list[str]:
    """Write the folder, only files that have changed; returns the paths of what is to be compiled."""
    found = sources(read_plan())
    for path in (ENGINES / ROOT).rglob("*"):
        to = path.relative_to(ENGINES)
        if path.is_file() and path.suffix != ".pyc" and str(to) not in found:
            _copy(path, out / to)
    for inner, text in found.items():
        _write(out / inner, text)
    return sorted(inner for inner in found if inner.endswith(".pyx"))


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    if not to.exists() or not filecmp.cmp(path, to, shallow=False):
        shutil.copyfile(path, to)


def _write(to: Path, text: str) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    if not to.exists() or to.read_text("utf-8") != text:
        to.write_text(text, "utf-8")
