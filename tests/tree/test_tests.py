"""The layout of the tests: at most fifteen modules in a folder, no imports from tests, no use of private attributes."""

from __future__ import annotations

import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
MODULES = sorted(TESTS.rglob("*.py"))
ELSEWHERE = ("eventstore",)
"""Folders that may use private attributes: they test internals of the store."""
MOST, LONGEST = 15, 300
ASIDE = ("__init__", "__main__", "conftest")


@cache
def walked() -> list[tuple[Path, ast.AST]]:
    """Every import and attribute of every module; cached, for the search takes seconds."""
    wanted = (ast.ImportFrom, ast.Import, ast.Attribute)
    trees = ((path, ast.walk(ast.parse(path.read_text("utf-8")))) for path in MODULES)
    return [(path, node) for path, tree in trees for node in tree if isinstance(node, wanted)]


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Every node of a kind in every module, with its location."""
    found = ((path, node) for path, node in walked() if isinstance(node, kind))
    yield from ((f"{path.relative_to(TESTS)}:{node.lineno}", node) for path, node in found)


def imported() -> Iterator[tuple[str, str]]:
    """The whole name of every module that a module of the tests imports."""
    for at, node in nodes(ast.ImportFrom):
        yield at, node.module or ""
        yield from ((at, f"{node.module}.{alias.name}") for alias in node.names)
    for at, node in nodes(ast.Import):
        yield from ((at, alias.name) for alias in node.names)


def test_no_module_imports_a_test() -> None:
    """Helpers that two tests need are in the kit or in a module next to them, never in `test_….py`."""
    found = [at for at, name in imported() if name.startswith("tests.") and ".test_" in name]
    assert not found


def test_no_module_bends_the_path() -> None:
    """Everything is imported by its full name; k8s/check.py is the one script that is in no package."""
    found = [at for at, node in nodes(ast.Attribute) if ast.unparse(node) in ("sys.path.append", "sys.path.insert")]
    assert [at for at in found if not at.startswith("k8s/conftest.py")] == []


def test_logging_is_put_back_never_reset() -> None:
    """A logger that has written keeps its steps: after a reset, nothing that a test listens to reaches it again."""
    assert [at for at, node in nodes(ast.Attribute) if ast.unparse(node) == "structlog.reset_defaults"] == []


def test_nobody_reaches_into_the_master() -> None:
    """Whatever a test needs of a master, or of its process, is public."""
    hidden = [(at, ast.unparse(node)) for at, node in nodes(ast.Attribute)]
    found = [
        f"{at} {text}"
        for at, text in hidden
        if any(f"{owner}._" in text for owner in ("master", "masters[0]", "bots", "process", "context", "by_hand"))
        and "self._process" not in text
        and not at.startswith(ELSEWHERE)
    ]
    assert not found


def test_rooms_are_small() -> None:
    """No folder has more than fifteen modules; stubs, `__init__`, `__main__` and `conftest` do not count."""
    tree = TESTS.parent
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=tree, check=True, capture_output=True, text=True).stdout
    paths = [Path(line) for line in listed.splitlines()]
    sizes = Counter(path.parent for path in paths if path.stem not in ASIDE and "_pb2" not in path.stem)
    assert len(sizes) > 40
    assert {str(folder): size for folder, size in sizes.items() if size > MOST} == {}


def test_modules_are_short() -> None:
    """No module of the tests has more than 300 lines."""
    lengths = {str(path.relative_to(TESTS)): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
