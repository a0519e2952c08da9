"""The table of The Pillars of the Earth, as data only."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from podesta_engines.core.notes import Note
from podesta_engines.core.script import Task
from podesta_engines.describing import word_of

NONE = -1
"""No seat, no card, no space, no cost."""


class Secret(Struct, array_like=True, gc=False):
    """What only one seat may see: this round's event, for the holder of Ellen before it is revealed."""

    event: int = NONE


class Player(Struct, array_like=True, gc=False):
    """One seat. `cubes` counts sand, wood, stone and metal; `privileges` and `cards` (resource cards) are bit masks.

    `free` and `mill` are workers; with those on `cards` they are all the seat has, including `grey` ones; `granted`
    grey ones come next round. `bag` and `aside` are master builders; the others are on the board or on the wheel.
    `decided` counts builders decided this round. `limited` applies to this round, `limited_next` to the next one.
    `out`: has passed in Phase I. `bought` and `sold` are masks of resources, of this round. `protected`: from this
    round's event. `work` has the answers of its last turn in the cathedral (ints of WORK) and `boosted` the craftsman
    who worked once more there.
    """

    colour: int
    gold: int
    points: int
    row: list[int]
    cubes: list[int]
    free: int
    bag: int
    mill: int = 0
    privileges: int = 0
    cards: int = 0
    grey: int = 0
    granted: int = 0
    aside: int = 0
    decided: int = 0
    limited: bool = False
    limited_next: bool = False
    out: bool = False
    protected: bool = False
    bought: int = 0
    sold: int = 0
    work: list[int] = []
    boosted: int = NONE
    secret: Secret | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game; each has a default and names its rule."""

    start_seat: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | None,
        Meta(description="Who starts round 1; drawn at random if not chosen.", extra={"rule": "P-11"}),
    ] = None
    colours: Annotated[
        list[Annotated[str, word_of("colour")]] | None,
        Meta(
            description="The players' colours; if not chosen: blue, red, green and yellow by seat.",
            extra={"rule": "P-12"},
        ),
    ] = None
    buying_back: Annotated[
        bool,
        Meta(
            description="At the market players may buy back a resource that they have sold in the same round.",
            extra={"rule": "P-114"},
        ),
    ] = False


class State(Struct, array_like=True, gc=False):
    """The table. Cards are ints of their vocabularies, masks have a bit for each card.

    `privileges` and `events` are masks of those never revealed, including the ones out of the game, which are unknown;
    `craftsmen` is a mask of the round's four that are not yet turned up. `kingsbridge` and `shiring` hold the card of
    each space; `supply` and `hiring` are the supply's resource cards (a mask) and craftsmen. `board` has the owner of
    the builder on each space and `taken` the same as a mask; `wheel` the owner of the builder that passed at each cost;
    `drawn` the owner of the builder just drawn. `redraw`: whether the start player may still redraw in this round.
    `peeked` is the seat that knows this round's event, `audience` the cube asked of the bishop. `working` is the seat
    in the cathedral, `uses` the uses left of each craftsman in its row.
    """

    edition: int
    options: Options
    players: list[Player]
    start: int
    round: int
    phase: int
    active: int
    privileges: int
    events: int
    craftsmen: int
    kingsbridge: list[int]
    shiring: list[int]
    supply: int
    hiring: list[int]
    stock: list[int]
    court_metal: int
    cost: int
    board: list[int]
    taken: int
    wheel: list[int]
    drawn: int
    redraw: bool
    event: int
    peeked: int
    audience: int
    tax: int
    working: int
    uses: list[int]
    agenda: list[Task]
    journal: list[Note] | None = None
