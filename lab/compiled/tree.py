"""The folder of the compiled package: the plain one, with Cython files next to the compiled modules."""

from __future__ import annotations

import ast
import filecmp
import shutil
from pathlib import Path

from .functions import ModuleWriter
from .inferred import infer
from .module import Tree, called, read_module, read_part
from .plan import ENGINES, HERE, ROOT, Plan, read_plan
from .purity import pure_functions
from .structs import Writer, replaced


def sources(plan: Plan) -> dict[str, str]:
    """Every file to be added to the plain package, or to replace one of its files, by path."""
    types = infer(plan.sources, ENGINES)
    modules = [*map(read_module, plan.modules), *(read_part(name, plan.functions) for name in plan.partly)]
    known = {name: each for module in modules for name, each in called(module).items()}
    tree = Tree(plan, types, known, pure_functions(modules))
    found = {f"{ROOT}/core/{path.name}": path.read_text("utf-8") for path in (HERE / "driver").iterdir()}
    for package in plan.packages:
        writer = Writer(plan, types, package)
        found[_path(f"{package}._structs", "pyx")], found[_path(f"{package}._structs", "pxd")] = writer.both()
    for module in modules:
        found[_path(module.written, "pyx")], found[_path(module.written, "pxd")] = ModuleWriter(tree, module).written()
    return found | _replaced(plan)


def _replaced(plan: Plan) -> dict[str, str]:
    """The plain modules that use C structs."""
    found = {}
    replacing = [cut for cut in plan.cuts.values() if not cut.decoded]
    for name in dict.fromkeys(cut.module for cut in replacing):
        cuts = [cut for cut in replacing if cut.module == name]
        source = (ENGINES / _path(name, "py")).read_text("utf-8")
        ends = {node.name: node.end_lineno or 0 for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
        found[_path(name, "py")] = replaced(source, cuts, ends)
    return found


def _path(module: str, ext: str) -> str:
    return f"{module.replace('.', '/')}.{ext}"


def lay_out(out: Path) -> list[str]:
    """Write the folder, only files that have changed; returns the paths to compile."""
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
