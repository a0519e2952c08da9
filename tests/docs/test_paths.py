"""The paths in ARCHITECTURE.md and CONTRIBUTING.md exist, and no folder is missing there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md")
PACKAGES = (
    "engines/podesta_engines",
    "eventstore/podesta_eventstore",
    "service/podesta_service",
    "lab/podesta_lab",
)
STARTS = (
    "",
    "docs",
    "service",
    "proto",
    "proto/podesta/v1",
    "clients/typescript/src",
    "clients/table/src",
    "conformance/podesta_conformance",
    *PACKAGES,
)
"""Where a path in these pages may begin: at the top, or in the folder under discussion."""
QUOTED = re.compile(r"`([^`\s]+)`")
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FOR_EACH = "golden_horn"
"""The value of `<game>`."""
A_PATH = re.compile(r"[\w.-]+(/[\w.*-]*)+|[\w-]+\.(py|lua|md|txt|proto|toml|json|binpb)")


A_TEST = re.compile(r"`((?:tests/[\w/]+(?:\.py)?|test_\w+\.py|test_\w+)(?:::test_\w+)?)`")
"""The forms in which a page names a test."""


def paths(page: str) -> list[str]:
    """Every path that a page names, in backticks or as a link."""
    text = re.sub(r"```.*?```", "", (TREE / page).read_text("utf-8"), flags=re.DOTALL)
    quoted = [name.replace("<game>", FOR_EACH).replace("<edition>", "*") for name in QUOTED.findall(text)]
    return sorted({*filter(A_PATH.fullmatch, quoted), *LINKED.findall(text)})


def there(path: str) -> bool:
    """Whether a path exists: from one of the starts, or from a folder anywhere in a package."""
    if any(any((TREE / start).glob(path.rstrip("/"))) for start in STARTS):
        return True
    return any(any((TREE / package).rglob(path.rstrip("/"))) for package in PACKAGES)


@pytest.mark.parametrize(("page", "path"), [(page, path) for page in PAGES for path in paths(page)])
def test_every_path_leads_somewhere(page: str, path: str) -> None:
    """A file or folder that a page names exists."""
    assert there(path)


@pytest.mark.parametrize("room", [*PACKAGES, "service/podesta_service/rest"])
def test_no_room_is_left_out(room: str) -> None:
    """Each folder of modules below a package is named in ARCHITECTURE.md."""
    text = (TREE / "ARCHITECTURE.md").read_text("utf-8")
    folders = [path.name for path in (TREE / room).iterdir() if (path / "__init__.py").exists()]
    assert folders
    assert [name for name in folders if f"{name}/" not in text and f"`{name}`" not in text] == []


def named_tests(page: Path) -> list[str]:
    """Every file, folder or function of tests that a page names in backticks."""
    return sorted({*A_TEST.findall(page.read_text("utf-8"))})


def test_every_test_that_is_named_exists() -> None:
    """On any page: a path below tests, a module by its name, or a function, alone or after its module."""
    made = {"node_modules", ".venv", "build", "dist", "var"}
    pages = [page for page in TREE.rglob("*.md") if not made & {*page.relative_to(TREE).parts}]
    assert (found := {name for page in pages for name in named_tests(page)})
    assert [name for name in sorted(found) if not exists(name)] == []


def exists(name: str) -> bool:
    """Whether there is such a test."""
    path, _, function = name.partition("::")
    if not path.endswith(".py") and path.startswith("test_"):
        path, function = "", path
    files = [TREE / path] if "/" in path else [*(TREE / "tests").rglob(path or "test_*.py")]
    files = [file for file in files if file.exists()]
    return any(f"def {function}(" in file.read_text("utf-8") for file in files) if function else bool(files)


def test_what_the_readme_calls_tested_is_so_on_the_page_that_says_how() -> None:
    """Each name and version in the middle column of its table is in a tested row of docs/tested.md."""
    rows = [line for line in (TREE / "docs" / "tested.md").read_text("utf-8").splitlines() if "| tested |" in line]
    table = (TREE / "README.md").read_text("utf-8").partition("| tested on every change |")[2].partition("\n\n")[0]
    cells = [line.split("|")[2] for line in table.splitlines()[2:]]
    named = [each for cell in cells for each in re.findall(r"[A-Z][A-Za-z]+|(?<![\w-])\d+(?:\.\d+)*", cell)]
    assert len(named) > 12
    assert [each for each in named if not any(re.search(rf"\b{re.escape(each)}\b", row) for row in rows)] == []


def test_the_guard_sees_a_path_that_leads_nowhere() -> None:
    """A missing path is detected, with a folder in front of it or without."""
    assert not there("commands/nowhere.py")
    assert not there("nowhere.py")
    assert there("clocks.py")
    assert not exists("test_nowhere.py")
    assert not exists("test_nothing_at_all")
    assert not exists("tests/docs/test_paths.py::test_nothing_at_all")
