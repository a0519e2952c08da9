"""The targets of Notre Dame's questions; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.board import PASSED, Target, counted, own, thing, touch
from podesta_engines.core.script import Ask
from podesta_engines.notre_dame.state import NOTRE_DAME, State
from podesta_engines.notre_dame.words import (
    BENEFITS,
    BOROUGH_OF,
    CARD,
    CHOICE,
    COLOUR,
    FROM_SUPPLY,
    GROUPS,
    HIRE_NOBODY,
    LEAVE,
    MESSAGE,
    NO_EFFECT,
    PERSON,
    SECTOR,
    SQUARE,
    STAY,
    STAY_AWAY,
)

Targets = tuple[Target, ...]


def card(_: State, _ask: Ask, option: int) -> Targets:
    """N-22 to N-25: the card."""
    return touch(thing("card", CARD.slug(option)))


def place(seat: int, number: int) -> str:
    """A place of markers: a sector of the seat, or Notre Dame."""
    return "notre_dame" if number == NOTRE_DAME else own(seat, SECTOR.slug(number))


def source(_: State, ask: Ask, option: int) -> Targets:
    """N-28: the place from which the marker comes."""
    if option == NO_EFFECT:
        return PASSED
    return touch(own(ask.seat, "supply") if option == FROM_SUPPLY else place(ask.seat, option))


def sector(_: State, ask: Ask, option: int) -> Targets:
    """N-49, N-54, N-56, N-61, N-73: the sector."""
    return PASSED if option == STAY_AWAY else touch(place(ask.seat, option))


def square(_: State, _ask: Ask, option: int) -> Targets:
    """N-43: the square where the drive ends; a carriage that comes back has driven and not stayed."""
    return PASSED if option == STAY else touch(thing("square", SQUARE.slug(option)))


def message(g: State, ask: Ask, option: int) -> Targets:
    """N-44: the message on the square."""
    square = g.players[ask.seat].carriage
    colour = COLOUR.slug(g.colours[BOROUGH_OF[square]])
    return PASSED if option == LEAVE else touch(f"message.{MESSAGE.slug(g.squares[square])}.{colour}")


def benefit(_: State, _ask: Ask, option: int) -> Targets:
    """N-45: one or two choices, in any order."""
    choices = BENEFITS[option]
    return tuple(Target(thing("choice", CHOICE.slug(i)), times=choices.count(i)) for i in sorted(set(choices)))


def gold(_: State, ask: Ask, option: int) -> Targets:
    """N-48: the gold that is donated."""
    return counted(own(ask.seat, "gold"), option)


def person(_: State, _ask: Ask, option: int) -> Targets:
    """N-50: the person."""
    return PASSED if option == HIRE_NOBODY else touch(thing("person", PERSON.slug(option)))


def group(_: State, ask: Ask, option: int) -> Targets:
    """N-54, N-56: markers of a place, and the friend."""
    origin, markers, friend = GROUPS[option]
    moved = (Target(place(ask.seat, origin), "marker", markers),) if markers else ()
    return (*moved, *touch(own(ask.seat, "friend"))) if friend else moved


TARGETS = {
    "keep_first": card,
    "keep_second": card,
    "play_card": card,
    "place_marker": source,
    "drive": square,
    "take_message": message,
    "use_hotel": benefit,
    "donate": gold,
    "move_friend": sector,
    "hire_person": person,
    "ask_innkeeper": benefit,
    "minstrel_pieces": group,
    "minstrel_to": sector,
    "fool_piece": group,
    "fool_to": sector,
    "bishop_to": sector,
    "lose_marker": sector,
}
"""By kind of question."""
