"""The powers of hosts, operators and seats once a game is dealt: every sort of caller, both wires.

Each cell says how the call is refused, or that it was allowed. An action of hosts that is missing from the table fails
a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args
from uuid import uuid4

import grpc
import httpx
import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from podesta_service.commands.hosting import Deed
from tests.contract.asking import ALLOWED, SEATS, methods
from tests.contract.identities import IDENTITIES, World
from tests.contract.policy import ANYBODY, HOST, OPENER, PLAYER, REISSUER, SEAT, Row, Service, asked
from tests.kit.grpc_wire import TIMEOUT, read

HELD = 0
"""The seat held by the `seat` of the matrix."""


@dataclass(frozen=True)
class Power:
    """A call: for REST its path and body, for gRPC its method and request; and its outcome by caller."""

    path: str
    method: str
    row: Row
    body: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the request of gRPC that are in the path, or spelled otherwise, in REST."""
    changes: bool = False
    """Whether a successful call changes the game, or a token."""


def instead(row: Row, refusal: str) -> Row:
    """A row in which permitted callers are refused because of the request itself."""
    return {who: refusal if came == ALLOWED else came for who, came in row.items()}


def host(deed: Deed, row: Row, changes: bool = False, **body: Any) -> Power:
    """A host action."""
    return Power("/host", "HostGame", row, {"action": deed, **body}, {"action": f"HOST_ACTION_{deed.upper()}"}, changes)


CLAIM, OTHER = {"name": "Eve", "seat": HELD}, {"name": "Eve"}
BOTTERS = {**OPENER, "host": ALLOWED}
"""The callers who may seat bots, if a key is required to open games."""
POWERS: dict[str, Power] = {
    "free a seat": host("free", instead(HOST, "not-freeable"), seat=HELD),
    "invite to a seat": host("invite", instead(HOST, "seat-taken"), seat=HELD),
    "invite to the game": host("invite", instead(HOST, "bad-setup")),
    "revoke a seat's invitation": host("revoke", instead(HOST, "seat-taken"), seat=HELD),
    "revoke the game's": host("revoke", instead(HOST, "bad-setup")),
    "list": host("list", HOST),
    "unlist": host("unlist", HOST),
    "close": host("close", instead(HOST, "game-running")),
    "renew the host's token": host("reissue", HOST, changes=True),
    "claim a seat": Power("/seats", "ClaimSeat", instead(ANYBODY, "seat-taken"), CLAIM),
    "claim any seat": Power("/seats", "ClaimSeat", instead(ANYBODY, "seat-taken"), OTHER),
    "put a bot on a seat": Power("/seats", "ClaimSeat", instead(BOTTERS, "seat-taken"), {"bot": "greedy", "seat": 0}),
    "give a seat out anew": Power(f"/seats/{HELD}/token", "ReissueSeat", REISSUER, {}, {"seat": HELD}, changes=True),
    "make a ticket": Power("/tickets", "IssueSeatTicket", SEAT, {}),
    "make a ticket that shares": Power("/tickets", "IssueSeatTicket", SEAT, {"share": True}),
    "open the rematch": Power("/rematch", "Rematch", instead(PLAYER, "not-over")),
    "fork": Power("/forks", "Fork", instead(OPENER, "not-over"), {"revision": 1, "seats": SEATS}),
    "leave": Power("/resignation", "Resign", SEAT, changes=True),
}
"""None of these gains a seat that another player holds, except `admin`, which is public."""


def over_rest(to: Service, power: Power, world: World, header: str | None) -> str:
    """The outcome of a power over REST."""
    headers = {"Idempotency-Key": uuid4().hex, **({"Authorization": header} if header is not None else {})}
    bodiless = power.method in ("Rematch", "Resign")
    body = None if bodiless else dict(power.body)
    answer: httpx.Response = to.http.post(f"/v1/games/{world.game}{power.path}", json=body, headers=headers)
    return ALLOWED if answer.is_success else str(answer.json()["type"]).removeprefix("/problems/")


def over_grpc(to: Service, power: Power, world: World, header: str | None) -> str:
    """The outcome of a power over gRPC."""
    method = methods()[power.method]
    kind = GetMessageClass(method.input_type)
    said = {"game": world.game, "command_id": uuid4().hex, **power.body, **power.more}
    known = {name: value for name, value in said.items() if name in kind.DESCRIPTOR.fields_by_name}
    unary = to.channel.unary_unary(f"/{method.containing_service.full_name}/{power.method}")
    metadata = [] if header is None else [("authorization", header)]
    try:
        unary(ParseDict(known, kind()).SerializeToString(), metadata=metadata, timeout=TIMEOUT)
    except grpc.RpcError as error:
        return read(error).reason.lower().replace("_", "-")
    return ALLOWED


WIRES: Mapping[str, Callable[[Service, Power, World, str | None], str]] = {"rest": over_rest, "grpc": over_grpc}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all calls."""
    with asked(tmp_path_factory.mktemp("powers")) as found:
        yield found


@pytest.mark.parametrize("wire", WIRES)
def test_what_may_be_done_after_the_deal(service: Service, wire: str) -> None:
    """Every power of every sort of caller: allowed, or refused for the reason in the table."""
    world, wrong = service.world(), []
    for name, power in POWERS.items():
        for identity, (group, header) in IDENTITIES.items():
            came, expected = WIRES[wire](service, power, world, header(world)), power.row[group]
            if came != expected:
                wrong.append(f"{name} as {identity}: {came}, not {expected}")
            if came == ALLOWED and power.changes:
                world = service.world()
    assert not wrong, "\n".join(wrong)


def test_the_table_knows_every_deed() -> None:
    """A new host action needs a decision."""
    assert {power.body["action"] for power in POWERS.values() if power.method == "HostGame"} == set(get_args(Deed))
