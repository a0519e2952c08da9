"""The laws of proxies: no call of the nine interfaces can be left out or renamed."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from podesta_eventstore import INTERFACES, EventStore, MemoryStore, StoreError, StoreProxy
from podesta_eventstore.testing import LISTS, StoreLaws
from tests.eventstore.calls import CALLS, Broken, make
from tests.eventstore.fixtures import command

ROOT = Path(__file__).parents[2]


class Noting(StoreProxy):
    """Notes which calls begin and end."""

    def __init__(self, inner: EventStore) -> None:
        super().__init__(inner)
        self.noted: list[str] = []

    @contextmanager
    def around(self, operation: str) -> Iterator[None]:
        """Note both ends."""
        self.noted.append(operation)
        try:
            yield
        finally:
            self.noted.append(f"{operation} over")


class TestProxy(StoreLaws):
    """A proxy in front of a store obeys the laws of any store."""

    @pytest.fixture
    async def store(self) -> Any:
        """Two proxies, one in front of the other."""
        async with StoreProxy(StoreProxy(MemoryStore(lists=LISTS))) as opened:
            yield opened


def test_the_store_is_its_nine_interfaces() -> None:
    """Each call belongs to one interface, except those about the store itself."""
    parts = [name for each in INTERFACES for name in each.__abstractmethods__]
    assert sorted([*parts, "ping", "close", "vitals"]) == list(CALLS)


@pytest.mark.parametrize("page", ["docs/decisions/0032-how-the-tree-is-cut.md", "eventstore/README.md"])
def test_pages_name_each_interface(page: str) -> None:
    """A decision and the README list the interfaces by their names."""
    text = (ROOT / page).read_text()
    assert [each.__name__ for each in INTERFACES if f"`{each.__name__}`" not in text] == []


@pytest.mark.parametrize("name", CALLS)
async def test_every_call_is_forwarded_within_the_hook(name: str) -> None:
    """The call reaches the inner store, and the hook is around it."""
    proxy = Noting(Broken())
    with pytest.raises(StoreError, match="broken"):
        await make(proxy, name)
    assert proxy.noted == [name, f"{name} over"]


@pytest.mark.parametrize("name", CALLS)
def test_a_forwarded_call_looks_like_the_contract_s(name: str) -> None:
    """Name, parameters and docstring are those of the contract."""
    forwarded = getattr(StoreProxy, name)
    assert forwarded.__name__ == name
    assert forwarded.__doc__ == CALLS[name].__doc__
    assert signature(forwarded) == signature(CALLS[name])


async def test_the_hook_is_around_a_generator_until_it_is_closed() -> None:
    """Following lasts until the follower leaves; the inner generator is closed, too."""
    proxy = Noting(MemoryStore())
    await proxy.inner.append("s", 0, b"", command())
    async with aclosing(proxy.follow("s")) as entries:
        assert (await anext(entries)).revision == 1
        assert proxy.noted == ["follow"]
    assert proxy.noted == ["follow", "follow over"]


def test_a_call_that_is_added_cannot_be_left_out() -> None:
    """A proxy without a line for a new call cannot be made."""

    class Wider(EventStore):
        @abstractmethod
        async def rename(self, stream: str, name: str) -> None: ...

    class Forgetful(StoreProxy, Wider): ...

    with pytest.raises(TypeError, match="rename"):
        Forgetful(MemoryStore())  # type: ignore[abstract]
