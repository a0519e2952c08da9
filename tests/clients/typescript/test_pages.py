"""Pages on the client in a real browser: the example plays a whole game of Notre Dame, in both languages."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.browser import CHROMIUM, Browser, Page
from tests.kit.ports import free_port
from tests.kit.process import PATIENCE, ServiceProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the example is not opened"),
]

STATUS = "document.getElementById('state').dataset.status"
REVISION = "Number(document.getElementById('state').dataset.revision)"
PLAYER = """
globalThis.seen = new Set();
globalThis.problems = [];
const one = (all) => all[Math.floor(Math.random() * all.length)];
setInterval(() => {
    const problem = document.getElementById('problem').textContent;
    if (problem && problem !== problems.at(-1)) problems.push(problem);
    const on = [...document.querySelectorAll('td.lit, span.lit, li.lit')];
    const buttons = [...document.querySelectorAll('#options button')];
    if (!buttons.length) return;
    seen.add(document.getElementById('prompt').textContent);
    (on.length && Math.random() < 0.7 ? one(on) : one(buttons)).click();
}, 15);
true
"""
"""Answers at random, by a button or a touch on the table, inside the page and not step by step from outside."""
AFTERWARDS = """
(async () => {
    const { connect, verify } = await import(location.origin + '/dist/browser/index.js');
    const podesta = connect(new URLSearchParams(location.search).get('service'));
    const [game, token] = JSON.parse(sessionStorage.notreDame);
    const { revisions } = await verify(await podesta.record(game));
    const told = [];
    const source = new EventSource(await podesta.streamAddress([{ game, token, after: 0 }], 'patch'));
    source.addEventListener('patch', ({ data }) => told.push(JSON.parse(data).revision));
    source.addEventListener('end', () => {
        source.close();
        globalThis.found = [isSecureContext, !!crypto.subtle, revisions, told.length];
    });
})().catch((error) => { globalThis.found = [String(error)]; });
true
"""
"""Verifies the game's record in the page, and reads its stream by the browser's own EventSource."""


@pytest.fixture(scope="module")
def pages(package: Path) -> Iterator[int]:
    """The port of this machine on which the package's folder is served."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(package)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield port
    server.kill()
    server.wait()


@pytest.fixture
def ports() -> dict[str, str]:
    """Settings of a service that can be restarted in its place."""
    return {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port()), "CORS_ORIGINS": "*"}


@pytest.mark.parametrize(
    ("language", "over", "host", "secure"),
    [
        pytest.param("en", "The game is over", "127.0.0.1", True, marks=pytest.mark.nightly, id="en"),
        pytest.param("it", "La partita è finita", "tavolo.lan", False, id="it-insecure"),
    ],
)
def test_the_example_plays_a_whole_game(
    pages: int, ports: dict[str, str], tmp_path: Path, language: str, over: str, host: str, secure: bool
) -> None:
    """It is reloaded (F5) and the service killed in the middle: its list has every revision exactly once.

    One of the two pages seems to come over plain HTTP from another machine: it has no WebCrypto.
    """
    running = ServiceProcess(tmp_path / "data", **ports)
    try:
        with Browser(tmp_path / "profile") as browser:
            page = browser.open(
                f"http://{host}:{pages}/examples/notre-dame.html?service={running.rest}&language={language}"
            )
            page.until("!document.getElementById('open').hidden")
            page.ask("document.getElementById('open').click(), true")
            page.until("document.querySelectorAll('#options button').length")
            page.ask(PLAYER)
            wait(page, f"{REVISION} >= 20")
            page.reload()
            page.until("document.querySelectorAll('#options button').length")
            page.ask(PLAYER)
            wait(page, f"{REVISION} >= 40")
            running.kill()
            running = ServiceProcess(tmp_path / "data", **ports)
            wait(page, f"{STATUS} === 'ended'")
            assert page.ask("document.getElementById('state').textContent") == over
            revision = page.ask(REVISION)
            wait(page, f"document.querySelectorAll('#log li').length >= {revision}")  # the stream's, behind an answer
            told = page.ask("[...document.querySelectorAll('#log li')].map((line) => line.value)")
            assert told == list(range(revision, 0, -1))
            assert len(page.ask("[...seen]")) >= 5, "hardly anything was asked"
            problems = page.ask("problems")
            assert {*problems} <= {"Connecting …", "Collegamento …"}, problems
            page.ask(AFTERWARDS)
            wait(page, "!!globalThis.found")
            assert page.ask("found") == [secure, secure, revision, revision]
    finally:
        running.stop()


def wait(page: Page, script: str) -> None:
    """Wait for a condition that takes a game's time."""
    deadline = time.monotonic() + PATIENCE
    while not page.ask(script):
        assert time.monotonic() < deadline, page.ask("document.body.innerText")
        time.sleep(0.1)


def test_the_example_is_short() -> None:
    """A page that plays a game, draws its table and shows its notes takes less than 150 lines."""
    page = Path(__file__).parents[3] / "clients" / "typescript" / "examples" / "notre-dame.html"
    assert len(page.read_text("utf-8").splitlines()) < 150
