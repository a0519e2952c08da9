"""The guide for frontend developers runs as written, and two people can play on its page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.languages.toolchains import TREE, built, why_not
from tests.docs.browser import CHROMIUM, Browser, Page
from tests.docs.guides import Guide
from tests.kit.ports import free_port

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


@pytest.fixture
def ports() -> dict[str, int]:
    """A free port for each one in the guide."""
    return {"8080": free_port(), "50051": free_port(), "5173": free_port()}


@pytest.fixture
def guide(tmp_path: Path, ports: dict[str, int]) -> Iterator[Guide]:
    """The guide in an empty folder, the client built in the clone."""
    if reason := why_not():
        pytest.skip(reason)
    built()
    environ = {"PODESTA_REST_PORT": str(ports["8080"]), "PODESTA_GRPC_PORT": str(ports["50051"]), "CLONE": str(TREE)}
    made = Guide("frontend.md", tmp_path, ports, environ)
    with made.shell:
        yield made


def revisions(page: Page) -> list[int]:
    """The revisions shown by a page, in order."""
    found: list[int] = page.ask("[...document.querySelectorAll('#notes li')].map(line => line.value)")
    return found


def place(page: Page) -> None:
    """Answer the open question with its first option."""
    page.until("document.querySelectorAll('#options button').length")
    page.click("#options button")


def test_every_block_runs(guide: Guide) -> None:
    """From the catalogue to the stream, and the client in Node: each block prints the output given in the guide."""
    guide.play()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the page is not opened")
def test_the_page_is_played_on_in_a_browser(guide: Guide, ports: dict[str, int], tmp_path: Path) -> None:
    """Two windows open, join, answer, take back, are refused, and lose nothing over F5 and a restart of the service."""
    guide.play(until="A page")
    while "http.server" not in guide.blocks[0].code:
        guide.step()
    guide.step()
    with Browser(tmp_path / "profile") as browser:
        ada = browser.open(f"http://localhost:{ports['5173']}/")
        ada.until("document.querySelector('#open select')?.options.length >= 5")
        ada.ask(
            "document.querySelector('select').value = 'golden-horn'; document.querySelector('#open button').click()"
        )
        game = ada.until("location.hash.slice(1)")
        ada.until("document.getElementById('state').textContent.includes('open')")
        bice = browser.open(f"http://localhost:{ports['5173']}/#{game}")
        bice.until("document.getElementById('state').textContent.includes('running')")
        first, other = asked_first(ada, bice)
        place(first)
        other.until("document.querySelectorAll('#notes li').length >= 3")
        first.until("!document.getElementById('back').hidden")
        first.ask("document.getElementById('back').click()")
        first.until("document.getElementById('prompt').textContent")
        assert "porti" in first.ask("document.getElementById('prompt').textContent")
        late = browser.open(f"http://localhost:{ports['5173']}/#{game}")
        assert "Il posto è occupato" in late.until("document.getElementById('problem').textContent")
        guide.step()
        first.reload()
        place(first)
        place(other)
        told = [
            page.until("document.querySelectorAll('#notes li').length >= 6") and revisions(page) for page in (ada, bice)
        ]
        assert told == [[1, 2, 3, 4, 5, 6]] * 2


def asked_first(ada: Page, bice: Page) -> tuple[Page, Page]:
    """The window that is asked, and the other."""
    asked = "document.querySelectorAll('#options button').length"
    ada.until("document.getElementById('state').textContent.includes('running')")
    return (ada, bice) if ada.ask(asked) else (bice, ada)
