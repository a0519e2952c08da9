"""Counts words of a private idiom in docstrings, comments and pages, and names what has more of them than is good.

Each of them has a plain word for it (CONTRIBUTING lists pairs). One now and then is English, so a room of code may have
`IN_CODE` per 1,000 words, and a page `IN_PAGES`.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

SIGNS = re.compile(
    r"\b(told|tells?|whoever|somebody|nobody|perhaps|lies|stands|meanwhile|anew|whose|beside)\b", re.IGNORECASE
)
IN_CODE, IN_PAGES = 1.0, 1.5
"""Signs per 1,000 words."""
FEW = 2
"""Signs that even a short page may have."""
ROOMS = (
    *("benchmarks", "clients/bots", "clients/python", "clients/table/src", "clients/typescript/src", "conformance"),
    *("docs", "engines", "eventstore", "examples", "k8s", "lab", "service", "tests"),
)
_WRITTEN = re.compile(r"/generated/|/_sync/|_pb2|docs/reference/|COVERAGE\.md|/texts/types\.ts|/frozen/")
"""What a generator writes, or nobody changes any more."""
_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", re.DOTALL)
_QUOTED = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)\s]*\)", re.DOTALL)
"""Code, and addresses of links."""


def python(text: str) -> str:
    """The docstrings and comments of a module."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
    strings = [node.value.value for node in nodes if isinstance(node.value, ast.Constant)]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    return "\n".join([*(each for each in strings if isinstance(each, str)), *comments])


READ: dict[str, Callable[[str], str]] = {
    ".py": python,
    ".ts": lambda text: "\n".join(_COMMENT.findall(text)),
    ".svelte": lambda text: "\n".join(_COMMENT.findall(text)),
    ".md": str,
}
"""The prose in a file, by its suffix."""


def counted(path: Path) -> tuple[int, int]:
    """The signs and the words of a file."""
    prose = _QUOTED.sub("", READ[path.suffix](path.read_text("utf-8")))
    return len(SIGNS.findall(prose)), len(re.findall(r"\w+", prose))


def too_many(files: dict[Path, tuple[int, int]]) -> Iterator[str]:
    """A line for each room and page with too many signs."""
    for room in ROOMS:
        code = [found for path, found in files.items() if path.suffix != ".md" and path.is_relative_to(room)]
        yield from _line(room, sum(signs for signs, _ in code), sum(words for _, words in code), IN_CODE)
    for path, (signs, words) in files.items():
        if path.suffix == ".md" and signs > FEW:
            yield from _line(str(path), signs, words, IN_PAGES)


def _line(where: str, signs: int, words: int, most: float) -> Iterator[str]:
    if 1000 * signs > most * words:
        yield f"{where}: {signs} in {words} words ({1000 * signs / words:.1f} per 1,000; at most {most})"


def main() -> None:
    """Print what has too many signs; exits with 1 if anything has."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    paths = [Path(each) for each in listed if Path(each).suffix in READ and not _WRITTEN.search(each)]
    found = [*too_many({path: counted(path) for path in paths if path.exists()})]
    print("\n".join(found) or "plain words: nothing found")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
