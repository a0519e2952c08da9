"""The location of each piece in Colonia, from a view; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.colonia.board import ids
from podesta_engines.colonia.components import EDITIONS
from podesta_engines.colonia.view import ColoniaView, CraftsmanView, PlayerView, ShipView, StallView
from podesta_engines.colonia.words import WINDOW
from podesta_engines.core.board import own, thing

from .piece import Piece

STOCKS = r"week_deck|bag|bank|s\d.screen"
"""Zones that supply and receive pieces, and that no view counts."""
OTHERS = (
    r"(ordinance|order|display|painter|saddler|shoemaker|tailor|wainwright)_\d+|\w+_stick|"
    r"relic|ship|s\d\.(card|emblem|member|resource)"
)
"""Ids without a word in the catalogue."""


def pieces(view: ColoniaView) -> list[Piece]:
    """C-2 to C-9: every piece that the reader of a view can see."""
    spaces = EDITIONS[view.edition].components.limits.contract_spaces
    found = [*_council(view), *_harbour(view), *_relics(view), *_kinds("good", "supply", view.goods_supply)]
    found += [piece for stall in view.stalls for piece in _stall(stall)]
    found += [piece for craftsman in view.craftsmen for piece in _craftsman(craftsman, spaces)]
    found += [piece for player in view.players for piece in _of_seat(player)]
    return [piece for piece in found if piece.count]


def _kinds(vocabulary: str, zone: str, counts: Mapping[str, int]) -> Iterator[Piece]:
    return (Piece(thing(vocabulary, kind), zone, number) for kind, number in counts.items())


def _council(view: ColoniaView) -> Iterator[Piece]:
    """C-17, C-21, C-30: the cards of the week, the order of play, and the die."""
    if view.week_card:
        yield Piece(thing("week_card", view.week_card), "week_card")
    if view.die:
        yield Piece(thing("die", str(view.die)), "die")
    yield Piece(ids.ORDINANCE_BACK, "ordinance_deck", view.ordinances_left)
    for space, card in enumerate(view.ordinances, 1):
        if card.verdict is None:
            yield Piece(thing("ordinance", card.id), ids.ordinance_space(space))
    for place, seat in enumerate(view.order, 1):
        yield Piece(own(seat, "emblem"), ids.place(place))


def _stall(stall: StallView) -> Iterator[Piece]:
    """C-43."""
    zone = thing("stall", stall.id)
    yield from _kinds("resource", zone, stall.resources)
    if stall.seat is not None:
        yield Piece(ids.member(stall.seat), zone, stall.members)


def _craftsman(craftsman: CraftsmanView, spaces: int) -> Iterator[Piece]:
    """C-46: contracts from the top of the queue, and the stick below those that he carries out."""
    yield Piece(ids.stick(craftsman.id), ids.space_of(craftsman.id, min(craftsman.capacity or 0, spaces)))
    for space, contract in enumerate(craftsman.contracts, 1):
        yield Piece(ids.member(contract.seat), ids.space_of(craftsman.id, space), contract.members)


def _harbour(view: ColoniaView) -> Iterator[Piece]:
    """C-8, C-20."""
    yield Piece(ids.SHIP_BACK, "ship_deck", view.ship_deck_size)
    yield from (Piece(thing("ship", ship), "ship_discard") for ship in view.ship_discard)
    yield from (piece for ship in view.harbour for piece in _ship(ship))
    if view.sailing:
        yield Piece(ids.SHIP_STICK, ids.berth(view.sailing - 1))


def _ship(ship: ShipView) -> Iterator[Piece]:
    yield Piece(thing("ship", ship.id), thing("berth", ship.berth))
    for hold in ship.holds:
        if hold.seat is not None:
            yield Piece(ids.member(hold.seat), thing("hold", f"{ship.berth}_{hold.id}"))


def _relics(view: ColoniaView) -> Iterator[Piece]:
    """C-9, C-67, C-90."""
    yield Piece(ids.RELIC_BACK, "relic_deck", view.relic_deck_size)
    yield from (Piece(thing("relic", card), "relic_discard") for card in view.relic_discard)
    for card in view.relics:
        zone = ids.display(card.space or 0)
        yield Piece(thing("relic", card.id), zone)
        if card.guard_seat is not None:
            yield Piece(ids.member(card.guard_seat), zone)
    won = {window for player in view.players for window in player.windows}
    yield from (Piece(thing("window", word.slug), "windows") for word in WINDOW.words if word.slug not in won)


def _of_seat(player: PlayerView) -> list[Piece]:
    return [*_members(player), *_cards(player), *_open(player), *_screened(player)]


def _members(player: PlayerView) -> Iterator[Piece]:
    """C-14."""
    member = ids.member(player.seat)
    yield Piece(member, own(player.seat, "home"), player.home)
    yield Piece(member, "town_hall", player.town_hall)
    yield from (Piece(member, thing("street", street), number) for street, number in player.streets.items())


def _cards(player: PlayerView) -> Iterator[Piece]:
    """C-2, C-35: the family cards left, that of the week, and those to vote with; they are public."""
    seat, card = player.seat, player.played_card
    yield from (Piece(thing("family_card", str(value)), own(seat, "cards")) for value in player.cards)
    yield from (Piece(thing("choice", choice), own(seat, "ballots")) for choice in ("yes", "no"))
    if card is not None:
        turned = card and not player.votes
        yield Piece(ids.face_down(seat) if turned else ids.family_card(card), own(seat, "played"))


def _open(player: PlayerView) -> Iterator[Piece]:
    """C-65, C-90: the pieces in front of the screen."""
    seat = player.seat
    for shrine in player.shrines:
        yield Piece(thing("relic", f"shrine_{shrine.city}"), own(seat, "shrines"))
        if shrine.relic:
            yield Piece(thing("relic", shrine.relic), own(seat, "shrines"))
    yield from (Piece(thing("window", window), own(seat, "windows")) for window in player.windows)


def _screened(player: PlayerView) -> Iterator[Piece]:
    """C-71: the pieces behind the screen, as far as the reader may know them."""
    seat, resources = player.seat, own(player.seat, "resources")
    yield from _kinds("currency", own(seat, "money"), player.money or {})
    yield from _kinds("good", own(seat, "goods"), player.goods or {})
    yield from (Piece(thing("relic", card.id), own(seat, "relics")) for card in player.relics or ())
    if player.resources is not None:
        yield from _kinds("resource", resources, player.resources)
    else:
        yield Piece(ids.unseen(seat), resources, player.resource_count or 0)
