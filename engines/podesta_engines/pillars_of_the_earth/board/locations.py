"""The motions of the notes from the event to the end of a round; numbers as in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own
from podesta_engines.pillars_of_the_earth.words import (
    BISHOP,
    CASTLE,
    COURT_SITE,
    MARKET_SITE,
    OTTO,
    SITE_OF,
)

from .targets import (
    COURT_METAL,
    craftsman_id,
    cubes_id,
    event_id,
    market_cubes,
    own_cubes,
    piece_id,
    privilege_id,
    resource_card_id,
    space_id,
)

Viewer = int | None
Several = Sequence[int]


def _home(seat: int, space: int) -> Motion:
    """P-96: a builder goes back into the bag."""
    return Motion(own(seat, "builder"), space_id(space), "bag")


# -- steps 1 to 5 ----------------------------------------------------------------------------------------------------


def event_revealed(viewer: Viewer, _: int, event: int, seen_by: Several) -> Iterator[Motion]:
    """P-70: a viewer who has peeked at the card already knows it."""
    yield Motion(event_id(event), "event_deck", "event", was="" if viewer in seen_by else "event_card")


def cube_from_market(_: Viewer, seat: int, _resource: int) -> Iterator[Motion]:
    """P-76: the note of the gain moves the cube itself."""
    yield _home(seat, BISHOP)


def builders_returned(_: Viewer, _seat: int, _site: int, spaces: Several, owners: Several) -> Iterator[Motion]:
    """P-96."""
    return (_home(owner, space) for space, owner in zip(spaces, owners, strict=True))


def mill_pays(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-78: the note of the gain moves the gold."""
    yield Motion(own(seat, "worker"), "mill", own(seat, "workers"), number)


def privilege_taken(_: Viewer, seat: int, card: int, space: int, kept: int) -> Iterator[Motion]:
    """P-80: a card that acts at once leaves the game; P-6: Otto brings the black worker."""
    yield Motion(privilege_id(card), space_id(space), own(seat, "privileges") if kept else "")
    if card == OTTO:
        yield Motion(own(seat, "worker"), "black_worker", own(seat, "workers"), was="black_worker")
    yield _home(seat, space)


def privilege_gone(_: Viewer, _seat: int, card: int, space: int) -> Iterator[Motion]:
    """P-81."""
    yield Motion(privilege_id(card), space_id(space), "")


def priory_visited(_: Viewer, seat: int, space: int) -> Iterator[Motion]:
    """P-84, P-96."""
    yield _home(seat, space)


# -- steps 6 to 11 ---------------------------------------------------------------------------------------------------


def produced(_: Viewer, seat: int, resource: int, number: int, cards: Several, workers: int) -> Iterator[Motion]:
    """P-86."""
    yield Motion(cubes_id(resource), "general", own_cubes(seat, resource), number)
    yield from (Motion(resource_card_id(card), own(seat, "resource_cards"), "resource_cards") for card in cards)
    if cards:
        yield Motion(own(seat, "worker"), SITE_OF[cards[0]], own(seat, "workers"), workers)


def tax_rolled(_: Viewer, _seat: int, number: int) -> Iterator[Motion]:
    """P-91."""
    yield Motion(f"tax_die.{number}", "tax", "tax", was="tax_die")


def craftsman_joined(_: Viewer, seat: int, card: int, space: int) -> Iterator[Motion]:
    """P-100."""
    yield Motion(craftsman_id(card), space_id(space), own(seat, "craftsmen"))


def grey_workers(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-104, P-96."""
    yield Motion("grey_worker", "grey_workers", own(seat, "next_workers"), number)
    yield _home(seat, CASTLE)


# -- steps 12 to 14 --------------------------------------------------------------------------------------------------


def bought(_: Viewer, seat: int, resource: int, number: int, gold: int) -> Iterator[Motion]:
    """P-112."""
    yield Motion("gold", own(seat, "gold"), "general", gold)
    yield Motion(cubes_id(resource), market_cubes(resource), own_cubes(seat, resource), number)


def cubes_spent(_: Viewer, seat: int, resource: int, number: int) -> Iterator[Motion]:
    """P-113, P-133."""
    yield Motion(cubes_id(resource), own_cubes(seat, resource), "general", number)


def left_market(_: Viewer, seat: int, space: int) -> Iterator[Motion]:
    """P-115, P-96."""
    yield _home(seat, space)


def cubes_returned(_: Viewer, seat: int, cubes: Several) -> Iterator[Motion]:
    """P-141."""
    for kind, number in Counter(cubes).items():
        yield Motion(cubes_id(kind), own_cubes(seat, kind), "general", number)


def piece_added(_: Viewer, seat: int, piece: int) -> Iterator[Motion]:
    """P-143."""
    yield Motion(piece_id(piece), own(seat, "start"), "cathedral")


def next_start(_: Viewer, seat: int, space: Several, piece: int, event: Several, tax: int) -> Iterator[Motion]:
    """P-150: the next piece of the cathedral goes to the start player; P-152: event and die are cleared."""
    yield from (_home(seat, each) for each in space)
    yield Motion(piece_id(piece), "pieces", own(seat, "start"))
    yield from (Motion(event_id(each), "event", "") for each in event)
    if tax:
        yield Motion("tax_die", "tax", "tax", was=f"tax_die.{tax}")


def builder_freed(_: Viewer, seat: int) -> Iterator[Motion]:
    """P-59."""
    yield Motion(own(seat, "builder"), "aside", "bag")


def grey_workers_home(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-105."""
    yield Motion("grey_worker", own(seat, "workers"), "grey_workers", number, own(seat, "worker"))


def grey_workers_joined(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-104."""
    yield Motion(own(seat, "worker"), own(seat, "next_workers"), own(seat, "workers"), number, "grey_worker")


# -- gains and losses ------------------------------------------------------------------------------------------------


def gold_gained(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-3."""
    yield Motion("gold", "general", own(seat, "gold"), number)


def gold_paid(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """P-3, P-4."""
    yield Motion("gold", own(seat, "gold"), "general", number)


def cubes_gained(_: Viewer, seat: int, resource: int, number: int, source: int) -> Iterator[Motion]:
    """P-2, P-76, P-90: from the general supply, the market or the court."""
    special = {MARKET_SITE: market_cubes(resource), COURT_SITE: COURT_METAL}
    yield Motion(cubes_id(resource), special.get(source, "general"), own_cubes(seat, resource), number)


LOCATIONS: Mapping[str, Moved] = {
    "event_revealed": event_revealed,
    "cube_from_market": cube_from_market,
    "builders_returned": builders_returned,
    "mill_pays": mill_pays,
    "privilege_taken": privilege_taken,
    "privilege_gone": privilege_gone,
    "priory_visited": priory_visited,
    "produced": produced,
    "tax_rolled": tax_rolled,
    "craftsman_joined": craftsman_joined,
    "grey_workers": grey_workers,
    "bought": bought,
    "sold": cubes_spent,
    "left_market": left_market,
    "cubes_returned": cubes_returned,
    "piece_added": piece_added,
    "next_start": next_start,
    "builder_freed": builder_freed,
    "grey_workers_home": grey_workers_home,
    "grey_workers_joined": grey_workers_joined,
    "gold_gained": gold_gained,
    "gold_paid": gold_paid,
    "cubes_gained": cubes_gained,
    "cubes_spent": cubes_spent,
}
"""By kind of note."""
