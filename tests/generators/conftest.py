"""The tools of this folder, and a service for the programs that are made with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.generators.tools import installed
from tests.kit.process import ServiceProcess, running_service


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    """The tools named in package-lock.json."""
    installed()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service as operators run it."""
    with running_service(tmp_path_factory.mktemp("podesta")) as process:
        yield process


@pytest.fixture(scope="module")
def out() -> Path:
    """The folder that generators write to: next to the programs, which import it."""
    return Path(__file__).with_name("out")
