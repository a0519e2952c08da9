"""Heads over the wire: sent with every revision, the same for every caller, and those of the record at the end.

How the client waits for a service that is down: longer each time, and never in step with other clients.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random, choice

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import BadSignature, Heads, LogChanged, Problem, StaleRevision, connect, connect_async, heads_of
from podesta_client.channels import FIRST_OF_STREAMS, RetryPolicy
from podesta_client.problems import problem_of

FAST = {"start_seat": 0, "round_limit": 2}


def played(target: str) -> str:
    """A game that was played to its end."""
    with connect(target) as podesta:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        podesta.play(game.tokens, lambda turn: choice(turn.question.options).word)
        return game.id


async def test_what_was_told_fits_the_record(target: str) -> None:
    """Watching, reading the game and its history give one head a revision, and the record has them all."""
    game = await asyncio.to_thread(played, target)
    async with connect_async(target) as podesta:
        told = {update.revision: update.after.head async for update in podesta.watch(game)}
        assert (await podesta.get(game)).head == told[max(told)]
        assert [update.after.head async for update in podesta.history(game)] == list(told.values())
        record = await podesta.record(game)
        assert told == heads_of(game, record) == podesta.heads.of(game)
        assert len({*told.values()}) == len(record)


async def test_a_client_that_was_told_something_else_says_so(target: str) -> None:
    """If the service sends another head for a known revision, LogChanged is raised from then on."""
    async with connect_async(target) as podesta:
        game = (await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)).id
        podesta.heads.keep(game, 1, "00" * 32)
        with pytest.raises(LogChanged, match="at revision 1"):
            await podesta.get(game)
        with pytest.raises(LogChanged):
            async for _ in podesta.history(game):
                pass
        with pytest.raises(LogChanged):
            async for _ in podesta.watch(game):
                pass


async def test_what_was_signed_is_kept_and_held_against_the_key(target: str) -> None:
    """On request and at the end, for callers who may see the revision; another key under the same id raises an
    error."""
    game = await asyncio.to_thread(played, target)
    async with connect_async(target) as podesta:
        first = await podesta.signed_head(game, at=1)
        assert first.checked
        assert podesta.heads.of(game) == {1: first.head}
        record = await podesta.record(game)
        assert [each.revision for each in podesta.signatures.of(game)] == [1, len(record) - 1]
        assert all(each.checked for each in podesta.signatures.of(game))
    async with connect_async(target) as podesta:
        podesta.signatures.tell(first.key, "ab" * 32)
        with pytest.raises(BadSignature, match=f"game {game}, revision 1: .* key {first.key}"):
            await podesta.signed_head(game, at=1)
        assert not podesta.signatures.of(game)
    async with connect_async(target) as podesta:
        podesta.heads.keep(game, 1, "00" * 32)
        with pytest.raises(LogChanged):
            await podesta.signed_head(game, at=1)
        assert podesta.signatures.of(game) == (first,)


async def test_a_command_is_refused_where_the_log_has_been_changed(target: str) -> None:
    """The client sends its head of the revision that it decided on; nothing is written to a different log."""
    async with connect_async(target) as podesta:
        opened = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        game, token = opened.id, opened.tokens[0]
        asked = (await podesta.get(game, token)).questions[0]
        answers = [(asked.kind, asked.options[0].word)]
        podesta.heads = Heads()
        podesta.heads.keep(game, 1, "00" * 32)
        podesta.heads.keep(game, 2, "00" * 32)
        for revision in (1, 2):
            with pytest.raises(StaleRevision, match="a different head"):
                await podesta.answer(game, token, revision, answers)
            with pytest.raises(StaleRevision, match="a different head"):
                await podesta.retract(game, token, revision)
        podesta.heads = Heads()
        podesta.heads.keep(game, 1, (await podesta.get(game, token)).head)
        assert (await podesta.answer(game, token, 1, answers)).revision == 2
        assert len(podesta.heads.at(game, 2)) == 16


def test_pauses_grow_and_end() -> None:
    """Bounds double up to the longest, `retry_after` is added to them, a success resets them."""
    now = 0.0
    retries = RetryPolicy(10.0, clock=lambda: now, chance=lambda: 1.0)
    away = problem_of(pb.Problem(type="store-unavailable"))
    assert [retries.delay(away) for _ in range(7)] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0]
    away.retry_after = 0.7
    assert retries.delay(away) == 2.7
    now = 9.9
    with pytest.raises(Problem):
        retries.delay(away)
    retries.reset()
    assert retries.delay(away) == 0.75
    with pytest.raises(Problem, match="game-over"):
        retries.delay(problem_of(pb.Problem(type="game-over")))


def test_those_who_lost_the_same_process_come_back_apart() -> None:
    """A thousand streams ended by one process: no tenth of a second has more than one and a half times its share."""
    chance = Random(20).random
    draining = problem_of(pb.Problem(type="draining"))
    draining.retry_after = 0.1
    pauses = [RetryPolicy(10.0, FIRST_OF_STREAMS, chance=chance).delay(draining) for _ in range(1_000)]
    assert 0.1 <= min(pauses) < max(pauses) <= 0.1 + FIRST_OF_STREAMS
    assert max(Counter(int(10 * each) for each in pauses).values()) < 1.5 * 1_000 * 0.1 / FIRST_OF_STREAMS
