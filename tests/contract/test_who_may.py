"""Who may make which call: every operation of REST and every method of gRPC, as every sort of caller, on one service.

The calls come from the contract, the callers from `identities.py`, and what is expected from the table below. A call or
a caller that the table does not know fails a test, so that none is added without a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from uuid import uuid4

import grpc
import httpx
import pytest

from tests.contract.asking import ALLOWED, REQUESTS, SEATS, methods, operations, over_grpc, over_rest
from tests.contract.bad_input.sending import KEY, TIMEOUT
from tests.contract.identities import BOTH, CLASSES, IDENTITIES, OPERATORS, World
from tests.kit.process import running_service

Row = Mapping[str, str]
"""What comes of a call for each class of callers."""

_BAD = {"forger": "bad-token", "expired": "expired-token", "revoked": "bad-token", "stranger": "not-your-seat"}
_HOSTS = {"host": "not-your-seat", "guest": "not-your-seat"}
"""A host's token opens no seat: it sees no more than a spectator, who sends none."""
_KEYS = {"creator": "bad-token", "admin": "bad-token", "operator": "bad-token"}
"""An operator's key is no seat's token: it sees and moves nothing in a game."""

ANYBODY = dict.fromkeys(CLASSES, ALLOWED)
"""No credential is asked for, and none is looked at."""
READER = {**_BAD, **_HOSTS, **_KEYS, "nobody": ALLOWED, "seat": ALLOWED, "neighbour": ALLOWED}
"""Spectators and seats, each with their own view; a credential that is sent has to be good."""
SEAT = {**READER, "nobody": "no-token"}
"""Whoever holds a seat, for that seat: the neighbour acts for its own."""
JOINER = {**SEAT, "nobody": "bad-token", "stranger": ALLOWED}
"""Each message names its own token, for a seat of any game."""
OPENER = {**dict.fromkeys(CLASSES, "operator-only"), "nobody": "no-token", "creator": ALLOWED, "operator": ALLOWED}
"""Operators, where any key has the scope `create`."""
REISSUER = {**SEAT, "neighbour": "not-your-seat", "admin": ALLOWED, "operator": ALLOWED}
"""The holder of that very seat, and operators with the scope `admin`."""
PLAYER = {**SEAT, "host": ALLOWED, "admin": ALLOWED, "operator": ALLOWED}
"""Whoever holds a seat, for that seat, the game's host, and operators with the scope `admin`."""
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
"""Whoever holds a seat, the game's host, and operators with the scope `create`: each has webhooks of its own."""

BEARER = dict.fromkeys(CLASSES, "bad-token")
"""Whoever has a ticket, which the request has not: no credential stands for one."""

MINE = {**SEAT, "stranger": ALLOWED}
"""Whoever holds a seat, of whichever game."""

POLICY: dict[str, Row] = {
    "AddWebhook": CALLED,
    "Answer": SEAT,
    "Apply": ANYBODY,
    "ClaimSeat": ANYBODY,
    "CreateGame": OPENER,
    "Determinize": SEAT,
    "Explain": READER,
    "Fork": OPENER,
    "GetGame": READER,
    "GetPieces": READER,
    "GetOrders": SEAT,
    "GetProblem": ANYBODY,
    "GetRecord": READER,
    "GetRuleset": ANYBODY,
    "GetSignedHead": READER,
    "HostGame": HOST,
    "IssueSeatTicket": SEAT,
    "IssueTicket": READER,
    "LeaveOrders": SEAT,
    "ListGames": ANYBODY,
    "ListMyGames": MINE,
    "ListProblems": ANYBODY,
    "ListRulesets": ANYBODY,
    "ListSigningKeys": ANYBODY,
    "ListUpdates": READER,
    "ListWebhooks": CALLED,
    "Live": ANYBODY,
    "Metrics": ANYBODY,
    "PingWebhook": CALLED,
    "Play": JOINER,
    "Preview": SEAT,
    "Ready": ANYBODY,
    "ReissueSeat": REISSUER,
    "Rematch": PLAYER,
    "RemoveWebhook": CALLED,
    "Resign": SEAT,
    "Retract": SEAT,
    "Rollout": ANYBODY,
    "Search": SEAT,
    "UseSeatTicket": BEARER,
    "Watch": READER,
    "WatchGames": READER,
    "WatchLobby": ANYBODY,
    "WithdrawOrders": SEAT,
}
"""The row of every call, which both wires share."""
CHANGING = {"ReissueSeat", "Resign"}
"""Calls after which, once they were allowed, the game or its tokens are not what they were."""

Ask = Callable[[str, World, str | None], str]


@dataclass
class Service:
    """The service that is asked, and the games that it is asked about."""

    http: httpx.Client
    channel: grpc.Channel

    @property
    def wires(self) -> dict[str, tuple[set[str], Ask]]:
        """The calls of each wire, and how to make them."""
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


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service, with operators' keys of every scope."""
    limits = {"TOKEN_CALLS": "0", "ADDRESS_CALLS": "0", "DURABILITY": "everysec", "DRAIN_SECONDS": "1"}
    limits |= {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": "127.0.0.1"}
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("who")
        process = stack.enter_context(running_service(folder, MASTER_KEY=KEY, OPERATOR_KEYS=OPERATORS, **limits))
        http = stack.enter_context(httpx.Client(base_url=process.rest, timeout=TIMEOUT))
        channel = stack.enter_context(grpc.insecure_channel(process.grpc))
        yield Service(http, channel)


def test_the_table_knows_every_call_and_every_caller() -> None:
    """A new call, or a new sort of caller, has to be decided upon; and none stands there that there is not."""
    assert POLICY.keys() == operations().keys() | methods().keys()
    assert all(row.keys() == CLASSES for row in POLICY.values())
    with_body = {name for name, (_, _, described) in operations().items() if "requestBody" in described}
    assert with_body - REQUESTS.keys() <= {"Resign", "Retract"}


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_who_may_do_what(service: Service, wire: str) -> None:
    """Every cell of the matrix: allowed, or refused for the reason that the table gives, and no other."""
    calls, ask = service.wires[wire]
    world, wrong = service.world(), []
    for name in sorted(calls):
        for identity, (group, header) in IDENTITIES.items():
            came, expected = ask(name, world, header(world)), POLICY[name][group]
            if came != expected:
                wrong.append(f"{name} as {identity}: {came}, not {expected}")
            if came == ALLOWED and name in CHANGING:
                world = service.world()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_a_game_without_spectators_is_read_by_its_seats_only(service: Service, wire: str) -> None:
    """Whatever a spectator may read elsewhere is refused here, and seats read on."""
    calls, ask = service.wires[wire]
    world = service.world("none")
    readers = {name for name in calls if POLICY[name] is READER}
    for name in sorted(readers - {"GetRecord"}):  # of which nobody may see any before the end, and everybody after it
        assert ask(name, world, None) == "no-spectators", name
        assert ask(name, world, f"Bearer {world.tokens[0]}") == ALLOWED, name
