"""A network's view of Colonia."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.colonia.state import NONE, Berth, Contract, Holdings
from podesta_engines.colonia.words import (
    CITY,
    CRAFTSMAN,
    CURRENCY,
    DIE,
    FAMILY_CARD,
    GOOD,
    HOLDS,
    ORDINANCE,
    PHASE,
    RELIC,
    RESOURCE,
    SHIP,
    STALL,
    STREET,
    WEEK_CARD,
)
from podesta_lab.gym.encoding import Declaration
from podesta_lab.gym.parts import Computed, Count, Counts, Mask, OneHot, OneHots, Owner, Owners, Tally

_BERTHS, _PLACES, _CRAFTSMEN = 4, 6, len(CRAFTSMAN)
_STALLS = [f"{stall.slug}_{kind.slug}" for stall in STALL.words for kind in RESOURCE.words]
_MARKS = [f"{berth}_{hold}" for berth in range(_BERTHS) for hold in (*range(1, HOLDS + 1), "extra")]
_HELD = (
    *(f"money_{word.slug}" for word in CURRENCY.words),
    *(f"good_{word.slug}" for word in GOOD.words),
    *(f"taken_{word.slug}" for word in RESOURCE.words),
    "drawn_unseen",
    "relics",
)
_NO_RELIC = bytes(len(RELIC))
_SCREENED = bytes(len(_HELD))


def _holdings(held: Holdings | None) -> bytes:
    """A player's holdings; zeros behind a screen."""
    if held is None:
        return _SCREENED
    return bytes((*held.money, *held.goods, *held.known, held.unseen, len(held.relics)))


def _extra(harbour: Sequence[Berth]) -> bytearray:
    """C-80: the ships with an open extra hold."""
    found = bytearray(_BERTHS)
    for at, berth in enumerate(harbour):
        if berth.extra:
            found[at] = 1
    return found


def _marks(harbour: Sequence[Berth]) -> list[int]:
    """The owners of the marks on the ships' holds."""
    found: list[int] = []
    for berth in harbour:
        found += berth.marks
    return found


def _contracts(queues: Sequence[Sequence[Contract]], seat: int, seats: int) -> bytearray:
    """The members on contracts by craftsman and owner, then the first place of each owner in the queue, from 1."""
    places = _CRAFTSMEN * seats
    found = bytearray(2 * places)
    for craftsman, queue in enumerate(queues):
        if queue:
            for place, contract in enumerate(queue, 1):
                at = craftsman * seats + (contract.seat - seat) % seats
                found[at] += contract.members
                found[places + at] = found[places + at] or place
    return found


def _guarded(display: Sequence[int], guards: Sequence[int], seat: int) -> bytes | bytearray:
    """The relics on display that a seat guards."""
    if seat not in guards:
        return _NO_RELIC
    found, space = bytearray(_NO_RELIC), -1
    for _ in range(guards.count(seat)):
        space = guards.index(seat, space + 1)
        if display[space] != NONE:
            found[display[space]] = 1
    return found


DECLARATION = Declaration(
    table=(
        Count(code="g.options.open_holdings", high=1, usual=1),
        Count(code="g.options.late_ships_extra_hold", name="late_ships", high=1, usual=1),
        Count(code="g.week", usual=6),
        OneHot(code="g.phase", of=PHASE),
        Owners(code="g.order", of=tuple(map(str, range(_PLACES))), padded=True),
        Owner(code="g.active"),
        OneHot(code="(g.week_cards[-1] if g.week_cards else -1)", name="week_card", of=WEEK_CARD),
        OneHots(code="g.ordinances", of=ORDINANCE, slots=3),
        OneHots(code="g.decided", of=("rejected", "passed"), slots=3),
        OneHot(code="g.voting", of=("0", "1", "2")),
        Count(code="g.fewer", high=1, usual=1),
        Counts(code="g.stalls", of=_STALLS, usual=3),
        Owners(code="g.stall_seats", of=STALL),
        Counts(code="g.stall_members", of=STALL),
        Counts(code="g.capacity", of=CRAFTSMAN),
        Counts(code="g.placed", of=CRAFTSMAN),
        OneHots(code="[berth.ship for berth in g.harbour]", name="berth", of=SHIP, slots=_BERTHS),
        Computed(code="g.harbour", name="extra_hold", of=tuple(map(str, range(_BERTHS))), by=_extra),
        Owners(code="g.harbour", by=_marks, name="filled", of=_MARKS, padded=True),
        Computed(
            code="g.queues, seat, SEATS",
            name="contracts",
            of=[f"{word.slug}_{what}" for what in ("members", "place") for word in CRAFTSMAN.words],
            by=_contracts,
            owned=True,
            usual=4,
            high=255,
        ),
        OneHot(code="g.die", of=DIE),
        Count(code="g.sailing", usual=4),
        Tally(code="g.ship_discard", of=SHIP),
        Tally(code="g.display", of=RELIC),
        Count(code="g.relics_left", usual=40),
        Counts(code="g.supply", of=GOOD, usual=12),
        Owners(code="g.shrines", of=CITY),
        Owners(code="g.windows", of=CITY),
        Tally(code="g.enshrined", of=RELIC),
    ),
    player=(
        Count(code="{p}.home"),
        Count(code="{p}.hall"),
        Counts(code="{p}.streets", of=STREET),
        Mask(code="{p}.cards", of=FAMILY_CARD),
        Count(code="{p}.played + 1", name="played", usual=10),
        Count(code="{p}.votes"),
        Count(code="{i} in g.loop", name="in_loop", high=1, usual=1),
        Computed(code="{p}.holdings", name="holds", of=_HELD, by=_holdings, usual=6, high=255),
    ),
    secret=(
        Counts(code="s.resources", of=RESOURCE),
        Tally(code="players[seat].holdings.relics", name="relics", of=RELIC),
        Computed(code="g.display, g.guards, seat", name="guarded", of=RELIC, by=_guarded),
    ),
)
"""The stalls, the craftsmen, the ships, the relics, every player except behind screens, the seat's own holdings."""
