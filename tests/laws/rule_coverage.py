"""Which code and which tests name each numbered rule: `python tests/laws/rule_coverage.py` writes COVERAGE.md."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

TESTS = Path(__file__).parents[1] / "engines"
CITED = re.compile(r"\b([A-Z]+-\d+)\b")
RULE = re.compile(r"^\*\*([A-Z]+-\d+)[ .]+(.*?)\.?\*\*", re.MULTILINE)
Places = dict[str, list[str]]
"""Names of functions by rule number."""


def package(ruleset: Ruleset) -> Path:
    """The folder of a ruleset's code."""
    return Path(sys.modules[ruleset.set_up.__module__].__file__ or "").parent


def cited(files: Iterable[Path], first: bool) -> Places:
    """The functions with a rule in their docstring; with `first`, only those with a docstring that begins with one."""
    places: Places = defaultdict(list)
    for path in sorted(files):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                words = ast.get_docstring(node) or ""
                if CITED.match(words) or not first:
                    for number in dict.fromkeys(CITED.findall(words)):
                        places[number].append(f"{path.stem}.{node.name}")
    return places


def code(ruleset: Ruleset) -> Places:
    """The functions that carry out rules, and the questions, draws and notes that name them."""
    places = cited(package(ruleset).rglob("*.py"), first=True)
    for kind in (*ruleset.kinds, *ruleset.notes):
        places[kind.rule].append(f"words: `{kind.name}`")
    return places


def citing(ruleset: Ruleset) -> Places:
    """The tests of a ruleset that cite a rule."""
    return cited((TESTS / package(ruleset).name).rglob("test_*.py"), first=False)


def rules(ruleset: Ruleset) -> dict[str, str]:
    """Number and title of every rule, in the order of the rulebook."""
    return dict(RULE.findall(ruleset.rulebooks["en"]))


def page(ruleset: Ruleset) -> str:
    """The table of rules, code and tests."""
    by_code, by_test = code(ruleset), citing(ruleset)
    rows = [
        f"| {number} | {title} | {', '.join(by_code.get(number, []))} | {', '.join(_short(by_test.get(number, [])))} |"
        for number, title in rules(ruleset).items()
    ]
    head = f"# {ruleset.name()}: rules, code, tests\n\nWritten by `python tests/laws/rule_coverage.py`; do not edit.\n"
    return "\n".join([head, "| rule | title | code | tests |", "|---|---|---|---|", *rows, ""])


def _short(names: list[str]) -> list[str]:
    return [name.replace("test_", "").replace("_", " ").replace(".", ": ", 1) for name in names]


def main() -> None:
    """Write the page of every ruleset."""
    for ruleset in RULESETS.all():
        (package(ruleset) / "COVERAGE.md").write_text(page(ruleset), "utf-8")


if __name__ == "__main__":
    main()
