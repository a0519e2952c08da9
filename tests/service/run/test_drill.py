"""The short form of `make drill`: restarts, a crash and a lost disk behind the component's haproxy, with TLS."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from benchmarks.drill.__main__ import SHORT, drilled, missed
from benchmarks.drill.callers import PlayedGame, playing, wrong
from benchmarks.drill.disk import MOST, lost_disk
from benchmarks.drill.faults import recovered, site
from tests.service.front.proxies import NEEDED

pytestmark = [pytest.mark.nightly, pytest.mark.slow, NEEDED]


def test_nobody_notices_restarts_and_a_crash(tmp_path: Path) -> None:
    """Two processes are restarted one by one, then one is killed: no more calls fail than allowed, and none is lost."""
    with site(tmp_path, number=2, patience=20, linger=8, whole=False) as found:  # a busy proxy notices late
        callers = found.callers(2)
        with playing(callers):
            rows = list(drilled(found, SHORT[:2], callers, None))
        with httpx.Client(base_url=found.url, verify=found.trusted, timeout=30) as http:
            assert wrong(http, callers) == []
            caller = callers[0]
            for lie in ([2, 4], [2, 2], list(range(2, 2000))):
                caller.games[0] = PlayedGame(caller.games[0].game, [], lie)
                assert len(wrong(http, callers)) >= 1, "a move that is lost, doubled or skipped is found"
    assert [row.fault for row in rows] == [fault for fault, _ in SHORT[:2]]
    assert missed(rows) == []
    rows[0].failed["502"] += 1
    assert missed(rows) == ["rolling restart: 1 calls failed"]
    assert all(row.calls for row in rows)


def test_a_lost_disk_costs_less_than_a_minute(tmp_path: Path) -> None:
    """The shipped files are restored, and the games played on; only the last seconds of acknowledged moves are gone."""
    with site(tmp_path, number=1, patience=20, whole=False) as found:
        loss = lost_disk(found, found.callers(2))
        assert loss.acknowledged > loss.gone
        assert loss.age < MOST
        after = found.callers(2)
        with playing(after):
            recovered([each.calls for each in after])
        with httpx.Client(base_url=found.url, verify=found.trusted, timeout=30) as http:
            assert http.get("/readyz").json()["status"] == "ok"
