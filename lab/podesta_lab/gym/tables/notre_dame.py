"""A network's view of Notre Dame."""

from __future__ import annotations

from functools import lru_cache

from podesta_engines.notre_dame.state import ACTIONS, EITHER_WAY, UNKNOWN
from podesta_engines.notre_dame.words import (
    ACTION,
    BOROUGH,
    CARD,
    COLOUR,
    MESSAGE,
    PERSON,
    PHASE,
    PIECES,
    SECTOR,
    SQUARE,
)
from podesta_lab.gym.encoding import Declaration
from podesta_lab.gym.parts import Computed, Count, Counts, Mask, OneHot, OneHots, Owner, Tally

_SECTORS = [word.slug for word in SECTOR.words]


def _by_borough(counts: list[int]) -> bytes:
    """Counts by borough; small tables have fewer, so the row is padded."""
    return bytes(counts).ljust(len(BOROUGH), b"\0")


def _dealt(known: bytearray, owner: int) -> bytes:
    """N-88: the actions that the viewer has seen leave another player's deck."""
    return _seen(bytes(known[ACTIONS * owner : ACTIONS * owner + ACTIONS]))


@lru_cache(maxsize=1 << 14)
def _seen(slots: bytes) -> bytes:
    actions = {slot & (EITHER_WAY - 1) for slot in slots if slot != UNKNOWN}
    return bytes(action in actions for action in range(ACTIONS))


DECLARATION = Declaration(
    table=(
        Count(code="g.round", usual=9),
        OneHot(code="g.phase", of=PHASE),
        Owner(code="g.start"),
        Owner(code="g.active"),
        Count(code="g.gold", usual=20),
        Count(code="g.drafted", usual=9),
        OneHots(code="g.colours", of=COLOUR, slots=len(BOROUGH)),
        OneHots(code="g.squares", of=MESSAGE, slots=len(SQUARE)),
        Tally(code="g.brown", of=PERSON),
        Tally(code="g.grey", of=PERSON),
        Tally(code="g.persons", of=PERSON),
        OneHot(code="g.moving", of=PIECES),
    ),
    player=(
        OneHot(code="{p}.borough", of=BOROUGH),
        Count(code="({p}.prestige or 0)", name="prestige", usual=40),
        Count(code="{p}.gold"),
        Count(code="{p}.supply"),
        Count(code="{p}.general"),
        Count(code="{p}.rat", usual=9),
        Count(code="{p}.cards", usual=3),
        Count(code="{p}.deck_size", usual=9),
        OneHot(code="{p}.friend", of=SECTOR),
        OneHot(code="{p}.carriage", of=SQUARE),
        Counts(code="{p}.pieces", of=[*_SECTORS, "notre_dame"]),
        Computed(code="{p}.messages", name="messages", of=BOROUGH, by=_by_borough, usual=3, high=255),
        OneHot(code="{p}.hired", of=PERSON),
        Tally(code="{p}.played", of=CARD, usual=1),
        Computed(code="s.known, {i}", name="dealt", of=ACTION, by=_dealt),
    ),
    secret=(
        Tally(code="s.packet", of=CARD),
        Tally(code="s.hand", of=CARD),
        Mask(code="s.deck", of=ACTION),
    ),
)
"""The persons, the market squares, every borough with its player, own cards and those seen of other seats."""
