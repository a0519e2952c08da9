"""Prompts and options of Golden Horn that depend on the table; every text is in `texts/`."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form

from .pieces import owner
from .state import NONE, VENICE, State
from .words import ACTIONS, COLOUR, CONTINUE, FREE, NUMBER, PLACE, SEAT, SHIP, Move, Raid

_ACT, _ACT_MOVE = form("prompts.act"), form("prompts.act_move")
_SAIL_FREE = form("prompts.sail_free", ship=SHIP, here=PLACE)
_SAIL_PAID = form("prompts.sail_paid", ship=SHIP, here=PLACE, card=COLOUR)
_SAIL_STOP = form("prompts.sail_stop", ship=SHIP, here=PLACE, card=COLOUR)
_MOVE = form("labels.move", ship=SHIP)
_MOVE_EMPTY = form("labels.move_empty", ship=SHIP, port=PLACE)
_MOVE_LOADING = form("labels.move_loading", ship=SHIP, port=PLACE, number=NUMBER, good=COLOUR)
_MOVE_LADEN = form("labels.move_laden", ship=SHIP, number=NUMBER, good=COLOUR)
_RAID = form("labels.raid_of", ship=SHIP, owner=SEAT, cards=COLOUR, good=COLOUR)
FORMS = (_ACT_MOVE, _SAIL_FREE, _SAIL_PAID, _SAIL_STOP, _MOVE, _MOVE_EMPTY, _MOVE_LOADING, _MOVE_LADEN, _RAID)


def acting(_: State, ask: Ask) -> Said:
    """G-18, G-21: pirates are offered where a raid is open."""
    return (_ACT if any(isinstance(ACTIONS[each], Raid) for each in ask.options) else _ACT_MOVE)()


def sail(g: State, ask: Ask) -> Said:
    """G-30, G-31: names only what is open."""
    ship, _, price = ask.about
    here = g.route[g.at[ship]]
    if price == FREE:
        return _SAIL_FREE(ship, here)
    return (_SAIL_PAID if CONTINUE in ask.options else _SAIL_STOP)(ship, here, price)


def act(g: State, _: Ask, option: int) -> Said:
    """G-20, G-27: the number of goods that are loaded, or the owner of the raided ship and the good."""
    action = ACTIONS[option]
    return _move(g, action) if isinstance(action, Move) else _raid(g, action)


def _move(g: State, move: Move) -> Said:
    ship, here = move.ship, g.route[g.at[move.ship]]
    if move.load != NONE:
        return _MOVE_LOADING(ship, here, g.ports[here - VENICE][move.load], move.load)
    if g.load[ship]:
        return _MOVE_LADEN(ship, g.load[ship], g.cargo[ship])
    return _MOVE_EMPTY(ship, here) if here >= VENICE else _MOVE(ship)


def _raid(g: State, raid: Raid) -> Said:
    return _RAID(raid.ship, owner(g, raid.ship), raid.cards, g.cargo[raid.ship])


PROMPTS = {"act": acting, "sail": sail}
LABELS = {"act": act}
