"""The targets of Golden Horn's questions; numbers as in RULES.md.

The target of a step, the first or a later one, is the space that it leads to. So touching a space far ahead answers
several questions at once: previews show the next space until it is the one that was touched.
"""

from __future__ import annotations

from podesta_engines.core.board import PASSED, Target, thing, touch
from podesta_engines.core.script import Ask
from podesta_engines.golden_horn.components import FIGURES
from podesta_engines.golden_horn.rules.sailing import ahead
from podesta_engines.golden_horn.state import NONE, State
from podesta_engines.golden_horn.words import (
    ACTIONS,
    DECLARE,
    ENDING,
    FREE,
    PLACEMENTS,
    PORT,
    STOP,
    TURN,
    Move,
    Raid,
)

from .ids import card, good, ship, space

Targets = tuple[Target, ...]


def placement(g: State, ask: Ask, option: int) -> Targets:
    """G-12: each ship, in the role of the port in which it starts."""
    first = 3 * g.players[ask.seat].fleet
    return tuple(Target(ship(first + i), PORT.slug(port)) for i, port in enumerate(PLACEMENTS[option]))


def action(g: State, _: Ask, option: int) -> Targets:
    """G-19: pirates, or the choice of a ship."""
    action = ACTIONS[option]
    return _move(g, action) if isinstance(action, Move) else _raid(action)


def _move(g: State, move: Move) -> Targets:
    """G-27, G-29: the ship, the goods that it loads, and the space of its first step."""
    loaded = () if move.load == NONE else touch(good(move.load))
    return (*touch(ship(move.ship)), *loaded, *_step(g, move.ship))


def _step(g: State, number: int) -> Targets:
    """G-29: the next space of the ship."""
    return touch(space(FIGURES[g.edition].maps[len(g.players)].spaces[ahead(g, number)]))


def _raid(raid: Raid) -> Targets:
    """G-22: the ship, and two cards."""
    cards = tuple(Target(card(i), times=raid.cards.count(i)) for i in sorted(set(raid.cards)))
    return (*touch(ship(raid.ship)), *cards)


def heading(_: State, ask: Ask, option: int) -> Targets:
    """G-25: the ship that is turned."""
    return touch(ship(ask.about[0])) if option == TURN else PASSED


def sail(g: State, ask: Ask, option: int) -> Targets:
    """G-30: the next space, and the card that the step costs."""
    number, _, price = ask.about
    if option == STOP:
        return PASSED
    return (*_step(g, number), *(() if price == FREE else touch(card(price))))


def ending(_: State, _ask: Ask, option: int) -> Targets:
    """G-41: a word of the catalogue, since nothing on the table stands for declaring the end."""
    return touch(thing("ending", ENDING.slug(option))) if option == DECLARE else PASSED


TARGETS = {
    "place_ships": placement,
    "act": action,
    "turn_ship": heading,
    "sail": sail,
    "declare_end": ending,
}
"""By kind of question."""
