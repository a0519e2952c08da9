"""Notre Dame (Stefan Feld, alea 2007), for two to five players."""

from podesta_engines.core.ruleset import Ruleset, random_policy, reader
from podesta_engines.notre_dame.rules.round import TASKS

from . import words
from .board import BOARD
from .bots import greedy
from .cards import CARDS, figures
from .components import EDITIONS
from .hidden import observe, resample
from .invariants import check
from .labels import FORMS, LABELS, PROMPTS
from .notes import NOTES
from .scoring import bound, result
from .setup import set_up
from .state import Options, State
from .value import FEATURES
from .view import NotreDameView, render

RULESET = Ruleset(
    id="notre-dame",
    rules="notre-dame/1",
    seats=range(2, 6),
    editions=EDITIONS,
    options=Options,
    state=State,
    view=NotreDameView,
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
