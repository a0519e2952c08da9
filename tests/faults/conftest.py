"""The fixtures of these tests."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Silences the store's warnings of outages, which are intended here."""
    logger = logging.getLogger("podesta_eventstore")
    level = logger.level
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(level)
