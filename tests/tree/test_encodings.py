"""What is installed reads and writes UTF-8, whatever the locale's encoding is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TREE = Path(__file__).parents[2]
ROOMS = (
    "engines/podesta_engines",
    "eventstore/podesta_eventstore",
    "clients/python",
    "clients/bots",
    "service/podesta_service",
    "lab",
    "conformance",
    "examples",
)
TEXTS = {"read_text": 0, "write_text": 1, "open": 2, "fdopen": 3, "TextIOWrapper": 1, "NamedTemporaryFile": 2}
"""Calls that take an encoding, and its position among their arguments."""
PROGRAMS = ("run", "Popen", "check_output")


def name_of(call: ast.Call) -> str:
    """The last part of the name that is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def is_of_text(call: ast.Call, name: str) -> bool:
    """Whether a call opens text: other objects that are opened have no mode, and a mode with `b` means bytes."""
    if name in ("open", "fdopen", "NamedTemporaryFile"):
        words = [*call.args, *(each.value for each in call.keywords if each.arg == "mode")]
        modes = [str(each.value) for each in words if isinstance(each, ast.Constant)]
        found = next((mode for mode in modes if re.fullmatch(r"[rwaxbt+]+", mode)), None)
        return "b" not in found if found else isinstance(call.func, ast.Name) and name == "open"
    return True


def lacks_encoding(call: ast.Call) -> bool:
    """Whether a call takes its encoding from the locale."""
    keywords, name = {each.arg for each in call.keywords}, name_of(call)
    if name in PROGRAMS:
        return bool(keywords & {"text", "universal_newlines"}) and "encoding" not in keywords
    return name in TEXTS and is_of_text(call, name) and "encoding" not in keywords and len(call.args) <= TEXTS[name]


def found_in(text: str) -> list[int]:
    """The lines of calls without an encoding."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if lacks_encoding(call)]


def test_no_file_is_opened_in_the_locale_s_encoding() -> None:
    """Every call that opens, reads or writes text names its encoding; so does every process run with text output."""
    modules = [path for room in ROOMS for path in (TREE / room).rglob("*.py") if "node_modules" not in path.parts]
    assert len(modules) > 400
    found = {str(path.relative_to(TREE)): found_in(path.read_text("utf-8")) for path in modules}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_such_calls_are_seen() -> None:
    """The search finds each kind of call, and ignores calls on bytes or on other objects."""
    wrong = ["p.read_text()", "p.write_text(x)", "open(p)", "p.open('w')", "os.fdopen(d, 'a')", "run(c, text=True)"]
    right = ["p.read_text('utf-8')", "p.open('rb')", "proxy.open()", "open(p, 'ab')", "run(c, encoding='utf-8')"]
    assert [each for each in wrong if not found_in(each)] == []
    assert [each for each in right if found_in(each)] == []
