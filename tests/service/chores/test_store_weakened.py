"""If the store's settings become unsafe while the service runs, that is reported, and a setting says whether to go
on."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest

from podesta_eventstore import open_store
from podesta_service.chores.store_vitals import StoreVitals
from podesta_service.model import LISTS
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics
from tests.eventstore.servers import Server


async def test_a_store_that_was_weakened_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each weakness by a log line when it comes, and by a metric as long as it lasts; with `stop` the process ends."""
    settings, metrics, stopped = Settings(store_url="redis://"), Metrics(), asyncio.Event()
    with Server(tmp_path / "a", appendfsync="always") as server:
        async with await open_store(server.url, tmp_path, lists=LISTS) as store:
            vitals = StoreVitals(store, metrics, settings)
            for name, weak, strong, how in (
                ("appendonly", "no", "yes", "unlogged"),
                ("appendfsync", "no", "always", "fsync"),
                ("maxmemory-policy", "allkeys-lru", "noeviction", "evicting"),
            ):
                server.client.config_set(name, weak)
                for _ in range(3):
                    await vitals.look()
                assert vitals.weak == [how]
                assert f'podesta_store_weak{{how="{how}"}} 1.0' in metrics.expose().decode()
                server.client.config_set(name, strong)
                await vitals.look()
                assert vitals.weak == []
                assert f'podesta_store_weak{{how="{how}"}} 0.0' in metrics.expose().decode()
            told = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
            assert all(name in line for name, line in zip(("appendonly", "appendfsync", "evicts"), told, strict=True))
            server.client.config_set("appendfsync", "no")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(vitals.run(stopped.set), 0.3)
            assert not stopped.is_set()
            strict = msgspec.structs.replace(settings, weak_store="stop")
            await asyncio.wait_for(StoreVitals(store, metrics, strict).run(stopped.set), 5)
            assert stopped.is_set()


async def test_where_the_store_may_not_be_asked_the_rest_is_still_told(tmp_path: Path) -> None:
    """Without CONFIG GET the report omits fsync; the append-only file and eviction are in INFO."""
    with Server(tmp_path / "a") as server:
        server.client.execute_command("ACL", "SETUSER", "shy", *["on", "nopass", "+@all", "-config", "~*", "&*"])
        url = server.url.replace("redis://", "redis://shy:any@")
        async with await open_store(url, tmp_path, lists=LISTS) as store:
            vitals = StoreVitals(store, Metrics(), Settings(store_url=url))
            server.client.config_set("appendfsync", "no")
            server.client.config_set("maxmemory-policy", "volatile-lru")
            await vitals.look()
            assert vitals.weak == ["evicting"]
