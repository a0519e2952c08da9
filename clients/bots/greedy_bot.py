"""Plays Golden Horn by looking one step ahead: what an option adds to its score, and what its cards are worth.

It needs only the typed view and the parts of the options; it plays other games at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import choice, random

from runner import run

from podesta.v1.golden_horn_pb2 import GoldenHornShipView, GoldenHornView
from podesta.v1.words_pb2 import Option
from podesta_client import Turn

CARD, STEP, UNDERWAY = 0.9, 0.12, 0.3
"""What a card, a step towards a port and the promise of a loaded good are worth, in points."""
MANY_CARDS = 6
PORTS = ("venice", "constantinople")


def choose(turn: Turn) -> str:
    """The option that looks best."""
    judge = {"act": best_action, "sail": sail_on, "turn_ship": turn_round, "declare_end": declare}
    return judge.get(turn.question.kind, anything)(turn)


def anything(turn: Turn) -> str:
    """Any option."""
    return choice(turn.question.options).word


# -- the table -------------------------------------------------------------------------------------------------------


def points(goods: Mapping[str, int]) -> int:
    """Points of a warehouse: one a good, and 1, 2, 4 more for sets of four, five and six colours."""
    fewest = sorted((*goods.values(), *[0] * (6 - len(goods))), reverse=True)[3:]
    return sum(goods.values()) + fewest[0] + fewest[1] + 2 * fewest[2]


def gain(turn: Turn, colour: str, number: int) -> float:
    """What some goods add to the own score; a colour still missing is worth one more."""
    own = turn.view.players[turn.seat].warehouse
    return points(Counter(own) + Counter({colour: number})) - points(own) + (not own[colour])


def ship_named(view: GoldenHornView, name: str) -> GoldenHornShipView:
    """A ship by its id."""
    return next(ship for ship in view.ships if ship.id == name)


def ahead(view: GoldenHornView, ship: GoldenHornShipView) -> list[int]:
    """The spaces before a ship, as indices of the route, the next one first."""
    here = next(index for index, space in enumerate(view.route) if space.id == ship.space)
    last = len(view.route) - 1
    return list(range(here + 1, last + 1)) if ship.heading == PORTS[1] else list(range(here - 1, -1, -1))


def reach(view: GoldenHornView, ship: GoldenHornShipView, hand: Mapping[str, int]) -> tuple[int, bool]:
    """How many spaces a ship gets with its sails and a hand, and whether it gets home."""
    cards = dict(hand)
    for steps, index in enumerate(ahead(view, ship), 1):
        space = view.route[index]
        if space.kind in PORTS:
            return steps, True
        if space.kind == "modone" and len(space.ships) < space.berths:
            return steps, False
        if space.kind == "sea" and not space.ships and space.colour not in ship.sails:
            if not cards.get(space.colour):
                return steps, False
            cards[space.colour] -= 1
    return len(view.route), True


# -- the questions ---------------------------------------------------------------------------------------------------


def best_action(turn: Turn) -> str:
    """Pirates, or a ship and what it loads."""
    return max(turn.question.options, key=lambda option: (worth(turn, option), random())).word


def worth(turn: Turn, option: Option) -> float:
    """The points that an action promises."""
    ship = ship_named(turn.view, option.parts["ship"])
    if option.parts["action"] == "raid":
        return raid(turn, ship, option.parts["cards"].split(","))
    return move(turn, ship, option.parts["load"])


def raid(turn: Turn, ship: GoldenHornShipView, cards: list[str]) -> float:
    """A raid takes a good from a rival, and comes before the move; cards held often cost less."""
    hand = turn.view.players[turn.seat].hand
    cost = sum(CARD if hand[card] < 3 else CARD * 0.6 for card in cards)
    return 2.5 + gain(turn, ship.cargo, 1) - cost


def move(turn: Turn, ship: GoldenHornShipView, load: str) -> float:
    """A move brings steps, on arrival cards and goods, and sets out with goods."""
    view: GoldenHornView = turn.view
    steps, home = reach(view, ship, view.players[turn.seat].hand)
    found = STEP * steps + (CARD * (4 - len(ship.sails)) if home else 0)
    if ship.goods:
        found += gain(turn, ship.cargo, ship.goods) * (1 if home else STEP * steps)
    if load != "none":
        goods = next(port for port in view.ports if port.id == ship.space).goods[load]
        found += gain(turn, load, goods) * UNDERWAY
    return found


def sail_on(turn: Turn) -> str:
    """Go on where it costs nothing; pay a card to bring goods, to get home, or while the hand is large."""
    view: GoldenHornView = turn.view
    if "continue" not in {option.word for option in turn.question.options}:
        return "stop"
    ship, me = ship_named(view, turn.question.about["ship"]), view.players[turn.seat]
    free = turn.question.about["price"] == "free"
    pays = ship.goods > 1 or me.cards > MANY_CARDS or reach(view, ship, me.hand)[1]
    return "continue" if free or pays else "stop"


def turn_round(turn: Turn) -> str:
    """Turn an emptied ship if the port behind it is nearer."""
    before = len(ahead(turn.view, ship_named(turn.view, turn.question.about["ship"])))
    return "turn" if 2 * before > len(turn.view.route) - 1 else "keep"


def declare(turn: Turn) -> str:
    """End the game when no other player visibly has as many points."""
    scores = [player.score for player in turn.view.players if player.HasField("score")]
    own = points(turn.view.players[turn.seat].warehouse)
    return "declare" if own == max(scores) and scores.count(own) == 1 else "play_on"


if __name__ == "__main__":
    run(choose)
