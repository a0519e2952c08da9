"""The location of each piece in The Pillars of the Earth, from a view; numbers as in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from podesta_engines.core.board import own, thing
from podesta_engines.pillars_of_the_earth.components import EDITIONS, Components
from podesta_engines.pillars_of_the_earth.view import PillarsOfTheEarthView, PlayerView
from podesta_engines.pillars_of_the_earth.words import EVENT, PER_ROUND, PIECE, RESOURCE_CARD, SITE_OF

from .piece import Piece

STOCKS = r"general"
"""Zones that supply and receive pieces, and that no view counts."""
OTHERS = (
    r"market_[a-z]+|wheel_\d|cost_marker|"
    r"(craftsman|event|privilege)_card|grey_worker|tax_die(\.\d)?|s\d\.(builder|worker)"
)
"""Ids without a word in the catalogue."""


def pieces(view: PillarsOfTheEarthView) -> list[Piece]:
    """P-16: every piece that the reader of a view can see."""
    components: Components = EDITIONS[view.edition].components
    lie = [*_spaces(view), *_wheel(view), *_cathedral(view), *_decks(view, components), *_offered(view)]
    lie += [*_beside(view, components), *_counted(view)]
    lie += [piece for player in view.players for piece in (*_cards(player), *_workers(player, components))]
    return [piece for piece in lie if piece.count]


def _spaces(view: PillarsOfTheEarthView) -> Iterator[Piece]:
    """P-20, P-21, P-54: builders, and the cards that wait for them."""
    for space in view.spaces:
        zone = thing("space", space.id)
        if space.seat is not None:
            yield Piece(own(space.seat, "builder"), zone)
        if space.card:
            yield Piece(thing("privilege" if space.location == "kingsbridge" else "craftsman", space.card), zone)


def _wheel(view: PillarsOfTheEarthView) -> Iterator[Piece]:
    """P-50, P-51, P-55: the marker, and the builders that are on no space."""
    yield Piece("cost_marker", f"wheel_{view.cost}")
    yield from (Piece(own(at.seat, "builder"), f"wheel_{at.cost}") for at in view.wheel if at.seat is not None)
    if view.drawn_builder is not None:
        yield Piece(own(view.drawn_builder, "builder"), "drawn")
    for player in view.players:
        yield Piece(own(player.seat, "builder"), "bag", player.builders_in_bag)
        yield Piece(own(player.seat, "builder"), "aside", player.builders_aside)


def _cathedral(view: PillarsOfTheEarthView) -> Iterator[Piece]:
    """P-143, P-150: the start player holds the next piece until it is added."""
    built = len(view.cathedral_pieces)
    for at, word in enumerate(PIECE.words):
        waits = "pieces" if at > built or view.start_seat is None else own(view.start_seat, "start")
        yield Piece(thing("piece", word.slug), "cathedral" if at < built else waits)


def _decks(view: PillarsOfTheEarthView, components: Components) -> Iterator[Piece]:
    """P-13, P-14, P-15: the cards to come, face down; P-26: except for the event that a seat has seen."""
    regular = sum(card.pool == "regular" for card in components.privileges) - len(view.privileges_left)
    last = len(components.privileges) - len(view.privileges_left) - regular if view.round == view.rounds else 0
    yield Piece("privilege_card", "privilege_deck", 2 * view.rounds - regular - last)
    yield Piece("craftsman_card", "craftsman_deck", PER_ROUND * (view.rounds - view.round))
    known = [player.known_event for player in view.players if player.known_event]
    yield from (Piece(thing("event", event), "event_deck") for event in known)
    revealed = len(EVENT) - len(view.events_left)
    yield Piece("event_card", "event_deck", view.rounds - revealed - len(known))
    if view.event:
        yield Piece(thing("event", view.event), "event")


def _offered(view: PillarsOfTheEarthView) -> Iterator[Piece]:
    """P-23: the supply, and the resource cards that no player holds."""
    yield from (Piece(thing("craftsman", card), "supply") for card in view.supply.craftsmen)
    taken = {card for player in view.players for card in player.resource_cards}
    for card in (word.slug for word in RESOURCE_CARD.words if word.slug not in taken):
        yield Piece(thing("resource_card", card), "supply" if card in view.supply.resource_cards else "resource_cards")


def _beside(view: PillarsOfTheEarthView, components: Components) -> Iterator[Piece]:
    """P-16, P-91: workers without an owner, and the tax die."""
    lent = any("pv_otto" in player.privileges for player in view.players)
    yield Piece("grey_worker", "grey_workers", view.grey_workers_left)
    yield Piece("black_worker", "black_worker", 0 if lent else components.box.black_workers)
    yield Piece(f"tax_die.{view.tax}" if view.tax else "tax_die", "tax")


def _counted(view: PillarsOfTheEarthView) -> Iterator[Piece]:
    """P-2, P-3, P-22: cubes and gold."""
    yield from (Piece(thing("resource", kind), f"market_{kind}", n) for kind, n in view.market_stock.items())
    yield Piece("resource.metal", "space.court_1", view.court_metal)
    for player in view.players:
        yield Piece("gold", own(player.seat, "gold"), player.gold)
        for kind, number in player.cubes.items():
            yield Piece(thing("resource", kind), own(player.seat, kind), number)


def _cards(player: PlayerView) -> Iterator[Piece]:
    """P-7, P-32, P-80: the cards in front of a seat."""
    seat = player.seat
    yield from (Piece(thing("craftsman", card.id), own(seat, "craftsmen")) for card in player.craftsmen)
    yield from (Piece(thing("privilege", card), own(seat, "privileges")) for card in player.privileges)
    yield from (Piece(thing("resource_card", card), own(seat, "resource_cards")) for card in player.resource_cards)


def _workers(player: PlayerView, components: Components) -> Iterator[Piece]:
    """P-6, P-32, P-39: a seat's workers, all alike; grey ones are distinguished only until they serve."""
    worker = own(player.seat, "worker")
    yield Piece(worker, own(player.seat, "workers"), player.workers_free)
    yield Piece("grey_worker", own(player.seat, "next_workers"), player.grey_workers_next)
    yield Piece(worker, "mill", player.workers_in_mill)
    sent: Counter[str] = Counter()
    for card in components.resource_cards:
        if card.id in player.resource_cards:
            sent[SITE_OF[RESOURCE_CARD.parse(card.id)]] += card.workers
    yield from (Piece(worker, place, number) for place, number in sent.items())
