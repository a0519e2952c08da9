"""What a network sees of Troyes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from podesta_engines.gym.encoding import Declaration
from podesta_engines.gym.parts import Count, Counts, Hot, Hots, Made, Mask, Owner, Owners, Tally
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

_VALUES = tuple(map(str, range(1, 7)))
_DICE = tuple(f"{colour.slug}.{value}" for colour in COLOUR.words for value in _VALUES)
_PLACES = tuple(f"{colour.slug}_{number}" for colour in COLOUR.words for number in (1, 2, 3))
_TRADESMEN = tuple(f"{place}_{which}" for place in _PLACES for which in ("first", "second"))
_POSITIONS = tuple(map(str, range(QUEUE)))
_STEPS = (*(f"act_{word.slug}" for word in ACTION.words), *(f"modifier_{word.slug}" for word in MODIFIER.words))
_CACHED = 1 << 14


@lru_cache(maxsize=_CACHED)
def _heap(heap: int) -> bytes:
    """How many dice of each value a heap has."""
    return bytes(heap >> 5 * i & 31 for i in range(6))


def _district(dice: list[int], owner: int) -> bytes:
    """The dice of a district, colour by colour."""
    return _heap(dice[owner]) + _heap(dice[OWNERS + owner]) + _heap(dice[2 * OWNERS + owner])


def _marks(marks: Sequence[Sequence[int]], seat: int, seats: int) -> bytearray:
    """The cubes on each event of the queue, by owner."""
    columns = seats + 1
    counts = bytearray(QUEUE * columns)
    for at, cubes in enumerate(marks):
        for owner in cubes:
            counts[at * columns + (seats if owner == NEUTRAL else (owner - seat) % seats)] += 1
    return counts


@lru_cache(maxsize=_CACHED)
def _turn(trace: tuple[int, ...]) -> bytes:
    """What was done in the turn so far: the last action, the modifiers, the dice taken."""
    done, dice = bytearray(len(_STEPS)), bytearray(len(DIE))
    for kind, option in map(untraced, trace):
        if kind in (ACT, PREPARE):
            done[: len(ACTION)] = bytes(len(ACTION))
            done[option] = 1
        elif kind is MODIFY:
            done[len(ACTION) + option] = 1
        elif kind in (GROUP_DIE, COUNTER_WITH):
            dice[option] = 1
    return bytes(done + dice)


DECLARATION = Declaration(
    table=(
        Count(code="g.lying_usable", high=1, usual=1),
        Count(code="g.grey_counts_as_rival", high=1, usual=1),
        Count(code="g.round", usual=6),
        Count(code="g.rounds", usual=6),
        Hot(code="g.phase", of=PHASE),
        Owner(code="g.first"),
        Owner(code="g.active"),
        Made(code="g.black", name="black", of=_VALUES, by=_heap, usual=2, high=31),
        Made(code=f"g.dice, {NEUTRAL}", name="neutral_dice", of=_DICE, by=_district, usual=2, high=31),
        *(
            Count(code=f"g.lying[{i}] >> {NEUTRAL} & 1", name=f"neutral_lies_{word.slug}", high=1, usual=1)
            for i, word in enumerate(BUILDING.words)
        ),
        Owners(code="g.standing", of=SPACE),
        Tally(code="g.activities", of=CARD),
        Owners(code="g.tradesmen", of=_TRADESMEN),
        Hots(code="g.queue", of=EVENT, slots=QUEUE),
        Made(code="g.marks, seat, SEATS", name="cubes_on", of=_POSITIONS, by=_marks, owned=True, usual=2, high=255),
        Owners(code="g.cathedral", of=[PLOT.slug(plot) for plot in range(len(PLOT))]),
        Count(code="g.neutral"),
        Counts(code="g.unseen", of=EVENT, usual=2),
        Tally(code="g.discard", of=EVENT),
        Made(code="tuple(g.trace)", name="turn", of=[*_STEPS, *(f"die_{word.slug}" for word in DIE.words)], by=_turn),
    ),
    player=(
        Made(code="g.dice, {i}", name="dice", of=_DICE, by=_district, usual=2, high=31),
        Count(code="{p}.deniers", usual=20),
        Count(code="{p}.influence"),
        Count(code="{p}.supply", usual=6),
        Count(code="{p}.reserve"),
        Count(code="{p}.purse"),
        Count(code="{p}.passed", high=1, usual=1),
        Mask(code="{p}.posts", of=_PLACES),
        Counts(code="{p}.cubes", of=MODIFIER, usual=3),
        Tally(code="{p}.events", of=EVENT),
        *(
            Count(code=f"g.lying[{i}] >> {{i}} & 1", name=f"lies_{word.slug}", high=1, usual=1)
            for i, word in enumerate(BUILDING.words)
        ),
    ),
    secret=(Count(code="s.vp", usual=20), Tally(code="s.characters", of=CHARACTER)),
    neutral=NEUTRAL,
)
"""The dice, the buildings, the cards, the events, the turn so far, every player, own points and characters."""
