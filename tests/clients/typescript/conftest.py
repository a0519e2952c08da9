"""The TypeScript client as built, and the runtimes for it; without Node, its tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.languages.toolchains import HOME, built, why_not
from tests.kit.process import ServiceProcess, running_service


@pytest.fixture(scope="session")
def package() -> Path:
    """The folder of the package, with everything in it built from its sources."""
    if reason := why_not():
        pytest.skip(reason)
    built()
    return HOME


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A running service that pages of any origin may call."""
    with running_service(tmp_path_factory.mktemp("service"), CORS_ORIGINS="*") as running:
        yield running


@pytest.fixture(scope="session")
def runtimes(package: Path) -> Path:
    """The folder of the other runtimes' commands."""
    folder = package / "tests" / "runtimes" / "node_modules" / ".bin"
    assert folder.is_dir(), "make typescript installs them"
    return folder
