"""The location of each piece in Golden Horn, from a view; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.core.board import own, thing
from podesta_engines.golden_horn.board.ids import CARD, GOOD, START, hold_of, slot, tile
from podesta_engines.golden_horn.view import GoldenHornView, PlayerView, ShipView

from .piece import Piece

STOCKS = r"s\d.screen"
"""Zones that supply and receive pieces, and that no view counts."""
OTHERS = (
    r"(card|good)(\.[a-z]+)?|tile\.sea_tile_\d(\.[a-z]+){3}|"
    r"s\d\.(card|hold_(one|two|three))|slot_\d|start_marker"
)
"""Ids without a word in the catalogue."""


def pieces(view: GoldenHornView) -> list[Piece]:
    """G-1: every piece that the reader of a view can see."""
    common = [*_tiles(view), *_piles(view)]
    if view.start_seat is not None:
        common.append(Piece(START, own(view.start_seat, "start")))
    ships = [piece for ship in view.ships for piece in _ship(ship)]
    return common + ships + [piece for player in view.players for piece in _of_seat(player)]


def _tiles(view: GoldenHornView) -> Iterator[Piece]:
    """G-5: a tile is known by the colours that it shows."""
    sea = [space for space in view.route if space.kind == "sea"]
    for number in range(len(sea) // 3):
        shown = sea[3 * number : 3 * number + 3]
        if word := shown[0].tile:
            yield Piece(tile(word, (space.colour or "" for space in shown)), slot(number))


def _piles(view: GoldenHornView) -> Iterator[Piece]:
    """G-47, G-48: the sizes of bag and deck are public; port goods and the discard pile are open."""
    yield from _some(GOOD, "bag", view.bag_size)
    yield from _some(CARD, "deck", view.deck_size)
    yield from _by_colour(CARD, "discard", view.discard)
    for port in view.ports:
        yield from _by_colour(GOOD, thing("port", port.id), port.goods)


def _ship(ship: ShipView) -> Iterator[Piece]:
    """G-12: until it is placed, a ship is in front of its player."""
    yield Piece(thing("ship", ship.id), thing("space", ship.space) if ship.space else own(ship.seat, "fleet"))
    if ship.cargo:
        yield Piece(thing(GOOD, ship.cargo), hold_of(ship.seat, ship.kind), ship.goods)


def _of_seat(player: PlayerView) -> Iterator[Piece]:
    """G-47, G-49: a seat sees its own cards and the backs of others; pieces behind a screen are seen by their owner
    only."""
    hand = own(player.seat, "hand")
    if player.hand is None:
        yield from _some(own(player.seat, CARD), hand, player.cards)
    else:
        yield from _by_colour(CARD, hand, player.hand)
    yield from _by_colour(GOOD, own(player.seat, "warehouse"), player.warehouse or {})


def _by_colour(what: str, zone: str, counts: Mapping[str, int]) -> Iterator[Piece]:
    for colour, count in counts.items():
        yield from _some(thing(what, colour), zone, count)


def _some(what: str, zone: str, count: int) -> Iterator[Piece]:
    if count:
        yield Piece(what, zone, count)
