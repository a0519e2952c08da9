"""Pieces of Markdown."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

MOST = 2
"""Number of entries of a list that an example shows."""
LONG = 25
"""Lines from which on an example is folded."""
MADE = "Written by `make reference`; do not edit."


def page(title: str, *parts: str) -> str:
    """A page: its title, its source, and its parts, with a blank line between them."""
    return "\n\n".join([f"# {title}", MADE, *(part.strip("\n") for part in parts if part.strip())]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; nothing if it would be empty."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(head), "|" + "---|" * len(head), *lines]) if lines else ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def code(word: object) -> str:
    """A word as code."""
    return f"`{word}`" if str(word) else ""


def codes(words: Iterable[object]) -> str:
    """Several words as code."""
    return ", ".join(map(code, words))


def block(language: str, text: str) -> str:
    """Lines as a code block."""
    return f"```{language}\n{text}\n```"


def example(value: Any) -> str:
    """A value as JSON, its lists shortened."""
    text = block("json", json.dumps(shortened(value), indent=2, ensure_ascii=False))
    return text if text.count("\n") < LONG else f"<details><summary>example</summary>\n\n{text}\n\n</details>"


def shortened(value: Any) -> Any:
    """A value with lists cut after a few entries."""
    if isinstance(value, dict):
        return {name: shortened(part) for name, part in value.items()}
    return [shortened(part) for part in value[:MOST]] if isinstance(value, list) else value


def prose(text: str) -> str:
    """A docstring as paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.cleandoc(text)) if part.strip())


def anchor(heading: str) -> str:
    """The fragment of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(text: str, heading: str = "", file: str = "") -> str:
    """A link to a heading of this page, or of another."""
    return (
        f"[{text}]({file}{'#' if heading or not file else ''}{anchor(heading or text) if not file or heading else ''})"
    )
