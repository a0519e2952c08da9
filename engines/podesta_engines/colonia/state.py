"""The table of Colonia, as data only."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from podesta_engines.core.notes import Note
from podesta_engines.core.script import Task
from podesta_engines.describing import word_of

NONE = -1
"""No seat, no card, no ship."""

(
    SETUP,
    PREPARING,
    COUNCIL,
    VOTING,
    ORDINANCE,
    MARKET,
    CONTRACTS,
    SERVING,
    LOADING,
    SAILING,
    BUYING,
    SAFEGUARDING,
    GAME_OVER,
) = range(13)
"""The phases of `State.phase`."""

TUE, WED, THU, FRI = range(4)
"""The street fields in `Player.streets` (C-15)."""
EXTRA = 4
"""The index of the extra hold (C-80) in `Berth.marks`, after the printed holds."""


class Holdings(Struct, array_like=True, gc=False):
    """A seat's holdings behind its screen that all saw it get (C-71).

    money by city, goods by kind, relics that are in no shrine; known: the resources by kind that all saw it take and
    that it has not visibly spent; unseen: the number of those it drew in secret and still holds.
    """

    money: list[int]
    goods: list[int]
    relics: list[int]
    known: list[int]
    unseen: int = 0


class Secret(Struct, array_like=True, gc=False):
    """What only one seat may see: all its resources by kind, including those drawn unseen."""

    resources: list[int]


class Hidden(Struct, array_like=True, gc=False):
    """What no seat may see: the bag by kind, and the relic cards still to be drawn, which have no order."""

    bag: list[int]
    relic_deck: list[int]


class Player(Struct, array_like=True, gc=False):
    """One seat. Members are at home, in the town hall and on the four streets; the others are on the board.

    cards: the family cards left, as a mask. played: the index of this week's card, votes: the votes that it counts (0
    if face down).
    """

    colour: int
    home: int
    cards: int
    streets: list[int]
    hall: int = 0
    played: int = NONE
    votes: int = 0
    holdings: Holdings | None = None
    secret: Secret | None = None


class Contract(Struct, array_like=True, gc=False):
    """A contract with a craftsman: its seat and the members on it (C-47)."""

    seat: int
    members: int


class Berth(Struct, array_like=True, gc=False):
    """A ship in the harbour: the seat that marked each hold, the extra one last; extra: it can be loaded now (C-80)."""

    ship: int
    marks: list[int]
    extra: bool = False


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game; each has a default and names its rule."""

    colours: Annotated[
        list[Annotated[str, word_of("colour")]] | None,
        Meta(
            description="The players' colours; if not chosen: yellow, blue, green, red, orange and purple by seat.",
            extra={"rule": "C-2"},
        ),
    ] = None
    open_holdings: Annotated[
        bool,
        Meta(
            description="Play without screens: all players see money, resources, goods, relics and the score.",
            extra={"rule": "C-71"},
        ),
    ] = False
    late_ships_extra_hold: Annotated[
        bool,
        Meta(
            description="Ships that arrive later on the day of the edict have the extra hold, too.",
            extra={"rule": "C-80"},
        ),
    ] = True


class State(Struct, array_like=True, gc=False):
    """The table.

    week_cards and seen: the cards drawn so far; ordinances: the (at most three) on display, decided: their verdicts
    (NONE, 0 rejected, 1 passed). stalls: nine rows of five kinds in one list; stall_sizes: their sums; stall_seats and
    stall_members: the seat that took a stall, and its members there. queues and capacity are by craftsman, placed
    counts the contracts of this week. display and guards: the twelve relic spaces. order: empty until the first
    council; shrines and windows: their owners by city, enshrined: the relics in the shrines. loop: the seats that have
    not passed, the next one first, active: the seat to move in a loop. supply: goods by kind. die: the last roll.
    viewer: the seat that observes the state, NONE in the true state and for a spectator.
    """

    edition: int
    options: Options
    players: list[Player]
    week: int
    phase: int
    order: list[int]
    loop: list[int]
    active: int
    week_cards: list[int]
    seen: list[int]
    ordinances: list[int]
    decided: list[int]
    voting: int
    fewer: bool
    stalls: list[int]
    stall_sizes: list[int]
    stall_seats: list[int]
    stall_members: list[int]
    queues: list[list[Contract]]
    capacity: list[int]
    placed: list[int]
    harbour: list[Berth]
    die: int
    sailing: int
    ship_deck: list[int]
    ship_discard: list[int]
    display: list[int]
    guards: list[int]
    relic_discard: list[int]
    relics_left: int
    supply: list[int]
    shrines: list[int]
    enshrined: list[int]
    windows: list[int]
    hidden: Hidden | None
    agenda: list[Task]
    viewer: int = NONE
    journal: list[Note] | None = None
