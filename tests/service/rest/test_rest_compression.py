"""Responses are compressed on request, streams frame by frame, and never a response with a token."""

import gzip

import brotli
import httpx
import pytest

from podesta_service.rest import RestServer, start_rest
from tests.kit.fixtures import NewContext
from tests.kit.rest import GAME_PLAN, client_of, open_game

OPENERS = {"br": brotli.decompress, "gzip": gzip.decompress}


async def raw(http: httpx.AsyncClient, path: str, encoding: str) -> tuple[httpx.Response, bytes]:
    """A response, and its body as received."""
    async with http.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
        return answer, b"".join([chunk async for chunk in answer.aiter_raw()])


@pytest.mark.parametrize(("asked", "got"), [("gzip, br", "br"), ("gzip", "gzip"), ("gzip, deflate", "gzip")])
async def test_an_answer_is_compressed_as_asked(http: httpx.AsyncClient, asked: str, got: str) -> None:
    """The decompressed body is the plain one; the length is that of the sent bytes; the tag is weak, and valid."""
    path = (await open_game(http)).path
    plain, whole = await raw(http, path, "identity")
    packed, body = await raw(http, path, asked)
    assert (packed.headers["content-encoding"], OPENERS[got](body)) == (got, whole)
    assert int(packed.headers["content-length"]) == len(body) < len(whole)
    assert "Accept-Encoding" in packed.headers["vary"]
    assert "content-encoding" not in plain.headers
    assert packed.headers["etag"] == f"W/{plain.headers['etag']}"
    again = await http.get(path, headers={"If-None-Match": packed.headers["etag"], "Accept-Encoding": asked})
    assert (again.status_code, again.headers["etag"]) == (304, packed.headers["etag"])


@pytest.mark.parametrize(
    ("asked", "got"),
    [("br;q=0, gzip", "gzip"), ("br;q=0", ""), ("br; Q=0.000 , gzip;q=0", ""), ("br;q=0.5", "br")],
)
async def test_an_encoding_that_is_ruled_out_is_not_used(http: httpx.AsyncClient, asked: str, got: str) -> None:
    """A quality value of 0 excludes an encoding."""
    answer, _ = await raw(http, "/v1/rulesets/troyes", asked)
    assert answer.headers.get("content-encoding", "") == got


async def test_what_is_small_is_sent_as_it_is(http: httpx.AsyncClient) -> None:
    """Compression gains nothing below a few hundred bytes."""
    answer, _ = await raw(http, "/healthz", "br")
    assert "content-encoding" not in answer.headers


async def test_what_carries_a_token_is_not_compressed(http: httpx.AsyncClient) -> None:
    """The size of a compressed response could reveal a secret in it."""
    body = {**GAME_PLAN, "seats": [{"claim": True}, {}]}
    made = await http.post("/v1/games", json=body, headers={"Accept-Encoding": "br"})
    claimed = await http.post(f"{made.headers['location']}/seats", json={}, headers={"Accept-Encoding": "br"})
    assert (made.status_code, claimed.status_code) == (201, 201)
    assert "content-encoding" not in made.headers
    assert "content-encoding" not in claimed.headers


@pytest.mark.parametrize("address", ["{path}/stream", "/v1/stream?game={game}"])
async def test_frames_of_a_compressed_stream_leave_at_once(http: httpx.AsyncClient, address: str) -> None:
    """The first can be read while the stream goes on."""
    game = await open_game(http)
    address = address.format(path=game.path, game=game.game)
    async with http.stream("GET", address, headers={"Accept-Encoding": "br, gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert (await anext(answer.aiter_bytes())).startswith(b"retry:")


@pytest.fixture
async def cors(new_context: NewContext):
    """A server that browsers of one origin may call."""
    server: RestServer = await start_rest(await new_context(cors_origins="https://ui.example"))
    async with client_of(server) as http:
        yield http
    await server.stop(1.0)


async def test_browsers_of_another_origin_are_not_let_in(cors: httpx.AsyncClient) -> None:
    """Only the origins of the settings are allowed, on calls and on preflights; streams too."""
    game = await open_game(cors)
    for origin, allowed in (("https://ui.example", "https://ui.example"), ("https://evil.example", None)):
        answer = await cors.get(game.path, headers={"Origin": origin})
        assert answer.headers.get("access-control-allow-origin") == allowed
        async with cors.stream("GET", f"/v1/stream?game={game.game}", headers={"Origin": origin}) as stream:
            assert stream.headers.get("access-control-allow-origin") == allowed


@pytest.mark.parametrize("origin", ["https://ui.example", "https://evil.example", None])
async def test_what_a_response_varies_by_outlives_the_origin(cors: httpx.AsyncClient, origin: str | None) -> None:
    """A cache that varies by language, bearer and encoding does so for pages of other origins too."""
    game = await open_game(cors)
    asked = {"Accept-Encoding": "br", **({"Origin": origin} if origin else {})}
    for path, wanted in (
        (game.path, {"accept-language", "authorization", "accept-encoding", "origin"}),
        ("/v1/rulesets", {"accept-language", "accept-encoding", "origin"}),
        ("/schema/openapi.json", {"accept-encoding", "origin"}),
        (f"{game.path}/record", {"origin"}),
    ):
        answer = await cors.get(path, headers=asked)
        named = [part.strip().lower() for part in answer.headers["vary"].split(",")]
        assert set(named) >= wanted
        assert len(named) == len(set(named))
    tag = (await cors.get(game.path, headers=asked)).headers["etag"]
    unchanged = await cors.get(game.path, headers={**asked, "If-None-Match": tag})
    assert unchanged.status_code == 304
    assert "accept-language" in unchanged.headers["vary"].lower()


async def test_the_language_is_not_mixed_up_where_no_origin_is_known(http: httpx.AsyncClient) -> None:
    """Without CORS, Vary does not name the origin."""
    answer = await http.get("/v1/rulesets", headers={"Origin": "https://ui.example"})
    assert answer.headers["vary"] == "Accept-Language"


async def test_scripts_may_read_the_headers_of_the_api(cors: httpx.AsyncClient) -> None:
    """ETag, Retry-After and the rate limits are exposed; a preflight allows every header that a page sends."""
    answer = await cors.get("/v1/rulesets", headers={"Origin": "https://ui.example"})
    exposed = answer.headers["access-control-expose-headers"].lower()
    assert all(name in exposed for name in ("etag", "retry-after", "ratelimit", "ratelimit-policy", "x-request-id"))
    asked = {"Origin": "https://ui.example", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "authorization, if-match, sentry-trace, baggage, x-b3-traceid"
    preflight = await cors.request("OPTIONS", "/v1/games/aaaaaaaaaaaaaaaa/answers", headers=asked)
    assert preflight.status_code == 204
    allowed = preflight.headers["access-control-allow-headers"].lower()
    assert all(name.strip() in allowed for name in asked["Access-Control-Request-Headers"].split(","))


@pytest.mark.parametrize("path", ["/v1/games", "/v1/stream", "/v1/rulesets"])
async def test_options_name_the_methods_of_an_address(http: httpx.AsyncClient, path: str) -> None:
    """OPTIONS returns Allow without a token or a body."""
    answer = await http.request("OPTIONS", path)
    assert answer.status_code == 204
    assert "OPTIONS" in answer.headers["allow"]


async def test_head_of_a_stream_ends_at_once(http: httpx.AsyncClient) -> None:
    """The headers of a stream, and no stream."""
    game = await open_game(http)
    answer = await http.head("/v1/stream", params={"game": game.game})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")
