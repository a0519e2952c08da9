"""The table of Golden Horn, as data only."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from podesta_engines.core.notes import Note
from podesta_engines.core.script import Task
from podesta_engines.describing import word_of

NONE = -1
"""No seat, no ship, no colour, no space."""

SETUP, PLACE, ACTING, TURN_RAIDED, SAILING, DECLARING, GAME_OVER = range(7)
"""The phases of `State.phase`: G-19, and the draws of the setup."""

MODONE, VENICE, CONSTANTINOPLE = 6, 7, 8
"""The ports in `State.route`; its other values are the colours 0 to 5 of sea spaces, and NONE for a space without its
tile."""


class Secret(Struct, array_like=True, gc=False):
    """What only one seat may see: its hand, as a number of cards for each colour."""

    hand: list[int]


class Hidden(Struct, array_like=True, gc=False):
    """What no seat may see: the deck, as a number of cards for each colour; it has no order until it is drawn."""

    deck: list[int]


class Player(Struct, array_like=True, gc=False):
    """One seat: its fleet (0 to 3), its goods for each colour (None: screened) and the number of its cards."""

    warehouse: list[int] | None
    fleet: int = NONE
    cards: int = 0
    secret: Secret | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game; each has a default and names its rule."""

    start_seat: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | None,
        Meta(description="Who starts; drawn at random if not chosen.", extra={"rule": "G-7"}),
    ] = None
    fleets: Annotated[
        list[Annotated[str, word_of("fleet")]] | None,
        Meta(description="The players' fleets; drawn at random if not chosen.", extra={"rule": "G-8"}),
    ] = None
    layout: Annotated[
        Literal["random", "standard"],
        word_of("layout"),
        Meta(description="How the sea tiles are laid.", extra={"rule": "G-10"}),
    ] = "random"
    round_limit: Annotated[
        int,
        Meta(ge=1, le=200, description="The game ends with this round at the latest.", extra={"rule": "G-43"}),
    ] = 200
    hidden_warehouses: Annotated[
        bool,
        Meta(
            description="Screens hide the other players' warehouses and scores until the end.",
            extra={"rule": "G-49"},
        ),
    ] = False


class State(Struct, array_like=True, gc=False):
    """The table. A list over colours counts pieces; a list over ships has all twelve, in the order of the fleets.

    `at` is an index of `route`, `heading` is 1 towards Constantinople and -1 towards Venice, `cargo` a colour and
    `load` a number of goods. `ports` are Venice and Constantinople. `end` is a reason, NONE until the end is triggered.
    `bag` is None if it would reveal the content of screened warehouses.
    """

    edition: int
    options: Options
    players: list[Player]
    start: int
    round: int
    phase: int
    active: int
    moving: int
    end: int
    tiles: list[int]
    reversed: list[int]
    route: list[int]
    at: list[int]
    heading: list[int]
    cargo: list[int]
    load: list[int]
    ports: list[list[int]]
    bag: list[int] | None
    bag_size: int
    discard: list[int]
    hidden: Hidden | None
    agenda: list[Task]
    journal: list[Note] | None = None
