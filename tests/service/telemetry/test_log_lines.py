"""The lines of a log: one a call on both wires, each with the call's id and its game.

Every call to the store is measured, including later additions to the contract.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect
from podesta_eventstore import MemoryStore, StoreError, StreamNotFound
from podesta_service.telemetry.logs import Lines
from podesta_service.telemetry.measured import WAITING, MeasuredStore
from podesta_service.telemetry.metrics import Metrics
from tests.eventstore.calls import CALLS, Broken, make
from tests.kit.process import ServiceProcess, running_service
from tests.service.telemetry.traffic import make_traffic, settings

Line = dict[str, Any]
OPERATOR = "operator-of-this-test"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service at its most verbose, after some traffic."""
    with running_service(tmp_path_factory.mktemp("lines"), **settings()) as running:
        make_traffic(running)
        yield running


@pytest.fixture
def lines(service: ServiceProcess) -> list[Line]:
    """Its log so far."""
    return list(service.log)


def calls(lines: list[Line]) -> list[Line]:
    """The lines of calls."""
    return [line for line in lines if line.get("event") == "call"]


def test_every_line_is_an_object_with_a_time_and_a_level(lines: list[Line]) -> None:
    """A machine can read all of them."""
    assert len(lines) > 20
    for line in lines:
        assert {"event", "level", "logger", "timestamp"} <= line.keys()


def test_a_call_has_one_line(lines: list[Line]) -> None:
    """Its name, its outcome and its duration, under an id of its own."""
    ids = [line["request_id"] for line in calls(lines) if line["call"] != "Play.Answer"]
    assert len(ids) == len(set(ids))
    assert {line["wire"] for line in calls(lines)} == {"rest", "grpc"}
    for line in calls(lines):
        assert line["ms"] >= 0
        assert line["status"] == 200 or line["status"] == "OK" or "problem" in line or line["status"] < 400


def test_each_line_of_a_call_names_its_game(lines: list[Line]) -> None:
    """Those of a call about one game, the opening of a game included."""
    about_one = {"CreateGame", "GetGame", "Answer", "Play.Answer", "Watch"}
    for line in lines:
        if line.get("call") in about_one and line["event"] == "call":
            assert len(line["game"]) in (16, 17, 21), line


def test_both_wires_take_the_callers_id_and_give_it_back(service: ServiceProcess) -> None:
    """The x-request-id sent comes back in the response, and is in the log."""
    answer = httpx.get(f"{service.rest}/v1/rulesets", headers={"X-Request-ID": "mine.over-rest"})
    assert answer.headers["x-request-id"] == "mine.over-rest"
    with connect(service.grpc) as podesta:
        list_rulesets, asked = podesta._stub.ListRulesets, pb.ListRulesetsRequest()
        _, done = list_rulesets.with_call(asked, metadata=(("x-request-id", "mine.over-grpc"),))
    assert ("x-request-id", "mine.over-grpc") in [tuple(pair) for pair in done.trailing_metadata()]
    for wire in ("rest", "grpc"):
        service.wait_for("call", request_id=f"mine.over-{wire}")


def test_good_calls_of_bots_and_probes_are_for_debugging_only(lines: list[Line]) -> None:
    """At the level info there are REST's calls, and gRPC's that were refused."""
    for line in calls(lines):
        quiet = line["call"] in {"Live", "Ready", "Metrics"} or (line["wire"] == "grpc" and line["status"] == "OK")
        assert line["level"] == ("debug" if quiet else "info"), line


def test_a_feed_is_no_part_of_the_call_that_follows_first(lines: list[Line]) -> None:
    """Lines outside of a call have no call's id."""
    for line in lines:
        assert ("request_id" in line) == ("wire" in line), line


def test_the_log_says_who_asked_for_a_seat_anew(tmp_path: Path) -> None:
    """Its holder or an operator, on both wires; a failed attempt counts as the seat's."""
    with running_service(tmp_path, OPERATOR_KEYS=f"admin:{OPERATOR}") as service, connect(service.grpc) as podesta:
        new = podesta.create("golden-horn", ["A", "B"])
        path = f"{service.rest}/v1/games/{new.id}/seats/0/token"
        for name, token in (("seat", new.tokens[0]), ("operator", OPERATOR)):
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": uuid4().hex, "X-Request-ID": name}
            assert httpx.post(path, json={}, headers=headers).status_code == 201
            service.wait_for("call", call="ReissueSeat", wire="rest", request_id=name, asked_by=name)
        headers = {
            "Authorization": f"Bearer {new.tokens[1]}",
            "Idempotency-Key": uuid4().hex,
            "X-Request-ID": "neither",
        }
        assert httpx.post(path, json={}, headers=headers).status_code == 403
        service.wait_for("call", call="ReissueSeat", request_id="neither", asked_by="seat", problem="not-your-seat")
        refused = pb.ReissueSeatRequest(game=new.id, seat=9, command_id=uuid4().hex)
        with pytest.raises(grpc.RpcError):
            podesta._stub.ReissueSeat(refused, metadata=(("authorization", f"Bearer {OPERATOR}"),))
        service.wait_for("call", call="ReissueSeat", wire="grpc", asked_by="operator")
        with pytest.raises(grpc.RpcError):
            podesta._stub.ReissueSeat(refused, metadata=(("authorization", f"Bearer {new.tokens[1]}"),))
        service.wait_for("call", call="ReissueSeat", wire="grpc", asked_by="seat")


async def test_a_line_is_written_at_once_and_one_that_cannot_be_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while an event loop runs, so a killed process has logged what it reported; and a full disk refuses no
    call."""
    closed, opened = io.StringIO(), io.StringIO()
    closed.close()
    monkeypatch.setattr(Lines, "stream", closed)
    Lines().info("lost")
    monkeypatch.setattr(Lines, "stream", opened)
    Lines().info("written")
    assert opened.getvalue() == "written\n"


def values(metrics: Metrics, operation: str) -> dict[str, float]:
    """The non-zero samples of an operation, by name."""
    families = text_string_to_metric_families(metrics.expose().decode())
    samples = [sample for family in families for sample in family.samples]
    wanted = ("podesta_store_failures_total", "podesta_store_seconds_count")
    return {each.name: each.value for each in samples if each.name in wanted and each.labels["operation"] == operation}


@pytest.mark.parametrize("operation", CALLS)
async def test_every_call_is_counted_under_its_name(operation: str) -> None:
    """A failure counts for each call; the time, for each except those that wait for others."""
    metrics = Metrics()
    with pytest.raises(StoreError, match="broken"):
        await make(MeasuredStore(Broken(), metrics), operation)
    timed = {} if operation in WAITING else {"podesta_store_seconds_count": 1.0}
    assert values(metrics, operation) == {"podesta_store_failures_total": 1.0} | timed


@pytest.mark.parametrize("operation", ["settle", "label", "append", "put_work", "streams"])
async def test_a_call_that_a_healthy_store_refuses_is_no_failure(operation: str) -> None:
    """It is timed like one that succeeds."""
    metrics = Metrics()
    store = MeasuredStore(MemoryStore(lists=("new", "done")), metrics)
    if operation == "label":
        with pytest.raises(StreamNotFound):
            await make(store, operation)
    else:
        await make(store, operation)
    assert values(metrics, operation) == {"podesta_store_failures_total": 0.0, "podesta_store_seconds_count": 1.0}


def test_only_calls_of_the_contract_wait() -> None:
    """The exception names existing calls."""
    assert set(CALLS) > WAITING
