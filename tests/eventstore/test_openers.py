"""Stores of other kinds: a URL's scheme names the entry point that opens them."""

import logging
from pathlib import Path

import pytest

from podesta_eventstore import Durability, MemoryStore, StoreRefused, open_store
from podesta_eventstore.connect import store_address

OPENER = """from podesta_eventstore import MemoryStore

async def open_toy(url, durability, lists):
    store = MemoryStore(lists=lists)
    store.asked = url, durability
    return store
"""
TOY = "toy://user:secret@shelf/3?key=secret"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with a kind of store."""
    (tmp_path / "toy_store.py").write_text(OPENER)
    about = tmp_path / "toy_store-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-store\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[podesta.stores]\ntoy = toy_store:open_toy\nredis = toy_store:open_toy\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("toy")
async def test_another_distribution_opens_stores_of_its_scheme(tmp_path: Path) -> None:
    """It gets the URL and what is asked of the store; the address that is shown has no credentials."""
    async with await open_store(TOY, tmp_path, "replicated", lists=("a", "b")) as store:
        assert store.asked == (TOY, "replicated")  # type: ignore[attr-defined]
        assert (await store.streams("b")).streams == []
    assert store_address(TOY) == "toy://…@shelf/3?…"


@pytest.mark.usefixtures("toy")
def test_no_distribution_takes_a_scheme_of_redis() -> None:
    """Nothing that is installed comes between the service and its server."""
    assert store_address("redis://user:secret@db") == "db:6379"


async def test_a_store_in_memory_is_only_opened_for_those_who_know(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It keeps nothing, so a stronger durability is refused, and the log has a warning."""
    strong: tuple[Durability, ...] = ("replicated", "fsync")
    for durability in strong:
        with pytest.raises(StoreRefused, match="everysec"):
            await open_store("memory://", tmp_path, durability)
    with caplog.at_level(logging.WARNING):
        async with await open_store("memory://", tmp_path, "everysec") as store:
            assert isinstance(store, MemoryStore)
    assert "nothing outlives this process" in caplog.text


@pytest.mark.parametrize("url", ["toys://shelf", "memory://secret", "secret", "", "://secret", "+://secret"])
async def test_other_urls_are_refused(tmp_path: Path, url: str) -> None:
    """A scheme that nothing opens, or an address where there is none; the URL is not repeated."""
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        await open_store(url, tmp_path, "everysec")
    assert "secret" not in str(caught.value)
