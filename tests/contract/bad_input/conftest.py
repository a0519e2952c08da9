"""The service that receives bad input."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contract.bad_input.sending import Target, target


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """One service for the tests of a module; each leaves it unchanged."""
    with target(tmp_path_factory.mktemp("victim"), LOG_LEVEL="debug") as found:
        yield found
