"""The motions of the notes of The Pillars of the Earth; numbers as in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from podesta_engines.core.board import Motion, Moved, own
from podesta_engines.pillars_of_the_earth.words import METAL, SITE_OF

from .locations import LOCATIONS, Several, Viewer
from .targets import (
    COURT_METAL,
    craftsman_id,
    cubes_id,
    event_id,
    market_cubes,
    piece_id,
    privilege_id,
    resource_card_id,
    space_id,
)


def _marker(cost: int) -> Iterator[Motion]:
    """P-55: the cost falls by one."""
    if cost:
        yield Motion("cost_marker", f"wheel_{cost}", f"wheel_{cost - 1}")


# -- preparation -----------------------------------------------------------------------------------------------------


def starts(_: Viewer, seat: int, gold: Several) -> Iterator[Motion]:
    """P-12, P-150: the start player takes the first piece of the cathedral; all seats get gold."""
    yield Motion(piece_id(0), "pieces", own(seat, "start"))
    yield from (Motion("gold", "general", own(other, "gold"), number) for other, number in enumerate(gold))


def round_began(_: Viewer, _seat: int, _number: int, marker: int, cost: int, cubes: Several) -> Iterator[Motion]:
    """P-22, P-24: the market and the court are filled up, and the marker goes back to the highest cost."""
    if marker != cost:
        yield Motion("cost_marker", f"wheel_{marker}", f"wheel_{cost}")
    for kind, number in Counter(cubes).items():
        yield Motion(cubes_id(kind), "general", COURT_METAL if kind == METAL else market_cubes(kind), number)


def privilege_shown(_: Viewer, _seat: int, space: int, card: int) -> Iterator[Motion]:
    """P-20."""
    yield Motion(privilege_id(card), "privilege_deck", space_id(space), was="privilege_card")


def craftsman_shown(_: Viewer, _seat: int, space: int, card: int) -> Iterator[Motion]:
    """P-21."""
    yield Motion(craftsman_id(card), "craftsman_deck", space_id(space), was="craftsman_card")


def for_hire(_: Viewer, _seat: int, cards: Several) -> Iterator[Motion]:
    """P-21."""
    return (Motion(craftsman_id(card), "craftsman_deck", "supply", was="craftsman_card") for card in cards)


def supply_laid(_: Viewer, _seat: int, cards: Several) -> Iterator[Motion]:
    """P-23."""
    return (Motion(resource_card_id(card), "resource_cards", "supply") for card in cards)


def event_seen(_: Viewer, _seat: int, event: int) -> Iterator[Motion]:
    """P-26: it stays on its deck, known to the viewer."""
    yield Motion(event_id(event), "event_deck", "event_deck", was="event_card")


# -- Phase I ---------------------------------------------------------------------------------------------------------


def card_taken(_: Viewer, seat: int, card: int, workers: int) -> Iterator[Motion]:
    """P-32."""
    yield Motion(resource_card_id(card), "supply", own(seat, "resource_cards"))
    yield Motion(own(seat, "worker"), own(seat, "workers"), SITE_OF[card], workers)


def hired(_: Viewer, seat: int, card: int, _gold: int) -> Iterator[Motion]:
    """P-34."""
    yield Motion(craftsman_id(card), "supply", own(seat, "craftsmen"))


def dismissed(_: Viewer, seat: int, card: int) -> Iterator[Motion]:
    """P-7, P-75: the card leaves the game."""
    yield Motion(craftsman_id(card), own(seat, "craftsmen"), "")


def not_hired(_: Viewer, _seat: int, card: int, space: Several) -> Iterator[Motion]:
    """P-37, P-101."""
    yield Motion(craftsman_id(card), space_id(space[0]) if space else "supply", "")


def cards_left(_: Viewer, _seat: int, cards: Several) -> Iterator[Motion]:
    """P-37."""
    return (Motion(resource_card_id(card), "supply", "resource_cards") for card in cards)


def to_mill(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-39."""
    yield Motion(own(seat, "worker"), own(seat, "workers"), "mill", number)


# -- Phase II --------------------------------------------------------------------------------------------------------


def builder_drawn(_: Viewer, seat: int, _cost: int) -> Iterator[Motion]:
    """P-50."""
    yield Motion(own(seat, "builder"), "bag", "drawn")


def put_back(_: Viewer, _seat: int, owner: int) -> Iterator[Motion]:
    """P-52."""
    yield Motion(own(owner, "builder"), "drawn", "bag")


def set_aside(_: Viewer, seat: int) -> Iterator[Motion]:
    """P-51."""
    yield Motion(own(seat, "builder"), "drawn", "aside")


def placed(_: Viewer, seat: int, space: int, _paid: int, marker: int) -> Iterator[Motion]:
    """P-53, P-55."""
    yield Motion(own(seat, "builder"), "drawn", space_id(space))
    yield from _marker(marker)


def builder_passed(_: Viewer, seat: int, cost: int) -> Iterator[Motion]:
    """P-55."""
    yield Motion(own(seat, "builder"), "drawn", f"wheel_{cost}")
    yield from _marker(cost)


def cost_dropped(_: Viewer, _seat: int, marker: int) -> Iterator[Motion]:
    """P-57."""
    path = tuple(f"wheel_{cost}" for cost in range(marker - 1, 0, -1))
    yield Motion("cost_marker", f"wheel_{marker}", "wheel_0", path=path)


def placed_later(_: Viewer, seat: int, space: int, cost: int) -> Iterator[Motion]:
    """P-58."""
    yield Motion(own(seat, "builder"), f"wheel_{cost}", space_id(space))


def privilege_used(_: Viewer, seat: int, card: int) -> Iterator[Motion]:
    """P-53, P-74, P-94: a card that is used leaves the game."""
    yield Motion(privilege_id(card), own(seat, "privileges"), "")


MOTIONS: Mapping[str, Moved] = {
    "starts": starts,
    "round_began": round_began,
    "privilege_shown": privilege_shown,
    "craftsman_shown": craftsman_shown,
    "for_hire": for_hire,
    "supply_laid": supply_laid,
    "event_seen": event_seen,
    "card_taken": card_taken,
    "hired": hired,
    "dismissed": dismissed,
    "lost_craftsman": dismissed,
    "not_hired": not_hired,
    "cards_left": cards_left,
    "to_mill": to_mill,
    "builder_drawn": builder_drawn,
    "put_back": put_back,
    "set_aside": set_aside,
    "placed": placed,
    "builder_passed": builder_passed,
    "cost_dropped": cost_dropped,
    "placed_later": placed_later,
    "privilege_used": privilege_used,
    **LOCATIONS,
}
"""By kind of note."""
