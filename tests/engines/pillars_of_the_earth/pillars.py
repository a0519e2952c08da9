"""Tables of The Pillars of the Earth for tests: set up any step of a round, answer in words, choose outcomes of
draws."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.pillars_of_the_earth.pieces import put_builder
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import (
    CRAFTSMAN,
    EVENT,
    PHASE,
    PREPARE,
    PRIVILEGE,
    RESOURCE,
    RESOURCE_CARD,
    SPACE,
)
from tests.kit import play
from tests.kit.play import open_kind

RULES = RULESETS.named("pillars-of-the-earth")
begin = partial(play.begin, RULES)
FULL = ("start_mortar_mixer", "start_woodworker", "start_stonecutter", "r1_mason", "r1_tool_maker")
"""A row with no space left."""
START_ROW = ("start_mortar_mixer", "start_woodworker", "start_stonecutter")
Seat = Mapping[str, Any]
"""The contents of a seat: gold, points, cubes ("3 stone 1 metal"), row, privileges, cards (slugs), and fields of
Player."""


def cubes(text: str) -> list[int]:
    """`"3 stone 1 metal"` as numbers of sand, wood, stone and metal."""
    words = text.split()
    found = [0] * 4
    for number, kind in zip(words[::2], words[1::2], strict=True):
        found[RESOURCE.parse(kind)] += int(number)
    return found


def mask(words: Any, slugs: Iterable[str]) -> int:
    """Cards as a bit mask."""
    return sum(1 << words.parse(slug) for slug in slugs)


def state(
    seats: int = 2,
    start: int = 0,
    round: int = 1,  # noqa: A002 - the word of the game
    board: Mapping[str, int] | None = None,
    event: str | None = None,
    kingsbridge: tuple[str, str] = ("pv_aliena", "pv_ellen"),
    shiring: tuple[str, str] = ("r6_sculptor", "r6_goldsmith"),
    supply: Iterable[str] = (),
    hiring: Iterable[str] = (),
    options: Mapping[str, bool] | None = None,
    **players: Seat,
) -> State:
    """A table in the middle of a round; `p0`, `p1`, ... give the seats' contents, everything else is as in round 1."""
    g: State = RULES.start(seats, options={"start_seat": start, **(options or {})}).state
    g.round, g.stock, g.court_metal, g.cost, g.redraw, g.agenda = round, [4, 4, 4], 1, 7, True, []
    g.kingsbridge = [PRIVILEGE.parse(card) for card in kingsbridge]
    g.shiring = [CRAFTSMAN.parse(card) for card in shiring]
    g.supply, g.hiring = mask(RESOURCE_CARD, supply), [CRAFTSMAN.parse(card) for card in hiring]
    g.privileges &= ~sum(1 << card for card in g.kingsbridge)
    if event:
        g.event = EVENT.parse(event)
        g.events &= ~(1 << g.event)
    for name, seat in players.items():
        _furnish(g, g.players[int(name[1:])], seat)
    for space, seat in (board or {}).items():
        put_builder(g, seat, SPACE.parse(space))
        g.players[seat].bag -= 1
    return g


def _furnish(g: State, me: Player, seat: Seat) -> None:
    for name, value in seat.items():
        if name == "cubes":
            me.cubes = cubes(value)
        elif name == "row":
            me.row = [CRAFTSMAN.parse(card) for card in value]
        elif name == "privileges":
            me.privileges = mask(PRIVILEGE, value)
            g.privileges &= ~me.privileges
        elif name == "cards":
            me.cards = mask(RESOURCE_CARD, value)
        else:
            setattr(me, name, value)


def table(step: str, seats: int = 2, **wanted: Any) -> Position:
    """A position at the beginning of a step of the round, by its slug in PHASE, at the first question or draw."""
    g = state(seats, **wanted)
    return running(g, ("step", PHASE.parse(step) - PREPARE))


def running(g: State, *tasks: tuple[str | int, ...]) -> Position:
    """A position that runs these tasks, the last one first."""
    g.agenda = list(tasks)
    g.journal = []
    return Position(RULES, g)


def who(p: Position) -> tuple[int, str | None]:
    """The seat that is asked, or FATE, and the kind of the question."""
    return p.actor, open_kind(p)


def seat(p: Position, number: int) -> Player:
    """A seat of the table."""
    return p.state.players[number]


def gold(p: Position) -> list[int]:
    """Gold by seat."""
    return [player.gold for player in p.state.players]


def points(p: Position) -> list[int]:
    """Victory points by seat."""
    return [player.points for player in p.state.players]


def held(p: Position, number: int) -> list[int]:
    """Sand, wood, stone and metal of a seat."""
    return p.state.players[number].cubes


def row(p: Position, number: int) -> list[str]:
    """The craftsmen of a seat."""
    return [CRAFTSMAN.slug(card) for card in p.state.players[number].row]


def on_board(p: Position) -> dict[str, int]:
    """The spaces that are taken."""
    return {SPACE.slug(space): owner for space, owner in enumerate(p.state.board) if owner != NONE}
