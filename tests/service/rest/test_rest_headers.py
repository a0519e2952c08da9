"""Headers as proxies, browsers and people send them: only once, compared by their meaning, and never guessed."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from podesta_service.context import SINGLE, language_of
from podesta_service.fairness.addresses import network
from podesta_service.rest.serving.hosts import Hosts
from podesta_service.settings import Settings

GAME = {"ruleset": "golden-horn", "listed": False, "seats": [{"name": "Ada", "claim": True}, {}]}


@pytest.mark.parametrize("name", sorted(SINGLE - {"content-length", "host", "origin"}))
async def test_a_header_that_says_one_thing_is_sent_once(http: httpx.AsyncClient, name: str) -> None:
    """Twice, it is refused, whatever the values: a proxy may use the other one."""
    said = await http.post("/v1/games", headers=[(name, "a"), (name, "b")], content=b"{}")
    assert (said.status_code, said.json()["type"]) == (400, "/problems/malformed")
    assert name in said.json()["detail"]


async def test_a_request_without_a_host_is_refused(http: httpx.AsyncClient) -> None:
    """As RFC 9112 requires for HTTP/1.1."""
    reader, writer = await asyncio.open_connection("127.0.0.1", http.base_url.port)
    writer.write(b"GET /v1/rulesets HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert (await reader.read(100)).startswith(b"HTTP/1.1 400 ")
    writer.close()


async def test_a_body_that_is_packed_is_refused(http: httpx.AsyncClient) -> None:
    """With the encodings that are accepted."""
    said = await http.post("/v1/games", json=GAME, headers={"Content-Encoding": "gzip"})
    assert (said.status_code, said.headers["accept-encoding"]) == (415, "identity")


async def test_a_quoted_key_is_the_same_key(http: httpx.AsyncClient) -> None:
    """As in the IETF's draft."""
    key = "0123456789abcdefghij"
    games = [
        (await http.post("/v1/games", json=GAME, headers={"Idempotency-Key": each})).json()["game"]["game"]
        for each in (key, f'"{key}"')
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it_IT", "it"),
        ("IT-it", "it"),
        ("de, it;q=0.3, en;q=0.2", "it"),
        ("en;q=0, *", "it"),
        ("en;Q=0.5, it;Q=0.9", "it"),
        ("*", "en"),
        ("fr, *;q=0.5", "en"),
        ("en, it", "en"),
        ("xx", "en"),
        ("", "en"),
    ],
)
def test_languages_as_people_ask_for_them(header: str, language: str) -> None:
    """With underscores, capitals, wildcards."""
    assert language_of(header) == language


@pytest.mark.parametrize(
    ("public", "origin", "host", "may"),
    [
        ("https://games.example", "https://games.example", "podesta:8080", True),
        ("https://games.example", "https://games.example:443", "127.0.0.1:8080", True),
        ("https://games.example/", "https://GAMES.example", "games.example:443", True),
        ("", "https://games.example", "games.example:443", True),
        ("", "http://games.example", "games.example:80", True),
        ("", "http://games.example:8080", "games.example", False),
        ("https://games.example", "http://games.example", "podesta:8080", False),
        ("https://games.example", "https://evil.example", "podesta:8080", False),
        ("https://games.example", "https://games.example.evil", "games.example", False),
        ("https://games.example", "null", "games.example", False),
    ],
)
def test_origins_are_compared_as_origins(public: str, origin: str, host: str, *, may: bool) -> None:
    """Default ports do not matter, and the public address counts, whatever Host a proxy has set."""
    hosts = Hosts(Settings(public_url=public, allowed_hosts="*"))
    headers = {b"host": host.encode(), b"origin": origin.encode()}
    scope = {"method": "POST", "headers": [*headers.items()]}
    assert (hosts.refusal("/v1/games", scope, headers) is None) is may


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("9.9.9.9:1234", "9.9.9.9"),
        (" 9.9.9.9 ", "9.9.9.9"),
        ("::ffff:9.9.9.9", "9.9.9.9"),
        ("[2001:db8:1:2:3::4]:80", "2001:db8:1:2::"),
        ("[2001:db8:1:2:3::4]", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_an_address_is_one_caller_however_it_is_written(address: str, key: str) -> None:
    """With a port, brackets, a zone, mapped; a long one is truncated, and takes no more memory."""
    assert network(address) == key
    assert len(network("x" * 10_000)) == 64


@pytest.mark.parametrize("after", ["/", ".", ").", ",", ">", "…", "%20", "%C2%A0", "`", "%E2%80%8B"])
async def test_a_link_with_something_after_it_leads_to_the_game(http: httpx.AsyncClient, after: str) -> None:
    """As chats make them."""
    game = (await http.post("/v1/games", json=GAME)).json()["game"]["game"]
    said = await http.get(f"/play/{game}{after}", follow_redirects=True)
    assert said.status_code == 200
    assert said.headers["content-type"].startswith("text/html")


async def test_a_link_to_no_game_is_a_page(http: httpx.AsyncClient) -> None:
    """In a browser, with a message."""
    said = await http.get("/play/nowhere", headers={"Accept": "text/html"})
    assert said.status_code == 404
    assert said.headers["content-type"].startswith("text/html")
