"""Bounds of declared calls: both wires refuse what is beyond them in the same sentence, under the field's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import grpc
import httpx
import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass
from msgspec import structs

from podesta_service.api.call import ApiCall
from podesta_service.api.calls import CALLS
from podesta_service.api.fields import meta_of, metas, said
from tests.contract.asking import REQUESTS, REVISION, methods, request_of
from tests.contract.identities import World
from tests.contract.policy import Service, asked
from tests.kit.grpc_wire import TIMEOUT, read


class Beyond(NamedTuple):
    """A value that a field does not take."""

    call: ApiCall[Any]
    field: structs.FieldInfo
    sent: Any


def _bounded() -> Iterator[tuple[ApiCall[Any], structs.FieldInfo]]:
    for call in CALLS:
        for field in structs.fields(call.asked):
            if said(field.type, "sentence"):
                yield call, field


def _beyond() -> Iterator[Beyond]:
    for call, field in _bounded():
        most = meta_of(field.type).le
        if most is None:
            yield Beyond(call, field, "no-such-word")
            continue
        yield Beyond(call, field, -1)
        if not said(field.type, "cut"):
            yield Beyond(call, field, most + 1)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all calls."""
    with asked(tmp_path_factory.mktemp("bounds")) as found:
        yield found


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    """A game, and the tokens of its seats."""
    return service.world()


def test_every_bound_of_a_number_has_a_sentence() -> None:
    """A number that a call bounds is refused in words of its own."""
    for call in CALLS:
        for field in structs.fields(call.asked):
            if any(meta.le is not None or meta.ge is not None for meta in metas(field.type)):
                assert said(field.type, "sentence"), f"{call.name}.{field.name}"


@pytest.mark.parametrize("beyond", [*_beyond()], ids=lambda each: f"{each.call.name}.{each.field.name}={each.sent}")
def test_what_is_beyond_a_bound_is_refused_alike(service: Service, world: World, beyond: Beyond) -> None:
    """Both wires refuse it as malformed, in a sentence that is not msgspec's, and name the field as they call it."""
    over_rest, over_grpc = _rest(service.http, world, beyond), _grpc(service.channel, world, beyond)
    name = beyond.field.name
    assert over_rest == ("malformed", over_rest[1], name)
    assert over_grpc == ("malformed", over_rest[1], said(beyond.field.type, "name") or name)
    assert not over_rest[1].startswith(("Expected", "Invalid"))


def _rest(http: httpx.Client, world: World, beyond: Beyond) -> tuple[str, str, str]:
    call, given = beyond.call, {beyond.field.name: beyond.sent}
    headers = {
        "Idempotency-Key": uuid4().hex,
        "If-Match": f'"{REVISION}"',
        "Authorization": f"Bearer {world.tokens[0]}",
    }
    by_query = call.method == "GET"
    response = http.request(
        call.method,
        call.path.format(game=world.game),
        params=given if by_query else None,
        json=None if by_query else {**REQUESTS.get(call.name, {}), **given},
        headers=headers,
    )
    told = response.json()
    return told["type"].removeprefix("/problems/"), told["detail"], told.get("field", "")


def _grpc(channel: grpc.Channel, world: World, beyond: Beyond) -> tuple[str, str, str]:
    method = methods()[beyond.call.name]
    request = GetMessageClass(method.input_type).FromString(request_of(method, world))
    name = said(beyond.field.type, "name") or beyond.field.name
    enum = method.input_type.fields_by_name[name].enum_type
    ParseDict({name: 99 if enum else beyond.sent}, request)
    address, metadata = f"/podesta.v1.GameMaster/{method.name}", [("authorization", f"Bearer {world.tokens[0]}")]
    ask: Any = channel.unary_unary(address)
    with pytest.raises(grpc.RpcError) as caught:
        ask(request.SerializeToString(), metadata=metadata, timeout=TIMEOUT)
    found = read(caught.value)
    return found.reason.lower().replace("_", "-"), found.problem.detail, found.problem.field
