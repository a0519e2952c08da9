"""Troyes tables for tests: set up any position, answer in words, choose the outcomes of draws.

Groups of dice found the slow way: the transparent twin of the fast search.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.troyes.components import FIGURES, NUMBER_OF
from podesta_engines.troyes.dice import ALONE, ONE, price, value_of, values, worth
from podesta_engines.troyes.state import ACTIONS, NONE, OWNERS, State
from podesta_engines.troyes.words import BUILDING, CARD, CHARACTER, EVENT, MODIFIER, OWNER, SPACE
from tests.kit import play
from tests.kit.play import options

RULES = RULESETS.named("troyes")
begin = partial(play.begin, RULES)
say = partial(play.say, stop=("roll", "activity"))
"""As `say` of the kit, but it stops before the draws of a new round."""
HERE = FIGURES[NUMBER_OF["troyes_base_2010_revised"]]
LETTERS = {"r": 0, "w": 1, "y": 2}


def heap(dice: str) -> int:
    """`"6 4 1"` as a heap."""
    return sum(ONE[int(value)] for value in dice.split())


def owner(who: int | str) -> int:
    """A seat, or "neutral"."""
    return who if isinstance(who, int) else OWNER.parse(who)


def table(
    seats: int = 2,
    active: int = 0,
    number: int = 1,
    dice: Mapping[int | str, str] | None = None,
    black: str = "",
    deniers: int | Mapping[int, int] = 5,
    influence: int | Mapping[int, int] = 0,
    vp: int | Mapping[int, int] = 0,
    supply: Mapping[int, int] | None = None,
    cards: Iterable[str] = (),
    posts: Mapping[str, Iterable[int]] | None = None,
    cubes: Mapping[int, Mapping[str, int]] | None = None,
    queue: Iterable[str] = ("marauders",),
    marks: Mapping[int, Iterable[int | str]] | None = None,
    standing: Mapping[str, int | str] | None = None,
    lying: Mapping[str, Iterable[int | str]] | None = None,
    cathedral: Mapping[tuple[int, int], int | str] | None = None,
    characters: Mapping[int, Iterable[str]] | None = None,
    task: tuple[str | int, ...] | None = None,
    **chosen: Any,
) -> Position:
    """A table at which `active` is about to act, or `task` is next: everything not named is empty.

    `dice` are written like `"r4 y2"`; marks are owners in order, posts seats in order, the cathedral has owners by
    value and level, `number` is that of the round.
    """
    g: State = RULES.start(seats, options={"first_seat": 0, **chosen}).state
    g.round, g.phase, g.active = number, ACTIONS, active
    g.black = heap(black)
    for who, text in (dice or {}).items():
        for word in text.split():
            g.dice[OWNERS * LETTERS[word[0]] + owner(who)] += ONE[int(word[1])]
    for card in cards:
        g.activities[HERE.slot[CARD.parse(card)]] = CARD.parse(card)
    for card, there in (posts or {}).items():
        hire(g, card, there)
    g.queue = [EVENT.parse(kind) for kind in queue]
    g.marks = [[owner(who) for who in (marks or {}).get(at, ())] for at in range(len(g.queue))]
    for space, who in (standing or {}).items():
        g.standing[SPACE.parse(space)] = owner(who)
    for building, there in (lying or {}).items():
        g.lying[BUILDING.parse(building)] = sum(1 << owner(who) for who in there)
    for (value, level), who in (cathedral or {}).items():
        g.cathedral[3 * value + level - 4] = owner(who)
    for seat, me in enumerate(g.players):
        me.deniers, me.influence, me.secret.vp = (_for(x, seat) for x in (deniers, influence, vp))
        me.secret.characters = sorted(CHARACTER.parse(slug) for slug in (characters or {}).get(seat, ()))
        for modifier, number in (cubes or {}).get(seat, {}).items():
            me.cubes[MODIFIER.parse(modifier)] = number
        me.supply = (supply or {}).get(seat, 0)
        there = g.standing.count(seat) + me.posts.bit_count() + sum(mask >> seat & 1 for mask in g.lying)
        me.reserve = 12 - me.supply - there
    grey = g.standing.count(OWNERS - 1) + sum(mask >> (OWNERS - 1) & 1 for mask in g.lying)
    g.neutral = 8 - grey
    g.agenda = [task or ("turn", active)]
    set_out = RULES.unpack(RULES.pack(g))
    set_out.journal = []
    return Position(RULES, set_out)


def _for(figure: int | Mapping[int, int], seat: int) -> int:
    return figure if isinstance(figure, int) else figure.get(seat, 0)


def hire(g: State, card: str, seats: Iterable[int]) -> None:
    """Tradesmen on a card, in the order in which they came."""
    slot = HERE.slot[CARD.parse(card)]
    g.activities[slot] = CARD.parse(card)
    for place, seat in enumerate(seats):
        g.players[seat].posts |= 1 << slot
        if place < 2:
            g.tradesmen[2 * slot + place] = seat


def me(p: Position, seat: int = 0) -> Any:
    """A player."""
    return p.state.players[seat]


def points(p: Position, *seats: int) -> list[int]:
    """Points won so far."""
    return [me(p, seat).secret.vp for seat in seats]


def deniers(p: Position, *seats: int) -> list[int]:
    """Deniers in hand."""
    return [me(p, seat).deniers for seat in seats]


def cubes(p: Position, modifier: str, seat: int = 0) -> int:
    """Cubes on a delayed card."""
    return me(p, seat).cubes[MODIFIER.parse(modifier)]


def dice(p: Position, who: int | str) -> str:
    """The dice of a district, written as they are given to `table`."""
    found = [(c, value) for c, i in LETTERS.items() for value in values(p.state.dice[OWNERS * i + owner(who)])]
    return " ".join(f"{c}{value}" for c, value in found)


def row(p: Position, name: str) -> list[str | None]:
    """The citizens of a row (`"city_hall_a"`) or a space (`"palace_3"`), from the entry."""
    found = [i for i, word in enumerate(SPACE.words) if word.slug.startswith(name)]
    return [None if p.state.standing[i] == NONE else OWNER.slug(p.state.standing[i]) for i in found]


def lying(p: Position, building: str) -> list[str]:
    """The owners of the citizens lying at a building."""
    mask = p.state.lying[BUILDING.parse(building)]
    return [OWNER.slug(who) for who in range(OWNERS) if mask >> who & 1]


def queue(p: Position) -> list[tuple[str, list[str]]]:
    """The events with their cubes."""
    return [
        (EVENT.slug(kind), [OWNER.slug(who) for who in marks])
        for kind, marks in zip(p.state.queue, p.state.marks, strict=True)
    ]


def verbs(p: Position, verb: str) -> list[str]:
    """The targets of an action that are offered."""
    return [option.removeprefix(f"{verb}.") for option in options(p) if option.split(".")[0] == verb]


def slow_groups(
    seat: int, pool: list[int], modifier: int, strength: int, budget: int, need: int
) -> set[tuple[int, ...]]:
    """Every group, found by trying all of them: the transparent twin of `dice.groups`."""
    sizes = (1,) if modifier in ALONE else (1, 2, 3)
    found = set()
    for size in sizes:
        for group in combinations(sorted(pool), size):
            pips = sum(value_of(number) for number in group)
            if worth(pips, size, modifier, strength) >= need and price(seat, group, modifier) <= budget:
                found.add(group)
    return found
