"""The outcome of calls by the sort of caller; and a service to call, with operators' keys of every scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import grpc
import httpx

from tests.contract.asking import ALLOWED, SEATS, methods, operations, over_grpc, over_rest
from tests.contract.bad_input.sending import KEY, TIMEOUT
from tests.contract.identities import BOTH, CLASSES, OPERATORS, World
from tests.kit.process import running_service

Row = Mapping[str, str]
"""The outcome of a call for each class of callers."""

_BAD = {"forger": "bad-token", "expired": "expired-token", "revoked": "bad-token", "stranger": "not-your-seat"}
_HOSTS = {"host": "not-your-seat", "guest": "not-your-seat"}
"""A host's token opens no seat: it shows no more than without a token."""
_KEYS = {"creator": "bad-token", "admin": "bad-token", "operator": "bad-token"}
"""An operator's key is no seat's token: it neither reads nor moves a game."""

ANYBODY = dict.fromkeys(CLASSES, ALLOWED)
"""No credential is required, and none is checked."""
READER = {**_BAD, **_HOSTS, **_KEYS, "nobody": ALLOWED, "seat": ALLOWED, "neighbour": ALLOWED}
"""Spectators and seats, each with their own view; a credential that is sent has to be valid."""
SEAT = {**READER, "nobody": "no-token"}
"""The holder of a seat, for that seat: the neighbour acts for its own."""
JOINER = {**SEAT, "nobody": "bad-token", "stranger": ALLOWED}
"""Each message names its own token, for a seat of any game."""
OPENER = {**dict.fromkeys(CLASSES, "operator-only"), "nobody": "no-token", "creator": ALLOWED, "operator": ALLOWED}
"""Operators, where any key has the scope `create`."""
REISSUER = {**SEAT, "neighbour": "not-your-seat", "admin": ALLOWED, "operator": ALLOWED}
"""The holder of that very seat, and operators with the scope `admin`."""
PLAYER = {**SEAT, "host": ALLOWED, "admin": ALLOWED, "operator": ALLOWED}
"""The holder of a seat, for that seat, the game's host, and operators with the scope `admin`."""
HOST = {
    **dict.fromkeys(("seat", "neighbour", "stranger", "revoked", "guest"), "host-only"),
    **dict.fromkeys(("host", "admin", "operator"), ALLOWED),
    "nobody": "no-token",
    "forger": "bad-token",
    "expired": "expired-token",
    "creator": "bad-token",
}
"""The game's host, and operators with the scope `admin`."""

CALLED = {
    **PLAYER,
    "creator": ALLOWED,
    "admin": "operator-only",
}
"""The holder of a seat, the game's host, and operators with the scope `create`: each has webhooks of its own."""

BEARER = dict.fromkeys(CLASSES, "bad-token")
"""The holder of a ticket, which the request lacks: no credential replaces one."""

MINE = {**SEAT, "stranger": ALLOWED}
"""The holder of a seat in any game."""

Ask = Callable[[str, World, str | None], str]


@dataclass
class Service:
    """The service under test, and the games of its calls."""

    http: httpx.Client
    channel: grpc.Channel

    @property
    def wires(self) -> dict[str, tuple[set[str], Ask]]:
        """The calls of each wire, and the function that makes them."""
        return {
            "rest": (set(operations()), lambda *asked: over_rest(self.http, *asked)),
            "grpc": (set(methods()), lambda *asked: over_grpc(self.channel, *asked)),
        }

    def world(self, spectators: str = "public") -> World:
        """Fresh games."""
        game, old, other, host = self._open(spectators)
        _, foreign, _, guest = self._open(spectators)
        anew = self.http.post(f"/v1/games/{game}/seats/0/token", json={}, headers=_headers(old)).raise_for_status()
        return World(game, old, (anew.json()["token"]["token"], other), foreign, host, guest)

    def _open(self, spectators: str) -> tuple[str, str, str, str]:
        """A running game, its seats' tokens, and its host's."""
        plan = {"ruleset": "golden-horn", "seats": SEATS, "spectators": {"policy": spectators}}
        plan["options"] = {"start_seat": 0}
        told = self.http.post("/v1/games", json=plan, headers=_headers(BOTH)).raise_for_status().json()
        return told["game"]["game"], told["tokens"][0]["token"], told["tokens"][1]["token"], told["host"]["token"]


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex}


@contextmanager
def asked(folder: Path) -> Iterator[Service]:
    """A service in a folder, for the time of a block."""
    limits = {"TOKEN_CALLS": "0", "ADDRESS_CALLS": "0", "DURABILITY": "everysec", "DRAIN_SECONDS": "1"}
    limits |= {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": "http://127.0.0.1:9/"}
    with ExitStack() as stack:
        process = stack.enter_context(running_service(folder, MASTER_KEY=KEY, OPERATOR_KEYS=OPERATORS, **limits))
        http = stack.enter_context(httpx.Client(base_url=process.rest, timeout=TIMEOUT))
        channel = stack.enter_context(grpc.insecure_channel(process.grpc))
        yield Service(http, channel)
