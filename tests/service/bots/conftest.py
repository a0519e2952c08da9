"""A process with quick bots, and a store without work of other tests."""

import pytest

from podesta_service.context import Context
from tests.kit.fixtures import NewContext


@pytest.fixture
async def no_work_of_others(new_context: NewContext) -> None:
    """The work stream is empty when the test begins."""
    store = (await new_context()).master.store
    while found := [*await store.take_work("broom", 100, 0), *await store.steal_work("broom", 0, 100)]:
        await store.finish_work([work.id for work in found])


@pytest.fixture
async def quick(new_context: NewContext) -> Context:
    """The master of a process with bots that think for a tenth of a second at most."""
    made: Context = await new_context(bot_seconds=0.1)
    return made
