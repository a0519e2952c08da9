"""Colonia (Dirk Henn, Queen Games 2009), for three to six players."""

from podesta_engines.colonia.rules.round import TASKS
from podesta_engines.core.ruleset import Ruleset, random_policy, read_rulebook
from podesta_engines.core.words import Text

from . import words
from .bots import absent, greedy
from .components import EDITIONS
from .hidden import observe, resample
from .invariants import check
from .notes import NOTES
from .scoring import bound, result
from .setup import set_up
from .state import Options, State
from .view import ColoniaView, render

RULESET = Ruleset(
    id="colonia",
    rules="colonia/1",
    name=Text("Colonia", "Colonia"),
    seats=range(3, 7),
    editions=EDITIONS,
    options=Options,
    state=State,
    view=ColoniaView,
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
    policies={"greedy": greedy, "random": random_policy, "absent": absent},
    rulebook=read_rulebook(__name__),
    check=check,
)
"""The ruleset to register."""

__all__ = ["RULESET"]
