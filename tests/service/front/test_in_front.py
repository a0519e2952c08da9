"""The proxies of docs/guides/proxies.md, as given there: commands, streams and bots pass, other origins do not."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import grpc
import httpx
import pytest
import trustme

from podesta.v1.words_pb2 import Result
from podesta_client import NotFound, Podesta, Turn
from podesta_client.channels import OPTIONS
from tests.kit.games import QUICK
from tests.kit.process import UNLIMITED, ServiceProcess, running_service
from tests.kit.rest import GAME_PLAN, next_of, open_game, play, watching

from .fronts import FILES, NAME, STARTED, Front, binary, front

OURS, THEIRS = f"https://{NAME}", "https://evil.example"
REWRITTEN = {
    "Host as the caller wrote it": ("podesta-nginx.conf", ("Host $host", "Host $http_host")),
    "the default port": ("podesta-nginx.conf", ("Host $host", "Host $host:443")),
    "nginx's own default": ("podesta-nginx.conf", ("proxy_set_header Host $host;", "")),
    "HTTP/1.0, nginx's own default": ("podesta-nginx.conf", ("proxy_http_version 1.1;", "")),
    "haproxy, another Host": (
        "haproxy.cfg",
        ("backend rest", "backend rest\n    http-request set-header Host localhost"),
    ),
    "Caddy, its upstream's Host": (
        "Caddyfile",
        ("reverse_proxy 127", "reverse_proxy {\n\t\theader_up Host {upstream_hostport}\n\t\tto 127"),
    ),
    "Caddy, packing": ("Caddyfile", ("@grpc header", "encode gzip\n\t@grpc header")),
    "Apache, its default": ("podesta-apache.conf", ("ProxyPreserveHost On", "")),
    "Apache, without flushing": ("podesta-apache.conf", (" flushpackets=on", "")),
}
"""Variants in other manuals: the file, and the replacement in it."""

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """The authority for the site's certificate."""
    return trustme.CA()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """The service as the page starts it."""
    own = UNLIMITED | {"PUBLIC_URL": OURS, "TRUSTED_PROXIES": "127.0.0.1", "HEARTBEAT_SECONDS": "0.5"}
    with running_service(tmp_path_factory.mktemp("service"), **own) as running:
        yield running


Stands = Callable[..., AbstractContextManager[Front]]
"""Runs a proxy with a file of the page in front of the service, with an optional replacement in the file."""


@pytest.fixture
def stands(tmp_path: Path, service: ServiceProcess, authority: trustme.CA) -> Stands:
    """Proxies in a folder with the site's certificate and key."""
    issued = authority.issue_cert(NAME)
    issued.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "tls.pem"))
    issued.private_key_pem.write_to_path(str(tmp_path / "tls.key"))
    for pem in issued.cert_chain_pems:
        pem.write_to_path(str(tmp_path / "tls.crt"), append=True)
    return partial(front, service, tmp_path)


@asynccontextmanager
async def browser(proxy: Front, authority: trustme.CA, origin: str = OURS) -> AsyncIterator[httpx.AsyncClient]:
    """A client that calls the site by its name and the usual port, like a page of an origin."""
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)

    async def named(request: httpx.Request) -> None:
        request.extensions = {**request.extensions, "sni_hostname": NAME}

    said = {"Host": NAME, "Origin": origin}
    address = f"https://127.0.0.1:{proxy.port}"
    async with httpx.AsyncClient(
        base_url=address, verify=trusting, headers=said, timeout=20, event_hooks={"request": [named]}
    ) as http:
        yield http


def needed(file: str) -> object:
    """A file of the page as a parameter, skipped if its proxy is not installed."""
    command = {"podesta-nginx.conf": "nginx", "haproxy.cfg": "haproxy", "Caddyfile": "caddy"}.get(file, "apache2")
    return pytest.param(file, marks=pytest.mark.skipif(binary(command) is None, reason=f"no {command} is installed"))


def test_every_file_of_the_page_is_run() -> None:
    """Every file on the page is tested."""
    assert set(FILES) == set(STARTED)


async def goes_on(proxy: Front, authority: trustme.CA) -> None:
    """Commands of the site's page are accepted, others are not, and each event comes before the next move."""
    async with browser(proxy, authority) as http:
        opened = await open_game(http)
        async with watching(http, opened) as events:
            await next_of(events, "heartbeat")
            for move in range(3):
                revision = await play(http, opened, Random(move), 1)
                assert (await next_of(events, "update")).id == str(revision)
    async with browser(proxy, authority, THEIRS) as http:
        refused = await http.post("/v1/games", json=GAME_PLAN | {"seats": [{}, {}]})
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/foreign-origin")


@pytest.mark.parametrize("file", [needed(file) for file in FILES])
async def test_commands_and_streams_pass(stands: Stands, authority: trustme.CA, file: str) -> None:
    """With the page's file unchanged."""
    with stands(file) as proxy:
        await goes_on(proxy, authority)


@pytest.mark.parametrize("what", REWRITTEN)
async def test_other_manuals_are_as_good(stands: Stands, authority: trustme.CA, what: str) -> None:
    """Host passed on, rewritten, or with a port; HTTP/1.0; compressed once more; buffered."""
    file, change = REWRITTEN[what]
    with stands(file, change) as proxy:
        await goes_on(proxy, authority)


@contextmanager
def bot(proxy: Front, authority: trustme.CA) -> Iterator[Podesta]:
    """A gRPC client that uses the name of the site."""
    trusting = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
    options = [*OPTIONS, ("grpc.ssl_target_name_override", NAME)]
    with Podesta(grpc.secure_channel(f"127.0.0.1:{proxy.port}", trusting, options), "en", 0, 5) as podesta:
        yield podesta


def played(podesta: Podesta, silence: float = 0) -> Result:
    """A game of two seats, played to its end on one stream; the first answer takes a while."""
    created = podesta.create("golden-horn", seats=["Ada", "Bice"], options=QUICK)
    rnd, pauses = Random(1), [silence]

    def choose(turn: Turn) -> str:
        time.sleep(pauses.pop() if pauses else 0)
        return rnd.choice(turn.question.options).word

    return podesta.play(created.tokens, choose)


@pytest.mark.parametrize("file", [needed(file) for file in FILES])
def test_bots_pass(stands: Stands, authority: trustme.CA, file: str) -> None:
    """A game is opened, and played to its end on a stream, by the same port; a refusal passes unchanged."""
    with stands(file) as proxy, bot(proxy, authority) as podesta:
        assert played(podesta).reason == "round_limit"
        with pytest.raises(NotFound):
            podesta.get("a" * 21)


@pytest.mark.parametrize("file", [needed(file) for file in FILES if "90s" in FILES[file]])
async def test_silence_is_no_end(stands: Stands, authority: trustme.CA, file: str) -> None:
    """A stream without news and a bot that thinks outlive the proxy's idle time-out."""
    with stands(file, ("90s", "2s")) as proxy, bot(proxy, authority) as podesta:
        thinking = asyncio.create_task(asyncio.to_thread(played, podesta, 3))
        async with browser(proxy, authority) as http:
            opened = await open_game(http)
            async with watching(http, opened) as events:
                assert (await thinking).reason == "round_limit"
                revision = await play(http, opened, Random(1), 1)
                assert (await next_of(events, "update")).id == str(revision)
