"""What both wires receive: the services of this process, and the caller of each request.

A caller is a token, an address, a language, and the account that pays for the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from podesta_engines.core.words import ENGLISH, LANGUAGES, Language
from podesta_service.fairness.accounts import HeldBytes
from podesta_service.fairness.buckets import Guesses, Limits, refusal_of
from podesta_service.fairness.connections import OpenCalls, refused_over
from podesta_service.fairness.time_slices import Payer
from podesta_service.identity.tls import Certificates
from podesta_service.identity.tokens import Claims
from podesta_service.table.table import Table, Viewer
from podesta_service.table.writer import Command
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire
from podesta_service.views.following import Mode, UpdateStream

from .master import Master
from .problems import MALFORMED, Refusal, refuse
from .settings import Settings

_LONGEST_WISH = 200
"""Characters of an Accept-Language header that are read."""
INCLUDED = 0.005
"""Seconds of computing that each request includes; only more is charged."""
MIB = 2**20
BYTES_A_SECOND = 100_000_000
"""Bytes of a game's history that cost as much as a second of computing."""


@dataclass(frozen=True)
class Context:
    """The services of one process. `leaving` is set once it was asked to stop, `draining` when it stops serving."""

    settings: Settings
    master: Master
    metrics: Metrics
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    draining: asyncio.Event = field(default_factory=asyncio.Event)

    @cached_property
    def certificates(self) -> Certificates:
        """The TLS certificate of both wires, reloaded when its file changes; raises BadSetting."""
        return Certificates(self.settings)

    @cached_property
    def limits(self) -> Limits:
        """The limits of calls for each caller; both wires count together."""
        return Limits(self.settings, refused=self.metrics.limited, caller=self.master.gate.caller)

    @cached_property
    def guesses(self) -> Guesses:
        """The limits of wrong invitations for each address."""
        return Guesses(self.settings, refused=self.metrics.limited)

    @cached_property
    def crowd(self) -> OpenCalls:
        """The open gRPC calls of each caller."""
        return OpenCalls(self.settings, refused_over("grpc", self.metrics, "calls of a crowded address are refused"))

    @cached_property
    def requests(self) -> HeldBytes:
        """The bytes of requests in progress."""
        return HeldBytes(8 * MIB, 32 * MIB)

    @cached_property
    def answers(self) -> HeldBytes:
        """The bytes of responses in progress, or not yet read."""
        return HeldBytes(12 * MIB, 48 * MIB)

    async def follow(
        self,
        wire: Wire,
        game: str,
        token: str | None,
        after: int | None,
        language: Language,
        mode: Mode = "full",
    ) -> UpdateStream:
        """Follow a game over a wire as the bearer of a token may; without a revision, from its current state."""
        watcher, first = await self.master.watch(game, token, after)
        return UpdateStream(watcher, first, language, wire, self.metrics, self.draining, self.master.tables, mode)


# -- callers --------------------------------------------------------------------------------------------------------


class Account(Payer):
    """One request on the account of its token and its address; `gone` returns whether the caller has disconnected."""

    def __init__(self, limits: Limits, token: str | None, address: str, gone: Callable[[], bool] | None = None) -> None:
        self.address, self._gone, self._included = address, gone, INCLUDED
        self._calls, self._computing = limits.pages(token, address)  # the token's holder is looked up once

    def left(self) -> bool:
        """Whether the caller has disconnected."""
        return self._gone is not None and self._gone()

    def pay(self, seconds: float, sent: int = 0) -> None:
        """Charge computing beyond the included amount, and bytes."""
        self._included -= seconds
        if self._included >= 0 and not sent:
            return
        cost = max(0.0, -self._included) + sent / BYTES_A_SECOND
        self._included = max(0.0, self._included)
        for buckets, who in self._computing:
            buckets.charge(who, cost * 1000)

    def debt(self) -> float:
        """Seconds until the call may compute on."""
        return max((buckets.owed(who) for buckets, who in self._computing), default=0.0)

    def count(self) -> Refusal | None:
        """Count the call for its token and its address; returns a refusal if either is over its limit, or in debt."""
        spent: Refusal | None = None
        for buckets, who in self._calls:
            if (wait := buckets.take(who)) and spent is None:
                spent = refusal_of(buckets.name, wait)
        if spent:
            return spent
        for buckets, who in self._computing:
            if wait := buckets.owed(who):
                buckets.refused(buckets.name)
                return refusal_of(buckets.name, wait)
        return None

    def told(self) -> str:
        """The rest of the budget, as the value of the header RateLimit."""
        return ", ".join([buckets.told(who) for buckets, who in (*self._calls, *self._computing)])


class Caller:
    """The caller of one request, from its headers.

    `peer` is the address of the connection, `gone` returns whether the caller has disconnected, `page` is the address
    of the page that calls, or of the service as it calls it; empty on gRPC.
    """

    __slots__ = ("account", "context", "language", "page", "request_id", "token")

    def __init__(
        self,
        context: Context,
        authorization: str | None,
        languages: str | None,
        peer: str,
        forwarded: str | None,
        request_id: str,
        gone: Callable[[], bool] | None = None,
        page: str = "",
    ) -> None:
        self.context, self.request_id, self.page = context, request_id, page
        self.token = None if authorization is None else bearer(authorization)
        self.language: Language = ENGLISH if languages is None else language_of(languages)
        limits = context.limits
        self.account = Account(limits, self.token, limits.caller(peer, forwarded), gone)

    @property
    def address(self) -> str:
        """The address of the call, as limits count it."""
        return self.account.address

    async def viewer(self, game: str) -> Viewer:
        """The seat of the bearer, None for a spectator; raises Refusal."""
        return await self.context.master.gate.viewer(game, self.token)

    async def holder(self, game: str) -> Claims:
        """The content of a seat's token, which the call requires; raises Refusal."""
        return await self.context.master.gate.holder(game, self.token)


def command_of(holder: Claims, command_id: str, revision: int = 0, head: str = "", at: Table | None = None) -> Command:
    """A seat's request to its game; `at` is a table at which the seat is known to have this holder."""
    return Command(holder.game, holder.seat, revision, command_id, holder.epoch, head, at)


def language_of(header: str | None) -> Language:
    """The available language that an Accept-Language header prefers; English without one.

    Quality values are honoured; `it-CH` and `it_CH` count as `it`.
    """
    return ENGLISH if header is None else _best(header[:_LONGEST_WISH])


@lru_cache(maxsize=256)
def _best(wishes: str) -> Language:
    """The preferred language of a header, cached, as callers send few different ones."""
    wished: dict[str, float] = {}
    for part in wishes.split(","):
        tag, _, rest = part.strip().partition(";")
        wished.setdefault(tag.strip().lower().replace("_", "-").partition("-")[0], _quality(rest))
    others = wished.get("*", 0.0)
    named = [name for name in wished if name in LANGUAGES]
    known = [*named, *(name for name in (ENGLISH, *LANGUAGES) if name not in wished)]
    best = max(known, key=lambda name: wished.get(name, others), default=ENGLISH)
    return best if wished.get(best, others) > 0 else ENGLISH


def _quality(parameter: str) -> float:
    """The value of `q=0.8`; 1 without one, 0 for nonsense."""
    name, _, value = parameter.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0 if not parameter.strip() else 0.0
    try:
        return float(value)
    except ValueError:
        return 0.0


SINGLE = frozenset(
    (
        "authorization",
        "content-encoding",
        "content-length",
        "content-type",
        "host",
        "idempotency-key",
        "if-match",
        "last-event-id",
        "origin",
        "x-request-id",
    )
)
"""Headers, and gRPC metadata, allowed at most once: with two, a proxy might use the other one."""


def check_single(names: Iterable[str]) -> None:
    """Refuse a request that repeats a header of SINGLE."""
    seen = set[str]()
    for name in names:
        if name in seen and name in SINGLE:
            raise refuse(MALFORMED, "header-repeated", header=name)
        seen.add(name)


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; None without one. A header of another scheme gives an empty token."""
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
