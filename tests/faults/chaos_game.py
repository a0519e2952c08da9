"""Whole games in chaos: three `podesta serve` and two `podesta bots` on one store, killed and restarted at random.

At the same time people answer, take back, answer proposals and let their time run out; bots play; followers watch over
both wires. In the end every game is over, its record verifies, every follower received every revision once, and
everything that was acknowledged is in the record.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from httpx_sse import aconnect_sse

from podesta.v1 import game_master_pb2 as pb
from podesta_client import AsyncPodesta, Bot, Clock, Problem, connect_async
from podesta_engines import RULESETS
from podesta_engines.core.errors import RulesError
from podesta_engines.game.verify import verify
from tests.eventstore.servers import Server
from tests.faults.chaos_processes import SERVICES, Processes

PATIENCE = 120.0
"""Seconds that a call, a follower, or the end of a game may take."""

PLANS: list[dict[str, Any]] = [
    {
        "ruleset": "golden-horn",
        "options": {"layout": "standard", "round_limit": 4},
        "seats": ["Ada", Bot("search:20"), "Ciro"],
        "clock": Clock(kind="move", seconds=2, policy="default"),
    },
    {
        "ruleset": "notre-dame",
        "options": {},
        "seats": ["Ada", "Bice", Bot("greedy")],
        "clock": Clock(kind="move", seconds=2, policy="bot", bot="random"),
    },
    {
        "ruleset": "pillars-of-the-earth",
        "options": {},
        "seats": ["Ada", Bot("random"), "Ciro"],
        "clock": Clock(kind="bank", seconds=20, increment=1, policy="bot"),
    },
    {
        "ruleset": "troyes",
        "options": {},
        "seats": ["Ada", Bot("greedy")],
        "clock": Clock(kind="bank", seconds=15, increment=1, policy="forfeit"),
    },
    {
        "ruleset": "colonia",
        "options": {},
        "seats": ["Ada", Bot("greedy"), Bot("random")],
        "clock": Clock(kind="move", seconds=2, policy="bot"),
    },
]
"""The games that are played at once: the opponents of the people, and the clocks."""


@dataclass
class Played:
    """One game: the events acknowledged to its people, and the revisions that its followers received."""

    id: str
    ruleset: str
    tokens: list[str]
    acknowledged: dict[int, list[Any]] = field(default_factory=dict)
    told: list[list[int]] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class GameReport:
    """The findings of a run; `events` counts the events in the records."""

    faults: int = 0
    rounds: int = 0
    acknowledged: int = 0
    games: int = 0
    events: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        events = ", ".join(f"{count} {kind}" for kind, count in sorted(self.events.items()))
        return (
            f"{'games in chaos':34} {self.games:7} games {self.acknowledged:6} acknowledged {self.faults:4} faults "
            f"{len(self.violations):3} violations ({events})"
        )


class Person:
    """Holds one seat: mostly answers, sometimes takes back, dawdles, or answers a proposal; until the game is over."""

    def __init__(self, podesta: AsyncPodesta, played: Played, seat: int, token: str, rnd: Random) -> None:
        self._podesta, self._played, self._token, self._rnd = podesta, played, token, rnd
        self._seat = seat

    async def play(self) -> None:
        """Play until the game is over or the seat has another holder."""
        while True:
            try:
                game = await self._podesta.get(self._played.id, self._token)
                if game.status == pb.STATUS_ENDED:
                    return
                await self._act(game)
            except Problem as problem:
                if problem.type in ("bad-token", "game-over"):
                    return
                if problem.type not in ("stale-revision", "not-your-turn", "not-retractable", "no-proposal"):
                    raise

    async def _act(self, game: pb.Game) -> None:
        if game.HasField("retraction") and self._seat not in game.retraction.consents:
            action = "consent" if self._rnd.random() < 0.7 else "decline"
            await self._did(self._podesta.retract(game.game, self._token, game.revision, action))
        elif self._rnd.random() < 0.03:
            action = self._rnd.choice(["take_back", "propose"])
            await self._did(self._podesta.retract(game.game, self._token, game.revision, action))
        elif game.questions:
            if self._rnd.random() < 0.02:
                await asyncio.sleep(2.5)
            question = game.questions[0]
            given = [(question.kind, self._rnd.choice(question.options).word)]
            await self._did(self._podesta.answer(game.game, self._token, game.revision, given))
        else:
            await asyncio.sleep(0.02)

    async def _did(self, call: Coroutine[Any, Any, pb.Update]) -> None:
        """Remember the acknowledged events, in their public form."""
        update = await call
        self._played.acknowledged[update.revision] = [event.WhichOneof("event") for event in update.events]


async def follow_over_grpc(podesta: AsyncPodesta, game: str, told: list[int]) -> None:
    """Watch a game to its end, despite failures."""
    async for update in podesta.watch(game):
        told.append(update.revision)


async def follow_over_rest(port: int, game: str, told: list[int]) -> None:
    """The same over Server-Sent Events, resumed after the last event."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as client:
        while True:
            with suppress(httpx.HTTPError):
                headers = {"Last-Event-ID": str(told[-1] if told else 0)}
                async with aconnect_sse(client, "GET", f"/v1/games/{game}/stream", headers=headers) as source:
                    if source.response.status_code == 204:
                        return
                    source.response.raise_for_status()
                    async for event in source.aiter_sse():
                        if event.event == "update":
                            told.append(int(event.id))
            await asyncio.sleep(0.1)


async def play_in_chaos(folder: Path, faults: int, seed: int, plans: int = len(PLANS), rounds: int = 0) -> GameReport:
    """Play games while processes are killed, so many times at most; then to their end.

    As many rounds of games as it takes; or at most `rounds`, and then possibly with fewer faults.
    """
    report, rnd = GameReport(), Random(seed)
    with Server(folder / "store") as server:
        processes = Processes(folder, server.url, rnd)
        try:
            await processes.start()
            async with AsyncExitStack() as stack:
                clients = [
                    await stack.enter_async_context(connect_async(f"127.0.0.1:{port}", patience=PATIENCE, timeout=5))
                    for _, port in processes.ports
                ]
                while report.faults < faults and not report.rounds == rounds > 0:
                    await _round(report, processes, clients, plans, faults, rnd)
        finally:
            await processes.stop()
    return report


async def _round(
    report: GameReport,
    processes: Processes,
    clients: list[AsyncPodesta],
    plans: int,
    faults: int,
    rnd: Random,
) -> None:
    """Some games from their creation to their end, with the faults that happen during them."""
    report.rounds += 1
    games = [await _open(rnd.choice(clients), plan) for plan in PLANS[:plans]]
    tasks = [
        asyncio.create_task(each)
        for played in games
        for each in [*_people(clients, played, rnd), *_followers(processes, clients, played)]
    ]
    playing = asyncio.gather(*tasks)
    while report.faults < faults and not playing.done():
        await asyncio.sleep(rnd.uniform(0.2, 1.2))
        await processes.kill_one()
        report.faults += 1
    try:
        async with asyncio.timeout(PATIENCE):
            await playing
    except TimeoutError:
        report.violations.append(f"not over after {PATIENCE:g} seconds: {[played.id for played in games]}")
    for played in games:
        await _check(report, clients[0], played)


async def _open(podesta: AsyncPodesta, plan: dict[str, Any]) -> Played:
    new = await podesta.create(**plan)
    return Played(new.id, plan["ruleset"], new.tokens)


def _people(clients: list[AsyncPodesta], played: Played, rnd: Random) -> list[Coroutine[Any, Any, None]]:
    """The holders of seats, each at another service."""
    plan = next(plan for plan in PLANS if plan["ruleset"] == played.ruleset)
    seats = [seat for seat, who in enumerate(plan["seats"]) if isinstance(who, str)]
    return [
        Person(clients[number % SERVICES], played, seat, token, Random(rnd.random())).play()
        for number, (seat, token) in enumerate(zip(seats, played.tokens, strict=True))
    ]


def _followers(processes: Processes, clients: list[AsyncPodesta], played: Played) -> list[Coroutine[Any, Any, None]]:
    """Two over gRPC and one over REST."""
    played.told = [[], [], []]
    return [
        follow_over_grpc(clients[0], played.id, played.told[0]),
        follow_over_grpc(clients[1], played.id, played.told[1]),
        follow_over_rest(processes.ports[2][0], played.id, played.told[2]),
    ]


async def _check(report: GameReport, podesta: AsyncPodesta, played: Played) -> None:
    """Check one game against the promises."""
    say: Callable[[str], None] = lambda what: report.violations.append(f"{played.ruleset} {played.id}: {what}")  # noqa: E731
    report.games += 1
    report.acknowledged += len(played.acknowledged)
    try:
        lines = await podesta.record(played.id)
        verify("".join(line + "\n" for line in lines).encode(), RULESETS)
    except (Problem, RulesError) as error:
        say(f"its record does not hold: {error}")
        return
    entries = [[event["event"] for event in json.loads(line)["events"]] for line in lines]
    report.events.update(kind for entry in entries for kind in entry)
    for told in played.told:
        if told != list(range(1, len(entries) + 1)):
            say(f"a follower of {len(entries)} revisions was told {told}")
    for revision, kinds in played.acknowledged.items():
        if revision > len(entries) or entries[revision - 1] != kinds:
            say(f"revision {revision} was acknowledged as {kinds}")
