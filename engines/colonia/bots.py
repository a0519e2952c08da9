"""House policies for Colonia. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from random import Random

from ..core.script import Ask
from .state import State


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    return ask.options[int(rnd.random() * len(ask.options))]
