"""Every call to the store is measured, whatever the contract adds to it."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from podesta_eventstore import MemoryStore, StoreError, StreamNotFound
from podesta_service.telemetry.measured import WAITING, MeasuredStore
from podesta_service.telemetry.metrics import Metrics
from tests.eventstore.calls import CALLS, Broken, make


def values(metrics: Metrics, operation: str) -> dict[str, float]:
    """The samples of an operation that count something, by name."""
    families = text_string_to_metric_families(metrics.expose().decode())
    samples = [sample for family in families for sample in family.samples]
    wanted = ("podesta_store_failures_total", "podesta_store_seconds_count")
    return {each.name: each.value for each in samples if each.name in wanted and each.labels["operation"] == operation}


@pytest.mark.parametrize("operation", CALLS)
async def test_every_call_is_counted_under_its_name(operation: str) -> None:
    """A failure counts for each call; the time, for each but those that wait for others."""
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
    """The exception names calls that there are."""
    assert set(CALLS) > WAITING
