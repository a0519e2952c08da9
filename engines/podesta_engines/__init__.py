"""The rules of five games as a forward model, and the log of a game folded by them: no I/O, no clock, no chance.

`core` runs a game's scripts, each game has a package of its own, `frozen` keeps earlier versions of their rules, `play`
has bots and play-outs, `game` the log.
"""

import copyreg

from podesta_engines.core.decide import actors, decide, draw, execute, follow, load, outcomes, result, save, settle
from podesta_engines.core.disclose import note_texts, observe, questions, redact, resample, waiting
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry
from podesta_engines.game.game import fold, opening, start
from podesta_engines.play.playout import play_random, play_with, playout

from . import colonia, golden_horn, notre_dame, pillars_of_the_earth, troyes
from .frozen import FROZEN

RULESETS = Registry()
"""Every ruleset of this package, including earlier versions for the games that began with them."""
RULESETS.add(colonia.RULESET)
RULESETS.add(golden_horn.RULESET)
RULESETS.add(notre_dame.RULESET)
RULESETS.add(pillars_of_the_earth.RULESET)
RULESETS.add(troyes.RULESET)
for ruleset in FROZEN:
    RULESETS.add(ruleset, frozen=True)


def _unpickled(raw: bytes) -> Position:
    return load(RULESETS, raw)


copyreg.pickle(Position, lambda p: (_unpickled, (save(p),)))  # here, since the core has no registry

__all__ = [
    "RULESETS",
    "actors",
    "colonia",
    "decide",
    "draw",
    "execute",
    "fold",
    "follow",
    "golden_horn",
    "load",
    "note_texts",
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
    "troyes",
    "waiting",
]
