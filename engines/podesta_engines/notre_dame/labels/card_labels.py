"""Labels for the options of action cards and their questions; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.notre_dame.components import FIGURES
from podesta_engines.notre_dame.gains import GAIN, NO_MARKER, prestige, sector_brings
from podesta_engines.notre_dame.pieces import movable
from podesta_engines.notre_dame.state import NOTRE_DAME, TRUSTED_FRIEND, Player, State
from podesta_engines.notre_dame.words import ACTION, CARDS, COLOUR, FROM_SUPPLY, NO_EFFECT, NUMBER, SECTOR, STAY_AWAY

_CARD = form("labels.card_brings", action=ACTION, colour=COLOUR, gain=GAIN, bonus=NUMBER)
_CARD_DONATES = form("labels.card_donates", colour=COLOUR, gold=NUMBER, gain=GAIN, bonus=NUMBER)
_CARD_POOR = form("labels.card_poor", colour=COLOUR)
_CARD_FRIEND = form("labels.card_friend", colour=COLOUR)
_PLACES = form("labels.place", sector=ACTION, gain=GAIN, bonus=NUMBER)
_SHIFTS = form("labels.shift", place=ACTION, sector=ACTION, gain=GAIN, bonus=NUMBER)
_SHIFTS_TO_CHURCH = form("labels.shift_to_church", place=ACTION)
_DONATES = form("labels.donate", gold=NUMBER, gain=GAIN, bonus=NUMBER)
_DONATES_SHIFTING = form("labels.donate_shifting", gold=NUMBER, gain=GAIN)
_SENDS = form("labels.send_friend", sector=SECTOR, gain=GAIN, bonus=NUMBER)


def card(g: State, ask: Ask, option: int) -> Said:
    """N-25: the card's present gain."""
    colour, action = CARDS[option]
    if action == TRUSTED_FRIEND:
        return _CARD_FRIEND(colour)
    me = g.players[ask.seat]
    if not (me.supply or movable(me, action)):
        return _CARD(action, colour, *NO_MARKER)
    if action == NOTRE_DAME:
        return _church(g, me, colour)
    return _CARD(action, colour, *sector_brings(g, ask.seat, action))


def _church(g: State, me: Player, colour: int) -> Said:
    """N-48: the most that can be donated."""
    gifts = FIGURES[g.edition].donation
    most = min(me.gold, len(gifts) - 1)
    return _CARD_DONATES(colour, most, *prestige(me, gifts[most])) if most else _CARD_POOR(colour)


def source(g: State, ask: Ask, option: int) -> Said | None:
    """N-28: the place from which the marker comes, and the gain from its new sector."""
    (action,) = ask.about
    if option == NO_EFFECT:
        return None
    if action == NOTRE_DAME:
        return _SHIFTS_TO_CHURCH(option)
    if option == FROM_SUPPLY:
        return _PLACES(action, *sector_brings(g, ask.seat, action))
    return _SHIFTS(option, action, *sector_brings(g, ask.seat, action, option))


def donation(g: State, ask: Ask, gold: int) -> Said | None:
    """N-48: the prestige for the gold; R-5: the park's bonus is uncertain until a marker of the board has moved."""
    if not gold:
        return None
    me = g.players[ask.seat]
    gain, bonus = prestige(me, FIGURES[g.edition].donation[gold])
    return _DONATES(gold, gain, bonus) if me.supply else _DONATES_SHIFTING(gold, gain)


def friend(g: State, ask: Ask, sector: int) -> Said | None:
    """N-49: the gain from the sector with the friend in it."""
    if sector == STAY_AWAY:
        return None
    return _SENDS(sector, *sector_brings(g, ask.seat, sector, g.players[ask.seat].friend))


FORMS = (
    _CARD,
    _CARD_DONATES,
    _CARD_POOR,
    _CARD_FRIEND,
    _PLACES,
    _SHIFTS,
    _SHIFTS_TO_CHURCH,
    _DONATES,
    _DONATES_SHIFTING,
    _SENDS,
)
"""Every text of this module."""
