"""A process with a stopped clock."""

from collections.abc import AsyncIterator

import pytest

from podesta_service.master import Master
from tests.kit.fixtures import NewContext
from tests.service.orders.any_orders import NOW


@pytest.fixture
async def still(new_context: NewContext) -> AsyncIterator[Master]:
    """The master of a process with a stopped clock."""
    made = await new_context(now=lambda: NOW)
    yield made.master
    await made.master.steward.stop()
