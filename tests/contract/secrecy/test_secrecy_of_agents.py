"""The texts that agents read of a game are the same, whatever is hidden from their seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from mcp import Client
from mcp_types import TextContent

from podesta_client import AsyncPodesta
from podesta_client.agents import telling
from podesta_client.agents.seats import Seat, Seats
from podesta_client.agents.server import Tools, serving
from podesta_client.agents.table import Tables
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.names import new_game
from tests.contract.secrecy.calls import Worlds
from tests.contract.secrecy.twins import twins
from tests.contract.secrecy.worlds import World, secret, token_of

USUAL, LATE = (0, 30), {"pillars-of-the-earth": (3, 200)}
"""The seed and the entries of a game; another seed and more where only one card shows secrets."""


async def read(world: World, game: str, seat: int, path: Path, revision: int) -> AsyncIterator[str]:
    """All that an agent can read of a game now, by tools that change nothing."""
    podesta, seats = AsyncPodesta(world.channel, "en", 0.0, 10.0), Seats(path)
    seats.add(Seat(game, seat, token_of(game, seat) or ""))
    here = {"game": game, "seat": seat}
    calls = [
        ("look", here),
        ("look", {**here, "full": True}),
        ("preview", {**here, "options": [1]}),
        ("why_not", {**here, "question": "act", "option": "pass"}),
        ("answer", {**here, "revision": revision, "options": ["atlantis"]}),
    ]
    async with Client(serving(Tools(Tables(podesta, seats, patience=0.0)))) as client:
        for tool, arguments in calls:
            for each in (await client.call_tool(tool, arguments)).content:
                assert isinstance(each, TextContent)
                yield each.text
    before = await podesta.get(game, token_of(game, seat), at=max(revision - 3, 1))
    now = await podesta.get(game, token_of(game, seat))
    notes = [
        note async for update in podesta.history(game, token_of(game, seat), before.revision) for note in update.notes
    ]
    yield telling.turn(before, notes, now)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_what_a_seat_may_not_know_changes_no_word(worlds: Worlds, ruleset: Ruleset, tmp_path: Path) -> None:
    """Every tool returns the same text for both games, and so does the notice of a turn."""
    game, seat, (seed, most) = new_game(), 0, LATE.get(ruleset.id, USUAL)
    grown = await asyncio.to_thread(twins, ruleset, ruleset.seats[0], seat, seed, most, secret(game))
    assert any(grown.apart)
    for revision, pair in enumerate(zip(*grown.logs, strict=True)):
        for world, entry in zip(worlds, pair, strict=True):
            await world.append(game, revision, entry)
        if grown.apart[revision] and revision % 4 == 3:
            first, second = [
                [text async for text in read(world, game, seat, tmp_path / f"{number}.json", revision + 1)]
                for number, world in enumerate(worlds)
            ]
            assert first == second
            assert not [text for text in first if (token_of(game, seat) or "") in text]
