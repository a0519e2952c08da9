"""The rules of the games: pure, with no I/O, no clock and no source of chance.

A bot may use this package by itself (distribution `podesta-engines`, import name `podesta_engines`), so imports are
relative.
"""

from . import colonia, golden_horn, notre_dame, pillars_of_the_earth, troyes
from .core.decider import (
    Replay,
    actors,
    decide,
    draw,
    evolve,
    execute,
    fold,
    load,
    opening,
    outcomes,
    result,
    save,
    settle,
    start,
)
from .core.disclose import observe, questions, redact, resample, told, waiting
from .core.playout import play_random, play_with, playout
from .core.ruleset import Registry

RULESETS = Registry()
"""Every ruleset this package knows."""
RULESETS.add(colonia.RULESET)
RULESETS.add(golden_horn.RULESET)
RULESETS.add(notre_dame.RULESET)
RULESETS.add(pillars_of_the_earth.RULESET)
RULESETS.add(troyes.RULESET)

__all__ = [
    "RULESETS",
    "Replay",
    "actors",
    "colonia",
    "decide",
    "draw",
    "evolve",
    "execute",
    "fold",
    "golden_horn",
    "load",
    "notre_dame",
    "observe",
    "opening",
    "outcomes",
    "pillars_of_the_earth",
    "play_random",
    "play_with",
    "playout",
    "questions",
    "redact",
    "resample",
    "result",
    "save",
    "settle",
    "start",
    "told",
    "troyes",
    "waiting",
]
