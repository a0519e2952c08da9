"""An object with and without each component, as one tree with conditional parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any


@dataclass
class Part:
    """A value under a condition (in Helm's language; empty: always); in a map, it has a key."""

    value: Any
    when: str = ""
    key: str = ""


@dataclass
class Parts:
    """The parts of a map, or of a list."""

    of: list[Part]
    is_map: bool


@dataclass
class Choice:
    """One value under a condition, another one otherwise."""

    when: str
    value: Any
    otherwise: Any


NOT_TOGETHER = (
    ("scaling-bots", "keda"),
    ("envoy-gateway", "haproxy"),
    *((each, other) for each in ("sentinel", "cluster", "store-tls", "backup-to-s3") for other in ["external-store"]),
    ("sentinel", "cluster"),
)
"""Components that exclude each other."""


class NotMergeable(Exception):
    """Two components change the same thing; the text names them."""


def switch(component: str) -> str:
    """The value of the chart that turns a component on."""
    first, *rest = component.split("-")
    return f".Values.components.{first}{''.join(word.capitalize() for word in rest)}"


def merged(base: Any, variants: Mapping[str, Any], at: str = "") -> Any:
    """The base's value and each component's variant of it, as one tree; raises NotMergeable."""
    changed = {name: each for name, each in variants.items() if each != base}
    if not changed:
        return base
    if all(isinstance(each, dict) for each in (base, *changed.values())):
        return _map(base, changed, at)
    if isinstance(base, list) and all(isinstance(each, list) and len(each) >= len(base) for each in changed.values()):
        return _list(base, changed, at)
    _check_exclusive(list(changed), f"{at} is changed by")
    found = base
    for name, value in changed.items():
        found = Choice(switch(name), value, found)
    return found


def _check_exclusive(components: list[str], said: str) -> None:
    """Return if at most one of the components can be enabled; raises NotMergeable."""
    if any({each, other} not in map(set, NOT_TOGETHER) for each, other in combinations(components, 2)):
        raise NotMergeable(f"{said} {', '.join(components)}")


def _map(base: dict[str, Any], changed: Mapping[str, dict[str, Any]], at: str) -> Parts:
    keys = sorted({key for each in (base, *changed.values()) for key in each})
    return Parts([part for key in keys for part in _entries(key, base, changed, f"{at}.{key}")], is_map=True)


def _entries(key: str, base: dict[str, Any], changed: Mapping[str, dict[str, Any]], at: str) -> list[Part]:
    """The parts of a key: its value in the base, or each component's different one."""
    has = {name: each[key] for name, each in changed.items() if key in each}
    if key in base:
        lacking = [name for name in changed if name not in has]
        return [Part(merged(base[key], has, at), f"not {_any(lacking)}" if lacking else "", key)]
    if all(each == next(iter(has.values())) for each in has.values()):
        return [Part(next(iter(has.values())), _any(list(has)), key)]
    if all(isinstance(each, list) for each in has.values()):
        return [Part(_list([], has, at), _any(list(has)), key)]
    _check_exclusive(list(has), f"{at} is brought by")
    return [Part(value, switch(name), key) for name, value in has.items()]


def _list(base: list[Any], changed: Mapping[str, list[Any]], at: str) -> Parts:
    """The items of the base, with each component's changes, then those that each component adds."""
    items = [
        Part(merged(item, {name: each[index] for name, each in changed.items()}, f"{at}.{index}"))
        for index, item in enumerate(base)
    ]
    added = [Part(item, switch(name)) for name, each in changed.items() for item in each[len(base) :]]
    return Parts(items + added, is_map=False)


def _any(components: list[str]) -> str:
    """A condition that holds with any of the components."""
    switches = [switch(each) for each in components]
    return switches[0] if len(switches) == 1 else f"(or {' '.join(switches)})"
