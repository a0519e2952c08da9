"""The table of Notre Dame, as data only."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from podesta_engines.core.notes import Note
from podesta_engines.core.script import Task
from podesta_engines.describing import word_of

NONE = -1
"""No seat, no sector, no message, no person."""

SECTORS = 7
"""Sectors of a borough; 0 to 6 in the order of the words."""
HOSPITAL, PARK, RESIDENCE, CLOISTER_SCHOOL, BANK, CARRIAGE_HOUSE, HOTEL, NOTRE_DAME, TRUSTED_FRIEND = range(9)
"""The nine actions; a sector has the number of its action."""
ACTIONS = 9
SQUARES = 5
"""Market squares of a borough; square 0 is the central one, square i of borough b has the number 5 b + i."""

SETUP, REVEAL, DRAFT_ONE, DRAFT_TWO, PLAY_ONE, PLAY_TWO, HIRE, PLAGUE, GAME_OVER = range(9)
"""The phases of `State.phase`; REVEAL lasts until every seat has drawn its three cards."""

EITHER_WAY, UNKNOWN = 16, 32
"""Marks in `Secret.known`; see there."""


class Secret(Struct, array_like=True, gc=False):
    """What only one seat may see: cards to choose from, its hand, its deck (a mask of actions), what it has seen.

    A card is 9 * colour + action. `known` has nine slots for each seat's deck, three for each round of the pass: the
    card its owner keeps, the one the next seat keeps, the one that reaches the seat after that. A slot holds an action,
    or UNKNOWN. Two slots marked EITHER_WAY hold two cards in ascending order, of which this seat does not know who got
    which.
    """

    packet: list[int]
    hand: list[int]
    deck: int
    known: bytearray


class Player(Struct, array_like=True, gc=False):
    """One seat. `pieces` counts markers in the seven sectors and on the Notre Dame tile, `messages` by borough.

    prestige: None if hidden. supply and general: markers in the personal and the general supply. friend: a sector, NONE
    outside. played: this round's cards, face up; from phase HIRE on, they are on the discard pile. cards: how many
    cards it still holds.
    """

    borough: int
    prestige: int | None
    gold: int
    supply: int
    general: int
    rat: int
    friend: int
    carriage: int
    pieces: list[int]
    messages: list[int]
    hired: int = NONE
    played: list[int] = []
    cards: int = 0
    deck_size: int = ACTIONS
    secret: Secret | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game; each has a default and names its rule."""

    start_seat: Annotated[
        Annotated[int, Meta(ge=0, le=4)] | None,
        Meta(description="Who starts; drawn at random if not chosen.", extra={"rule": "N-6"}),
    ] = None
    colours: Annotated[
        list[Annotated[str, word_of("colour")]] | None,
        Meta(
            description="The players' colours; if not chosen, yellow, red, blue, green, violet in seat order.",
            extra={"rule": "N-2"},
        ),
    ] = None
    message_mandatory: Annotated[
        bool,
        Meta(
            description="A carriage stopping on a message of an allowed colour must take it; if off, it may leave it.",
            extra={"rule": "N-44"},
        ),
    ] = True
    hidden_prestige: Annotated[
        bool,
        Meta(description="The other players' prestige stays hidden until the end.", extra={"rule": "N-87"}),
    ] = True


class State(Struct, array_like=True, gc=False):
    """The table. `colours` are those of the boroughs, `squares` the message on each market square.

    brown and grey: persons still to come in this pass. persons: those on display. drafted: the number of slots per deck
    in `Secret.known` that are settled in this pass. start: the seat with the bell-ringer. gold: coins of the general
    supply. moving: the pieces that a person is about to move, NONE if undecided.
    """

    edition: int
    options: Options
    colours: list[int]
    players: list[Player]
    start: int
    round: int
    phase: int
    active: int
    gold: int
    squares: list[int]
    brown: list[int]
    grey: list[int]
    persons: list[int]
    drafted: int
    moving: int
    agenda: list[Task]
    journal: list[Note] | None = None
