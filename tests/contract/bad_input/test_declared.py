"""Declared calls: both wires refuse the same mistakes, in the same order, in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import grpc
import httpx
import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from podesta_service.api.call import OPENER, ApiCall, anybody
from podesta_service.api.calls import CALLS
from podesta_service.api.fields import Field, fields_of
from podesta_service.api.hosting import HOST
from podesta_service.rest.binding import Bound
from tests.contract.asking import PATHS, REQUESTS, REVISION, methods, request_of
from tests.contract.identities import BOTH, World
from tests.contract.policy import Service, asked
from tests.kit.grpc_wire import TIMEOUT, read

Call = ApiCall[Any]
Said = tuple[str, str, str]
"""The type of a problem, its detail, its field."""
Given = str | None
"""None: a good one; empty: none."""


class Beyond(NamedTuple):
    """A value that a field does not take."""

    call: Call
    field: Field
    sent: Any


def _beyond() -> Iterator[Beyond]:
    for call in CALLS:
        for field in fields_of(call.asked).values():
            yield from (Beyond(call, field, sent) for sent in _not_taken(field))


def _not_taken(field: Field) -> list[Any]:
    if "sentence" not in field.extra:
        return []
    if field.words:
        return ["no-such-word"]
    return [-1] if field.extra.get("cut") else [-1, (field.meta.le or 0) + 1]


BEYOND = [*_beyond()]
BY_SEATS = [each for each in BEYOND if each.call.who.wants == "seat"]
BY_HOLDERS = [call for call in CALLS if call.who.wants == "seat" and call.who.find is not anybody]
COMMANDS = [call for call in BY_HOLDERS if "command_id" in fields_of(call.asked)]
"""The calls that need a token and a command id; those that look at the token themselves want the id before it."""
BODIES = [call for call in CALLS if Bound(call).body and call.name in REQUESTS]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all calls."""
    with asked(tmp_path_factory.mktemp("declared")) as found:
        yield found


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    """A game, and the tokens of its seats."""
    return service.world()


def test_every_bound_of_a_number_has_a_sentence() -> None:
    """A number that a call bounds is refused in words of its own."""
    for call in CALLS:
        for field in fields_of(call.asked).values():
            if field.meta.le is not None or field.meta.ge is not None:
                assert "sentence" in field.extra, f"{call.name}.{field.name}"


@pytest.mark.parametrize("beyond", BEYOND, ids=lambda each: f"{each.call.name}.{each.field.name}={each.sent}")
def test_what_is_beyond_a_bound_is_refused_alike(service: Service, world: World, beyond: Beyond) -> None:
    """Both wires refuse it as malformed, in a sentence that is not msgspec's, and name the field as they call it."""
    call, field, sent = beyond
    over_rest = _rest(service.http, world, call, {field.name: sent})
    over_grpc = _grpc(service.channel, world, call, {field.on_grpc: sent})
    assert over_rest == ("malformed", over_rest[1], field.name)
    assert over_grpc == ("malformed", over_rest[1], field.on_grpc)
    assert not over_rest[1].startswith(("Expected", "Invalid"))


@pytest.mark.parametrize("call", COMMANDS, ids=lambda call: str(call.name))
def test_who_is_checked_before_the_headers(service: Service, world: World, call: Call) -> None:
    """Without a token and a command id, the token is missed first; with a token, the id, by each wire's name for it."""
    http, channel, no_id = service.http, service.channel, {"command_id": ""}
    assert _rest(http, world, call, {}, token="", key="")[0] == "no-token"
    assert _grpc(channel, world, call, no_id, token="")[0] == "no-token"
    assert _rest(http, world, call, {}, key="")[::2] == ("malformed", "Idempotency-Key")
    assert _grpc(channel, world, call, no_id)[::2] == ("malformed", "command_id")


@pytest.mark.parametrize("beyond", BY_SEATS, ids=lambda each: str(each.call.name))
def test_what_is_sent_is_checked_before_who(service: Service, world: World, beyond: Beyond) -> None:
    """What does not fit is refused before a missing token is."""
    call, field, sent = beyond
    assert _rest(service.http, world, call, {field.name: sent}, token="")[0] == "malformed"
    assert _grpc(service.channel, world, call, {field.on_grpc: sent}, token="")[0] == "malformed"


@pytest.mark.parametrize("call", BODIES, ids=lambda call: str(call.name))
def test_a_body_takes_no_field_of_another_place(service: Service, world: World, call: Call) -> None:
    """The path's game and the header's revision are unknown fields of a body."""
    for name in ("game", "revision"):
        assert _rest(service.http, world, call, {name: uuid4().hex})[::2] == ("malformed", name)


def _token(world: World, call: Call) -> str:
    return world.host if call.who is HOST else BOTH if call.who is OPENER else world.tokens[0]


def _rest(
    http: httpx.Client,
    world: World,
    call: Call,
    given: dict[str, Any],
    token: Given = None,
    key: Given = None,
) -> Said:
    """The refusal of a call with these fields; by default with a token, a command id and a revision."""
    token, key = _token(world, call) if token is None else token, uuid4().hex if key is None else key
    headers = {"If-Match": f'"{REVISION}"', "Authorization": token and f"Bearer {token}", "Idempotency-Key": key}
    where = "params" if call.method == "GET" else "json"
    named, fields = {*call.named} - {"game"}, {**REQUESTS.get(call.name, {}), **given}
    path = call.path.format(game=world.game, **PATHS | {name: fields[name] for name in named & fields.keys()})
    more: dict[str, Any] = {where: {name: value for name, value in fields.items() if name not in named}}
    sent = {name: value for name, value in headers.items() if value}
    told = http.request(call.method, path, headers=sent, **more).json()
    return told["type"].removeprefix("/problems/"), told["detail"], told.get("field", "")


def _grpc(channel: grpc.Channel, world: World, call: Call, given: dict[str, Any], token: Given = None) -> Said:
    """The refusal of the method with these fields; a word that an enumeration lacks becomes a number."""
    method, token = methods()[call.name], _token(world, call) if token is None else token
    request = GetMessageClass(method.input_type).FromString(request_of(method, world))
    known = method.input_type.fields_by_name
    ParseDict({name: 99 if known[name].enum_type else value for name, value in given.items()}, request)
    ask: Any = channel.unary_unary(f"/podesta.v1.GameMaster/{method.name}")
    metadata = [("authorization", f"Bearer {token}")] if token else []
    with pytest.raises(grpc.RpcError) as caught:
        ask(request.SerializeToString(), metadata=metadata, timeout=TIMEOUT)
    found = read(caught.value)
    return found.reason.lower().replace("_", "-"), found.problem.detail, found.problem.field
