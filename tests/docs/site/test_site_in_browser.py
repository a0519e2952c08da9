"""The site that `make docs` has built: no fault, whole in a browser under its policy, with a working search."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docs.site.__main__ import SITE
from docs.site.checking import faults
from docs.site.finishing import LIST
from podesta_service.problems import OUTCOME_UNKNOWN
from tests.docs.browser import CHROMIUM, Browser
from tests.kit.process import running_service

ASKED = "performance.getEntriesByType('resource').map(one => new URL(one.name).host)"
OPENED = "document.querySelector('.md-search__button').click() || true"
BOX = "[...document.querySelectorAll('div')].find(one => one.shadowRoot).shadowRoot"
TYPED = f"""(() => {{
    const box = {BOX}.querySelector('input')
    box.value = '{OUTCOME_UNKNOWN.slug}'
    box.dispatchEvent(new Event('input', {{bubbles: true}}))
    return {BOX}.textContent.includes('{OUTCOME_UNKNOWN.title()}')
}})()"""

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.skipif(not (SITE / LIST).exists(), reason="`make docs` has not built the site"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Browser]]:
    """The address of a service with the site, and a browser."""
    folder = tmp_path_factory.mktemp("served")
    with running_service(folder / "data", DOCS_DIR=str(SITE)) as service, Browser(folder / "profile") as browser:
        yield service.rest, browser


def test_the_built_site_has_no_faults() -> None:
    """Also compressed and with its scripts in files."""
    assert faults(SITE) == []


def test_the_site_is_whole_in_a_browser(served: tuple[str, Browser]) -> None:
    """The first page has its four doors, styles and scripts run under the policy, the search works, no other site is
    called."""
    address, browser = served
    page = browser.open(f"{address}/docs")
    page.until("document.querySelectorAll('.door h3').length === 4")  # a page that is being read may have two
    page.until("getComputedStyle(document.querySelector('.doors')).display === 'grid'")
    page.until(OPENED)
    page.until(TYPED)
    assert set(page.ask(ASKED)) <= {address.removeprefix("http://"), ""}


def test_the_type_of_a_problem_shows_its_page(served: tuple[str, Browser]) -> None:
    """When a browser opens it."""
    address, browser = served
    page = browser.open(f"{address}/problems/{OUTCOME_UNKNOWN.slug}")
    page.until(f"document.body.innerText.includes('{OUTCOME_UNKNOWN.title()}')")
    assert page.ask("location.pathname") == f"/docs/problems/{OUTCOME_UNKNOWN.slug}.html"
