"""Troyes (Sébastien Dujardin, Xavier Georges, Alain Orban; Pearl Games 2010), for two to four players."""

from podesta_engines.core.ruleset import Ruleset, random_policy, reader
from podesta_engines.troyes.rules.round import TASKS

from . import words
from .board import BOARD
from .bots import greedy
from .cards import CARDS, figures
from .components import EDITIONS
from .hidden import observe, resample
from .invariants import check
from .labels import FORMS, LABELS, PROMPTS
from .notes import NOTES
from .places import PLACES
from .scoring import bound, result
from .setup import set_up
from .state import Options, State
from .value import FEATURES
from .view import TroyesView, render

RULESET = Ruleset(
    id="troyes",
    rules="troyes/1",
    seats=range(2, 5),
    editions=EDITIONS,
    options=Options,
    state=State,
    view=TroyesView,
    tasks=TASKS,
    kinds=words.KINDS,
    lots=words.LOTS,
    notes=NOTES,
    vocabularies=(*words.VOCABULARIES, *PLACES),
    reasons=words.REASON,
    parts=words.PART,
    set_up=set_up,
    observe=observe,
    resample=resample,
    render=render,
    result=result,
    bound=bound,
    policies={"greedy": greedy, "random": random_policy},
    read=reader(__name__),
    check=check,
    features=FEATURES,
    prompts=PROMPTS,
    labels=LABELS,
    forms=FORMS,
    board=BOARD,
    cards=CARDS,
    figures=figures,
)
"""The ruleset to register."""

__all__ = ["RULESET"]
