"""A network's view of The Pillars of the Earth."""

from __future__ import annotations

from typing import Any

from podesta_engines.pillars_of_the_earth.state import NONE
from podesta_engines.pillars_of_the_earth.words import (
    CRAFTSMAN,
    EVENT,
    PHASE,
    PRIVILEGE,
    RESOURCE,
    RESOURCE_CARD,
    SPACE,
)
from podesta_lab.gym.encoding import Declaration
from podesta_lab.gym.parts import Computed, Count, Counts, Mask, OneHot, OneHots, Owner, Owners, Tally

_IDLE = bytes(len(CRAFTSMAN))
_COSTS = tuple(map(str, range(8)))


def _uses(g: Any) -> bytes:
    """The uses left of each craftsman of the seat that works in the cathedral."""
    if g.working == NONE:
        return _IDLE
    left = bytearray(_IDLE)
    for card, uses in zip(g.players[g.working].row, g.uses, strict=False):
        left[card] = min(uses, 255)
    return bytes(left)


DECLARATION = Declaration(
    table=(
        Count(code="g.round", usual=6),
        OneHot(code="g.phase", of=PHASE),
        Owner(code="g.start"),
        Owner(code="g.active"),
        Mask(code="g.privileges", name="privileges_left", of=PRIVILEGE),
        Mask(code="g.events", name="events_left", of=EVENT),
        Mask(code="g.craftsmen", name="craftsmen_hidden", of=CRAFTSMAN),
        OneHots(code="g.kingsbridge", of=PRIVILEGE, slots=2),
        OneHots(code="g.shiring", of=CRAFTSMAN, slots=2),
        Mask(code="g.supply", of=RESOURCE_CARD),
        Tally(code="g.hiring", of=CRAFTSMAN),
        Counts(code="g.stock", of=("sand", "wood", "stone")),
        Count(code="g.court_metal", usual=3),
        Count(code="g.cost", usual=7),
        Owners(code="g.board", of=SPACE),
        Owners(code="g.wheel", of=_COSTS),
        Owner(code="g.drawn"),
        Count(code="g.redraw", high=1, usual=1),
        OneHot(code="g.event", of=EVENT),
        Owner(code="g.peeked"),
        OneHot(code="g.audience", of=RESOURCE),
        Count(code="g.tax", usual=5),
        Owner(code="g.working"),
        Computed(code="g", name="uses", of=CRAFTSMAN, by=_uses, usual=3, high=255),
    ),
    player=(
        Count(code="{p}.gold", usual=20),
        Count(code="{p}.points", usual=40),
        Tally(code="{p}.row", of=CRAFTSMAN),
        Counts(code="{p}.cubes", of=RESOURCE),
        Count(code="{p}.free"),
        Count(code="{p}.mill"),
        Count(code="{p}.grey", usual=3),
        Count(code="{p}.granted", usual=3),
        Count(code="{p}.bag", usual=3),
        Count(code="{p}.aside", usual=3),
        Count(code="{p}.decided", usual=3),
        Mask(code="{p}.privileges", of=PRIVILEGE),
        Mask(code="{p}.cards", of=RESOURCE_CARD),
        Mask(code="{p}.bought", of=RESOURCE),
        *(Count(code=f"{{p}}.{name}", high=1, usual=1) for name in ("limited", "limited_next", "out", "protected")),
        OneHot(code="{p}.boosted", of=CRAFTSMAN),
    ),
    secret=(OneHot(code="s.event", of=EVENT),),
)
"""The board, the cards on it, every player, the event that Ellen shows."""
