"""Every call of both wires as one identity would make it, and its outcome in one word.

The fields that a call needs besides a game are in REQUESTS; the calls themselves come from the contract.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

import grpc
import httpx
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from tests.contract.identities import World
from tests.contract.promises import DOCUMENT
from tests.kit.grpc_wire import TIMEOUT, read

ALLOWED = "allowed"
IDENTITY_PROBLEMS = frozenset(
    {"no-token", "bad-token", "expired-token", "not-your-seat", "operator-only", "no-spectators", "host-only"}
)
"""Refusals because of the caller's identity; a call refused for any other reason was allowed."""

MISTAKES = frozenset(
    {"malformed", "not-found", "method-not-allowed", "unsupported-media", "revision-required", "unknown-game"}
    | {"unknown-ruleset", "too-large", "internal", ""}
)
"""Refusals because of a bad request: they prove nothing about the caller's rights."""

Json = dict[str, Any]
ANSWER = {"question": "place_ships", "option": "no-such-option"}
RULE = {"question": "place_ships", "times": 1}
SEATS = [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]
REQUESTS: dict[str, Json] = {
    "Answer": {"answers": [ANSWER]},
    "ClaimSeat": {"seat": 1, "name": "Guest"},
    "CreateGame": {"ruleset": "golden-horn", "seats": SEATS},
    "Determinize": {"count": 1},
    "Explain": ANSWER,
    "Fork": {"revision": 2, "seats": SEATS},
    "GetRuleset": {"ruleset": "golden-horn"},
    "HostGame": {"action": "list"},
    "LeaveOrders": {
        "rules": [{"question": "place_ships", "answer": ["no-such-option"], "times": 1}],
        "otherwise": "wait",
    },
    "Preview": {"answers": [ANSWER]},
    "ReissueSeat": {"seat": 0},
    "SayPhrase": {"phrase": "hello"},
    "IssueSeatTicket": {"share": True},
    "AddWebhook": {"url": "http://127.0.0.1:9/", "warn_seconds": 60},
    "PingWebhook": {"webhook": "nowebhookatall22"},
    "RemoveWebhook": {"webhook": "nowebhookatall22"},
    "UseSeatTicket": {"ticket": "no-ticket"},
    "Apply": {"lines": [{"position": "bm8gcG9zaXRpb24="}]},
    "Rollout": {"lines": [{"position": "bm8gcG9zaXRpb24="}], "policy": "random"},
}
"""Fields of the request, or of the body, for calls that need some."""
PATHS = {"seat": "0", "webhook": "nowebhookatall22", "slug": "bad-token", "ruleset": "golden-horn"}
REVISION = 2
"""The game's revision."""


@cache
def operations() -> dict[str, tuple[str, str, Json]]:
    """Method, path and description of every operation of REST by its name in logs: the id with a capital."""
    paths = json.loads(DOCUMENT.read_bytes())["paths"]
    return {
        call["operationId"][0].upper() + call["operationId"][1:]: (method.upper(), path, call)
        for path, calls in paths.items()
        for method, call in calls.items()
    }


def methods() -> dict[str, Any]:
    """The descriptor of every method of gRPC by its name."""
    files = (pb.DESCRIPTOR, sim.DESCRIPTOR)
    return {
        method.name: method
        for each in files
        for service in each.services_by_name.values()
        for method in service.methods
    }


def outcome(problem: str) -> str:
    """The outcome for the caller according to a problem type; raises ValueError if the type proves nothing about it."""
    if problem in MISTAKES:
        raise ValueError(f"the request was not a good one: {problem!r}")
    return problem if problem in IDENTITY_PROBLEMS else ALLOWED


# -- REST --------------------------------------------------------------------------------------------------------------


def over_rest(http: httpx.Client, name: str, world: World, authorization: str | None) -> str:
    """The outcome of an operation."""
    method, path, described = operations()[name]
    body = {field: value for field, value in REQUESTS.get(name, {}).items() if f"{{{field}}}" not in path}
    for parameter, value in {**PATHS, "game": world.game}.items():
        path = path.replace(f"{{{parameter}}}", value)
    headers = {"Idempotency-Key": uuid4().hex, "If-Match": f'"{REVISION}"'}
    if authorization is not None:
        headers["Authorization"] = authorization
    by_query = name in ("WatchGames", "IssueTicket") or "Webhook" in name
    query = {"game": world.game} if by_query else {}
    sent = body if "requestBody" in described else None
    with http.stream(method, path, params=query, headers=headers, json=sent) as response:
        if response.status_code < 400:
            return ALLOWED
        response.read()
        return outcome(response.json()["type"].removeprefix("/problems/"))


# -- gRPC --------------------------------------------------------------------------------------------------------------


def over_grpc(channel: grpc.Channel, name: str, world: World, authorization: str | None) -> str:
    """The outcome of a method."""
    method = methods()[name]
    address = f"/{method.containing_service.full_name}/{name}"
    metadata = [] if authorization is None else [("authorization", authorization)]
    request = request_of(method, world)
    try:
        if name == "Search":
            return outcome(_searched(channel.stream_stream(address), world, metadata))
        if method.client_streaming:
            return outcome(_played(channel.stream_stream(address), authorization))
        if method.server_streaming:
            stream: Any = channel.unary_stream(address)(request, metadata=metadata, timeout=TIMEOUT)
            next(stream)
            stream.cancel()
        else:
            channel.unary_unary(address)(request, metadata=metadata, timeout=TIMEOUT)
    except grpc.RpcError as error:
        return outcome(read(error).reason.lower().replace("_", "-"))
    return ALLOWED


def request_of(method: Any, world: World) -> bytes:
    """A request with the common fields, where it has them, and with those that this call needs."""
    kind = GetMessageClass(method.input_type)
    fields: Json = {"game": world.game, "command_id": uuid4().hex, "revision": REVISION} | REQUESTS.get(method.name, {})
    if "orders" in kind.DESCRIPTOR.fields_by_name:
        fields = {"orders": REQUESTS[method.name], **fields}
    if "action" in fields:
        fields["action"] = f"HOST_ACTION_{fields['action'].upper()}"
    known = {name: value for name, value in fields.items() if name in kind.DESCRIPTOR.fields_by_name}
    return ParseDict(known, kind()).SerializeToString()


def _played(play: Callable[..., Iterator[bytes]], authorization: str | None) -> str:
    """The response of a stream of turns to a token that joins; its header is ignored."""
    said: SimpleQueue[bytes | None] = SimpleQueue()
    token = (authorization or "").partition(" ")[2]
    said.put(pb.PlayRequest(join=pb.Join(token=token)).SerializeToString())
    told = pb.PlayResponse.FromString(next(iter(play(iter(said.get, None), timeout=TIMEOUT))))
    said.put(None)
    return told.refused.problem.type if told.WhichOneof("response") == "refused" else ALLOWED


def _searched(search: Callable[..., Iterator[bytes]], world: World, metadata: Any) -> str:
    """The response of a search to a token that draws."""
    drawn = sim.SearchRequest(determinize=sim.DeterminizeRequest(game=world.game))
    said = [drawn.SerializeToString()]
    told = sim.SearchResponse.FromString(next(iter(search(iter(said), metadata=metadata, timeout=TIMEOUT))))
    return told.refused.type if told.WhichOneof("response") == "refused" else ALLOWED
