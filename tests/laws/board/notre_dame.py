"""The location of each piece in Notre Dame, from a view; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.core.board import own, thing
from podesta_engines.notre_dame.view import BoroughView, NotreDameView, PlayerView

from .piece import Piece

STOCKS = r"discard|s\d.deck"
"""Zones that supply and receive pieces, and that no view counts."""
OTHERS = r"message(\.m\d)?\.[a-z]+|s\d\.(card|carriage|friend|rat_\d+)"
"""Ids without a word in the catalogue."""


def pieces(view: NotreDameView) -> list[Piece]:
    """C-1: every piece that the reader of a view can see."""
    common = [Piece(thing("person", person.id), "display") for person in view.persons]
    common += [Piece("gold", "treasury", view.gold)] if view.gold else []
    common += [] if view.start_seat is None else [Piece("bell", own(view.start_seat, "bell"))]
    messages = [piece for borough in view.boroughs for piece in _messages(borough)]
    return common + messages + [piece for player in view.players for piece in _of_seat(player)]


def _messages(borough: BoroughView) -> Iterator[Piece]:
    """N-4: a message is known by the colour of its borough and its reward."""
    for square in borough.squares:
        if square.message:
            yield Piece(f"message.{square.message}.{borough.colour}", thing("square", square.id))


def _of_seat(player: PlayerView) -> list[Piece]:
    seat = player.seat
    singles = [
        Piece(own(seat, "rat"), own(seat, f"rat_{player.rat}")),
        Piece(own(seat, "carriage"), thing("square", player.carriage)),
    ]
    if player.friend:
        singles.append(Piece(own(seat, "friend"), own(seat, player.friend)))
    return [*singles, *_cards(player), *(piece for piece in _counted(player) if piece.count)]


def _counted(player: PlayerView) -> Iterator[Piece]:
    seat = player.seat
    yield Piece("gold", own(seat, "gold"), player.gold)
    marker = own(seat, "marker")
    yield Piece(marker, own(seat, "supply"), player.supply)
    yield Piece(marker, own(seat, "general"), player.general)
    yield Piece(marker, "notre_dame", player.notre_dame)
    for sector, number in player.markers.items():
        yield Piece(marker, own(seat, sector), number)
    for colour, number in player.messages.items():
        yield Piece(f"message.{colour}", own(seat, "messages"), number)


def _cards(player: PlayerView) -> Iterator[Piece]:
    """N-21: a seat sees its own cards, and the backs of others."""
    seat, hand = player.seat, own(player.seat, "hand")
    if player.hand is not None:
        yield from (Piece(thing("card", card), hand) for card in (*player.hand, *(player.to_choose or ())))
    elif player.cards:
        yield Piece(own(seat, "card"), hand, player.cards)
    yield from (Piece(thing("card", card), own(seat, "played")) for card in player.played)
