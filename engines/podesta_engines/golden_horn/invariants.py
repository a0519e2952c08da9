"""G-58: invariants of the table after every transition."""

from __future__ import annotations

from .components import FIGURES, Figures
from .state import MODONE, NONE, VENICE, State


def check(g: State) -> None:
    """G-58: raises AssertionError, naming the letter, if a true state (not an observed one) breaks an invariant."""
    here = FIGURES[g.edition]
    _goods(g, here)
    _cards(g, here)
    _spaces(g, here)
    _holds(g, here)
    _ships_in_port(g)
    _ports(g, here)


def _goods(g: State, here: Figures) -> None:
    """G-58 a: of each colour every good is in the bag, a port, a ship or a warehouse."""
    assert g.bag is not None
    for colour in range(6):
        shipped = sum(load for load, cargo in zip(g.load, g.cargo, strict=True) if cargo == colour)
        stored = sum(player.warehouse[colour] for player in g.players if player.warehouse is not None)
        total = g.bag[colour] + sum(port[colour] for port in g.ports) + shipped + stored
        assert total == here.goods, f"G-58 a: {total} goods of colour {colour}"
    assert g.bag_size == sum(g.bag), "G-58 a: the size of the bag"
    assert min(g.bag) >= 0, "G-58 a: the bag owes goods"


def _cards(g: State, here: Figures) -> None:
    """G-58 b: of each colour every card is in the deck, on the discard pile or in a hand."""
    assert g.hidden is not None
    hands = [player.secret.hand for player in g.players if player.secret is not None]
    for colour in range(6):
        total = g.hidden.deck[colour] + g.discard[colour] + sum(hand[colour] for hand in hands)
        assert total == here.cards, f"G-58 b: {total} cards of colour {colour}"
    assert [player.cards for player in g.players] == [sum(hand) for hand in hands], "G-58 b: sizes of hands"
    assert min(map(min, [*hands, g.hidden.deck, g.discard])) >= 0, "G-58 b: a hand owes cards"


def _spaces(g: State, here: Figures) -> None:
    """G-58 c: one ship on a sea space, and no more in Modone than it has berths."""
    berths = here.maps[len(g.players)].berths
    for index, space in enumerate(g.route):
        limit = berths if space == MODONE else 1 if space < MODONE else len(g.at)
        assert g.at.count(index) <= limit, f"G-58 c: too many ships on space {index}"


def _holds(g: State, here: Figures) -> None:
    """G-58 d: a hold has one colour, which is none of the sails, or nothing."""
    for ship, (load, cargo) in enumerate(zip(g.load, g.cargo, strict=True)):
        assert (load > 0) == (cargo != NONE), f"G-58 d: ship {ship} has {load} goods of colour {cargo}"
        assert cargo == NONE or not here.sails[ship] >> cargo & 1, f"G-58 d: ship {ship} carries a sail colour"


def loading(g: State) -> bool:
    """Whether a ship has just loaded and its port is being refilled (G-28)."""
    return g.moving != NONE and g.load[g.moving] > 0 and g.route[g.at[g.moving]] >= VENICE


def _ships_in_port(g: State) -> None:
    """G-58 e: a ship in a main port is empty, unless it is being loaded, and heads away."""
    for ship, index in enumerate(g.at):
        if index != NONE and g.route[index] >= VENICE:
            assert not g.load[ship] or (ship == g.moving and loading(g)), f"G-58 e: ship {ship} is not empty"
            assert g.heading[ship] == (-1 if index else 1), f"G-58 e: ship {ship} heads for the port it is in"


def _ports(g: State, here: Figures) -> None:
    """G-58 f: while the bag is not empty, both ports are full."""
    if g.round and g.bag_size and not loading(g):
        assert all(sum(port) == here.per_port for port in g.ports), f"G-58 f: {g.ports}"
