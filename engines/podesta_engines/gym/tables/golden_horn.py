"""What a network sees of Golden Horn."""

from __future__ import annotations

from podesta_engines.golden_horn.words import COLOUR, FLEET, PHASE, PLACE, REASON, SHIP, SPACE
from podesta_engines.gym.encoding import Declaration
from podesta_engines.gym.parts import Count, Counts, Hot, Hots, Owner, Part

_SHIPS = 3
_UNSEEN = "(0, 0, 0, 0, 0, 0)"
"""Goods behind a screen."""


def _ship(k: int) -> list[Part]:
    """A ship of a fleet. Before a seat has its fleet, no ship is placed and this reads one of them."""
    ship = f"3 * {{p}}.fleet + {k}"
    return [
        Hot(code=f"g.at[{ship}]", name=f"ship_{k}_at", of=SPACE),
        Hot(code=f"g.heading[{ship}] + 1", name=f"ship_{k}_heading", of=("venice", "none", "constantinople")),
        Hot(code=f"g.cargo[{ship}]", name=f"ship_{k}_cargo", of=COLOUR),
        Count(code=f"g.load[{ship}]", name=f"ship_{k}_load", usual=4),
    ]


DECLARATION = Declaration(
    table=(
        Count(code="g.round", usual=30),
        Count(code="g.hidden_warehouses", high=1, usual=1),
        Hot(code="g.phase", of=PHASE),
        Owner(code="g.start"),
        Owner(code="g.active"),
        Hot(code="g.moving", of=SHIP),
        Hot(code="g.end", of=REASON),
        Hots(code="g.route", of=PLACE, slots=len(SPACE)),
        Counts(code="g.ports[0]", name="venice", of=COLOUR),
        Counts(code="g.ports[1]", name="constantinople", of=COLOUR),
        Counts(code=f"(g.bag or {_UNSEEN})", name="bag", of=COLOUR, usual=12),
        Count(code="g.bag_size", usual=60),
        Counts(code="g.discard", of=COLOUR, usual=8),
    ),
    player=(
        Hot(code="{p}.fleet", of=FLEET),
        Counts(code=f"({{p}}.warehouse or {_UNSEEN})", name="goods", of=COLOUR),
        Count(code="{p}.cards"),
        *(part for k in range(_SHIPS) for part in _ship(k)),
    ),
    secret=(Counts(code="s.hand", of=COLOUR),),
)
"""The table, every fleet with its ships, the own hand."""
