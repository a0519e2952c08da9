"""Invariants of The Pillars of the Earth; numbers as in RULES.md."""

from __future__ import annotations

from .components import FIGURES
from .pieces import cards_of, row_limit
from .state import NONE, Player, State
from .words import CRAFTSMAN, ELLEN, EVENT, METAL, OTTO, PHASE, STARTING

CHOOSE, PLACED, SHIRING, BUILDING = (PHASE.parse(slug) for slug in ("choose", "event", "shiring", "cathedral"))


def check(g: State) -> None:
    """P-169: raises AssertionError if an invariant is broken."""
    check_builders(g)
    check_cards(g)
    check_table(g)
    for seat, player in enumerate(g.players):
        check_player(g, seat, player)


def check_builders(g: State) -> None:
    """P-169: three master builders of each colour, each somewhere and only once."""
    here = FIGURES[g.edition]
    assert g.taken == sum(1 << space for space, owner in enumerate(g.board) if owner != NONE), "taken is not the board"
    for seat, player in enumerate(g.players):
        standing = g.board.count(seat) + g.wheel.count(seat) + (g.drawn == seat)
        assert player.bag + player.aside + standing == here.builders, f"seat {seat}: builders"
    if g.phase == PLACED:
        stand = sum(owner != NONE for owner in g.board) + sum(player.aside for player in g.players)
        assert stand == here.builders * len(g.players), "not every builder was placed"


def check_cards(g: State) -> None:
    """P-169: no card is in two places."""
    here = FIGURES[g.edition]
    rows = [card for player in g.players for card in player.row if card not in STARTING]
    craftsmen = rows + g.hiring + [card for card in g.shiring if card != NONE] + list(cards_of(g.craftsmen))
    assert len(set(craftsmen)) == len(craftsmen) <= len(CRAFTSMAN), "a craftsman is in two places"
    _distinct([player.cards for player in g.players] + [g.supply], "resource card")
    shown = [1 << card for card in g.kingsbridge if card != NONE]
    _distinct([player.privileges for player in g.players] + [g.privileges, *shown], "privilege")
    unseen = len(EVENT) - g.round + (g.phase < PLACED or g.event == NONE)
    assert g.events.bit_count() == (unseen if g.round else len(EVENT)), "the number of events"
    assert g.supply.bit_count() <= here.supply_cards, "too many resource cards"


def _distinct(masks: list[int], what: str) -> None:
    union = 0
    for mask in masks:
        assert not union & mask, f"a {what} is in two places"
        union |= mask


def check_table(g: State) -> None:
    """P-169: market, court, wheel, event and grey workers."""
    here = FIGURES[g.edition]
    assert all(0 <= cubes <= here.stock for cubes in g.stock), "stock of the market"
    assert g.court_metal in (0, here.court_metal), "metal at the court"
    assert 0 <= g.cost <= here.costs[0], "cost"
    assert sum(player.cubes[METAL] for player in g.players) <= here.metal, "more metal than there is"
    assert sum(player.grey + player.granted for player in g.players) <= here.grey_workers, "grey workers"
    if g.peeked != NONE:
        assert g.players[g.peeked].privileges >> ELLEN & 1, "somebody without Ellen knows the event"


def check_player(g: State, seat: int, me: Player) -> None:
    """P-169: gold, points, cubes, workers and craftsmen of a seat."""
    here = FIGURES[g.edition]
    assert 0 <= me.gold <= here.gold_limit, f"seat {seat}: gold {me.gold}"
    assert me.points >= 0, f"seat {seat}: points {me.points}"
    assert min(me.cubes) >= 0, f"seat {seat}: cubes {me.cubes}"
    if g.phase <= CHOOSE:
        assert sum(me.cubes) <= here.kept, f"seat {seat}: cubes {me.cubes}"
    sent = sum(here.workers[card] for card in cards_of(me.cards))
    owned = here.worker_count + me.grey + (me.privileges >> OTTO & 1) * here.privilege[OTTO]
    assert me.free >= 0, f"seat {seat}: free workers {me.free}"
    assert me.free + me.mill + sent == owned, f"seat {seat}: workers"
    hiring = g.phase in (CHOOSE, SHIRING)
    assert len(me.row) <= row_limit(g, me) + hiring, f"seat {seat}: craftsmen {me.row}"
    assert len(set(me.row)) == len(me.row), f"seat {seat}: craftsmen {me.row}"
    assert not g.uses or g.phase == BUILDING, "craftsmen at work outside the cathedral"
