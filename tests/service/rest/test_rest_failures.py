"""Refusals without a fault of the caller: no store, no new calls, a fault of ours; no internals are exposed."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from podesta_eventstore import EmbeddedServer, StoreError, open_store
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.model import STATUSES
from podesta_service.rest import start_rest
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics
from tests.kit.fixtures import MASTER_KEY
from tests.kit.rest import (
    GAME_PLAN,
    PROBLEM,
    asked,
    client_of,
    look,
    open_game,
    pick,
    send,
)


async def test_an_unexpected_failure_tells_nothing_of_its_inside(
    http: httpx.AsyncClient, context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    """500 internal without the error's text; the log has it, under the request's id."""
    game = await open_game(http)
    context.master.tables._kept._tables[game.game] = None  # type: ignore[assignment]
    context.master.tables.newest = None  # type: ignore[assignment,method-assign]
    answer = await http.get(game.path, headers={"X-Request-ID": "find-me-again"})
    assert (answer.status_code, answer.json()["type"]) == (500, "/problems/internal")
    assert "NoneType" not in answer.text
    assert answer.headers["x-request-id"] == "find-me-again"


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[tuple[Context, EmbeddedServer]]:
    """A process on a store of its own that may be killed."""
    store = EmbeddedServer(tmp_path / "mortal")
    store.start()
    settings = Settings(store_url=store.url, data_dir=str(tmp_path), rest_port=0, master_key=MASTER_KEY.hex())
    async with await open_store(store.url, tmp_path, timeout=2, lists=STATUSES) as opened:
        context = Context(settings, Master(opened, settings, MASTER_KEY), Metrics())
        yield context, store
        await context.master.feeds.close()
    store.stop()


async def test_without_a_store_calls_are_refused_and_nothing_changes(mortal: tuple[Context, EmbeddedServer]) -> None:
    """503 with Retry-After for calls, 200 for both probes; with the store back, the game is as it was."""
    context, store = mortal
    server = await start_rest(context)
    async with client_of(server) as http:
        game = await open_game(http)
        seat, mine = await asked(http, game)
        os.kill(store.pid, signal.SIGKILL)
        refused = [
            await http.get(game.path),
            await send(http, game, seat, mine["revision"], pick(mine, Random(5))),
            await http.post("/v1/games", json={**GAME_PLAN, "seats": [{}, {}]}),
        ]
        for answer in refused:
            assert answer.status_code == 503, answer.text
            assert answer.json()["type"] in ("/problems/store-unavailable", "/problems/outcome-unknown")
            assert answer.headers["content-type"] == PROBLEM
            assert answer.headers["retry-after"]
        assert (await http.get("/healthz")).status_code == 200
        with suppress(StoreError):
            await context.master.heart.beat()
        assert (await http.get("/readyz")).json() == {
            "status": "ok",
            "store": "away",
            "clock": "ok",
            "engines": "plain",
        }
        store._process.wait()  # type: ignore[union-attr]
        store._process = None
        store.start()
        assert (await look(http, game))["revision"] == mine["revision"]
        assert (await http.get("/readyz")).status_code == 200
    await server.stop(1.0)


async def test_a_draining_process_takes_no_new_calls(http: httpx.AsyncClient, context: Context) -> None:
    """Calls and readiness are refused with `draining`; liveness and metrics still work."""
    game = await open_game(http)
    context.draining.set()
    for path in (game.path, f"{game.path}/stream", "/v1/rulesets", "/readyz"):
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/draining")
        assert answer.headers["retry-after"]
    assert (await http.get("/healthz")).status_code == (await http.get("/metrics")).status_code == 200
    counted = b'podesta_calls_total{call="GetGame",code="503",outcome="draining",wire="rest"} 1.0'
    assert counted in context.metrics.expose()
