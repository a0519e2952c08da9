"""The parts of uvicorn that we rely on, by name: a release that moves any of them fails here first."""

from __future__ import annotations

import asyncio
import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
from packaging.requirements import Requirement
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from podesta_service.rest.serving.http_protocol import BoundedProtocol

CALLED = {
    "connection_made": ["self", "transport"],
    "connection_lost": ["self", "exc"],
    "data_received": ["self", "data"],
    "pause_writing": ["self"],
    "resume_writing": ["self"],
    "on_message_begin": ["self"],
    "on_headers_complete": ["self"],
    "on_body": ["self", "body"],
    "on_message_complete": ["self"],
    "on_response_complete": ["self"],
    "send_400_response": ["self", "msg"],
}
"""The methods that the protocol extends, with their parameters."""
OWN = ["cycle", "flow", "headers", "loop", "pipeline", "scope", "transport"]
"""Attributes of a connection that are read."""
OF_A_CYCLE = ["chunked_encoding", "expected_content_length", "more_body", "response_complete", "response_started"]
"""Attributes of a request and its response that are read, or set."""
PROJECT = Path(__file__).parents[4] / "service" / "pyproject.toml"


@pytest.mark.parametrize("name", CALLED)
def test_what_the_protocol_extends_is_there(name: str) -> None:
    """Under its name, with its parameters, and BoundedProtocol overrides nothing else of uvicorn's."""
    assert list(inspect.signature(getattr(HttpToolsProtocol, name)).parameters) == CALLED[name]
    assert {
        each
        for each in vars(BoundedProtocol)
        if hasattr(HttpToolsProtocol, each) and callable(vars(BoundedProtocol)[each])
    } == {
        "__init__",
        *CALLED,
    }


async def test_what_the_protocol_reads_is_there() -> None:
    """Attributes of a connection, and of the request that it serves, have these names."""
    made = HttpToolsProtocol(uvicorn.Config(lambda: None), ServerState(), {}, _loop=asyncio.get_running_loop())
    assert [name for name in OWN if not hasattr(made, name)] == []
    written = inspect.getsource(RequestResponseCycle.__init__)
    assert [name for name in OF_A_CYCLE if f"self.{name}" not in written] == []


def test_what_the_server_builds_on_is_there() -> None:
    """The server is started and stopped by these names, and by no others."""
    server = uvicorn.Server(uvicorn.Config(lambda: None))
    for name in ("capture_signals", "config", "serve", "server_state", "should_exit", "started", "startup"):
        assert hasattr(server, name)
    assert "for server in self.servers" in inspect.getsource(uvicorn.Server.shutdown)


def test_no_private_name_of_uvicorn_is_used() -> None:
    """The protocol's private names hide none of uvicorn's."""
    own = {
        name
        for name in [*vars(BoundedProtocol), *BoundedProtocol.__slots__]
        if name.startswith("_") and not name.startswith("__")
    }
    made = HttpToolsProtocol.__init__.__code__.co_names
    assert own & {*dir(HttpToolsProtocol), *made} == set()


def test_the_wheel_asks_for_the_uvicorn_that_is_tested() -> None:
    """With an upper bound, so that no untested release is installed."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    (uvicorn_,) = [each for each in map(Requirement, wanted) if each.name == "uvicorn"]
    assert version("uvicorn") in uvicorn_.specifier
    assert any(each.operator == "<" for each in uvicorn_.specifier)
