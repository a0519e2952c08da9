"""Prompts that name only what is open; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.notre_dame.state import NONE, State
from podesta_engines.notre_dame.words import ACTION, BENEFITS, FROM_SUPPLY, SEAT, SECTOR

_KEEP = {name: form(f"prompts.{name}_of", left=SEAT) for name in ("keep_first", "keep_second")}
_PLAY_FIRST = form("prompts.play_first")
_PLAY_SECOND = form("prompts.play_second")
_PLACE = form("prompts.place_marker", sector=ACTION)
_SHIFT = form("prompts.shift_marker", sector=ACTION)
_FRIEND_ENTERS = form("prompts.friend_enters")
_FRIEND_MOVES = form("prompts.friend_moves", sector=SECTOR)
_HOTEL_ONCE = form("prompts.use_hotel")
_HOTEL_TWICE = form("prompts.use_hotel_twice")


def keep(g: State, ask: Ask) -> Said:
    """N-22, N-23: names the neighbour who gets the rest."""
    return _KEEP[ask.kind.name]((ask.seat + 1) % len(g.players))


def play_card(_: State, ask: Ask) -> Said:
    """N-25: with the second card, the third one is put away."""
    return (_PLAY_FIRST if len(ask.options) > 2 else _PLAY_SECOND)()


def place_marker(_: State, ask: Ask) -> Said:
    """N-28: a marker of the board may move only if the personal supply is empty."""
    return (_PLACE if FROM_SUPPLY in ask.options else _SHIFT)(*ask.about)


def move_friend(g: State, ask: Ask) -> Said:
    """N-49: the friend comes from outside, or from a sector."""
    sector = g.players[ask.seat].friend
    return _FRIEND_ENTERS() if sector == NONE else _FRIEND_MOVES(sector)


def use_hotel(_: State, ask: Ask) -> Said:
    """N-45: one choice or two."""
    return (_HOTEL_TWICE if len(BENEFITS[ask.options[0]]) > 1 else _HOTEL_ONCE)()


FORMS = (
    *_KEEP.values(),
    _PLAY_FIRST,
    _PLAY_SECOND,
    _PLACE,
    _SHIFT,
    _FRIEND_ENTERS,
    _FRIEND_MOVES,
    _HOTEL_ONCE,
    _HOTEL_TWICE,
)
"""Every text of this module."""
