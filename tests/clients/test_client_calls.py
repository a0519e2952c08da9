"""The methods of both clients do what their docstrings say, against a real service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import choice
from typing import Any

import pytest

import podesta_client
from podesta.v1 import game_master_pb2 as pb
from podesta_client import (
    BadToken,
    IllegalAnswer,
    NotFound,
    NotRunning,
    NotYourTurn,
    Podesta,
    Problem,
    StaleRevision,
    Turn,
    connect,
    connect_async,
)

PLACED = [("place_ships", "venice.venice.venice")]
FAST = {"start_seat": 0, "round_limit": 2}


def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


async def in_thread(work: Callable[[Podesta], Any], target: str, **settings: Any) -> Any:
    """Run a program of the sync client in a thread, off the server's event loop."""

    def run() -> Any:
        with connect(target, **settings) as podesta:
            return work(podesta)

    return await asyncio.to_thread(run)


def test_the_package_exports_what_its_guide_speaks_of() -> None:
    """The public names are sorted, without duplicates, and exist."""
    assert sorted(podesta_client.__all__) == podesta_client.__all__
    assert all(hasattr(podesta_client, name) for name in podesta_client.__all__)


async def test_the_sync_client_lists_explains_and_gives_out_anew(target: str) -> None:
    """A delayed game is found in the lobby; its question is explained; its seat gets another token."""

    def work(podesta: Podesta) -> None:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, spectators="delayed", delay=5)
        waiting = podesta.create("golden-horn", ["Ada", None]).id
        assert {game.id, waiting} <= {each.game for each in podesta.games()}
        assert waiting in {each.game for each in podesta.games("golden-horn", "open", free=1)}
        found = podesta.explain(game.id, *PLACED[0], token=game.tokens[0])
        assert (found.open, podesta.explain(game.id, *PLACED[0]).reason) == (True, "not-your-turn")
        new = podesta.reissue(game.id, 0, game.tokens[0], name="Carla")
        assert (new.seat, new.game.seats[0].name) == (0, "Carla")
        with pytest.raises(BadToken):
            podesta.get(game.id, game.tokens[0])
        with pytest.raises(IllegalAnswer) as caught:
            podesta.answer(game.id, new.token, new.game.revision, [("place_ships", "nowhere")])
        assert caught.value.rule_text.startswith(f"**{caught.value.rule}")

    await in_thread(work, target)


async def test_the_async_client_lists_explains_and_gives_out_anew(target: str) -> None:
    """The same three calls, awaited."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, spectators="none")
        assert game.id in [each.game async for each in podesta.games(status="running")]
        assert (await podesta.explain(game.id, *PLACED[0], token=game.tokens[0])).open
        new = await podesta.reissue(game.id, 1, game.tokens[1])
        assert (await podesta.get(game.id, new.token)).seat == 1
        with pytest.raises(Problem, match="no-spectators"):
            await podesta.get(game.id)


async def test_the_sync_client_creates_claims_answers_and_reads(target: str) -> None:
    """A game from its opening to its record."""

    def work(podesta: Podesta) -> None:
        assert "golden-horn" in [each.ruleset for each in podesta.rulesets()]
        assert podesta.ruleset("golden-horn").ruleset.name == "Golden Horn"
        game = podesta.create("golden-horn", ["Ada", None], options=FAST)
        seat = podesta.claim(game.id, name="Bice")
        assert (seat.seat, len(game.tokens)) == (1, 1)
        update = podesta.answer(game.id, game.tokens[0], seat.game.revision, PLACED)
        assert update.after.revision == podesta.get(game.id).revision == 3
        assert podesta.get(game.id, game.tokens[0]).seat == 0
        assert podesta.get(game.id, at=1).status == pb.STATUS_OPEN
        result = podesta.play([*game.tokens, seat.token], anything)
        last = podesta.get(game.id)
        assert last.result == result
        assert [each.revision for each in podesta.history(game.id)] == list(range(1, last.revision + 1))
        assert [each.revision for each in podesta.history(game.id, after=2)] == list(range(3, last.revision + 1))
        assert [each.revision for each in podesta.watch(game.id, after=2)] == list(range(3, last.revision + 1))
        assert [each.after.status for each in podesta.watch(game.id, after=None)] == [pb.STATUS_ENDED]
        assert len(podesta.record(game.id)) == last.revision

    await in_thread(work, target)


async def test_the_async_client_creates_claims_answers_and_reads(target: str) -> None:
    """The same game, awaited; `choose` may be awaited too."""

    async def pondered(turn: Turn) -> str:
        await asyncio.sleep(0)
        return anything(turn)

    async with connect_async(target) as podesta:
        assert "golden-horn" in [each.ruleset for each in await podesta.rulesets()]
        assert (await podesta.ruleset("golden-horn")).ruleset.name == "Golden Horn"
        game = await podesta.create("golden-horn", ["Ada", None], options=FAST)
        seat = await podesta.claim(game.id, name="Bice")
        watching = asyncio.create_task(_revisions(podesta.watch(game.id)))
        update = await podesta.answer(game.id, game.tokens[0], seat.game.revision, PLACED)
        assert update.after.revision == (await podesta.get(game.id)).revision == 3
        result = await podesta.play([*game.tokens, seat.token], pondered)
        last = await podesta.get(game.id)
        assert last.result == result
        assert await watching == list(range(1, last.revision + 1))
        assert await _revisions(podesta.history(game.id)) == list(range(1, last.revision + 1))
        assert await _revisions(podesta.watch(game.id, after=None)) == [last.revision]
        assert len(await podesta.record(game.id)) == last.revision


async def test_the_sync_client_takes_back_previews_forks_and_verifies(target: str) -> None:
    """What was taken back is asked again; a preview changes nothing; a fork begins at its revision; records verify."""

    def work(podesta: Podesta) -> None:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST, entropy=["salt", ""])
        seen = podesta.preview(game.id, game.tokens[0], PLACED)
        update = podesta.answer(game.id, game.tokens[0], 1, PLACED)
        assert (seen.stop, seen.after.view) == ("others", update.after.view)
        back = podesta.retract(game.id, game.tokens[0], 2)
        assert back.after.questions == podesta.get(game.id, game.tokens[0]).questions
        podesta.play(game.tokens, anything)
        record = podesta.record(game.id)
        assert podesta_client.check(record).revisions == len(record)
        fork = podesta.fork(game.id, 3, ["Ada", "Bice"])
        assert podesta.get(fork.id, fork.tokens[0]).view == podesta.get(game.id, game.tokens[0], at=3).view
        with pytest.raises(podesta_client.Tampered) as caught:
            podesta_client.check([*record[:4], record[4].replace("answered", "answerer"), *record[5:]])
        assert caught.value.line == 5

    await in_thread(work, target)


async def test_the_async_client_takes_back_previews_and_forks(target: str) -> None:
    """The same, awaited, with a proposal that is declined."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", None], options=FAST)
        bice = await podesta.claim(game.id, name="Bice", entropy="salt")
        assert (await podesta.preview(game.id, game.tokens[0], PLACED)).taken == 1
        await podesta.answer(game.id, game.tokens[0], 2, PLACED)
        await podesta.answer(game.id, bice.token, 3, PLACED)
        asked = await podesta.retract(game.id, game.tokens[0], 4, "propose", 2)
        assert asked.after.retraction.to_revision == 2
        declined = await podesta.retract(game.id, bice.token, 5, "decline")
        assert not declined.after.HasField("retraction")
        await podesta.play([*game.tokens, bice.token], anything)
        fork = await podesta.fork(game.id, 2)
        assert (fork.tokens, fork.game.status) == ([], pb.STATUS_OPEN)
        podesta_client.check(await podesta.record(game.id))


ORDERS = {"rules": [{"question": "place_ships", "answer": ["venice.venice.venice"], "times": 1}]}


async def test_the_sync_client_leaves_reads_and_withdraws_orders(target: str) -> None:
    """Orders answer at once if their question is open; others wait until they are withdrawn."""

    def work(podesta: Podesta) -> None:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        ada, bice = game.tokens
        left = podesta.leave_orders(game.id, ada, ORDERS)
        assert (left.revision, left.rules[0].used, left.cancelled.reason) == (2, 1, "done")
        waits = podesta.leave_orders(game.id, ada, {"rules": [{"when": [{"at": "/round", "equals": -1}]}]})
        assert podesta.orders(game.id, ada) == waits
        assert podesta.withdraw_orders(game.id, ada).cancelled.reason == "withdrawn"
        assert not podesta.orders(game.id, bice).HasField("orders")

    await in_thread(work, target)


async def test_the_async_client_leaves_reads_and_withdraws_orders(target: str) -> None:
    """The same three calls, awaited, with orders as messages."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        orders = pb.Orders(rules=[pb.OrderRule(question="place_ships", answer=["venice.venice.venice"])])
        left = await podesta.leave_orders(game.id, game.tokens[0], orders)
        assert (left.revision, left.rules[0].used, left.HasField("cancelled")) == (2, 1, False)
        assert (await podesta.orders(game.id, game.tokens[0])).orders == left.orders
        assert (await podesta.withdraw_orders(game.id, game.tokens[0])).cancelled.reason == "withdrawn"


async def _revisions(updates: Any) -> list[int]:
    return [update.revision async for update in updates]


async def test_labels_come_in_the_clients_language(target: str) -> None:
    """Words for programs stay the same, words for people are Italian."""

    def work(podesta: Podesta) -> None:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        option = podesta.get(game.id, game.tokens[0]).questions[0].options[0]
        assert (option.word, option.label) == (
            "venice.venice.venice",
            "a tre colori: Venezia; a due colori: Venezia; a un colore: Venezia",
        )

    await in_thread(work, target, language="it")


async def test_a_turn_shows_the_typed_view_of_its_seat(target: str) -> None:
    """The seat that is asked sees its own hand, and no other."""
    seen: set[int] = set()

    def look(turn: Turn) -> str:
        players = turn.view.players
        assert [bool(player.hand) for player in players] == [seat == turn.seat for seat in range(len(players))]
        seen.add(turn.seat)
        return anything(turn)

    def work(podesta: Podesta) -> None:
        podesta.play(podesta.create("golden-horn", ["Ada", "Bice", "Carlo"], options=FAST).tokens, look)

    await in_thread(work, target)
    assert seen == {0, 1, 2}


Wrong = Callable[[Podesta, podesta_client.NewGame], Any]
WRONG: list[tuple[type[Problem], str, Wrong]] = [
    (IllegalAnswer, "illegal-answer", lambda p, g: p.answer(g.id, g.tokens[0], 1, [("place_ships", "x")])),
    (IllegalAnswer, "too-many-answers", lambda p, g: p.answer(g.id, g.tokens[0], 1, PLACED * 2)),
    (NotYourTurn, "not-your-turn", lambda p, g: p.answer(g.id, g.tokens[1], 1, PLACED)),
    (StaleRevision, "stale-revision", lambda p, g: p.answer(g.id, g.tokens[0], 7, PLACED)),
    (BadToken, "bad-token", lambda p, g: p.answer(g.id, "x.y.z", 1, PLACED)),
    (BadToken, "bad-token", lambda p, g: p.play(["x.y.z"], anything)),
    (NotFound, "unknown-game", lambda p, g: list(p.watch("a" * 21))),
    (NotFound, "unknown-ruleset", lambda p, g: p.create("chess", [None, None])),
    (NotFound, "unknown-revision", lambda p, g: list(p.watch(g.id, after=5))),
    (NotRunning, "game-open", lambda p, g: _answer_early(p)),
    (Problem, "malformed", lambda p, g: p.answer(g.id, g.tokens[0], 1, [])),
    (IllegalAnswer, "illegal-answer", lambda p, g: p.play(g.tokens, lambda turn: "x")),
]


def _answer_early(podesta: Podesta) -> None:
    game = podesta.create("golden-horn", ["Ada", None])
    podesta.answer(game.id, game.tokens[0], 1, PLACED)


@pytest.mark.parametrize(("kind", "slug", "attempt"), WRONG, ids=[f"{n} {case[1]}" for n, case in enumerate(WRONG)])
async def test_what_is_refused_is_raised_by_name(kind: type[Problem], slug: str, attempt: Wrong, target: str) -> None:
    """The exception's class and type name the problem, its message gives the reason."""

    def work(podesta: Podesta) -> Problem:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        with pytest.raises(kind) as caught:
            attempt(podesta, game)
        return caught.value

    problem = await in_thread(work, target)
    assert (type(problem), problem.type) == (kind, slug)
    assert str(problem).startswith(f"{slug}: ")


async def test_who_wants_the_revision_only_is_told_just_that(target: str) -> None:
    """The answer is stored all the same, in both clients."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        assert await podesta.answer_only(game.id, game.tokens[0], 1, PLACED) == 2
        assert (await podesta.get(game.id, game.tokens[0])).revision == 2

    def work(podesta: Podesta) -> int:
        game = podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        return podesta.answer_only(game.id, game.tokens[0], 1, PLACED)

    assert await in_thread(work, target) == 2


async def test_an_illegal_answer_says_what_is_legal(target: str) -> None:
    """The problem's fields are available to programs, in the async client too."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        with pytest.raises(IllegalAnswer) as caught:
            await podesta.answer(game.id, game.tokens[0], 1, [("place_ships", "atlantis")])
        problem = caught.value
        assert (problem.rule, problem.asked, problem.revision, len(problem.legal)) == ("G-12", "place_ships", 1, 8)
        with pytest.raises(IllegalAnswer):
            await podesta.play(game.tokens, lambda turn: "atlantis")
