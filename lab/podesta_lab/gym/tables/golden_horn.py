"""A network's view of Golden Horn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from podesta_engines.golden_horn.components import FIGURES
from podesta_engines.golden_horn.scoring import score
from podesta_engines.golden_horn.state import MODONE, NONE, VENICE, State
from podesta_engines.golden_horn.words import COLOUR, FLEET, PHASE, PLACE, REASON, SPACE
from podesta_lab.gym.encoding import Declaration
from podesta_lab.gym.parts import Computed, Count, Counts, OneHot, OneHots, Owner, Part

_SHIPS = 3
_UNSEEN = "(0, 0, 0, 0, 0, 0)"
"""Goods behind a screen."""
_NUMBERS = tuple(map(str, range(_SHIPS)))
_NEXT = [bytes(i == k for i in range(2 * len(PLACE))) for k in range(2 * len(PLACE))]
"""One-hot rows of the next place on a ship's way: first those where sailing on costs a card, then the free ones."""
_STEPS = [bytes((steps, home)) for steps in range(len(SPACE) + 1) for home in (0, 1)]
_NO_WAY = bytes(len(_NEXT) + 2)
_NOTHING = (0,) * len(COLOUR)
_OF_A_WAY = (*(f"{to}_{word.slug}" for to in ("paid", "free") for word in PLACE.words), "steps", "home")
_WAYS = [f"{ship}_{what}" for ship in _NUMBERS for what in _OF_A_WAY]
_CACHED = 1 << 14
"""The size of the caches."""


@lru_cache(maxsize=_CACHED)
def _gains(edition: int, *goods: int) -> bytes:
    """The points that one more good of each colour adds to a warehouse."""
    before = score(goods, edition)["total"]
    more = [[*goods] for _ in goods]
    for colour, after in enumerate(more):
        after[colour] += 1
    return bytes(score(after, edition)["total"] - before for after in more)


def _worth(g: State, seat: int) -> bytes:
    """The points that one more good of each colour adds for the viewer."""
    return _gains(g.edition, *g.players[seat].warehouse or _NOTHING)


def _aboard(g: State, seat: int) -> bytes:
    """The points that one of the goods aboard each ship adds for the viewer; 0 for a ship that does not exist."""
    gains, load, cargo = _worth(g, seat), g.load, g.cargo
    fleets = [_SHIPS * player.fleet for player in (*g.players[seat:], *g.players[:seat])]
    return bytes([load[first + k] and gains[cargo[first + k]] for k in range(_SHIPS) for first in fleets])


def _ways(g: State, seat: int) -> bytes:
    """The next place on the way of each of the viewer's ships, and how far its sails and the hand take it."""
    me = g.players[seat]
    ship, hand = _SHIPS * me.fleet, me.secret.hand if me.secret else ()
    return _way(g, ship, hand) + _way(g, ship + 1, hand) + _way(g, ship + 2, hand)


def _way(g: State, ship: int, hand: Sequence[int]) -> bytes:
    """The next place on a ship's way, paid or free; how many spaces it can sail, and whether that takes it home."""
    route, at, way = g.route, g.at, g.heading[ship]
    here = at[ship] + way
    if at[ship] == NONE or not hand or not 0 <= here < len(route):
        return _NO_WAY
    sails, cards, steps, space = FIGURES[g.edition].sails[ship], [*hand], 1, route[here]
    found = _NEXT[space + len(PLACE) * (here in at or sails >> space & 1)]
    while space < MODONE or (space == MODONE and _full(g, here)):
        if here not in at and not sails >> space & 1:
            if not cards[space]:
                break
            cards[space] -= 1
        here, steps = here + way, steps + 1
        space = route[here]
    return found + _STEPS[2 * steps + (space >= VENICE)]


def _full(g: State, modone: int) -> bool:
    """Whether no ship can stay there."""
    return g.at.count(modone) >= FIGURES[g.edition].maps[len(g.players)].berths


def _ship(k: int) -> list[Part]:
    """A ship of a fleet. Before a seat has its fleet, no ship is placed, so it does not matter which one this reads."""
    ship = f"3 * {{p}}.fleet + {k}"
    return [
        OneHot(code=f"g.at[{ship}]", name=f"ship_{k}_at", of=SPACE),
        OneHot(code=f"g.heading[{ship}] + 1", name=f"ship_{k}_heading", of=("venice", "none", "constantinople")),
        OneHot(code=f"g.cargo[{ship}]", name=f"ship_{k}_cargo", of=COLOUR),
        Count(code=f"g.load[{ship}]", name=f"ship_{k}_load", usual=4),
    ]


DECLARATION = Declaration(
    table=(
        Count(code="g.round", usual=30),
        Count(code="g.options.hidden_warehouses", high=1, usual=1),
        OneHot(code="g.phase", of=PHASE),
        Owner(code="g.start"),
        Owner(code="g.active"),
        OneHot(code=f"(g.moving % {_SHIPS} if g.moving >= 0 else -1)", name="moving", of=_NUMBERS),
        OneHot(code="g.end", of=REASON),
        OneHots(code="g.route", of=PLACE, slots=len(SPACE)),
        Counts(code="g.ports[0]", name="venice", of=COLOUR),
        Counts(code="g.ports[1]", name="constantinople", of=COLOUR),
        Counts(code=f"(g.bag or {_UNSEEN})", name="bag", of=COLOUR, usual=12),
        Count(code="g.bag_size", usual=60),
        Counts(code="g.discard", of=COLOUR, usual=8),
    ),
    player=(
        OneHot(code="{p}.fleet", of=FLEET),
        Counts(code=f"({{p}}.warehouse or {_UNSEEN})", name="goods", of=COLOUR),
        Count(code="{p}.cards"),
        *(part for k in range(_SHIPS) for part in _ship(k)),
    ),
    secret=(
        Counts(code="s.hand", of=COLOUR),
        Computed(code="g, seat", name="aboard", of=_NUMBERS, by=_aboard, owned=True, usual=4, high=255),
        Computed(code="g, seat", name="worth", of=COLOUR, by=_worth, usual=4, high=255),
        Computed(code="g, seat", name="way", of=_WAYS, by=_ways, usual=2, high=255),
    ),
)
"""The table, every fleet with its ships, the seat's own hand."""
