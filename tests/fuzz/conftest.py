"""The service that the fuzzers call."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.tables import Grounds, grounds


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grounds]:
    """A service of its own with games of every ruleset."""
    with grounds(tmp_path_factory.mktemp("fuzzed")) as found:
        yield found
