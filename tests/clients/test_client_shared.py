"""Shared games: the client adds to the draws by itself, and the record says so."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from random import choice
from typing import Any

from podesta_client import Bot, Turn, connect, connect_async, verify
from podesta_client.chains import links_of, share_of

FAST = {"start_seat": 0, "round_limit": 2}
VECTORS = json.loads((Path(__file__).parents[1] / "laws/game/fairness-vectors.json").read_text("utf-8"))


def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


def events_of(record: list[str], kind: str) -> list[dict[str, Any]]:
    """The events of a kind in a record."""
    return [event for line in record for event in json.loads(line)["events"] if event["event"] == kind]


def test_chains_are_those_of_the_vectors() -> None:
    """A share follows from secret and name; anchor, first and second link follow from it."""
    links = links_of(share_of(bytes([7]) * 32, VECTORS["game"]))
    assert [links[0], links[1], links[2]] == [VECTORS["anchor"], VECTORS["first"], VECTORS["second"]]
    assert len(links) == 1025
    assert sha256(bytes.fromhex(links[-1])).hexdigest() == links[-2]


async def test_a_shared_game_is_played_like_any_other(target: str) -> None:
    """Nobody who plays need know of chains: each visit's first answer carries a link, and the record verifies."""

    def play() -> list[str]:
        with connect(target) as podesta:
            game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, shared=True)
            assert game.game.shared
            podesta.play(game.tokens, anything)
            return podesta.record(game.id)

    record = await asyncio.to_thread(play)
    assert [event["seat"] for event in events_of(record, "shared")] == [0, 1]
    linked = [event for event in events_of(record, "answered") if "link" in event]
    found = verify(record)
    assert sum(found.links) == len(linked) + 2
    assert min(found.links) > 2
    assert (found.anchored, found.withheld) == ([0, 0], 0)


async def test_seats_of_several_clients_and_of_bots(target: str) -> None:
    """Each client has its own seat's chain; a house bot has none."""

    def play(game: str, name: str) -> None:
        with connect(target) as podesta:
            mine = podesta.claim(game, name=name)
            podesta.play([mine.token], anything)

    async with connect_async(target) as podesta:
        seats = [None, None, Bot("greedy", "Casa")]
        game = (await podesta.create("golden-horn", seats, options=FAST, shared=True)).id
        players = [asyncio.to_thread(play, game, name) for name in ("Ada", "Bice")]
        watched = [update.after async for update in podesta.watch(game)] if False else []
        from podesta_service.run import workers  # noqa: F401

        await asyncio.gather(*players)
        assert not watched
        found = verify(await podesta.record(game))
        assert found.links[2] == 0
        assert min(found.links[:2]) > 2
