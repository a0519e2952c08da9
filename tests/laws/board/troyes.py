"""The location of each piece in Troyes, from a view; numbers as in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from podesta_engines.core.board import own, thing
from podesta_engines.troyes.board.zones import influence
from podesta_engines.troyes.view import ActivityView, BuildingView, DistrictView, EventView, PlayerView, TroyesView

from .piece import Piece

STOCKS = r"bank|dice|(neutral|s\d).cubes|deck.(white|yellow)"
"""Zones that supply and receive pieces, and that no view counts."""
OTHERS = (
    r"deck\.[a-z]+|influence_\d+|neutral\.(citizen|cube|cubes|district|supply)|"
    r"card|event|denier|s\d\.(character|citizen|cube|district|influence)"
)
"""Ids without a word in the catalogue."""


def pieces(view: TroyesView) -> list[Piece]:
    """T-4 to T-8: every piece that the reader of a view can see."""
    parts = (
        _common(view),
        *map(_building, view.buildings),
        *map(_activity, view.activities),
        *(_event(place, event) for place, event in enumerate(view.queue)),
        *map(_district, view.districts),
        *(_player(player, view.phase != "setup") for player in view.players),
    )
    return [piece for piece in chain(*parts) if piece.count]


def owned(owner: str, name: str) -> str:
    """The zone of an owner as named in views: `seat_0`, `neutral`."""
    return f"{owner.replace('seat_', 's')}.{name}"


def _alike(ids: Iterable[str], zone: str) -> Iterator[Piece]:
    """Pieces in a zone, equal ones together."""
    return (Piece(name, zone, count) for name, count in Counter(ids).items())


def _common(view: TroyesView) -> Iterator[Piece]:
    yield Piece("event", "deck.red", view.red_left)
    yield Piece("neutral.citizen", "neutral.supply", view.neutral_supply)
    yield from _alike((thing("foe", str(value)) for value in view.black_dice), "black_dice")
    yield from _alike((thing("event", event) for event in view.discard), "discard")
    if view.first_seat is not None:
        yield Piece("start_player", own(view.first_seat, "start_player"))
    for plot in view.cathedral:
        if plot.cube:
            yield Piece(owned(plot.cube, "cube"), thing("plot", plot.id))


def _building(building: BuildingView) -> Iterator[Piece]:
    """T-24: citizens who stand, and those lying down."""
    for space in building.spaces:
        if space.citizen:
            yield Piece(owned(space.citizen, "citizen"), thing("space", space.id))
    yield from (Piece(owned(owner, "citizen"), thing("building", building.id)) for owner in building.lying)


def _activity(space: ActivityView) -> Iterator[Piece]:
    """T-40, T-142, T-153: a card, which may be face down, its tradesmen and cubes."""
    zone = thing("activity", f"{space.colour}_{space.number}")
    yield Piece(thing("card", space.card) if space.card else "card", zone)
    for owner, place in ((space.first, "first"), (space.second, "second")):
        if owner:
            yield Piece(owned(owner, "citizen"), f"{zone}.{place}")
    yield from (Piece(owned(owner, "citizen"), zone) for owner in space.crowd)
    yield from (Piece(owned(owner, "cube"), zone, number) for owner, number in space.cubes.items())


def _event(place: int, event: EventView) -> Iterator[Piece]:
    """T-70, T-181: a card and the cubes on it."""
    zone = thing("target", str(place))
    yield Piece(thing("event", event.event), zone)
    yield from _alike((owned(owner, "cube") for owner in event.cubes), zone)


def _district(district: DistrictView) -> Iterator[Piece]:
    """T-60: dice."""
    dice = (thing("die", f"{district.owner}.{die}") for die in district.dice)
    return _alike(dice, owned(district.owner, "district"))


def _player(player: PlayerView, dealt: bool) -> Iterator[Piece]:
    seat = player.seat
    yield Piece(own(seat, "influence"), influence(player.influence))
    yield Piece(own(seat, "citizen"), own(seat, "supply"), player.supply)
    yield Piece(own(seat, "citizen"), own(seat, "general"), player.reserve)
    yield Piece("denier", own(seat, "deniers"), player.deniers)
    yield Piece("denier", own(seat, "district"), player.purse)
    yield from _alike((thing("event", event) for event in player.events), own(seat, "events"))
    yield from (Piece(thing("character", each), own(seat, "characters")) for each in player.characters)
    if dealt:
        yield Piece(own(seat, "character"), own(seat, "characters"), player.characters_held - len(player.characters))
