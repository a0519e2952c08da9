"""Labels for the options of the carriage house and the hotel; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, Vocabulary, Word, form
from podesta_engines.notre_dame.pieces import home, may_take
from podesta_engines.notre_dame.state import NONE, SQUARES, State
from podesta_engines.notre_dame.words import (
    BENEFITS,
    BOROUGH_OF,
    COLOUR,
    GOLD,
    HOME,
    MARKER,
    MESSAGE,
    NUMBER,
    RAT,
    SQUARE_NAME,
    STAY,
)

REACHED = Vocabulary("reached", (*HOME.words, Word("yours")))
"""A borough from the asked seat's point of view: its own, or one of HOME's words."""
YOURS = len(HOME)
_DRIVE = form("labels.drive_to", place=SQUARE_NAME, home=REACHED)
_DRIVE_BARRED = form("labels.drive_barred", place=SQUARE_NAME, home=REACHED, colour=COLOUR)
_DRIVE_TAKE = form("labels.drive_take", place=SQUARE_NAME, home=REACHED, colour=COLOUR, message=MESSAGE)
_DRIVE_FIND = form("labels.drive_find", place=SQUARE_NAME, home=REACHED, colour=COLOUR, message=MESSAGE)
_RETURN_TAKE = form("labels.return_take", colour=COLOUR, message=MESSAGE)
_RETURN_FIND = form("labels.return_find", colour=COLOUR, message=MESSAGE)
_BENEFITS = {
    (GOLD,): form("labels.benefit_gold", number=NUMBER, rat=NUMBER),
    (MARKER,): form("labels.benefit_marker", number=NUMBER, rat=NUMBER),
    (RAT,): form("labels.benefit_rat", number=NUMBER, rat=NUMBER),
    (GOLD, MARKER): form("labels.benefit_gold_marker", number=NUMBER, rat=NUMBER),
    (GOLD, RAT): form("labels.benefit_gold_rat", number=NUMBER, rat=NUMBER),
    (MARKER, RAT): form("labels.benefit_marker_rat", number=NUMBER, rat=NUMBER),
}
"""The label of a benefit, by its kinds of choices: their number, and the space of the rat marker."""


def drive(g: State, ask: Ask, square: int) -> Said | None:
    """N-43, N-44: the market, its borough, and the message there; R-13: the carriage may come back."""
    if square == STAY:
        return None
    message, colour = g.squares[square], g.colours[BOROUGH_OF[square]]
    if square == g.players[ask.seat].carriage:
        return (_RETURN_TAKE if g.options.message_mandatory else _RETURN_FIND)(colour, message)
    where = square % SQUARES, _reached(g, ask.seat, square)
    if message == NONE:
        return _DRIVE(*where)
    if not may_take(g, ask.seat, square):
        return _DRIVE_BARRED(*where, colour)
    return (_DRIVE_TAKE if g.options.message_mandatory else _DRIVE_FIND)(*where, colour, message)


def _reached(g: State, seat: int, square: int) -> int:
    borough = BOROUGH_OF[square]
    return YOURS if g.players[seat].borough == borough else home(g, borough)


def benefit(g: State, ask: Ask, option: int) -> Said:
    """N-45: equal choices are counted."""
    choices = BENEFITS[option]
    kinds = tuple(sorted(set(choices)))
    return _BENEFITS[kinds](len(choices), g.players[ask.seat].rat)


FORMS = (_DRIVE, _DRIVE_BARRED, _DRIVE_TAKE, _DRIVE_FIND, _RETURN_TAKE, _RETURN_FIND, *_BENEFITS.values())
"""Every text of this module."""
