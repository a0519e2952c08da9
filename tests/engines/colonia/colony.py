"""Colonia tables for tests: set up any part of a week, answer in words, choose the outcomes of draws."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.colonia.state import NONE, Berth, Contract, State
from podesta_engines.colonia.words import (
    CITY,
    CRAFTSMAN,
    CURRENCY,
    GOOD,
    ORDINANCE,
    RELIC,
    RESOURCE,
    SHIP,
    STALL,
    STREET,
)
from podesta_engines.core.position import Position
from podesta_engines.core.script import Task
from tests.kit import play
from tests.kit.play import counts, named, placed, say

RULES = RULESETS.named("colonia")
begin = partial(play.begin, RULES)
HARBOUR = ("bergen_1", "bruges_1", "london_1", "novgorod_1")
DISPLAY = tuple(f"relic_bergen_{i:02}" for i in range(1, 11))
MARKET = ("open_market", "market", "close_market")
CRAFT = ("open_contracts", "contracts", "roll_contracts", "serve_contracts")
LOADING = ("open_loading", "loading", "close_loading")
SUNDAY = ("open_buying", "buying", "close_buying")
DAYS = {"wed": 3, "thu": 4, "fri": 5, "sat": 6}
COUNCIL = ("council", "count_council", "set_order", "leave_town_hall")


def table(
    seats: int = 3,
    order: Sequence[int] | None = None,
    week: int = 2,
    card: str = "week_01",
    seen: Iterable[str] = (),
    **options: Any,
) -> Position:
    """A table in the middle of a week, with no task yet: see `at`.

    Four ships of different cities are in the harbour, ten Bergen relics are on display, hands are empty.
    """
    g: State = RULES.start(seats, options=options).state
    g.week, g.order = week, list(order or range(seats))
    g.week_cards = [int(card[-2:]) - 1]
    g.capacity = [1, 2, 1, 2, 1]
    g.sailing = 3
    g.seen = [ORDINANCE.parse(name) for name in seen]
    harbour(g, *HARBOUR)
    display(g, *DISPLAY)
    g.agenda = []
    return placed(RULES, g)


def at(p: Position, *tasks: str | Task) -> Position:
    """The same table with tasks to do; none follows them."""
    p.state.agenda[:] = [task if isinstance(task, tuple) else (task,) for task in reversed(tasks)]
    return placed(RULES, p.state)


# -- changing the table ----------------------------------------------------------------------------------------------


def harbour(g: State, *ships: str) -> None:
    """Lay ships onto the berths; the other ones are the deck."""
    numbers = [SHIP.parse(f"ship_{ship}") for ship in ships]
    g.harbour = [Berth(ship, [NONE] * 5) for ship in numbers]
    g.ship_deck = [ship for ship in range(len(SHIP)) if ship not in numbers]


def display(g: State, *cards: str) -> None:
    """Put relic cards onto the spaces; the others, unless owned or discarded, are the deck."""
    numbers = [RELIC.parse(card) if card else NONE for card in cards]
    g.display = numbers + [NONE] * (12 - len(numbers))
    elsewhere = {*numbers, *g.relic_discard}
    elsewhere |= {relic for player in g.players for relic in player.holdings.relics}
    g.hidden.relic_deck = [card for card in range(len(RELIC)) if card not in elsewhere]
    g.relics_left = len(g.hidden.relic_deck)


def give(
    p: Position,
    seat: int,
    *,
    resources: str = "",
    goods: str = "",
    money: Mapping[str, int] | None = None,
    relics: Iterable[str] = (),
    home: int | None = None,
    streets: Mapping[str, int] | None = None,
    cards: Iterable[int] | None = None,
    votes: int | None = None,
) -> Position:
    """Put pieces in front of and behind the screen of a seat; bag and supply shrink accordingly."""
    g, me = p.state, p.state.players[seat]
    for kind, number in enumerate(counts(RESOURCE, resources)):
        me.secret.resources[kind] += number
        me.holdings.known[kind] += number
        g.hidden.bag[kind] -= number
    for good, number in enumerate(counts(GOOD, goods)):
        me.holdings.goods[good] += number
        g.supply[good] -= number
    me.holdings.relics += [RELIC.parse(card) for card in relics]
    if money is not None:
        me.holdings.money = counts(CURRENCY, money)
    if home is not None:
        me.home = home
    if streets is not None:
        me.streets = counts(STREET, streets)
    if cards is not None:
        me.cards = sum(1 << value for value in cards)
    if votes is not None:
        me.votes = me.played = votes
    return p


def stalls(p: Position, *sizes: int) -> Position:
    """Put resources onto the stalls, all of them iron unless there are too many."""
    for stall, size in enumerate(sizes):
        p.state.stalls[stall * 5 + stall % 5] = p.state.stall_sizes[stall] = size
        p.state.hidden.bag[stall % 5] -= size
    return p


def queue(p: Position, craftsman: str, *contracts: tuple[int, int]) -> Position:
    """Contracts in a queue, as (seat, members)."""
    p.state.queues[CRAFTSMAN.parse(craftsman)] = [Contract(*contract) for contract in contracts]
    return p


def mark(p: Position, ship: str, hold: int, seat: int) -> Position:
    """Put a member on a hold, numbered from 1; 5 is the extra one."""
    berth = next(berth for berth in p.state.harbour if SHIP.slug(berth.ship) == f"ship_{ship}")
    berth.marks[hold - 1] = seat
    return p


def ordain(p: Position, *names: str) -> Position:
    """Show ordinances, none of them decided."""
    p.state.ordinances = [ORDINANCE.parse(name) for name in names]
    p.state.decided = [NONE] * len(names)
    return p


# -- playing ---------------------------------------------------------------------------------------------------------


def passes(p: Position, number: int) -> None:
    """So many seats pass."""
    say(p, *["pass"] * number)


# -- reading ---------------------------------------------------------------------------------------------------------


def resources(p: Position, seat: int) -> dict[str, int]:
    """A seat's resources, those it has."""
    return named(RESOURCE, p.state.players[seat].secret.resources)


def goods(p: Position, seat: int) -> dict[str, int]:
    """A seat's goods, those it has."""
    return named(GOOD, p.state.players[seat].holdings.goods)


def money(p: Position, seat: int) -> dict[str, int]:
    """A seat's money, by city."""
    return named(CITY, p.state.players[seat].holdings.money)


def streets(p: Position, seat: int) -> dict[str, int]:
    """A seat's members on the streets, empty streets left out."""
    return named(STREET, p.state.players[seat].streets)


def on_stalls(p: Position) -> dict[str, int]:
    """The sizes of the stalls that are not empty."""
    return named(STALL, p.state.stall_sizes)


def ships(p: Position) -> list[str]:
    """The ships by berth."""
    return [SHIP.slug(berth.ship).removeprefix("ship_") for berth in p.state.harbour]


def shown(p: Position) -> list[str | None]:
    """The cards on the twelve spaces."""
    return [None if card == NONE else RELIC.slug(card) for card in p.state.display]


def passed(p: Position, *names: str, then: tuple[str, ...] = (), lots: tuple[str, ...] = ()) -> Position:
    """Seat 0 alone votes, and yes, for every ordinance of a day; then other tasks."""
    ordain(p, *names)
    give(p, 0, votes=5)
    p = at(p, ("vote_day", DAYS[names[0].split("_")[1]]), *then)
    wanted = list(lots)
    for _ in names:
        say(p, "yes", lots=wanted)
        wanted = []
    return p
