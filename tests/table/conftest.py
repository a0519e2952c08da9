"""The built table, and a service that serves it; without Node, its tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.browser import CHROMIUM, Browser
from tests.kit.process import ServiceProcess, running_service
from tests.table.building import BUILT as FOLDER
from tests.table.building import build, why_not

ADMIN = "key-that-gives-seats-out"
"""The operator's key of the service."""


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the built table."""
    if reason := why_not():
        pytest.skip(reason)
    build()
    return FOLDER


@pytest.fixture(scope="module")
def service(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A running service with the table."""
    with running_service(tmp_path_factory.mktemp("service"), OPERATOR_KEYS=f"admin:{ADMIN}") as running:
        yield running


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser with a profile of its own."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: the table is not played on (apt-get install chromium)")
    with Browser(tmp_path / "profile") as running:
        yield running
