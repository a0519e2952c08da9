"""A service's export to Prometheus: correct, bounded, without secrets."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest
from litestar.types import Message, Receive, Scope
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from podesta_engines import RULESETS
from podesta_eventstore import Card, MemoryStore
from podesta_eventstore.testing.card_laws import dated_name
from podesta_service.chores.census import Census, watch_loop
from podesta_service.chores.store_vitals import StoreVitals
from podesta_service.context import Context
from podesta_service.model import STATUSES
from podesta_service.problems import CATALOGUE, Refusal
from podesta_service.rest.events import EventWriter
from podesta_service.rest.stream import GameStream
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import APPENDS, NOTICES
from tests.kit.fixtures import NewContext
from tests.kit.games import open_game, play_on
from tests.kit.process import running_service
from tests.service.telemetry.traffic import bots_metrics, make_traffic, settings

OUTCOMES = {*CATALOGUE, "ok", "cancelled"}


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The export of a real service after some traffic."""
    folder: Path = tmp_path_factory.mktemp("metrics")
    own = settings()
    with running_service(folder, **own) as service:
        yield make_traffic(service)
        assert 'podesta_bot_seconds_count{bot="random",ruleset="golden-horn"}' in bots_metrics(own["BOTS_METRICS_PORT"])


@pytest.fixture(scope="module")
def samples(text: str) -> list[Sample]:
    """The samples of the text."""
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def of(samples: list[Sample], name: str, **labels: str) -> float:
    """The sum of the samples with a name and these labels."""
    found = [sample.value for sample in samples if sample.name == name and labels.items() <= sample.labels.items()]
    assert found, (name, labels)
    return sum(found)


def test_both_wires_are_counted_under_the_same_names(samples: list[Sample]) -> None:
    """A call has one name on both wires; its status is the wire's own."""
    for wire, good in (("rest", "201"), ("grpc", "OK")):
        assert of(samples, "podesta_calls_total", wire=wire, call="CreateGame", outcome="ok", code=good) >= 1
        assert of(samples, "podesta_call_seconds_count", wire=wire, call="Answer") >= 1
    assert of(samples, "podesta_calls_total", wire="rest", outcome="unknown-game", code="404") == 1
    assert of(samples, "podesta_calls_total", wire="grpc", outcome="illegal-answer", code="FAILED_PRECONDITION") == 1


def test_streams_are_timed_apart_from_calls(samples: list[Sample]) -> None:
    """The lifetime of a stream is no duration of a call."""
    assert of(samples, "podesta_stream_seconds_count", wire="grpc", call="Watch") == 1
    assert not [
        s for s in samples if s.name == "podesta_call_seconds_count" and s.labels == {"wire": "grpc", "call": "Watch"}
    ]
    assert of(samples, "podesta_calls_total", wire="grpc", call="Watch", outcome="ok") == 1


def test_what_became_of_each_append_is_counted(samples: list[Sample]) -> None:
    """A new entry counts as appended, a command sent again as duplicate."""
    assert {s.labels["outcome"] for s in samples if s.name == "podesta_appends_total"} == set(APPENDS)
    answered = of(samples, "podesta_calls_total", call="Answer", outcome="ok")
    assert of(samples, "podesta_appends_total", outcome="appended") >= answered - 1
    assert of(samples, "podesta_store_seconds_count", operation="append") == of(samples, "podesta_appends_total")


def test_games_are_counted_by_ruleset_and_state(samples: list[Sample]) -> None:
    """A census counts open and running games; opened, started and ended ones are counted as they change."""
    assert of(samples, "podesta_games", ruleset="troyes", state="open") == 1
    assert of(samples, "podesta_games", ruleset="golden-horn", state="running") >= 1
    assert of(samples, "podesta_games_changed_total", ruleset="golden-horn", to="open") == 4
    assert of(samples, "podesta_games_changed_total", ruleset="golden-horn", to="running") == 4
    assert of(samples, "podesta_games_changed_total", ruleset="golden-horn", to="ended") == 2


def test_the_rules_and_the_memory_are_timed(samples: list[Sample]) -> None:
    """Each decision is timed under its ruleset; every lookup of a game is a hit or a miss."""
    assert of(samples, "podesta_decide_seconds_count", ruleset="golden-horn") > 1
    assert of(samples, "podesta_fold_seconds_count", ruleset="golden-horn") > 1
    assert of(samples, "podesta_table_lookups_total", result="hit") > 1
    assert of(samples, "podesta_loop_lag_seconds_count") >= 1


def test_labels_are_words_of_the_contract(samples: list[Sample], text: str) -> None:
    """No id, name or token is a label's value; each label has few values."""
    allowed = {
        "ruleset": {each.id for each in RULESETS.all()},
        "outcome": OUTCOMES | {*APPENDS, *NOTICES},
        "wire": {"rest", "grpc"},
        "state": {"open", "running", "ended"},
    }
    for sample in samples:
        for label, value in sample.labels.items():
            assert value in allowed.get(label, {value}), sample
            assert re.fullmatch(r"[A-Za-z0-9_.+-]{1,32}", value), sample
    assert not re.search(r"[a-z2-7]{21}\"|eyJ|Ada|Bice", text)
    assert len(samples) < 1_500


async def test_a_loop_that_is_held_up_is_said_to_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delay of the event loop longer than its watch sleeps is in the next figure."""
    metrics, told = Metrics(), asyncio.get_running_loop().create_future()
    monkeypatch.setattr(metrics, "late", told.set_result)
    watch = asyncio.create_task(watch_loop(metrics))
    await asyncio.sleep(0)  # the watch has begun to sleep, for a quarter of a second
    time.sleep(0.4)  # noqa: ASYNC251 - holding the loop up is the point
    assert await told >= 0.1
    watch.cancel()


async def test_a_frame_is_encoded_once_for_all_who_see_the_same(context: Context) -> None:
    """Sent counts every follower, encoded every audience."""
    metrics = Metrics()
    for encoded in (True, False, False):
        metrics.frame("rest", encoded)
    exposed = metrics.expose().decode()
    assert 'podesta_frames_total{wire="rest",work="sent"} 3.0' in exposed
    assert 'podesta_frames_total{wire="rest",work="encoded"} 1.0' in exposed


async def test_a_slow_follower_is_counted_when_it_is_dropped(new_context: NewContext) -> None:
    """Once, however many updates it misses after that."""
    context = await new_context(follower_backlog=1)
    game, _ = await open_game(context.master)
    follower = await context.master.feeds.follow(game, None)
    await play_on(context.master, game, Random(1), 6)
    await follower.next(10)
    with pytest.raises(Refusal, match="too-slow"):
        await follower.next(10)
    assert b'podesta_followers_dropped_total{reason="backlog"} 1.0' in context.metrics.expose()
    await follower.close()


async def test_a_census_forgets_games_that_are_gone() -> None:
    """A game that the store no longer lists is no longer counted."""
    store, metrics, game = MemoryStore(lists=STATUSES), Metrics(), dated_name()
    census = Census(store, metrics)
    await store.append(game, 0, b"unreadable", bytes(16), "running", Card("troyes", b""))
    await census.count()
    assert 'podesta_games{ruleset="troyes",state="running"} 1.0' in metrics.expose().decode()
    await store.append(game, 1, b"unreadable", bytes(range(16)), "ended")
    await census.count()
    assert "podesta_games{" not in metrics.expose().decode()


async def test_a_census_reads_no_game() -> None:
    """The lists have their number, also for unknown rulesets."""
    store, metrics = MemoryStore(lists=STATUSES), Metrics()
    for _ in range(3):
        await store.append(dated_name(), 0, b"unreadable", bytes(16), "open", Card("troyes", b""))
    await store.append(dated_name(), 0, b"unreadable", bytes(16), "open", Card("retired", b""))
    await Census(store, metrics).count()
    exposed = metrics.expose().decode()
    for ruleset, games in {"troyes": 3, "unknown": 1}.items():
        assert f'podesta_games{{ruleset="{ruleset}",state="open"}} {games}.0' in exposed


async def test_a_client_that_takes_nothing_is_let_go_and_counted(new_context: NewContext) -> None:
    """After four heartbeats, whatever was sent last; its follower is closed too."""
    context = await new_context(heartbeat_seconds=0.05)
    game, _ = await open_game(context.master)
    following = await context.follow("rest", game, None, None, "en")
    stream = GameStream(context, [EventWriter(context, following)], "en")
    never = asyncio.Event()

    async def take(message: Message) -> None:
        if message["type"] == "http.response.body":
            await never.wait()

    async with asyncio.timeout(20):
        await stream(cast("Scope", {"state": {}}), cast("Receive", never.wait), take)
    assert b'podesta_followers_dropped_total{reason="stalled"} 1.0' in context.metrics.expose()
    assert context.master.feeds.followers == 0


@pytest.mark.parametrize("own", [True, False])
async def test_the_disk_of_a_private_server_is_told(tmp_path: Path, own: bool) -> None:
    """Its free space, and its size, as reported by the system; nothing for a server elsewhere."""
    metrics = Metrics()
    settings = Settings(store_url="" if own else "redis://elsewhere", data_dir=str(tmp_path))
    await StoreVitals(MemoryStore(), metrics, settings).look()
    found = {
        sample.labels["kind"]: sample.value
        for family in text_string_to_metric_families(metrics.expose().decode())
        for sample in family.samples
        if sample.name == "podesta_store_disk_bytes"
    }
    assert found.keys() == ({"free", "whole"} if own else set())
    if own:
        assert 0 < found["free"] < found["whole"] == shutil.disk_usage(tmp_path).total
