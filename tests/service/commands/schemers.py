"""Schemers: they hold some credentials, make every call there is with each of them, and keep every response.

Each response is compared with the responses to a spectator and to the seats that they legitimately hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import msgspec

from podesta_service.commands.hosting import Deed
from podesta_service.identity.tokens import TokenOffice
from podesta_service.master import Master
from podesta_service.problems import Refusal
from podesta_service.table.table import Table
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import choose, command
from tests.kit.rest import bearer

DEEDS: tuple[Deed, ...] = ("invite", "revoke", "free", "list", "unlist", "reissue", "close")
ALL: tuple[Deed, ...] = ("list", "unlist", "reissue", "close")
"""Host actions on the game, not on a seat."""
READS = ("", "?at={at}", "/events?after={after}&limit=1", "/head", "/orders", "/record", "/stream?after={after}")
"""The reads of a game; the stream is read up to the present, and updates one at a time, since longer pages are cut by
time."""
_TOKEN = re.compile(r"^[\w-]+\.[\w-]+\.[\w-]{43}$")
Json = Any


@dataclass
class Scheme:
    """A game, the seat under attack, and the seats that the schemers legitimately hold in it."""

    game: str
    victim: int
    own: tuple[int, ...] = ()


@dataclass
class Schemers:
    """The conspirators: the tokens they hold (None: no token), and the secrets of invitations they know."""

    master: Master
    http: httpx.AsyncClient
    rnd: Random
    held: list[str | None]
    secrets: list[str] = field(default_factory=lambda: [""])
    tickets: list[str] = field(default_factory=lambda: ["no-ticket"])
    compared: int = 0
    """Number of responses compared with the permitted ones."""

    async def act(self, scheme: Scheme) -> None:
        """Make one call of any kind with any credential held; raises AssertionError if the response reveals too
        much."""
        calls: list[Callable[[Scheme, str | None], Coroutine[Any, Any, None]]] = [self._read, self._ask, self._host]
        calls += [self._claim, self._reissue, self._ticket, self._use, self._again, self._stream_by_ticket]
        await self.rnd.choice(calls)(scheme, self.rnd.choice(self.held))

    async def everything_read(self, scheme: Scheme) -> None:
        """Make every read, with every credential held."""
        for token in dict.fromkeys(self.held):
            for path in READS:
                await self._compare(scheme, token, "GET", await self._filled(scheme, path))

    # -- reading -------------------------------------------------------------------------------------------------------

    async def _filled(self, scheme: Scheme, path: str) -> str:
        last = (await self.master.table(scheme.game)).revision
        at = self.rnd.randint(1, last)
        return path.format(at=at, after=max(0, at - 3))

    async def _read(self, scheme: Scheme, token: str | None) -> None:
        await self._compare(scheme, token, "GET", await self._filled(scheme, self.rnd.choice(READS)))

    async def _ask(self, scheme: Scheme, token: str | None) -> None:
        """Ask for the preview of another seat's answer, and for why it is not open."""
        table = await self.master.table(scheme.game)
        if not list(table.position.asks):
            return
        _, [(question, option)] = choose(table, self.rnd)
        said = {"question": question, "option": option}
        await self._compare(scheme, token, "POST", "/explain", said)
        await self._compare(scheme, token, "POST", "/preview", {"answers": [said]})

    async def _compare(self, scheme: Scheme, token: str | None, method: str, path: str, body: Json = None) -> None:
        """Check that a credential's response equals that to a spectator or to a seat of theirs."""
        told = await self._tell(scheme, token, method, path, body)
        if told is None:
            return
        rightly = [await self._tell(scheme, each, method, path, body) for each in await self._rightful(scheme)]
        assert told in rightly, f"{method} {path} tells too much: {told[:300]!r}"
        self.compared += 1

    async def _rightful(self, scheme: Scheme) -> list[str | None]:
        table, office = await self.master.table(scheme.game), TokenOffice(MASTER_KEY, 30)
        return [None, *(office.issue(scheme.game, seat, table.epoch(seat)).token for seat in scheme.own)]

    async def _tell(self, scheme: Scheme, token: str | None, method: str, path: str, body: Json) -> bytes | None:
        """The response, or None if it was refused."""
        url, headers = f"/v1/games/{scheme.game}{path}", bearer(token)
        if "/stream" in path:
            return await self._streamed(url, headers)
        answer = await self.http.request(method, url, json=body, headers=headers)
        return answer.content if answer.is_success else None

    async def _streamed(self, url: str, headers: dict[str, str]) -> bytes | None:
        """The lines of a stream until it has caught up, or None if it was refused."""
        lines = list[str]()
        async with self.http.stream("GET", url, headers=headers) as stream:
            async for line in stream.aiter_lines():
                if '"caught_up":true' in line:
                    break
                if "heartbeat" not in line and "server_time" not in line:
                    lines.append(line)
            return "\n".join(lines).encode() if stream.is_success else None

    # -- acting --------------------------------------------------------------------------------------------------------

    async def call(self, scheme: Scheme, token: str | None, path: str, body: Json = None) -> Json:
        """Make a call that changes something; the response, or None if it was refused."""
        headers = {**bearer(token), "Idempotency-Key": command()}
        answer = await self.http.post(f"/v1/games/{scheme.game}{path}", json=body, headers=headers)
        if not answer.is_success:
            return None
        told = answer.json()
        self._keep(told)
        await self._check(scheme, told)
        return told

    async def _host(self, scheme: Scheme, token: str | None) -> None:
        """Host actions in any order, most of them on the victim's seat, followed by an attempt to claim it."""
        for deed in self.rnd.sample(DEEDS, 5):
            seat = None if deed in ALL else self.rnd.choice([scheme.victim, scheme.victim, *scheme.own])
            told = await self.call(scheme, token, "/host", {"action": deed, "seat": seat})
            if told and told.get("invitation"):
                self.secrets.append(told["invitation"]["secret"])
        await self._claim(scheme, None)

    async def _claim(self, scheme: Scheme, token: str | None) -> None:
        body = {"seat": self.rnd.choice([None, scheme.victim]), "name": self.rnd.choice(["Eve", "Bea"])}
        await self.call(scheme, token, "/seats", body | {"invitation": self.secrets[-1]})
        await self.call(scheme, token, "/seats", body | {"bot": "greedy"})

    async def _reissue(self, scheme: Scheme, token: str | None) -> None:
        seat = self.rnd.choice([scheme.victim, *scheme.own])
        await self.call(scheme, token, f"/seats/{seat}/token", {})

    async def _ticket(self, scheme: Scheme, token: str | None) -> None:
        told = await self.call(scheme, token, "/tickets", {"share": self.rnd.random() < 0.5})
        self.tickets += [told["ticket"]] if told else []

    async def _use(self, scheme: Scheme, token: str | None) -> None:
        given = self.rnd.choice([*self.tickets, *(each for each in self.held if each)])
        await self.call(scheme, token, "/tickets/use", {"ticket": given})

    async def _again(self, scheme: Scheme, token: str | None) -> None:
        """Ask for the next game, or a fork of this one: neither can be had while it goes on."""
        claim = {"name": "Eve", "claim": True}
        seats = (await self.master.table(scheme.game)).created.seats
        assert await self.call(scheme, token, "/forks", {"revision": 1, "seats": [claim] * seats}) is None
        assert await self.call(scheme, token, "/rematch") is None

    async def _stream_by_ticket(self, scheme: Scheme, token: str | None) -> None:
        """Check that a ticket's stream shows what its token's stream does."""
        answer = await self.http.post(f"/v1/tickets?game={scheme.game}", headers=bearer(token))
        if answer.is_success:
            told = await self._streamed(f"/v1/stream?ticket={answer.json()['ticket']}", {})
            rightly = [bearer(each) for each in await self._rightful(scheme)]
            assert told in [await self._streamed(f"/v1/stream?game={scheme.game}", each) for each in rightly]
            self.compared += 1

    # -- results -------------------------------------------------------------------------------------------------------

    def _keep(self, told: Json) -> None:
        """Keep every token in a response."""
        self.held += [text for text in _texts(told) if _TOKEN.match(text) and text not in self.held]

    async def _check(self, scheme: Scheme, told: Json) -> None:
        """Check that each game in a response is shown as to a spectator or to a seat of theirs."""
        for game in _games(told):
            if game["game"] == scheme.game:
                at = await self.master.table(scheme.game, game["revision"])
                assert game in [_shown(at, viewer) for viewer in (None, *scheme.own)]
                self.compared += 1

    async def opens(self, scheme: Scheme) -> set[int]:
        """The seats of a game that the credentials held open."""
        found = set[int]()
        for token in self.held:
            try:
                found.add(await self.master.gate.seat(scheme.game, token))
            except Refusal:
                continue
        return found


def _shown(table: Table, viewer: int | None) -> Json:
    """A game as JSON, as a viewer is shown it."""
    return json.loads(msgspec.json.encode(table.show(viewer, "en")))


def _texts(told: Json) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from _texts(each)


def _games(told: Json) -> Iterator[Json]:
    if isinstance(told, dict) and {"game", "revision", "view"} <= told.keys():
        yield told
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from _games(each)
