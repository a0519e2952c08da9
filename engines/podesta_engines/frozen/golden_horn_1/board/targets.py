"""What is touched to answer the questions of Golden Horn; numbers as in RULES.md.

A step is touched as the space that it leads to, the first one as well as those that follow. So whoever touches a space
far ahead has answered several questions at once: previews tell the next space until it is the one that was touched.
"""

from __future__ import annotations

from podesta_engines.core.board import PASSED, Target, thing, touch
from podesta_engines.core.script import Ask
from podesta_engines.frozen.golden_horn_1.components import FIGURES
from podesta_engines.frozen.golden_horn_1.rules.sailing import ahead
from podesta_engines.frozen.golden_horn_1.state import NONE, State
from podesta_engines.frozen.golden_horn_1.words import (
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
    """G-12: each ship, as one for the port in which it starts."""
    first = 3 * g.players[ask.seat].fleet
    return tuple(Target(ship(first + i), PORT.slug(port)) for i, port in enumerate(PLACEMENTS[option]))


def action(g: State, _: Ask, option: int) -> Targets:
    """G-19: pirates, or the choice of a ship."""
    action = ACTIONS[option]
    return _move(g, action) if isinstance(action, Move) else _raid(action)


def _move(g: State, move: Move) -> Targets:
    """G-27, G-29: the ship, the goods that it loads, and the space that its first step leads to."""
    loaded = () if move.load == NONE else touch(good(move.load))
    return (*touch(ship(move.ship)), *loaded, *_step(g, move.ship))


def _step(g: State, number: int) -> Targets:
    """G-29: the space that the ship comes to next."""
    return touch(space(FIGURES[g.edition].maps[len(g.players)].spaces[ahead(g, number)]))


def _raid(raid: Raid) -> Targets:
    """G-22: the ship, and two cards."""
    cards = tuple(Target(card(i), times=raid.cards.count(i)) for i in sorted(set(raid.cards)))
    return (*touch(ship(raid.ship)), *cards)


def heading(_: State, ask: Ask, option: int) -> Targets:
    """G-25: the ship that is turned."""
    return touch(ship(ask.about[0])) if option == TURN else PASSED


def sail(g: State, ask: Ask, option: int) -> Targets:
    """G-30: the next space, and the card that it costs to get there."""
    number, _, price = ask.about
    if option == STOP:
        return PASSED
    return (*_step(g, number), *(() if price == FREE else touch(card(price))))


def ending(_: State, _ask: Ask, option: int) -> Targets:
    """G-41: nothing on the table says that the end is declared."""
    return touch(thing("ending", ENDING.slug(option))) if option == DECLARE else PASSED


TARGETS = {
    "place_ships": placement,
    "act": action,
    "turn_ship": heading,
    "sail": sail,
    "declare_end": ending,
}
"""By kind of question."""
