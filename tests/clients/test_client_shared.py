"""Shared games: the client contributes to the draws by itself, and the record shows it."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from random import choice
from typing import Any

import pytest

from podesta_client import ChainLost, Turn, connect, connect_async, verify
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
    """Players need not know about chains: each visit's first answer carries a link, and the record verifies."""

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


async def test_seats_of_several_clients(target: str) -> None:
    """Each client has its own seat's chain, and sends its first link once the game waits for it."""

    def play(game: str, name: str) -> None:
        with connect(target) as podesta:
            mine = podesta.claim(game, name=name)
            podesta.play([mine.token], anything)

    async with connect_async(target) as podesta:
        game = (await podesta.create("golden-horn", [None, None, None], options=FAST, shared=True)).id
        await asyncio.gather(*(asyncio.to_thread(play, game, name) for name in ("Ada", "Bice", "Carla")))
        found = verify(await podesta.record(game))
        assert min(found.links) > 2


async def test_what_is_kept_beside_a_token_plays_on(target: str) -> None:
    """A client without the chain raises ChainLost; with the share, or with a new chain, it plays on."""
    async with connect_async(target) as podesta, connect_async(target) as other:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, shared=True)
        asked = (await podesta.get(game.id, game.tokens[0])).questions[0]
        answers = [(asked.kind, asked.options[0].word)]
        with pytest.raises(ChainLost):
            await other.answer(game.id, game.tokens[0], 3, answers)
        other.chains.restore(game.tokens[0], podesta.chains.share(game.tokens[0]))
        assert (await other.answer(game.id, game.tokens[0], 3, answers)).events[0].answered.link
        async with connect_async(target) as third:
            again = await third.reissue(game.id, 1, game.tokens[1])
            other.chains.restore(again.token, third.chains.share(again.token))
        await other.play([game.tokens[0], again.token], anything)
        found = verify(await other.record(game.id))
        assert found.anchored == [0, 1]


async def test_a_rematch_and_orders_of_a_shared_game(target: str) -> None:
    """The client sends anchors and deposits links where they are required."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, shared=True)
        asked = (await podesta.get(game.id, game.tokens[0])).questions[0]
        rules = {"rules": [{"question": asked.kind, "answer": [asked.options[0].word]}]}
        await podesta.leave_orders(game.id, game.tokens[0], rules)
        assert (await podesta.get(game.id)).revision == 4
        await podesta.play(game.tokens, anything)
        found = [await podesta.rematch(game.id, token) for token in game.tokens]
        assert found[0].game.shared
        await podesta.play([each.token for each in found], anything)
        assert min(verify(await podesta.record(found[0].id)).links) > 2
