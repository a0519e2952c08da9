"""SIGTERM while everybody is busy: every call is answered, every stream is told."""

from __future__ import annotations

from pathlib import Path

import uvloop

from benchmarks.wire.drain import drain
from tests.kit.process import UNLIMITED, running_service

STREAMS = 60


def test_a_stop_under_load_fails_no_call_and_tells_every_stream(tmp_path: Path) -> None:
    """Calls end well or are refused as draining, on both wires; streams end with a last word; the exit code is 0."""
    with running_service(tmp_path, **UNLIMITED) as service:
        outcome = uvloop.run(drain(service, STREAMS))
    assert outcome.failed == 0, outcome.calls
    assert outcome.calls["ok"] > 0
    assert outcome.calls["draining"] > 0
    assert outcome.streams == {"told": STREAMS, "cut": 0}
    assert outcome.code == 0
