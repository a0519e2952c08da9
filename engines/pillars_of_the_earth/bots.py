"""House policies."""

from random import Random
from typing import Any


def greedy(g: Any, ask: Any, rnd: Random) -> int:
    """Tmp."""
    return ask.options[0]
