"""Whatever is sent over REST, the answer is one that the API's description knows, and the service lives on."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import pytest

from tests.fuzz.rest import Outcome, run_schemathesis
from tests.fuzz.tables import Grounds
from tests.kit.evidence import evidence

MOST_MEMORY = 300_000_000
"""Bytes that a service may grow by while it is fuzzed."""
NEVER = {"500", "501", "502", "503"}


RUNS = [
    pytest.param(20261121, evidence(14, 30), "examples,coverage,fuzzing,stateful", id="fixed"),
    pytest.param(SystemRandom().randrange(2**32), evidence(6, 20), "fuzzing,stateful", id="random"),
]


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "seconds", "phases"), RUNS)
def test_every_answer_is_as_described(service: Grounds, tmp_path: Path, seed: int, seconds: int, phases: str) -> None:
    """Examples, edge cases, random and stateful calls under all checks: no fault, no crash, nothing undocumented."""
    print(f"seed {seed}")
    service.renew(seed)
    before = service.resident
    outcome = _fuzzed(service, tmp_path, seed, seconds, phases)
    print(outcome.statuses)
    assert outcome.code == 0, outcome.report[-8_000:]
    assert outcome.calls
    assert not NEVER & outcome.statuses.keys()
    service.check_alive()
    assert service.resident - before < MOST_MEMORY


def _fuzzed(service: Grounds, folder: Path, seed: int, seconds: int, phases: str) -> Outcome:
    """What came of it; on a machine so busy that the time was over before the first call, in more time."""
    for patience in (1, 5):
        outcome = run_schemathesis(service, folder, seed, seconds * patience, phases=phases)
        if outcome.calls or outcome.code:
            break
    return outcome
