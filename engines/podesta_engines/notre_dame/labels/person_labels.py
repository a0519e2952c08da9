"""Labels for the options of persons and the plague; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.notre_dame.gains import GAIN, brings, points, prestige, sector_brings
from podesta_engines.notre_dame.pieces import count, counts, obtainable, plague_value
from podesta_engines.notre_dame.state import State
from podesta_engines.notre_dame.words import (
    BISHOP,
    DOCTOR,
    FOOL,
    GROUPS,
    HIRE_NOBODY,
    INNKEEPER,
    MINSTREL,
    MONK,
    NUMBER,
    PERSON,
    PIECES,
    SECTOR,
    USURER,
)

_HIRE = form("labels.hire_brings", person=PERSON, gain=GAIN, bonus=NUMBER)
_HIRE_BOTH = form("labels.hire_both", person=PERSON, first=GAIN, gain=GAIN, bonus=NUMBER)
_HIRE_INNKEEPER = form("labels.hire_innkeeper", person=PERSON, gain=GAIN, bonus=NUMBER)
_HIRE_DOCTOR = form("labels.hire_doctor", person=PERSON, plague=NUMBER)
_HIRE_MOVING = {
    person: form(f"labels.hire_{PERSON.slug(person)}", person=PERSON) for person in (MINSTREL, FOOL, BISHOP)
}
_MOVES = form("labels.move_pieces", pieces=PIECES)
_GOES = form("labels.goes", sector=SECTOR, number=NUMBER)
_USES = form("labels.uses", sector=SECTOR, gain=GAIN, bonus=NUMBER)
_FILLS = form("labels.fills", sector=SECTOR, gain=GAIN, bonus=NUMBER)
_LOSES = form("labels.loses", sector=SECTOR, number=NUMBER)


def person(g: State, ask: Ask, option: int) -> Said | None:
    """N-50: the present gain from a person."""
    if option == HIRE_NOBODY:
        return None
    if option in _HIRE_MOVING:
        return _HIRE_MOVING[option](option)
    if option == DOCTOR:
        return _HIRE_DOCTOR(option, plague_value(g))
    return _award(g, ask.seat, option)


def _award(g: State, seat: int, who: int) -> Said:
    """N-53 to N-67: persons that bring prestige."""
    me = g.players[seat]
    if who == INNKEEPER:
        return _HIRE_INNKEEPER(who, *prestige(me, 3))
    if who == MONK and me.general:
        return _HIRE_BOTH(who, brings("markers", min(2, me.general))[0], *prestige(me, 1))
    if who == USURER:
        return _HIRE_BOTH(who, brings("gold", 1 + obtainable(g, seat, 1))[0], *prestige(me, 1))
    return _HIRE(who, *prestige(me, 1 if who == MONK else points(g, me, who, counts(me))))


def moved(_: State, _ask: Ask, pieces: int) -> Said:
    """N-54, N-56: the pieces that move."""
    return _MOVES(pieces)


def goes(g: State, ask: Ask, sector: int) -> Said:
    """N-54: a sector that will not act, and the number of pieces in it."""
    return _GOES(sector, count(g.players[ask.seat], sector))


def uses(g: State, ask: Ask, sector: int) -> Said:
    """N-56: the gain from a sector once the piece has moved there."""
    return _USES(sector, *sector_brings(g, ask.seat, sector, GROUPS[ask.about[0]].place))


def fills(g: State, ask: Ask, sector: int) -> Said:
    """N-61: the gain from an empty sector with a marker of the general supply."""
    return _FILLS(sector, *sector_brings(g, ask.seat, sector, taken=1))


def loses(g: State, ask: Ask, sector: int) -> Said:
    """N-73: a sector that may lose a marker, and the number of pieces in it."""
    return _LOSES(sector, count(g.players[ask.seat], sector))


FORMS = (_HIRE, _HIRE_BOTH, _HIRE_INNKEEPER, _HIRE_DOCTOR, *_HIRE_MOVING.values(), _MOVES, _GOES, _USES, _FILLS, _LOSES)
"""Every text of this module."""
