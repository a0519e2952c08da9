"""Colonia (Dirk Henn, Queen Games 2009), for three to six players."""

from podesta_engines.colonia.rules.round import TASKS
from podesta_engines.core.ruleset import Ruleset, random_policy, reader

from . import words
from .board import BOARD
from .bots import absent, greedy
from .cards import CARDS, figures
from .components import EDITIONS
from .hidden import observe, resample
from .invariants import check
from .labels import FORMS as LABEL_FORMS
from .labels import LABELS
from .notes import NOTES
from .prompts import FORMS as PROMPT_FORMS
from .prompts import PROMPTS
from .scoring import bound, result
from .setup import set_up
from .state import Options, State
from .value import FEATURES
from .view import ColoniaView, render

RULESET = Ruleset(
    id="colonia",
    rules="colonia/1",
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
    read=reader(__name__),
    check=check,
    features=FEATURES,
    prompts=PROMPTS,
    labels=LABELS,
    forms=(*LABEL_FORMS, *PROMPT_FORMS),
    board=BOARD,
    cards=CARDS,
    figures=figures,
)
"""The ruleset to register."""

__all__ = ["RULESET"]
