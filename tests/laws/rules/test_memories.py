"""What rules remember of other games is little: a process that serves for months is not to grow by it."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import podesta_engines

ENOUGH = 1 << 12
"""What is worth remembering was asked a short while ago: more entries are found no more often."""
ROOMS = ("colonia", "golden_horn", "notre_dame", "pillars_of_the_earth", "troyes")


def memories() -> Iterator[tuple[str, Any]]:
    """Every memory in the rules of a game, by name; bots have their own."""
    for room in ROOMS:
        package = f"{podesta_engines.__name__}.{room}"
        found = pkgutil.walk_packages(importlib.import_module(package).__path__, package + ".")
        for module in (importlib.import_module(each.name) for each in found if not each.name.endswith(".bots")):
            for name, value in vars(module).items():
                if hasattr(value, "cache_parameters") and value.__module__ == module.__name__:
                    yield f"{module.__name__}.{name}", value


@pytest.mark.parametrize(("name", "memory"), [pytest.param(*each, id=each[0]) for each in memories()])
def test_what_rules_remember_has_a_bound(name: str, memory: Any) -> None:
    """A memory that can grow for long is small; without a bound is only what an edition makes, once."""
    most = memory.cache_parameters()["maxsize"]
    assert most is None or most <= ENOUGH, name
