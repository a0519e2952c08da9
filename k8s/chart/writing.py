"""A tree with conditions as a Helm template."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chart.trees import Choice, Part, Parts


@dataclass
class HelmValue:
    """A value of the chart, as a Helm expression with a JSON result."""

    expression: str


@dataclass
class TemplateText:
    """A text of several lines with parts from values: `given` maps each part to its expression."""

    text: str
    given: dict[str, str]


def lines(node: Any, depth: int = 0) -> Iterator[str]:
    """The lines of a value that begins on a new line."""
    pad = "  " * depth
    for part in _parts(node):
        if part.when:
            yield f"{pad}{{{{- if {part.when} }}}}"
        yield from _entry(part, depth)
        if part.when:
            yield f"{pad}{{{{- end }}}}"


def _parts(node: Any) -> list[Part]:
    if isinstance(node, Parts):
        return node.of
    if isinstance(node, dict):
        return [Part(value, key=key) for key, value in node.items()]
    return [Part(value) for value in node]


def _entry(part: Part, depth: int) -> Iterator[str]:
    """An entry of a map, or an item of a list."""
    pad, value = "  " * depth, part.value
    head = (
        f"{pad}{json.dumps(part.key) if '/' in part.key or '.' in part.key else part.key}:" if part.key else f"{pad}-"
    )
    if isinstance(value, Choice):
        yield f"{head} {_either(value)}"
    elif isinstance(value, TemplateText) or (isinstance(value, str) and "\n" in value):
        yield from _block(head, value if isinstance(value, TemplateText) else TemplateText(value, {}), depth + 1)
    elif isinstance(value, dict | list | Parts) and _parts(value):
        yield head
        yield from lines(value, depth + 1)
    else:
        yield f"{head} {_scalar(value)}"


def _either(value: Any) -> str:
    """A value, or the one of several under the condition that holds."""
    if not isinstance(value, Choice):
        return _scalar(value)
    return f"{{{{ if {value.when} }}}}{_scalar(value.value)}{{{{ else }}}}{_either(value.otherwise)}{{{{ end }}}}"


def _block(head: str, value: TemplateText, depth: int) -> Iterator[str]:
    """A text unchanged, except that values are inserted and Helm's braces are escaped."""
    yield f"{head} |" if value.text.endswith("\n") else f"{head} |-"
    text = _escaped(value.text)
    for piece, expression in value.given.items():
        text = text.replace(piece, f"{{{{ {expression} }}}}")
    yield from (f"{'  ' * depth}{line}" if line else "" for line in text.removesuffix("\n").split("\n"))


def _scalar(value: Any) -> str:
    if isinstance(value, HelmValue):
        return f"{{{{ {value.expression} | toJson }}}}"
    return _escaped(json.dumps(value, ensure_ascii=False))


def _escaped(text: str) -> str:
    return text.replace("{{", '{{ "{{" }}')
