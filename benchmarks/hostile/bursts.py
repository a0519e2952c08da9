"""Bursts: enough simultaneous calls to pass any bound that is read first and written later.

The control of each spreads the same calls over callers with a bound each, and all of them come through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import cycle, islice
from typing import NamedTuple
from uuid import uuid4

import httpx
from google.protobuf.message import Message

from podesta.v1 import game_master_pb2 as pb
from podesta_client import Podesta
from podesta_service.webhooks.calls import MOST_OF_A_MAKER, MOST_OF_A_SITE, PINGS_A_MINUTE

from .http2 import at_once
from .world import SHUT, keyed

KEYS = [f"the-key-of-site-{number}" for number in range(6)]
"""Operators' keys with the scope `create`."""
_CALLS, _SITE_CALLS, _PHRASES, _PING_ROUNDS = 96, 40, 24, 8
_ADDRESS = f"http://127.0.0.1:{SHUT}/"


class Seat(NamedTuple):
    """A seat and its token."""

    game: str
    token: str


class Burster:
    """Simultaneous calls on both wires, and how many came through; each of the seats is one caller."""

    def __init__(self, http: httpx.AsyncClient, grpc: tuple[str, int], seats: Sequence[Seat]) -> None:
        self._http, self._grpc, self.seats = http, grpc, seats

    async def webhooks(self, makers: Sequence[Seat], count: int) -> int:
        """Add webhooks of seats, over gRPC."""
        return await self._at_once(
            "AddWebhook",
            (
                (each, pb.AddWebhookRequest(game=each.game, url=_ADDRESS, command_id=uuid4().hex))
                for each in islice(cycle(makers), count)
            ),
        )

    async def _at_once(self, method: str, calls: Iterable[tuple[Seat, Message]]) -> int:
        made = [(seat.token, request.SerializeToString()) for seat, request in calls]
        return await asyncio.wait_for(at_once(self._grpc, f"/podesta.v1.GameMaster/{method}", made), 60)

    async def sites(self, keys: Sequence[str], count: int) -> int:
        """Add webhooks of sites, over REST."""

        async def add(key: str) -> bool:
            return (await self._http.post("/v1/webhooks", json={"url": _ADDRESS}, headers=keyed(key))).is_success

        return sum(await asyncio.gather(*map(add, islice(cycle(keys), count))))

    async def phrases(self, speakers: Sequence[Seat], count: int) -> int:
        """Say phrases for seats."""
        said = ((each, pb.SayPhraseRequest(game=each.game, phrase="hello")) for each in speakers)
        return await self._at_once("SayPhrase", islice(cycle(said), count))

    async def pings(self, makers: Sequence[Seat], rounds: int) -> int:
        """Ping webhooks as often as allowed, while they are added, removed and added again."""
        return sum([await self._pings(each) for each in islice(cycle(makers), rounds)])

    async def _pings(self, by: Seat) -> int:
        body, path = {"url": _ADDRESS}, f"/v1/webhooks?game={by.game}"
        made = await self._http.post(path, json=body, headers=keyed(by.token))
        if made.is_error:
            return 0
        webhook = made.json()["webhook"]["webhook"]
        ping = (by, pb.PingWebhookRequest(game=by.game, webhook=webhook))
        pinged = await self._at_once("PingWebhook", [ping] * PINGS_A_MINUTE)
        await self._http.delete(f"/v1/webhooks/{webhook}?game={by.game}", headers=keyed(by.token))
        return pinged


BURSTS: dict[str, tuple[int, Callable[[Burster], Awaitable[int]], Callable[[Burster], Awaitable[int]]]] = {
    "webhooks of a seat, 96 at once": (
        MOST_OF_A_MAKER,
        lambda by: by.webhooks(by.seats[:1], _CALLS),
        lambda by: by.webhooks(by.seats[1 : 1 + _CALLS // MOST_OF_A_MAKER], _CALLS),
    ),
    "webhooks of a site, 40 at once": (
        MOST_OF_A_SITE,
        lambda by: by.sites(KEYS[:1], _SITE_CALLS),
        lambda by: by.sites(KEYS[1:], _SITE_CALLS),
    ),
    "phrases of a seat, 24 at once": (
        1,
        lambda by: by.phrases(by.seats[:1], _PHRASES),
        lambda by: by.phrases(by.seats[1 : 1 + _PHRASES], _PHRASES),
    ),
    "pings, webhooks made anew": (
        PINGS_A_MINUTE,
        lambda by: by.pings(by.seats[-1:], _PING_ROUNDS),
        lambda by: by.pings(by.seats[-1 - _PING_ROUNDS : -1], _PING_ROUNDS),
    ),
}
"""The allowed number of each burst, the burst, and its control."""


def seats_for(podesta: Podesta, count: int = 40) -> list[Seat]:
    """Seats of running games, two each; those for pings are at the end."""
    games = [podesta.create("golden-horn", ["A", "B"], operator_key=KEYS[0]) for _ in range(count // 2)]
    return [Seat(game.id, token) for game in games for token in game.tokens]


async def burst(rest: str, grpc: tuple[str, int], seats: Sequence[Seat]) -> list[tuple[str, int, int, int]]:
    """For every burst, the allowed number, how many came through, and how many of its control."""
    async with httpx.AsyncClient(base_url=rest, timeout=60) as http:
        by = Burster(http, grpc, seats)
        return [(name, most, await attack(by), await control(by)) for name, (most, attack, control) in BURSTS.items()]
