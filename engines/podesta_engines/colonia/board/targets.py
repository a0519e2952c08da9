"""The targets of Colonia's questions; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.state import EXTRA, State
from podesta_engines.colonia.words import (
    CHANGES,
    CHOICE,
    CRAFTSMAN,
    DECLINE,
    HOLD_AT,
    LOADS,
    NO_CONTRACT,
    NO_FILL,
    NO_HOLD,
    NO_RELIC,
    NO_STALL,
    YES,
    ExtraLoad,
)
from podesta_engines.core.board import PASSED, Target, counted, thing, touch
from podesta_engines.core.script import Ask

from . import ids

Targets = tuple[Target, ...]


def good(_: State, _ask: Ask, option: int) -> Targets:
    """C-88: the good."""
    return touch(ids.good(option))


def card(_: State, _ask: Ask, option: int) -> Targets:
    """C-22: the family card."""
    return touch(ids.family_card(option))


def ballot(_: State, _ask: Ask, option: int) -> Targets:
    """C-37: the yes card or the no card."""
    return touch(thing("choice", CHOICE.slug(option)))


def members(_: State, ask: Ask, option: int) -> Targets:
    """C-76: the street field, once for each member that goes home."""
    return counted(ids.street(ask.about[0]), option)


def change(_: State, _ask: Ask, option: int) -> Targets:
    """C-87: the money given, and the same amount received."""
    if option == DECLINE:
        return PASSED
    origin, target, amount = CHANGES[option]
    return Target(ids.money(origin), "give", amount), Target(ids.money(target), "get", amount)


def stall(_: State, _ask: Ask, option: int) -> Targets:
    """C-43: the stall."""
    return PASSED if option == NO_STALL else touch(ids.stall(option))


def craftsman(_: State, _ask: Ask, option: int) -> Targets:
    """C-46: the craftsman."""
    return PASSED if option == NO_CONTRACT else touch(thing("craftsman", CRAFTSMAN.slug(option)))


def hold(g: State, _ask: Ask, option: int) -> Targets:
    """C-53, C-80: the hold; for an extra hold also the good."""
    if option == NO_HOLD:
        return PASSED
    load = LOADS[option]
    first = HOLD_AT[next(i for i, berth in enumerate(g.harbour) if berth.ship == load.ship)]
    if isinstance(load, ExtraLoad):
        return touch(ids.hold(first + EXTRA), ids.good(load.good))
    return touch(ids.hold(first + load.hold))


def relic(_: State, _ask: Ask, option: int) -> Targets:
    """C-61, C-67: the card on display."""
    return PASSED if option == NO_RELIC else touch(ids.relic(option))


def into(_: State, ask: Ask, option: int) -> Targets:
    """C-64: the relic that goes in, or nothing."""
    return touch(ids.relic(ask.about[0])) if option == YES else PASSED


def filling(_: State, _ask: Ask, option: int) -> Targets:
    """C-63: the relic that goes in, or nothing."""
    return PASSED if option == NO_FILL else touch(ids.relic(option))


TARGETS = {
    "choose_good": good,
    "play_family_card": card,
    "vote": ballot,
    "street_return": members,
    "exchange": change,
    "take_stall": stall,
    "place_contract": craftsman,
    "load_hold": hold,
    "buy_relic": relic,
    "enshrine": into,
    "fill_shrine": filling,
    "safeguard": relic,
}
"""By kind of question."""
