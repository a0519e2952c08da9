"""Paths have one normal form for limits, routes, hosts and logs."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from structlog.testing import capture_logs

from podesta_service.context import Context
from podesta_service.rest import RestServer, start_rest
from tests.kit.fixtures import NewContext

WITHOUT = [
    "/./v1/rulesets",
    "/v1/./rulesets",
    "/x/../v1/rulesets",
    "/%2e/v1/rulesets",
    "/%2fv1/rulesets",
    "/v1%2Frulesets",
    "/%2F%2Fv1/rulesets",
    "/\\v1/rulesets",
    "/v1/rulesets%00",
    "/%0a/v1/rulesets",
]
ONE = [
    "/v1/rulesets",
    "/v1/rulesets/",
    "//v1/rulesets",
    "/v1//rulesets",
    "///v1/rulesets//",
    "/%76%31/rulesets",
    "/v1/%72ulesets",
    "http://localhost/v1/rulesets",
    "http://localhost//v1/rulesets",
]


async def raw(server: RestServer, target: str) -> tuple[int, str]:
    """The status of a call with an unchanged target, and its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    told = (await reader.read()).partition(b"\r\n\r\n")[0].decode().lower()
    writer.close()
    return int(told.split()[1]), told


@pytest.mark.parametrize("target", WITHOUT)
async def test_a_path_without_a_normal_form_leads_nowhere(server: RestServer, target: str) -> None:
    """It is 404, even if Litestar would find a route, and is logged as no known call."""
    with capture_logs() as lines:
        status, _ = await raw(server, target)
    assert status == 404
    (line,) = [line for line in lines if line.get("event") == "call"]
    assert line["call"] == "none"
    assert "/" not in line["path"][1:]


@pytest.mark.parametrize("target", ONE)
async def test_every_spelling_of_a_path_is_the_same_path(server: RestServer, target: str) -> None:
    """It is counted, has the headers of limits, and is logged in its normal form."""
    with capture_logs() as lines:
        status, head = await raw(server, target)
    assert status == 200
    assert "ratelimit-policy:" in head
    assert [line["path"] for line in lines if line.get("call") == "ListRulesets"] in ([], ["/v1/rulesets"])


async def test_no_spelling_is_free(new_context: NewContext) -> None:
    """Whatever path is called, a caller at the limit is refused; only probes are answered."""
    context: Context = await new_context(address_calls=1)
    server = await start_rest(context)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
        while (await http.get("/v1/rulesets")).status_code != 429:
            pass
    assert {(await raw(server, target))[0] for target in (*ONE, "/problems", "/schema")} == {429}
    assert {(await raw(server, target))[0] for target in (*WITHOUT, "/V1/rulesets")} == {404}
    assert (await raw(server, "/healthz"))[0] == 200
    await server.stop(1.0)
