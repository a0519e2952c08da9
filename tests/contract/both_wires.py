"""A service called over REST and gRPC, and the responses of one wire read as the other's messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import grpc
import httpx
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_client.problems import raised
from tests.contract.promises import DOCUMENT
from tests.kit.process import ServiceProcess

M = TypeVar("M", bound=Message)
Json = Any


def operations() -> dict[str, tuple[str, re.Pattern[str]]]:
    """The method and the address of every documented operation."""
    paths = json.loads(DOCUMENT.read_bytes())["paths"]
    return {
        call["operationId"]: (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)))
        for path, calls in paths.items()
        for method, call in calls.items()
    }


def methods() -> set[str]:
    """Every call of gRPC."""
    services = [pb.DESCRIPTOR.services_by_name["GameMaster"]]
    from podesta.v1 import simulator_pb2

    services.append(simulator_pb2.DESCRIPTOR.services_by_name["Simulator"])
    return {method.name for service in services for method in service.methods}


class BothWires:
    """Clients of both wires of one service, which remember the calls they made."""

    def __init__(self, service: ServiceProcess, language: str = "en") -> None:
        self._language = language
        hooks = {"response": [self._hear]}
        self._http = httpx.Client(
            base_url=service.rest, timeout=60, headers={"Accept-Language": language}, event_hooks=hooks
        )
        self._channel = grpc.insecure_channel(service.grpc)
        self._master, self._simulator = GameMasterStub(self._channel), SimulatorStub(self._channel)
        self._operations = operations()
        self.made: set[str] = set()
        self.heard: set[str] = set()
        """Every text for people in the responses of either wire."""

    def close(self) -> None:
        """Close both connections."""
        self._http.close()
        self._channel.close()

    # -- REST --------------------------------------------------------------------------------------------------------

    def rest(
        self, method: str, path: str, token: str | None = None, body: Json = None, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """A call over REST."""
        self._note(method, path)
        return self._http.request(method, path, json=body, headers=self._headers(token, headers))

    def get(self, path: str, token: str | None = None) -> Json:
        """The response to a GET, which must succeed."""
        found = self.rest("GET", path, token)
        assert found.status_code == 200, found.text
        return found.json()

    def send(
        self, method: str, path: str, token: str | None, body: Json, key: str, revision: int | None = None
    ) -> Json:
        """The response to a command over REST; it must succeed."""
        headers = {"Idempotency-Key": key} | ({"If-Match": f'"{revision}"'} if revision is not None else {})
        found = self.rest(method, path, token, body, headers)
        assert found.status_code in (200, 201), found.text
        return found.json()

    def ticket(self, tokens: str) -> str:
        """A ticket in exchange for tokens."""
        self._note("POST", "/v1/tickets")
        return str(self._http.post("/v1/tickets", headers=self._headers(tokens, None)).json()["ticket"])

    def stream(self, path: str, token: str | None) -> Iterator[tuple[str, str, Json]]:
        """Event, id and data of a stream, to its end."""
        self._note("GET", path)
        with self._http.stream("GET", path, headers=self._headers(token, None)) as found:
            for frame in "".join(found.iter_text()).split("\n\n"):
                told = dict(line.split(": ", 1) for line in frame.splitlines())
                if "event" in told:
                    self.heard.update(texts(json.loads(told["data"])))
                    yield told["event"], told.get("id", ""), json.loads(told["data"])

    def begins(self, path: str) -> Json:
        """The data of the first event of a stream that has no end."""
        self._note("GET", path)
        heard = ""
        with self._http.stream("GET", path, headers=self._headers(None, None)) as found:
            for text in found.iter_text():
                heard += text
                if "data: " in heard and heard.endswith("\n\n"):
                    break
        data = json.loads(heard.partition("data: ")[2].partition("\n")[0])
        self.heard.update(texts(data))
        return data

    def _headers(self, token: str | None, more: dict[str, str] | None) -> dict[str, str]:
        return (more or {}) | ({"Authorization": f"Bearer {token}"} if token else {})

    def _note(self, method: str, path: str) -> None:
        bare = path.partition("?")[0]
        names = [
            name for name, (known, address) in self._operations.items() if known == method and address.fullmatch(bare)
        ]
        self.made.update(names)

    # -- gRPC --------------------------------------------------------------------------------------------------------

    def rpc(self, call: str, request: Any, token: str | None = None) -> Any:
        """A call over gRPC: a message, or a stream of them; raises the client's Problem."""
        self.made.add(call)
        stub = self._master if hasattr(self._master, call) else self._simulator
        try:
            return getattr(stub, call)(request, metadata=self._metadata(token), timeout=60)
        except grpc.RpcError as error:
            problem = raised(error)
            self.heard.update((problem.title, problem.detail, problem.rule_text))
            raise problem from None

    def _hear(self, response: httpx.Response) -> None:
        if response.headers.get("content-type", "").partition(";")[0] in _JSON:
            response.read()
            self.heard.update(texts(response.json()))

    def _metadata(self, token: str | None) -> list[tuple[str, str]]:
        return [("accept-language", self._language), *([("authorization", f"Bearer {token}")] if token else [])]


_JSON = ("application/json", "application/problem+json")
FOR_PEOPLE = {"label", "prompt", "text", "title", "detail", "rule_text", "description", "name"}
"""Fields with text for people."""
FOR_PROGRAMS = {"view", "tables", "$defs"}
"""Fields without text, or with a schema's words."""


def texts(value: Json) -> Iterator[str]:
    """Every text for people in a response."""
    if isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name in FOR_PEOPLE and isinstance(part, str):
                yield part
            elif name == "rules" and isinstance(part, dict):
                yield from part.values()
            elif name not in FOR_PROGRAMS:
                yield from texts(part)


def read(kind: type[M], told: Json) -> M:
    """A response of REST as a message of the contract: every field must exist there under its name."""
    return ParseDict(_as_contract(told), kind())


def _as_contract(value: Json) -> Json:
    """JSON as the contract writes it: statuses in capitals, views and events under their names."""
    if isinstance(value, list):
        return [_as_contract(part) for part in value]
    if not isinstance(value, dict):
        return value
    found = {name: _field(name, part, value) for name, part in value.items()}
    if found.get("status") in ("open", "running", "ended"):
        found["status"] = f"STATUS_{found['status'].upper()}"
    if "view" in found and "ruleset" in found:
        found["view"] = {found["ruleset"].replace("-", "_"): found["view"]}
    return found


def _field(name: str, part: Json, of: Json) -> Json:
    """A field of a struct in the contract's form.

    An update's events are keyed by their tags, a game's options are its ruleset's own, and the words of a note are
    always in a list.
    """
    if name == "args" and "text" in of:
        return {key: {"words": words if isinstance(words, list) else [words]} for key, words in part.items()}
    if name == "options" and "edition" in of:
        return part
    if name == "events" and "after" in of:
        return [{event["event"]: {key: word for key, word in event.items() if key != "event"}} for event in part]
    return _as_contract(part)


def both(service: ServiceProcess, language: str = "en") -> AbstractContextManager[BothWires]:
    """Clients for the time of a block."""
    from contextlib import closing

    return closing(BothWires(service, language))
