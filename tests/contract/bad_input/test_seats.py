"""A seat that a game does not have is refused as the caller's mistake, wherever a request names one."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import grpc
import jwt
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from podesta_service.randomness import key_id, token_key
from tests.contract.asking import IDENTITY_PROBLEMS, PATHS, REQUESTS, REVISION, methods, operations
from tests.contract.identities import BOTH, MASTER, World
from tests.contract.policy import Service, asked
from tests.contract.promises import DOCUMENT
from tests.kit.grpc_wire import TIMEOUT, read

Json = dict[str, Any]
WRONG = [-(2**31), -1, 2, 6, 2**31 - 1]
"""Seats that a game of two does not have."""
DEEDS = ["invite", "revoke", "free", "list", "unlist"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with keys of every scope."""
    with asked(tmp_path_factory.mktemp("seats")) as found:
        yield found


def is_seat(name: str) -> bool:
    """Whether a field names a seat."""
    return name == "seat" or name.endswith("_seat")


# -- fields that name seats -------------------------------------------------------------------------------------------


def of_message(kind: Descriptor, depth: int = 7) -> Iterator[Any]:
    """JSON of a message with a wrong seat in one field, for each such field at any depth, and each seat."""
    for field in kind.fields if depth else ():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            inner = of_message(field.message_type, depth - 1)
        else:
            inner = iter(WRONG if is_seat(field.name) else ())
        for value in inner:
            yield {field.name: [value] if field.is_repeated else value}


def of_schema(schema: Json, document: Json, depth: int = 9) -> Iterator[Any]:
    """The same for a schema of the API's description."""
    if "$ref" in schema and depth:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for part in [*schema.get("oneOf", []), *schema.get("anyOf", [])] if depth else ():
        yield from of_schema(part, document, depth - 1)
    for value in of_schema(schema["items"], document, depth - 1) if depth and "items" in schema else ():
        yield [value]
    for name, inner in schema.get("properties", {}).items() if depth else ():
        for value in WRONG if is_seat(name) else of_schema(inner, document, depth - 1):
            yield {name: value}


@pytest.mark.parametrize("wire", ["rest", "grpc"])
@pytest.mark.parametrize("seat", [2, 6, 2**31 - 1, 2**63 - 1])
def test_a_token_for_such_a_seat_opens_nothing(service: Service, wire: str, seat: int) -> None:
    """Signed by the service's own key, it is refused as an invalid token by every call that checks it."""
    (calls, ask), world, faults = service.wires[wire], service.world(), []
    bearer = f"Bearer {_signed(world, 'seat', seat)}"
    for name in sorted(calls - {"ReissueSeat"}):
        if ask(name, world, "Bearer sesame") in IDENTITY_PROBLEMS:
            faults += [name] if ask(name, world, bearer) not in IDENTITY_PROBLEMS else []
    assert not faults


def test_a_ticket_for_such_a_seat_is_of_no_use(service: Service) -> None:
    """Neither to share it nor to take it over."""
    world = service.world()
    for share in (True, False):
        ticket = _signed(world, "seat-ticket", 6, jti=uuid4().hex, share=share, beyond=0)
        path = f"/v1/games/{world.game}/tickets/use"
        answer = service.http.post(path, json={"ticket": ticket}, headers={"Idempotency-Key": uuid4().hex})
        assert answer.status_code in (400, 401), answer.text


def _signed(world: World, kind: str, seat: int, **more: Any) -> str:
    """A token signed by the service's key for a seat of a game."""
    now = int(time.time())
    claims = {"iss": "podesta", "sub": kind, "iat": now, "exp": now + 600}
    claims |= {"game": world.game, "seat": seat, "epoch": 1, **more}
    return jwt.encode(claims, token_key(MASTER), "HS256", headers={"kid": key_id(MASTER)})


def over(base: Any, wrong: Any) -> Any:
    """A good request with the wrong seat put into it, in the first element of a list."""
    if isinstance(base, dict) and isinstance(wrong, dict):
        return base | {name: over(base.get(name), value) for name, value in wrong.items()}
    if isinstance(base, list) and isinstance(wrong, list) and base:
        return [over(base[0], wrong[0]), *base[1:]]
    return wrong


def callers(world: World) -> dict[str, str]:
    """Tokens by their bearers: for each call one of them is permitted."""
    return {"seat": world.tokens[0], "host": world.host, "operator": BOTH, "nobody": ""}


# -- calls -------------------------------------------------------------------------------------------------------------


def test_no_seat_is_a_fault_over_grpc(service: Service) -> None:
    """Every field of every request, for permitted callers: never INTERNAL or UNKNOWN."""
    world, faults, made = service.world(), [], 0
    for name, method in methods().items():
        kind = GetMessageClass(method.input_type)
        for wrong in of_message(kind.DESCRIPTOR):
            for who, token in callers(world).items():
                made += 1
                said = _grpc(service.channel, method, _request(kind, name, world, wrong, token), token)
                faults += [f"{name} {wrong} as {who}: {said}"] * (said in ("INTERNAL", "UNKNOWN"))
    assert made > 100
    assert not faults, "\n".join(faults)


def _request(kind: Any, name: str, world: World, wrong: Json, token: str) -> bytes:
    """A request that is good except for the seat it names."""
    base: Json = {"game": world.game, "command_id": uuid4().hex, "revision": REVISION} | REQUESTS.get(name, {})
    base |= {"action": "HOST_ACTION_FREE"} if name == "HostGame" else {}
    base |= {"orders": REQUESTS["LeaveOrders"]} if name == "LeaveOrders" else {}
    base |= {"tokens": [token]} if name == "ListMyGames" else {}
    known = {each: value for each, value in over(base, wrong).items() if each in kind.DESCRIPTOR.fields_by_name}
    return bytes(ParseDict(known, kind()).SerializeToString())


def _grpc(channel: grpc.Channel, method: Any, request: bytes, token: str) -> str:
    """The reason for which a call is refused; empty if it is not."""
    address, metadata = f"/{method.containing_service.full_name}/{method.name}", [("authorization", f"Bearer {token}")]
    way = ("stream" if method.client_streaming else "unary") + ("_stream" if method.server_streaming else "_unary")
    call: Any = getattr(channel, way)(address)
    sent: Any = iter([request]) if method.client_streaming else request
    try:
        told = call(sent, metadata=metadata if token else [], timeout=TIMEOUT)
        if method.server_streaming:
            next(told, None)
            told.cancel()
    except grpc.RpcError as error:
        return read(error).reason or error.code().name  # type: ignore[attr-defined]
    return ""


def test_no_seat_is_a_fault_over_rest(service: Service) -> None:
    """Every path, parameter and body, for permitted callers: never 500."""
    document = json.loads(DOCUMENT.read_bytes())
    world, faults, made = service.world(), [], 0
    for name, (method, path, described) in operations().items():
        for where, query, body in _wrong(name, path, described, document):
            for who, token in callers(world).items():
                made += 1
                headers = {"Idempotency-Key": uuid4().hex, "If-Match": f'"{REVISION}"'}
                headers |= {"Authorization": f"Bearer {token}"} if token else {}
                address = where.replace("{game}", world.game)
                with service.http.stream(method, address, params=query, headers=headers, json=body) as answer:
                    faults += [f"{name} {where} {query} {body} as {who}"] * (answer.status_code >= 500)
    assert made > 100
    assert not faults, "\n".join(faults)


def _wrong(name: str, path: str, described: Json, document: Json) -> Iterator[tuple[str, Json, Any]]:
    """Address, query and body of requests that are good except for the seat they name."""
    base = REQUESTS.get(name) if "requestBody" in described else None
    for parameter, value in PATHS.items():
        if parameter != "seat":
            path = path.replace(f"{{{parameter}}}", value)
    yield from ((path.replace("{seat}", str(seat)), {}, base) for seat in WRONG if "{seat}" in path)
    path = path.replace("{seat}", "0")
    for parameter in described.get("parameters", []):
        if parameter.get("in") == "query" and is_seat(parameter["name"]):
            yield from ((path, {parameter["name"]: seat}, base) for seat in WRONG)
    if base is not None:
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        bases = [base | {"action": deed} for deed in DEEDS] if name == "HostGame" else [base]
        yield from ((path, {}, over(each, wrong)) for wrong in of_schema(schema, document) for each in bases)
