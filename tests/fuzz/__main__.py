"""The fuzzers by hand, for longer: `python -m tests.fuzz grpc 100000` or `python -m tests.fuzz rest 1200` (seconds)."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import SystemRandom

from tests.fuzz.rest import run_schemathesis
from tests.fuzz.rpc import Fuzzer
from tests.fuzz.tables import Grounds, grounds

SLICE = 8_000
"""Calls about the same games."""


def main(wire: str, amount: int, start: int) -> None:
    """Fuzz one wire, and print the responses; it fails at the first fault."""
    print(f"seed {start}")
    with tempfile.TemporaryDirectory() as data, grounds(Path(data)) as service:
        before, started = service.resident, time.monotonic()
        (_rest if wire == "rest" else _grpc)(service, amount, start)
        grown = (service.resident - before) / 1e6
        print(f"{time.monotonic() - started:.0f} s; memory {before / 1e6:.0f} MB, grown by {grown:.0f} MB")
        service.check_alive()


def _rest(service: Grounds, seconds: int, start: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_schemathesis(service, Path(folder), start, seconds, examples=300)
    print(outcome.report)
    print(outcome.calls.total(), dict(outcome.statuses.most_common()))
    assert outcome.code == 0


def _grpc(service: Grounds, calls: int, start: int) -> None:
    total = 0
    while total < calls:
        service.renew(start + total)
        found = Fuzzer(service).run(start + total, min(SLICE, calls - total))
        total += found.calls.total()
        codes: dict[str, int] = {}
        for name, count in found.calls.items():
            codes[name.split()[1]] = codes.get(name.split()[1], 0) + count
        print(total, codes, f"{service.resident / 1e6:.0f} MB", flush=True)


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else SystemRandom().randrange(2**32)
    main(sys.argv[1], int(sys.argv[2]), seed)
