"""The views of Golden Horn, in words."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Struct

from podesta_engines.describing import one_of, word_of

from .components import FIGURES, NUMBER_OF, Map
from .pieces import deck_size
from .scoring import score
from .state import MODONE, NONE, VENICE, Player, State
from .words import COIN, COLOUR, FLEET, PHASE, PORT, REASON, SHIP, SPACE, TILE

_KINDS = {3: "three", 2: "two", 1: "one"}
_EDITIONS = {number: name for name, number in NUMBER_OF.items()}

Cards = dict[Annotated[str, word_of("colour")], int]
Colour = Annotated[str, word_of("colour")]
Fleet = Annotated[str, word_of("fleet")]
Port = Annotated[str, word_of("port")]
Ship = Annotated[str, word_of("ship")]
Space = Annotated[str, word_of("space")]


class SpaceView(Struct, frozen=True):
    """One space of the route."""

    id: Space
    """The space."""
    kind: Annotated[str, one_of("sea", "modone", "venice", "constantinople")]
    """What it is: a space of a sea tile, or one of the three ports."""
    colour: Colour | None
    """The colour of a sea space; null elsewhere, and while its tile is not yet laid."""
    tile: Annotated[str, word_of("tile")] | None
    """The sea tile that it belongs to."""
    way: Annotated[str, word_of("coin")] | None
    """Which way round the tile is laid."""
    berths: int
    """How many ships fit in; 0 if there is no limit."""
    ships: list[Ship]
    """The ships that are there."""


class ShipView(Struct, frozen=True):
    """One ship in the game."""

    id: Ship
    """The ship."""
    seat: int
    """The seat that owns it."""
    kind: Annotated[str, one_of("three", "two", "one")]
    """How many colours its sails have."""
    sails: list[Colour]
    """The colours of its sails."""
    space: Space | None
    """The space it is on; null before it is placed."""
    heading: Port | None
    """The main port that it sails to."""
    cargo: Colour | None
    """The colour of the goods aboard."""
    goods: int
    """How many goods are aboard."""


class PortView(Struct, frozen=True):
    """One main port and its goods by colour."""

    id: Port
    """The port."""
    goods: Cards
    """The goods in it by colour."""


class PlayerView(Struct, frozen=True):
    """One seat."""

    seat: int
    """The seat, from 0."""
    fleet: Fleet | None
    """Its fleet; null before it has one."""
    cards: int
    """How many cards it holds."""
    hand: Cards | None
    """Its cards by colour; null unless they are your own."""
    warehouse: Cards | None
    """Its goods by colour; null behind a screen."""
    score: int | None
    """Its score so far; null behind a screen."""


class GoldenHornView(Struct, frozen=True):
    """The table as one seat sees it."""

    edition: Annotated[str, word_of("edition")]
    """The edition of the components."""
    seat: int | None
    """The seat that sees it; null for a spectator."""
    round: int
    """The round, from 1; 0 while ships are placed."""
    round_limit: int
    """The last round there may be."""
    phase: Annotated[str, word_of("phase")]
    """The phase of the game."""
    start_seat: int | None
    """The start player; null before one is drawn."""
    active_seat: int | None
    """The seat whose turn it is."""
    moving_ship: Ship | None
    """The ship that is sailing."""
    end_trigger: Annotated[str, word_of("reason")] | None
    """Why this is the last round, once it is."""
    route: list[SpaceView]
    """The spaces from Venice to Constantinople."""
    ships: list[ShipView]
    """Every ship in the game."""
    ports: list[PortView]
    """The two main ports."""
    bag_size: int
    """How many goods are in the bag."""
    deck_size: int
    """How many cards are in the deck."""
    discard: Cards
    """The cards discarded, by colour."""
    players: list[PlayerView]
    """Every seat."""


def render(g: State) -> GoldenHornView:
    """An observed state in words."""
    chart = FIGURES[g.edition].maps[len(g.players)]
    return GoldenHornView(
        edition=_EDITIONS[g.edition],
        seat=_own_seat(g),
        round=g.round,
        round_limit=g.options.round_limit,
        phase=PHASE.slug(g.phase),
        start_seat=_or_none(g.start),
        active_seat=_or_none(g.active),
        moving_ship=None if g.moving == NONE else SHIP.slug(g.moving),
        end_trigger=None if g.end == NONE else REASON.slug(g.end),
        route=_route(g, chart),
        ships=[_ship(g, chart, seat, ship) for seat, player in enumerate(g.players) for ship in _fleet(player)],
        ports=[PortView(word.slug, _by_colour(goods)) for word, goods in zip(PORT.words, g.ports, strict=True)],
        bag_size=g.bag_size,
        deck_size=deck_size(g),
        discard=_by_colour(g.discard),
        players=[_player(g, seat, player) for seat, player in enumerate(g.players)],
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else seat


def _own_seat(g: State) -> int | None:
    return next((seat for seat, player in enumerate(g.players) if player.secret is not None), None)


def _by_colour(counts: list[int]) -> dict[str, int]:
    return {word.slug: count for word, count in zip(COLOUR.words, counts, strict=True)}


def _fleet(player: Player) -> range:
    return range(0) if player.fleet == NONE else range(3 * player.fleet, 3 * player.fleet + 3)


def _route(g: State, chart: Map) -> list[SpaceView]:
    """G-9: the spaces from Venice to Constantinople."""
    slots = {first + i: slot for slot, (first, _) in enumerate(chart.slots) for i in range(3)}
    berthed: list[list[str]] = [[] for _ in chart.spaces]
    for ship, at in enumerate(g.at):
        if at != NONE:
            berthed[at].append(SHIP.slug(ship))
    return [_space(g, chart, index, slots.get(index, NONE), ships) for index, ships in enumerate(berthed)]


def _space(g: State, chart: Map, index: int, slot: int, ships: list[str]) -> SpaceView:
    code, name = g.route[index], SPACE.slug(chart.spaces[index])
    laid = slot != NONE and g.tiles[slot] != NONE
    return SpaceView(
        id=name,
        kind=name if code >= MODONE else "sea",
        colour=COLOUR.slug(code) if NONE < code < MODONE else None,
        tile=TILE.slug(g.tiles[slot]) if laid else None,
        way=COIN.slug(g.reversed[slot]) if laid else None,
        berths=0 if code >= VENICE else chart.berths if code == MODONE else 1,
        ships=ships,
    )


def _ship(g: State, chart: Map, seat: int, ship: int) -> ShipView:
    colours = _colours(FIGURES[g.edition].sails[ship])
    return ShipView(
        id=SHIP.slug(ship),
        seat=seat,
        kind=_KINDS[len(colours)],
        sails=colours,
        space=None if g.at[ship] == NONE else SPACE.slug(chart.spaces[g.at[ship]]),
        heading=PORT.slug(g.heading[ship] > 0) if g.heading[ship] else None,
        cargo=None if g.cargo[ship] == NONE else COLOUR.slug(g.cargo[ship]),
        goods=g.load[ship],
    )


@cache
def _colours(sails: int) -> list[str]:
    return [word.slug for colour, word in enumerate(COLOUR.words) if sails >> colour & 1]


def _player(g: State, seat: int, player: Player) -> PlayerView:
    return PlayerView(
        seat=seat,
        fleet=None if player.fleet == NONE else FLEET.slug(player.fleet),
        cards=player.cards,
        hand=None if player.secret is None else _by_colour(player.secret.hand),
        warehouse=None if player.warehouse is None else _by_colour(player.warehouse),
        score=None if player.warehouse is None else score(player.warehouse, g.edition)["total"],
    )


__all__ = ["GoldenHornView", "PlayerView", "PortView", "ShipView", "SpaceView", "render"]
