"""The fixtures of these tests."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Outages are what is wanted here; the store's warnings of them are not."""
    logger = logging.getLogger("podesta_eventstore")
    level = logger.level
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(level)
