"""Motions from Wednesday to Saturday: market, contracts, ships, money; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.colonia.board import ids
from podesta_engines.colonia.state import EXTRA
from podesta_engines.colonia.words import HOLD_AT, HOLDS, STREET
from podesta_engines.core.board import Motion, Moved, own

from .shared import Several, Viewer, counted, rolled, sticks

WEDNESDAY, THURSDAY, FRIDAY = (STREET.parse(day) for day in ("wed", "thu", "fri"))

# -- Wednesday -------------------------------------------------------------------------------------------------------


def stall_taken(
    viewer: Viewer, seat: int, stall: int, resources: Several, members: int, shown: int
) -> Iterator[Motion]:
    """C-43."""
    yield Motion(ids.member(seat), own(seat, "home"), ids.stall(stall), members)
    yield from counted(resources, ids.resource, ids.stall(stall), ids.holding(viewer, seat, shown, "resources"))


def market_cleared(_: Viewer, _seat: int, resources: Several, stalls: Several) -> Iterator[Motion]:
    """C-44."""
    for stall in sorted(set(stalls)):
        left = [kind for kind, at in zip(resources, stalls, strict=True) if at == stall]
        yield from counted(left, ids.resource, ids.stall(stall), "bag")


def stalls_left(_: Viewer, _seat: int, stalls: Several, seats: Several, members: Several) -> Iterator[Motion]:
    """C-45."""
    for stall, seat, number in zip(stalls, seats, members, strict=True):
        yield Motion(ids.member(seat), ids.stall(stall), ids.street(WEDNESDAY), number)


# -- Thursday --------------------------------------------------------------------------------------------------------


def capacity_raised(_: Viewer, _seat: int, craftsman: int, _capacity: int, origin: int, stick: int) -> Iterator[Motion]:
    """C-78."""
    return _raised([craftsman], [origin], [stick])


def _raised(craftsmen: Several, origins: Several, places: Several) -> Iterator[Motion]:
    """C-49: a stick below the last space stays there."""
    rows = zip(craftsmen, origins, places, strict=True)
    return (sticks(craftsman, origin, to) for craftsman, origin, to in rows if origin != to)


def contract_placed(
    viewer: Viewer, seat: int, craftsman: int, resources: Several, members: int, space: int, shown: int
) -> Iterator[Motion]:
    """C-46."""
    yield from counted(resources, ids.resource, ids.holding(viewer, seat, shown, "resources"), "bag")
    yield Motion(ids.member(seat), own(seat, "home"), ids.contract(craftsman, space), members)


def contract_rolled(
    _: Viewer, _seat: int, face: int, craftsmen: Several, origins: Several, places: Several, former: Several
) -> Iterator[Motion]:
    """C-49."""
    yield from rolled(face, former)
    yield from _raised(craftsmen, origins, places)


def contracts_left(
    _: Viewer, _seat: int, craftsmen: Several, spaces: Several, seats: Several, members: Several
) -> Iterator[Motion]:
    """C-51."""
    for craftsman, space, seat, number in zip(craftsmen, spaces, seats, members, strict=True):
        yield Motion(ids.member(seat), ids.contract(craftsman, space), ids.street(THURSDAY), number)


def contracts_moved(
    _: Viewer, _seat: int, craftsmen: Several, origins: Several, spaces: Several, seats: Several, members: Several
) -> Iterator[Motion]:
    """C-52."""
    for craftsman, origin, to, seat, number in zip(craftsmen, origins, spaces, seats, members, strict=True):
        path = tuple(ids.contract(craftsman, space) for space in range(origin - 1, to, -1))
        yield Motion(ids.member(seat), ids.contract(craftsman, origin), ids.contract(craftsman, to), number, path=path)


def sticks_back(_: Viewer, _seat: int, origins: Several) -> Iterator[Motion]:
    """C-52."""
    return (sticks(craftsman, origin, 0) for craftsman, origin in enumerate(origins) if origin)


# -- Friday and Saturday ---------------------------------------------------------------------------------------------


def hold_loaded(
    viewer: Viewer,
    seat: int,
    _ship: int,
    hold: int,
    goods: Several,
    berth: int,
    _pays: int,
    _currency: int,
    shown: int,
) -> Iterator[Motion]:
    """C-53."""
    yield from counted(goods, ids.good, ids.holding(viewer, seat, shown, "goods"), "supply")
    yield Motion(ids.member(seat), own(seat, "home"), ids.hold(HOLD_AT[berth] + hold - 1))


def extra_loaded(
    viewer: Viewer, seat: int, _ship: int, good: int, berth: int, _pays: int, _currency: int, shown: int
) -> Iterator[Motion]:
    """C-80."""
    yield Motion(ids.good(good), ids.holding(viewer, seat, shown, "goods"), "supply")
    yield Motion(ids.member(seat), own(seat, "home"), ids.hold(HOLD_AT[berth] + EXTRA))


def ship_sailed(_: Viewer, _seat: int, ship: int, berth: int) -> Iterator[Motion]:
    """C-58."""
    yield Motion(ids.ship(ship), ids.berth(berth), "ship_discard")


def paid(viewer: Viewer, seat: int, number: int, currency: int, hold: int, shown: int) -> Iterator[Motion]:
    """C-56, C-57."""
    yield Motion(ids.money(currency), "bank", ids.holding(viewer, seat, shown, "money"), number)
    yield Motion(ids.member(seat), ids.hold(hold), ids.street(FRIDAY))


def ships_moved(
    _: Viewer, _seat: int, ships: Several, number: int, seats: Several, holds: Several, stick: Several
) -> Iterator[Motion]:
    """C-59: ships move up with the members on them; on Saturday the stick is set aside."""
    yield from (Motion(ids.SHIP_STICK, ids.berth(berth), "") for berth in stick)
    for berth, ship in enumerate(ships):
        path = tuple(ids.berth(passed) for passed in range(berth + number - 1, berth, -1))
        yield Motion(ids.ship(ship), ids.berth(berth + number), ids.berth(berth), path=path)
    for seat, hold in zip(seats, holds, strict=True):
        yield Motion(ids.member(seat), ids.hold(hold), ids.hold(hold - number * (HOLDS + 1)))


def ship_arrived(_: Viewer, _seat: int, ship: int, berth: int, _holds: int) -> Iterator[Motion]:
    """C-59."""
    yield Motion(ids.ship(ship), "ship_deck", ids.berth(berth), was=ids.SHIP_BACK)


def reshuffled(_: Viewer, _seat: int, _deck: int, ships: Several, relics: Several) -> Iterator[Motion]:
    """C-59, C-69: discarded cards are face down again."""
    for ship in ships:
        yield Motion(ids.SHIP_BACK, "ship_discard", "ship_deck", was=ids.ship(ship))
    for card in relics:
        yield Motion(ids.RELIC_BACK, "relic_discard", "relic_deck", was=ids.relic(card))


def exchanged(viewer: Viewer, seat: int, origin: int, target: int, number: int, shown: int) -> Iterator[Motion]:
    """C-87."""
    held = ids.holding(viewer, seat, shown, "money")
    yield Motion(ids.money(origin), held, "bank", number)
    yield Motion(ids.money(target), "bank", held, number)


MOTIONS: Mapping[str, Moved] = {
    "stall_taken": stall_taken,
    "market_cleared": market_cleared,
    "stalls_left": stalls_left,
    "capacity_raised": capacity_raised,
    "contract_placed": contract_placed,
    "contract_rolled": contract_rolled,
    "contracts_left": contracts_left,
    "contracts_moved": contracts_moved,
    "sticks_back": sticks_back,
    "hold_loaded": hold_loaded,
    "extra_loaded": extra_loaded,
    "ship_sailed": ship_sailed,
    "paid": paid,
    "ships_moved": ships_moved,
    "ship_arrived": ship_arrived,
    "reshuffled": reshuffled,
    "exchanged": exchanged,
}
"""By kind of note."""
