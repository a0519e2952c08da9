"""The targets of Troyes' questions; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.board import PASSED, Target, counted, own, thing, touch
from podesta_engines.core.script import Ask
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.pieces import trades_at
from podesta_engines.troyes.state import RED, WHITE, State
from podesta_engines.troyes.words import (
    DISTRICT,
    DONE,
    DONE_ACTING,
    FOES_DONE,
    SOURCES,
    TURN_ACTIONS,
    Action,
)

from .zones import black, building, card, die, origin, queued, space

Targets = tuple[Target, ...]


def place_first(_: State, _ask: Ask, option: int) -> Targets:
    """T-10: the space."""
    return touch(space(option))


# -- turns -----------------------------------------------------------------------------------------------------------


def act(_: State, ask: Ask, option: int) -> Targets:
    """T-101, T-130: the card, the cathedral, the event or the building for an action; the die to roll again.

    T-220, T-130: farming and turning dice over have no place on the table; their targets are words of the catalogue.
    """
    match TURN_ACTIONS[option]:
        case Action("activate", about):
            return touch(card(about))
        case Action("combat", at):
            return touch(queued(at))
        case Action("place", at):
            return touch(building(at))
        case Action("reroll", face):
            return touch(die(DISTRICT * ask.seat + face))
        case Action("build"):
            return touch("cathedral")
        case Action("recruit"):
            return touch(own(ask.seat, "general"))
        case Action("pass"):
            return PASSED
    return touch(thing("verb", TURN_ACTIONS[option].verb))


def prepare(g: State, ask: Ask, option: int) -> Targets:
    """T-80, T-85: to continue, the black die that must be countered."""
    return touch(black(ask.about[0])) if option == DONE_ACTING else act(g, ask, option)


# -- dice ------------------------------------------------------------------------------------------------------------


def foe(_: State, _ask: Ask, option: int) -> Targets:
    """T-80: another black die."""
    return PASSED if option == FOES_DONE else touch(black(option))


def group_die(_: State, _ask: Ask, option: int) -> Targets:
    """T-81, T-110, T-130: a die, or no further one."""
    return PASSED if option == DONE else touch(die(option))


# -- citizens and cubes ----------------------------------------------------------------------------------------------


def citizen(g: State, ask: Ask, option: int) -> Targets:
    """T-141, T-201: the place where the citizen is now."""
    place, at = SOURCES[option]
    left = (trades_at(g, ask.seat, FIGURES[g.edition].slot[at]),) if place == "card" else ()
    return touch(origin(ask.seat, option, left))


def cube(g: State, _ask: Ask, option: int) -> Targets:
    """T-160: the card with the cube, or no cube."""
    return touch(card(FIGURES[g.edition].card[option])) if option else PASSED


def event(_: State, _ask: Ask, option: int) -> Targets:
    """T-328: the event, by its place in the queue, since cards may be equal."""
    return touch(queued(option))


# -- amounts ---------------------------------------------------------------------------------------------------------


def often(_: State, ask: Ask, option: int) -> Targets:
    """T-150: the card, once for each activation."""
    return counted(card(ask.about[0]), option)


def mill(_: State, ask: Ask, option: int) -> Targets:
    """T-303: each building as often as the Miller is activated for it."""
    shares = ((RED, option), (WHITE, ask.about[0] - option))
    return tuple(Target(building(at), times=number) for at, number in shares if number)


TARGETS = {
    "place_first": place_first,
    "prepare": prepare,
    "counter_extra": foe,
    "counter_with": group_die,
    "act": act,
    "flip_die": group_die,
    "hire_from": citizen,
    "modify": cube,
    "group_die": group_die,
    "citizen_from": citizen,
    "how_often": often,
    "mill": mill,
    "mark": event,
}
"""By kind of question."""
