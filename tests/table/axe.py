"""The findings of axe on a page: contents that some people could not see, read or reach."""

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
    """The findings of axe on the current page."""
    page.ask(AXE.read_text("utf-8") + ";true")
    page.ask(RUN)
    found: list[Any] = json.loads(page.until("globalThis.found && JSON.stringify(globalThis.found)"))
    return found
