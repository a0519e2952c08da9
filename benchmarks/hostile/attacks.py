"""Every attack: what one caller does to a service, from one address and at most 64 connections, for some seconds.

Each counts the answers to its calls: REST statuses, gRPC codes, types of problems. Run as a process it reads attacks
from its standard input, a line each, so that they do not slow down the innocent caller's process.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import partial

import grpc
import httpx
import msgspec

from podesta.v1 import simulator_pb2 as sim

from .attacker import CALLS, NO_RETRY, Answers, Attacker, flood, problem_of
from .silencing import SILENCING
from .stalling import ON_THE_CORE, STALLING, plain
from .world import ATTACKER, World, keyed, silent

Attack = Callable[[Attacker, float], Awaitable[None]]


# -- the attacks -------------------------------------------------------------------------------------------------------


async def page(by: Attacker, seconds: float) -> None:
    """A whole game's history, four times a second."""
    await flood(1, seconds, partial(by.rest, "GET", f"/v1/games/{by.world.long_games[0]}/events"), pause=0.25)


async def page_at_once(by: Attacker, _: float) -> None:
    """Sixty connections that ask for a history once."""
    path = f"/v1/games/{by.world.long_games[0]}/events"
    await asyncio.gather(*(by.rest("GET", path) for _ in range(60)))


async def catch_up(by: Attacker, seconds: float) -> None:
    """Streams of all long games from their first revision."""
    games = by.world.long_games
    last = ",".join(f"{game}:1" for game in games)
    query = "&".join(f"game={game}" for game in games)

    async def follow() -> None:
        await by.rest("GET", f"/v1/stream?{query}", headers={"Last-Event-ID": last})

    await flood(2, seconds, follow)


async def take_back(by: Attacker, seconds: float) -> None:
    """Four callers with answers that cannot be taken back."""
    path = f"/v1/games/{by.world.running}"
    revision = (await by.http.get(path)).json()["revision"]

    async def ask() -> None:
        for token in by.world.running_tokens:  # one of them did not give the last answer
            headers = keyed(token, **{"If-Match": f'"{revision}"'})
            await by.rest("POST", f"{path}/retractions", json={"to_revision": 1}, headers=headers)

    await flood(4, seconds, ask)


async def _tables(by: Attacker, count: int) -> list[bytes]:
    """Positions to play with."""
    request = sim.DeterminizeRequest(game=by.world.innocent, count=count, seed=1)
    return list(sim.DeterminizeResponse.FromString(await by.simulate("Determinize", request)).positions)


async def apply_policy(by: Attacker, seconds: float) -> None:
    """A policy that plays until a given seat has a question, for an existing seat and a missing one."""
    lines = [sim.Line(position=table) for table in await _tables(by, 100)]
    requests = [sim.ApplyRequest(lines=lines, policy="greedy", seat=seat) for seat in (1, 7)]
    turn = iter(range(CALLS + 4))
    await flood(4, seconds, lambda: by.simulate("Apply", requests[next(turn) % 2]))


async def roll_out(by: Attacker, seconds: float) -> None:
    """Thirty-two callers that play whole games out."""
    lines = [sim.Line(position=table) for table in await _tables(by, 50)]
    await flood(32, seconds, lambda: by.simulate("Rollout", sim.RolloutRequest(lines=lines, policy="greedy", seed=1)))


async def search_bots(by: Attacker, _: float) -> None:
    """Three games of four search bots."""
    seats = [{"bot": "search"}] * 4
    for _ in range(3):
        await by.rest("POST", "/v1/games", json={"ruleset": "golden-horn", "seats": seats}, headers=keyed())


async def open_games(by: Attacker, seconds: float) -> None:
    """Opens games without end."""
    seats = [{"name": "A", "claim": True}, {}]

    async def ask() -> None:
        await by.rest("POST", "/v1/games", json={"ruleset": "golden-horn", "seats": seats}, headers=keyed())

    await flood(32, seconds, ask)


async def fork_games(by: Attacker, seconds: float) -> None:
    """Forks ended games without end."""
    body = {"revision": 40, "seats": [{"name": "A", "claim": True}, {}]}
    path = f"/v1/games/{by.world.long_games[0]}/forks"

    async def ask() -> None:
        await by.rest("POST", path, json=body, headers=keyed())

    await flood(32, seconds, ask)


async def reissue(by: Attacker, seconds: float) -> None:
    """A seat that reissues its own token repeatedly."""
    game, token = by.world.running, by.world.running_tokens[0]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        told = await by.http.post(f"/v1/games/{game}/seats/0/token", json={}, headers=keyed(token))
        by.answers[problem_of(told) if told.status_code >= 400 else str(told.status_code)] += 1
        if told.status_code == 429 and "retry-after" not in told.headers:
            by.answers[NO_RETRY] += 1
        token = told.json()["token"]["token"] if told.status_code == 201 else token


async def sit_idle(by: Attacker, seconds: float) -> None:
    """Four hundred connections that send nothing."""
    idle = [silent(by.world) for _ in range(400)]
    by.answers["connected"] += len(idle)
    await asyncio.sleep(seconds)
    for each in idle:
        with closing(each), suppress(BlockingIOError, ConnectionError):
            each.setblocking(False)
            by.answers["let go" if each.recv(1) == b"" else "told"] += 1


async def squat(by: Attacker, _: float) -> None:
    """Claims every free seat, sixty of them."""
    claims = [(game, seat) for game in by.world.free_seats for seat in (1, 2, 3)]
    for game, seat in claims:
        await by.rest("POST", f"/v1/games/{game}/seats", json={"seat": seat, "name": "X"}, headers=keyed())


ATTACKS: dict[str, Attack] = {
    "pages of events, 4/s": page,
    "pages of events, 60 at once": page_at_once,
    "streams from revision 1": catch_up,
    "take_back refused": take_back,
    "Apply with a policy": apply_policy,
    "Rollout, 32 callers": roll_out,
    "three games of search bots": search_bots,
    "opening": open_games,
    "forking": fork_games,
    "reissuing": reissue,
    "400 idle connections": sit_idle,
    "squatting": squat,
    **STALLING,
    **SILENCING,
}
"""Every attack by its name in the table."""


async def attack(world: World, name: str, seconds: float, budget: int) -> tuple[Answers, int]:
    """Carry an attack out, or send as many bytes of plain calls; returns its answers, and the bytes that it sent."""
    transport = httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(max_connections=64))
    async with (
        httpx.AsyncClient(transport=transport, base_url=world.rest, timeout=60) as http,
        grpc.aio.insecure_channel(world.grpc) as channel,
    ):
        by = Attacker(world, http, channel)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds + 30):
                await (plain(by, seconds, budget) if budget else {**ATTACKS, **ON_THE_CORE}[name](by, seconds))
        return by.answers, by.sent


def main() -> None:
    """Read the world, then attacks: `["name", seconds, bytes]`, a line each; write the result of each."""
    world = msgspec.json.decode(sys.stdin.readline(), type=World)
    for line in sys.stdin:
        name, seconds, budget = msgspec.json.decode(line, type=tuple[str, float, int])
        print(msgspec.json.encode(asyncio.run(attack(world, name, seconds, budget))).decode(), flush=True)


if __name__ == "__main__":
    main()
