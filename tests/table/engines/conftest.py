"""Engines besides Chromium, skipped if not installed, and a service with pages that keep their errors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import podesta_service
from tests.kit.process import ServiceProcess
from tests.table.engines.engines import PROGRAMS, Engine, missing, running
from tests.table.whole.games import Mortal

WATCH = """
const keep = (what) => {
    const before = JSON.parse(sessionStorage.wrong ?? '[]');
    sessionStorage.wrong = JSON.stringify([...before, `${location.pathname}: ${what}`]);
};
addEventListener('error', ({ message }) => keep(message));
addEventListener('unhandledrejection', ({ reason }) => keep(reason));
addEventListener('securitypolicyviolation', ({ violatedDirective }) => keep(violatedDirective));
const told = console.error;
console.error = (...all) => { keep(all.join(' ')); told(...all); };
if (navigator.userAgent.includes('Firefox')) window.ResizeObserver = class extends ResizeObserver {
    constructor(call) {
        super((...all) => {
            const drawn = new MutationObserver(() => keep('something is drawn while sizes are told'));
            drawn.observe(document, { subtree: true, childList: true, attributes: true });
            call(...all);
            let still = Promise.resolve();
            for (let step = 0; step < 2000; step++) still = still.then(() => {});
            still.then(() => drawn.disconnect());
        });
    }
};
"""
"""Keeps the errors of a tab: neither driver reports a console, nor runs a script before a page's own.

If drawing while a ResizeObserver reports sizes changes them again, only some layouts report an error; this is looked
for in Firefox, since WebKit runs other promises' jobs in between.
"""


@pytest.fixture(scope="session")
def watched(built: Path, tmp_path_factory: pytest.TempPathFactory) -> type[ServiceProcess]:
    """The service with the table as built, and a script in front of it that keeps errors."""
    site = tmp_path_factory.mktemp("watched")
    (own,) = podesta_service.__path__
    shutil.copytree(own, site / "podesta_service", ignore=shutil.ignore_patterns("__pycache__"))
    page = site / "podesta_service" / built.relative_to(own)
    (page / "assets" / "watch.js").write_text(WATCH)
    for packed in page.glob("index.html.*"):
        packed.unlink()
    index = page / "index.html"
    index.write_text(
        index.read_text("utf-8").replace("<head>", '<head><script src="/assets/watch.js"></script>'), "utf-8"
    )
    return type("Watched", (ServiceProcess,), {"site": site})


@pytest.fixture(scope="module")
def mortal(watched: type[ServiceProcess], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    """A service with the table, which may be killed."""
    service = Mortal(tmp_path_factory.mktemp("mortal"), watched)
    yield service
    service.running.stop()


@pytest.fixture(params=PROGRAMS)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A browser of another engine."""
    if programs := missing(request.param):
        pytest.skip(f"the table is not tried in {request.param}: no {programs} on this machine (make debian)")
    with running(request.param, tmp_path / "engine") as found:
        yield found
