"""Troyes (Sébastien Dujardin, Xavier Georges, Alain Orban; Pearl Games 2010), for two to four players."""

from podesta_engines.core.ruleset import Ruleset, random_policy, read_rulebook
from podesta_engines.core.words import Text
from podesta_engines.troyes.rules.round import TASKS

from . import words
from .bots import greedy
from .components import EDITIONS
from .hidden import observe, resample
from .invariants import check
from .notes import NOTES
from .scoring import bound, result
from .setup import set_up
from .state import Options, State
from .view import TroyesView, render

RULESET = Ruleset(
    id="troyes",
    rules="troyes/1",
    name=Text("Troyes", "Troyes"),
    seats=range(2, 5),
    editions=EDITIONS,
    options=Options,
    state=State,
    view=TroyesView,
    tasks=TASKS,
    kinds=words.KINDS,
    lots=words.LOTS,
    notes=NOTES,
    vocabularies=words.VOCABULARIES,
    reasons=words.REASON,
    parts=words.PART,
    set_up=set_up,
    observe=observe,
    resample=resample,
    render=render,
    result=result,
    bound=bound,
    policies={"greedy": greedy, "random": random_policy},
    rulebook=read_rulebook(__name__),
    check=check,
)
"""The ruleset to register."""

__all__ = ["RULESET"]
