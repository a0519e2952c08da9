"""What clients see of Golden Horn, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .components import FIGURES, NUMBER_OF, Map
from .pieces import deck_size
from .scoring import score
from .state import MODONE, NONE, VENICE, Player, State
from .words import COIN, COLOUR, FLEET, PHASE, PORT, REASON, SHIP, SPACE, TILE

_KINDS = {3: "three", 2: "two", 1: "one"}
_EDITIONS = {number: name for name, number in NUMBER_OF.items()}


class SpaceView(Struct, frozen=True):
    """One space of the route.

    kind is sea, modone, venice or constantinople; colour is that of a sea space, null while its tile is not yet laid;
    tile and way (forward or reversed) say which sea tile it belongs to; berths is 0 where there is no limit.
    """

    id: str
    kind: str
    colour: str | None
    tile: str | None
    way: str | None
    berths: int
    ships: list[str]


class ShipView(Struct, frozen=True):
    """One ship in the game: sails are its colours, space is null before it is placed, heading names a main port."""

    id: str
    seat: int
    kind: str
    sails: list[str]
    space: str | None
    heading: str | None
    cargo: str | None
    goods: int


class PortView(Struct, frozen=True):
    """One main port and its goods by colour."""

    id: str
    goods: dict[str, int]


class PlayerView(Struct, frozen=True):
    """One seat. hand is null unless it is your own; warehouse and score are null behind a screen."""

    seat: int
    fleet: str | None
    hand_size: int
    hand: dict[str, int] | None
    warehouse: dict[str, int] | None
    score: int | None


class GoldenHornView(Struct, frozen=True):
    """The table as one seat sees it; seat is null for a spectator.

    round counts from 1 (0 while ships are placed) and never passes round_limit; phase is setup, place, act,
    turn_raided, sail, declare or game_over; active_seat is the seat whose turn it is; moving_ship sails just now;
    end_trigger is port_empty, declared or round_limit once this is the last round; bag_size and deck_size count
    pieces; discard counts cards by colour.
    """

    edition: str
    seat: int | None
    round: int
    round_limit: int
    phase: str
    start_seat: int | None
    active_seat: int | None
    moving_ship: str | None
    end_trigger: str | None
    route: list[SpaceView]
    ships: list[ShipView]
    ports: list[PortView]
    bag_size: int
    deck_size: int
    discard: dict[str, int]
    players: list[PlayerView]


def render(g: State) -> GoldenHornView:
    """An observed state in words."""
    chart = FIGURES[g.edition].maps[len(g.players)]
    return GoldenHornView(
        edition=_EDITIONS[g.edition],
        seat=_own_seat(g),
        round=g.round,
        round_limit=g.round_limit,
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
        hand_size=player.cards,
        hand=None if player.secret is None else _by_colour(player.secret.hand),
        warehouse=None if player.warehouse is None else _by_colour(player.warehouse),
        score=None if player.warehouse is None else score(player.warehouse, g.edition)["total"],
    )


__all__ = ["GoldenHornView", "PlayerView", "PortView", "ShipView", "SpaceView", "render"]
