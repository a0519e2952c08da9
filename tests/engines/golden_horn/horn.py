"""Golden Horn tables for tests: set up any position on the standard map, answer in words, choose outcomes of draws."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.golden_horn.state import NONE, State
from podesta_engines.golden_horn.words import COLOUR, SHIP
from tests.kit import play
from tests.kit.play import open_kind, options, placed, say

RULES = RULESETS.named("golden-horn")
begin = partial(play.begin, RULES)
counts = partial(play.counts, COLOUR)
FULL = {"red": 2, "yellow": 1, "green": 2, "blue": 2, "orange": 1, "pink": 1}
"""A full port."""
Ship = tuple[int, int] | tuple[int, int, str, int]
"""Index of the route, heading, and cargo if there is any."""


def ship(name: str) -> int:
    """`"a_one"` as an int."""
    return SHIP.parse(f"ship_{name}")


def table(
    seats: int = 3,
    active: int = 0,
    start: int = 0,
    fleets: str = "abcd",
    ships: Mapping[str, Ship] | None = None,
    hands: Mapping[int, str] | None = None,
    ports: Iterable[Mapping[str, int]] = (FULL, FULL),
    bag: str | Mapping[str, int] | None = None,
    warehouses: Mapping[int, Mapping[str, int]] | None = None,
    deck: str | Mapping[str, int] | None = None,
    discard: str | Mapping[str, int] = "",
    **options: Any,
) -> Position:
    """A table at the turn of `active` on the standard map: ships not named are in Venice, hands not named are empty.

    Deck and bag are full unless given, so that pieces are conserved only where a test cares.
    """
    chosen = {"layout": "standard", "start_seat": start, "fleets": [f"fleet_{x}" for x in fleets[:seats]], **options}
    g: State = RULES.start(seats, options=chosen).state
    g.round = 1
    g.bag = counts(bag) if bag is not None else [15] * 6
    g.bag_size = sum(g.bag)
    g.ports = [counts(port) for port in ports]
    g.hidden.deck = counts(deck) if deck is not None else [9] * 6
    g.discard = counts(discard)
    for seat, player in enumerate(g.players):
        player.secret.hand = counts((hands or {}).get(seat, ""))
        player.cards = sum(player.secret.hand)
        player.warehouse = counts((warehouses or {}).get(seat, {}))
        for i in range(3):
            sail(g, 3 * player.fleet + i, (0, 1))
    for name, where in (ships or {}).items():
        sail(g, ship(name), where)
    if deck is None:
        fit_deck(g)
    order = [(start + turn) % seats for turn in range(seats)]
    later = order[order.index(active) :]
    g.agenda = [("end_round",), *[("turn", seat) for seat in reversed(later)]]
    return placed(RULES, g)


def fit_deck(g: State) -> None:
    """Take from the deck the cards of hands and discard pile, colour by colour."""
    for colour in range(6):
        g.hidden.deck[colour] -= g.discard[colour] + sum(player.secret.hand[colour] for player in g.players)


def sail(g: State, number: int, where: Ship) -> None:
    """Put a ship somewhere."""
    g.at[number], g.heading[number] = where[:2]
    g.cargo[number] = COLOUR.parse(where[2]) if len(where) == 4 else NONE
    g.load[number] = where[3] if len(where) == 4 else 0


def moves(p: Position, name: str) -> list[str]:
    """The loads that may go with a ship."""
    return [option.split(".")[2] for option in options(p) if option.startswith(f"move.ship_{name}.")]


def raids(p: Position) -> list[str]:
    """The open raids, without their first word."""
    return [option.removeprefix("raid.") for option in options(p) if option.startswith("raid.")]


def drift(p: Position, *names: str) -> None:
    """Turn after turn, move a ship without loading and stop as soon as possible."""
    for name in names:
        say(p, f"move.ship_{name}.none")
        if open_kind(p) == "sail":
            say(p, "stop")


def hand(p: Position, seat: int) -> list[int]:
    """A seat's cards by colour."""
    return p.state.players[seat].secret.hand


def warehouse(p: Position, seat: int) -> list[int]:
    """A seat's goods by colour."""
    return p.state.players[seat].warehouse


def hold(p: Position, name: str) -> tuple[str | None, int]:
    """A ship's cargo."""
    cargo = p.state.cargo[ship(name)]
    return (None if cargo == NONE else COLOUR.slug(cargo)), p.state.load[ship(name)]


def at(p: Position, name: str) -> tuple[int, int]:
    """A ship's index and heading."""
    return p.state.at[ship(name)], p.state.heading[ship(name)]
