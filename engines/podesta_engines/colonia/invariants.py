"""C-119 to C-121: invariants of the table after every transition."""

from __future__ import annotations

from .components import FIGURES
from .state import CONTRACTS, EXTRA, LOADING, MARKET, NONE, State
from .words import RELIC, SHIP


def check(g: State) -> None:
    """Raises AssertionError, naming the rule, if a true state (not an observed one) breaks an invariant."""
    _members(g)
    _resources(g)
    _goods(g)
    _relics(g)
    _ships(g)
    _queues(g)
    _cards(g)
    _money(g)


def members(g: State) -> list[int]:
    """C-14: the number of family members of each seat, wherever they are."""
    found = [player.home + player.hall + sum(player.streets) for player in g.players]
    for owner, number in zip(g.stall_seats, g.stall_members, strict=True):
        if owner != NONE:
            found[owner] += number
    for contract in (contract for queue in g.queues for contract in queue):
        found[contract.seat] += contract.members
    for seat in [*g.guards, *(seat for berth in g.harbour for seat in berth.marks)]:
        if seat != NONE:
            found[seat] += 1
    return found


def _members(g: State) -> None:
    total = FIGURES[g.edition].members[len(g.players)]
    assert members(g) == [total] * len(g.players), f"C-119: {members(g)} members"
    for player in g.players:
        assert min(player.home, player.hall, *player.streets) >= 0, "C-119: a seat owes members"


def _resources(g: State) -> None:
    assert g.hidden is not None
    hands = [player.secret.resources for player in g.players if player.secret is not None]
    known = [player.holdings.known for player in g.players if player.holdings is not None]
    for kind, bag in enumerate(g.hidden.bag):
        total = bag + sum(g.stalls[kind::5]) + sum(hand[kind] for hand in hands)
        assert total == FIGURES[g.edition].pieces.resources, f"C-120: {total} resources of kind {kind}"
        assert bag >= 0, f"C-120: the bag owes resources of kind {kind}"
        assert all(0 <= seen[kind] <= hand[kind] for seen, hand in zip(known, hands, strict=True)), "C-71: known"
    unseen = [player.holdings.unseen for player in g.players if player.holdings is not None]
    assert unseen == [sum(a) - sum(b) for a, b in zip(hands, known, strict=True)], f"C-71: {unseen} unseen"
    sizes = [sum(g.stalls[first : first + 5]) for first in range(0, len(g.stalls), 5)]
    assert sizes == g.stall_sizes, f"C-43: {g.stall_sizes} on the stalls"


def _goods(g: State) -> None:
    for good, left in enumerate(g.supply):
        owned = [player.holdings.goods[good] for player in g.players if player.holdings is not None]
        assert left + sum(owned) == FIGURES[g.edition].pieces.goods, f"C-120: goods of kind {good}"
        assert min(left, *owned) >= 0, f"C-120: somebody owes goods of kind {good}"


def _relics(g: State) -> None:
    assert g.hidden is not None
    shrine_of = FIGURES[g.edition].shrine_of
    owned = [card for player in g.players if player.holdings is not None for card in player.holdings.relics]
    owned += [card for card in g.enshrined if card != NONE]
    owned += [shrine_of[city] for city, owner in enumerate(g.shrines) if owner != NONE]
    shown = [card for card in g.display if card != NONE]
    everywhere = sorted(shown + g.hidden.relic_deck + g.relic_discard + owned)
    assert everywhere == list(range(len(RELIC))), f"C-121: relics {everywhere}"
    assert g.relics_left == len(g.hidden.relic_deck), "C-121: the size of the relic deck"
    assert all(card != NONE for card, guard in zip(g.display, g.guards, strict=True) if guard != NONE), "C-67: guards"
    pairs = zip(g.shrines, g.enshrined, strict=True)
    assert all(owner != NONE for owner, card in pairs if card != NONE), "C-63: a relic in nobody's shrine"


def _ships(g: State) -> None:
    ships = [berth.ship for berth in g.harbour]
    everywhere = sorted(ships + g.ship_deck + g.ship_discard)
    assert everywhere == list(range(len(SHIP))), f"C-121: ships {everywhere}"
    full = len(ships) == FIGURES[g.edition].limits.harbour_berths
    assert full or g.phase not in (MARKET, CONTRACTS, LOADING), f"C-121: {len(ships)} ships in the harbour"
    for berth in g.harbour:
        holds = len(FIGURES[g.edition].needs[berth.ship])
        assert all(seat == NONE for seat in berth.marks[holds:EXTRA]), f"C-53: marks on ship {berth.ship}"


def _queues(g: State) -> None:
    spaces = FIGURES[g.edition].limits.contract_spaces
    assert max(map(len, g.queues)) <= spaces, "C-99: too many contracts"
    assert all(contract.members > 0 for queue in g.queues for contract in queue), "C-46: a contract without members"


def _cards(g: State) -> None:
    assert len(set(g.week_cards)) == len(g.week_cards) <= FIGURES[g.edition].limits.weeks, "C-17: week cards"
    assert len(set(g.seen)) == len(g.seen), "C-21: an ordinance came twice"
    assert len(set(g.loop)) == len(g.loop), "C-12: a seat is in the loop twice"
    assert not g.order or sorted(g.order) == list(range(len(g.players))), "C-11: the order"


def _money(g: State) -> None:
    for seat, player in enumerate(g.players):
        assert player.holdings is not None
        assert min(player.holdings.money) >= 0, f"C-61: seat {seat} owes money"
