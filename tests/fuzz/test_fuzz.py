"""Any message over gRPC gets a response, or a refusal as the caller's fault, and the service lives on.

Any request over REST gets a response known to the API's description, and the service lives on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

import pytest

from podesta.v1 import game_master_pb2, simulator_pb2
from tests.fuzz.rest import Outcome, run_schemathesis
from tests.fuzz.rpc import Fuzzer, methods_of
from tests.fuzz.tables import Grounds, grounds
from tests.kit.evidence import evidence

SECONDS = evidence(9, 18)
"""How long each run goes on."""
SLICE = 160
"""Calls between two checks of the clock."""
MOST_MEMORY = 300_000_000
"""Bytes that a service may grow by while it is fuzzed."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grounds]:
    """A service of its own with games of every ruleset."""
    with grounds(tmp_path_factory.mktemp("fuzzed")) as found:
        yield found


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(20261121, id="fixed"),
        pytest.param(SystemRandom().randrange(2**32), id="random", marks=pytest.mark.nightly),
    ],
)
def test_no_message_is_a_fault_of_the_service(service: Grounds, seed: int) -> None:
    """Random and spoilt messages to every method, with good tokens, bad ones and none: no INTERNAL, no UNKNOWN."""
    print(f"seed {seed}")
    service.renew(seed)
    before = service.resident
    fuzzer, rnd, calls = Fuzzer(service), Random(seed), Counter[str]()
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        calls += fuzzer.run(rnd.getrandbits(64), SLICE).calls
    print(calls.total(), calls)
    service.check_alive()
    assert service.resident - before < MOST_MEMORY


def test_reflection_names_every_method(service: Grounds) -> None:
    """The fuzzers cover the whole contract, and health and reflection too."""
    named = {method.full_name for method in methods_of(service.process.grpc)}
    files = (game_master_pb2.DESCRIPTOR, simulator_pb2.DESCRIPTOR)
    services = [service for file in files for service in file.services_by_name.values()]
    assert {method.full_name for each in services for method in each.methods} < named
    assert {"grpc.health.v1.Health.Check", "grpc.health.v1.Health.Watch"} < named


"""Bytes that a service may grow by while it is fuzzed."""
NEVER = {"500", "501", "502", "503"}


RUNS = [
    pytest.param(20261121, evidence(14, 30), "examples,coverage,fuzzing,stateful", id="fixed"),
    pytest.param(
        SystemRandom().randrange(2**32), evidence(6, 20), "fuzzing,stateful", id="random", marks=pytest.mark.nightly
    ),
]


@pytest.mark.campaign
@pytest.mark.slow
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
    """The result; on a machine so busy that the time was over before the first call, with more time."""
    for patience in (1, 5):
        outcome = run_schemathesis(service, folder, seed, seconds * patience, phases=phases)
        if outcome.calls or outcome.code:
            break
    return outcome
