"""Common to every call: ids, logs, metrics, CORS, HEAD and OPTIONS."""

import httpx
import pytest
from structlog.testing import capture_logs

from podesta_service.context import Context
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.rest import bearer, client_of, open_game

ORIGIN = "https://games.example"


async def test_a_call_keeps_the_id_it_was_given(http: httpx.AsyncClient) -> None:
    """X-Request-ID comes back on responses and on problems."""
    for path in ("/healthz", "/v1/games/none", "/nowhere"):
        answer = await http.get(path, headers={"X-Request-ID": "my-call.7"})
        assert answer.headers["x-request-id"] == "my-call.7"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\tb", '{"a":1}'])
async def test_an_id_that_could_harm_a_log_is_replaced(http: httpx.AsyncClient, given: str) -> None:
    """Ids with spaces, controls or quotes, or too long ones, are not kept; each call gets an id of its own."""
    ids = {(await http.get("/healthz", headers={"X-Request-ID": given})).headers["x-request-id"] for _ in range(2)}
    assert given not in ids
    assert len(ids) == 2


async def test_the_access_log_tells_the_call_and_never_the_token(http: httpx.AsyncClient) -> None:
    """A line has call, path, status and milliseconds, but neither token nor query."""
    opened = await open_game(http)
    with capture_logs() as lines:
        await http.get(f"{opened.path}?at=1&token=secret", headers=bearer(opened.tokens[0]))
        await http.get("/nowhere")
    (seen,) = [line for line in lines if line.get("call") == "GetGame"]
    assert (seen["method"], seen["path"], seen["status"]) == ("GET", opened.path, 200)
    assert seen["ms"] > 0
    assert [line["status"] for line in lines if line.get("call") == "none"] == [404]
    assert opened.tokens[0] not in str(lines)
    assert "secret" not in str(lines)


async def test_calls_are_counted_by_outcome(http: httpx.AsyncClient, context: Context) -> None:
    """A success counts as ok, a refusal under its type; labels are words of the contract."""
    opened = await open_game(http)
    await http.get(opened.path)
    await http.get("/v1/games/aaaaaaaaaaaaaaaa")
    await http.post("/v1/games", content=b"{", headers={"Content-Type": "application/json"})
    text = (await http.get("/metrics")).text
    for call, code, outcome in (
        ("GetGame", 200, "ok"),
        ("GetGame", 404, "unknown-game"),
        ("CreateGame", 400, "malformed"),
    ):
        assert f'podesta_calls_total{{call="{call}",code="{code}",outcome="{outcome}",wire="rest"}} 1.0' in text
    assert opened.game not in text


async def test_head_is_get_without_the_body(http: httpx.AsyncClient) -> None:
    """Same status and headers, no body; also for a problem."""
    opened = await open_game(http)
    for path in (opened.path, "/v1/rulesets", "/healthz", "/nowhere"):
        whole, head = await http.get(path), await http.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        for name in ("content-type", "content-length", "etag"):
            assert head.headers.get(name) == whole.headers.get(name)


async def test_options_names_the_methods(http: httpx.AsyncClient) -> None:
    """OPTIONS and a wrong method both list the allowed ones."""
    options = await http.options("/v1/games/aaaaaaaaaaaaaaaa")
    wrong = await http.put("/v1/games/aaaaaaaaaaaaaaaa")
    assert options.status_code == 204
    assert options.headers["allow"] == "GET, HEAD, OPTIONS"
    assert (await http.options("/v1/games")).headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert wrong.headers["allow"] == "GET, HEAD, OPTIONS"


async def test_browsers_of_the_configured_origins_may_call(new_context: NewContext) -> None:
    """Preflight allows the headers of the API, responses and problems expose ETag, Location and X-Request-ID."""
    server = await start_rest(await new_context(cors_origins=f"{ORIGIN}, https://other.example"))
    async with client_of(server) as http:
        asked = {
            "Origin": ORIGIN,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, if-match, idempotency-key, content-type",
        }
        preflight = await http.options("/v1/games/aaaaaaaaaaaaaaaa/answers", headers=asked)
        assert preflight.status_code in (200, 204)
        assert preflight.headers["access-control-allow-origin"] == ORIGIN
        for path in ("/v1/rulesets", "/v1/games/aaaaaaaaaaaaaaaa"):
            answer = await http.get(path, headers={"Origin": ORIGIN})
            exposed = answer.headers["access-control-expose-headers"].lower()
            assert answer.headers["access-control-allow-origin"] == ORIGIN
            assert {"etag", "location", "x-request-id"} <= {name.strip() for name in exposed.split(",")}
        stranger = await http.get("/v1/rulesets", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in stranger.headers
    await server.stop(1.0)


async def test_without_configured_origins_no_browser_elsewhere_may_read(http: httpx.AsyncClient) -> None:
    """There are no CORS headers unless the settings have origins."""
    answer = await http.get("/v1/rulesets", headers={"Origin": ORIGIN})
    assert not [name for name in answer.headers if name.startswith("access-control")]
