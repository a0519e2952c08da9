"""What axe finds on a page: things that somebody could not see, read or reach."""

from __future__ import annotations

import json
from typing import Any

from tests.docs.browser import Page
from tests.table.building import HOME

AXE = HOME / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
globalThis.found = undefined;
axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => {
    globalThis.found = violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]);
});
true
"""


def violations(page: Page) -> list[Any]:
    """What axe finds on the page as it is."""
    page.ask(AXE.read_text("utf-8") + ";true")
    page.ask(RUN)
    found: list[Any] = json.loads(page.until("globalThis.found && JSON.stringify(globalThis.found)"))
    return found
