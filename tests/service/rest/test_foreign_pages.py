"""Pages of other sites change nothing here: hosts and origins are checked, and every response declares its type."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.rest.serving.hosts import names_of
from podesta_service.rest.serving.server import start_rest
from podesta_service.settings import Settings
from tests.kit.fixtures import NewContext

GAME = {"ruleset": "golden-horn", "seats": [{}, {}]}


@contextlib.asynccontextmanager
async def served(context: Context) -> AsyncIterator[httpx.AsyncClient]:
    """A client of REST."""
    server = await start_rest(context)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as client:
        yield client
    await server.stop(0)


async def opened(client: httpx.AsyncClient, **headers: str) -> tuple[int, str]:
    """The status of opening a game with some headers, and the problem."""
    found: Any = await client.post("/v1/games", json=GAME, headers=headers)
    return found.status_code, found.json().get("type", "")


async def test_a_service_on_loopback_answers_to_its_own_names_only(context: Context) -> None:
    """A page under a name that was made to point here is refused in every call; probes use the address."""
    async with served(context) as client:
        port = client.base_url.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "[::1]:80", "podesta.localhost"):
            assert (await opened(client, Host=host))[0] == 201
        for host in ("evil.example", f"evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example", ""):
            assert await opened(client, Host=host) == (421, "/problems/foreign-host")
            for path in ("/v1/games", "/metrics", "/schema", "/problems"):
                assert (await client.get(path, headers={"Host": host})).status_code == 421
        assert (await client.get("/healthz", headers={"Host": "10.0.0.7:8080"})).status_code == 200


async def test_only_pages_of_known_origins_change_anything(new_context: NewContext) -> None:
    """The service's own origin and those set by the operator may; without an Origin, the caller is no browser."""
    async with served(await new_context(cors_origins="https://play.example")) as client:
        own = f"http://127.0.0.1:{client.base_url.port}"
        for origin in (own, "https://play.example"):
            assert (await opened(client, Origin=origin))[0] == 201
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "https://play.example.evil"):
            assert await opened(client, Origin=origin) == (403, "/problems/foreign-origin")
            assert (await client.get("/v1/games", headers={"Origin": origin})).status_code == 200


@pytest.mark.parametrize(
    ("host", "allowed", "names"),
    [
        ("0.0.0.0", "", set()),
        ("127.0.0.1", "", {"localhost", "127.0.0.1", "[::1]"}),
        ("127.0.0.2", "", {"localhost", "127.0.0.1", "127.0.0.2", "[::1]"}),
        ("127.0.0.1", "*", set()),
        ("0.0.0.0", "Play.example, [::1]", {"play.example", "[::1]"}),
    ],
)
def test_the_names_follow_from_the_settings(host: str, allowed: str, names: set[str]) -> None:
    """If others can reach the service, its operator names its hosts; without names any host is accepted."""
    assert names_of(Settings(rest_host=host, allowed_hosts=allowed)) == names


async def test_every_response_says_that_it_is_what_it_says(context: Context) -> None:
    """Successful or not, a response must not be sniffed; the page of the schema cannot be framed."""
    async with served(context) as client:
        for path in ("/healthz", "/v1/games", "/v1/nowhere", "/metrics", "/schema", "/schema/openapi.json"):
            assert (await client.get(path)).headers["x-content-type-options"] == "nosniff"
        policy = (await client.get("/schema")).headers["content-security-policy"]
        assert {"frame-ancestors 'none'", "base-uri 'none'"} <= {part.strip() for part in policy.split(";")}


async def test_metrics_with_a_port_of_their_own_are_nowhere_else(new_context: NewContext) -> None:
    """REST, which is public, does not show them then."""
    async with served(await new_context(metrics_port=9464)) as client:
        assert (await client.get("/metrics")).status_code == 404
        assert (await client.get("/healthz")).status_code == 200
