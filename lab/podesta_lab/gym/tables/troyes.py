"""A network's view of Troyes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from podesta_engines.troyes.state import NEUTRAL, OWNERS
from podesta_engines.troyes.words import (
    ACT,
    ACTION,
    BUILDING,
    CARD,
    CHARACTER,
    COLOUR,
    COUNTER_WITH,
    DIE,
    EVENT,
    GROUP_DIE,
    MODIFIER,
    MODIFY,
    PHASE,
    PLOT,
    PREPARE,
    QUEUE,
    SPACE,
    untraced,
)
from podesta_lab.gym.encoding import Declaration
from podesta_lab.gym.parts import Computed, Count, Counts, Mask, OneHot, OneHots, Owner, Owners, Part, Tally

_VALUES = tuple(map(str, range(1, 7)))
_PLACES = tuple(f"{colour.slug}_{number}" for colour in COLOUR.words for number in (1, 2, 3))
_TRADESMEN = tuple(f"{place}_{which}" for place in _PLACES for which in ("first", "second"))
_POSITIONS = tuple(map(str, range(QUEUE)))
_STEPS = (*(f"act_{word.slug}" for word in ACTION.words), *(f"modifier_{word.slug}" for word in MODIFIER.words))
_NONE = len(_STEPS) + len(DIE)
_ACTIONS = len(ACTION)
_NO_ACTION = bytes(_ACTIONS)
_CACHED = 1 << 14


@lru_cache(maxsize=_CACHED)
def _heap(heap: int) -> bytes:
    """How many dice of each value a heap has."""
    return bytes(heap >> 5 * i & 31 for i in range(6))


def _district(owner: str | int, name: str) -> list[Part]:
    """The dice of a district, colour by colour."""
    return [
        Computed(
            code=f"g.dice[{OWNERS * i} + {owner}]",
            name=name,
            of=[f"{colour.slug}.{value}" for value in _VALUES],
            by=_heap,
            usual=2,
            high=31,
        )
        for i, colour in enumerate(COLOUR.words)
    ]


def _lies(owner: str | int, name: str) -> list[Part]:
    """The buildings in which a player has an expelled citizen."""
    return [
        Count(code=f"lying_{i} >> {owner} & 1", name=f"{name}_{word.slug}", high=1, usual=1)
        for i, word in enumerate(BUILDING.words)
    ]


def _marks(marks: Sequence[Sequence[int]], seat: int, seats: int) -> bytearray:
    """The cubes on each event of the queue, by owner."""
    columns = seats + 1
    counts = bytearray(QUEUE * columns)
    for at, cubes in enumerate(marks):
        if cubes:
            for owner in cubes:
                counts[at * columns + (seats if owner == NEUTRAL else (owner - seat) % seats)] += 1
    return counts


@lru_cache(maxsize=_CACHED)
def _mark(step: int) -> int:
    """The index of a step in the turn's row: an action, then a modifier, then a die; _NONE for other steps."""
    kind, option = untraced(step)
    if kind in (ACT, PREPARE):
        return option
    if kind is MODIFY:
        return len(ACTION) + option
    return len(_STEPS) + option if kind in (GROUP_DIE, COUNTER_WITH) else _NONE


def _turn(trace: Sequence[int]) -> bytearray:
    """The turn so far: the last action, the modifiers, the dice taken."""
    done = bytearray(_NONE + 1)
    for mark in map(_mark, trace):
        if mark < _ACTIONS:
            done[:_ACTIONS] = _NO_ACTION
        done[mark] = 1
    return done[:_NONE]


DECLARATION = Declaration(
    table=(
        Count(code="g.options.lying_usable", high=1, usual=1),
        Count(code="g.options.grey_counts_as_rival", high=1, usual=1),
        Count(code="g.round", usual=6),
        Count(code="g.rounds", usual=6),
        OneHot(code="g.phase", of=PHASE),
        Owner(code="g.first"),
        Owner(code="g.active"),
        Computed(code="g.black", name="black", of=_VALUES, by=_heap, usual=2, high=31),
        *_district(NEUTRAL, "neutral_dice"),
        *_lies(NEUTRAL, "neutral_lies"),
        Owners(code="g.standing", of=SPACE),
        Tally(code="g.activities", of=CARD),
        Owners(code="g.tradesmen", of=_TRADESMEN),
        OneHots(code="g.queue", of=EVENT, slots=QUEUE),
        Computed(code="g.marks, seat, SEATS", name="cubes_on", of=_POSITIONS, by=_marks, owned=True, usual=2, high=255),
        Owners(code="g.cathedral", of=[PLOT.slug(plot) for plot in range(len(PLOT))]),
        Count(code="g.neutral"),
        Counts(code="g.unseen", of=EVENT, usual=2),
        Tally(code="g.discard", of=EVENT),
        Computed(code="g.trace", name="turn", of=[*_STEPS, *(f"die_{word.slug}" for word in DIE.words)], by=_turn),
    ),
    player=(
        *_district("{i}", "dice"),
        Count(code="{p}.deniers", usual=20),
        Count(code="{p}.influence"),
        Count(code="{p}.supply", usual=6),
        Count(code="{p}.reserve"),
        Count(code="{p}.purse"),
        Count(code="{p}.passed", high=1, usual=1),
        Mask(code="{p}.posts", of=_PLACES),
        Counts(code="{p}.cubes", of=MODIFIER, usual=3),
        Tally(code="{p}.events", of=EVENT),
        *_lies("{i}", "lies"),
    ),
    secret=(Count(code="s.vp", usual=20), Tally(code="s.characters", of=CHARACTER)),
    neutral=NEUTRAL,
    read={f"lying_{i}": f"g.lying[{i}]" for i in range(len(BUILDING))},
)
"""The dice, the buildings, the cards, the events, the turn so far, every player, own points and characters."""
