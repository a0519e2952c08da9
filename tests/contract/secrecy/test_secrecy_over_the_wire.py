"""Secrecy over the wire: data hidden from a seat change no byte of its responses, streams and refusals.

Two games differ only in data hidden from a seat (or from spectators). Each is written into a store of its own, entry by
entry, while followers watch over every stream, and both processes get the same calls at the same revisions.

Followers and histories are compared at every revision, all other calls at a share of them.

By hand: `SECRECY_GAMES=100` plays so many whole games of every ruleset, from the seed `SECRECY_FROM` on,
`SECRECY_SHARE=1` makes every call at every revision.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.names import new_game
from tests.contract.secrecy.calls import Worlds
from tests.contract.secrecy.comparing import Comparison
from tests.contract.secrecy.ordered import Ordered
from tests.contract.secrecy.twins import twins
from tests.contract.secrecy.worlds import Viewer, secret

GAMES = int(os.environ.get("SECRECY_GAMES", "0"))
SHARE = float(os.environ.get("SECRECY_SHARE", "0.04"))
"""The share of revisions at which every call is made; streams are compared at every revision anyway."""
FROM = int(os.environ.get("SECRECY_FROM", "0"))
FEW = 3
"""Games of a ruleset in an everyday run: one of each policy for spectators; one that only spectators watch."""
MOST = 40
"""Entries of a game in an everyday run."""
LATE = {"pillars-of-the-earth": 200}
"""Entries of the one game in an everyday run in which secrets come late."""


def cases(ruleset: Ruleset) -> Iterator[tuple[int, Viewer, int]]:
    """Number of seats, viewer and seed of each game: every number of seats in turn, each seat and spectators."""
    for seed in range(FROM, FROM + (GAMES or (1 if ruleset.id in LATE else FEW))):
        seats = ruleset.seats[seed * (len(ruleset.seats) - 1) % len(ruleset.seats)] if seed else ruleset.seats[-1]
        yield seats, None if seed % 4 == 1 else seed % seats, seed


@pytest.mark.slow
@pytest.mark.timeout(0 if GAMES else 120)
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_what_a_seat_may_not_know_changes_no_byte_of_any_answer(worlds: Worlds, ruleset: Ruleset) -> None:
    """Non-interference: the seat, and spectators, get the same bytes from both games, on both wires, throughout."""
    began, counts = time.monotonic(), [0] * 6
    for seats, viewer, seed in cases(ruleset):
        game = new_game()
        most = 10_000 if GAMES else LATE.get(ruleset.id, MOST)
        grown = await asyncio.to_thread(twins, ruleset, seats, viewer, seed, most, secret(game))
        if not any(grown.apart):
            continue
        comparison = Comparison(worlds, game, grown, Random(seed), SHARE)
        await comparison.play()
        found = (1, grown.ends is not None, len(grown), sum(grown.apart), comparison.compared, comparison.bytes)
        counts = [a + b for a, b in zip(counts, found, strict=True)]
        said = (
            "in {:.0f} s {} games, {} to the end, {} revisions, {} of them apart, {} answers and frames, {} bytes alike"
        )
        print(f"{ruleset.id}, seed {seed}:", said.format(time.monotonic() - began, *counts), flush=True)
    assert counts[3]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_an_answer_by_order_is_an_answer_to_everybody_else(worlds: Worlds, ruleset: Ruleset) -> None:
    """Seats leave orders in one game and answer by hand in the other; all others get the same bytes of both."""
    for seed in range(GAMES or 1):
        ordered = Ordered(worlds, new_game(), ruleset, seed)
        await ordered.play_so_far(10_000 if GAMES else MOST // 2)
        assert ordered.by_order
