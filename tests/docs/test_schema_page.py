"""The page under /schema shows the whole API in a real browser, and loads from its own server only."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.generator.rest import document, operations
from tests.docs.browser import CHROMIUM, Browser
from tests.kit.process import running_service

ASKED = "performance.getEntriesByType('resource').map(one => new URL(one.name).host)"


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_page_shows_every_call(tmp_path: Path) -> None:
    """Every path of the OpenAPI document is shown, and every resource came from this server."""
    with running_service(tmp_path / "data") as service, Browser(tmp_path / "profile") as browser:
        page = browser.open(f"{service.rest}/schema")
        page.until("document.body.innerText.includes('/v1/rulesets/{ruleset}')")
        text = page.ask("document.body.textContent")
        assert not [name for name, _ in operations(document()) if name.split(" ")[1] not in text]
        assert set(page.ask(ASKED)) == {service.rest.removeprefix("http://")}
