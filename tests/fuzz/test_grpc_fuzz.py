"""Whatever is sent over gRPC is answered, or refused as the caller's fault, and the service lives on."""

from __future__ import annotations

import time
from collections import Counter
from random import Random, SystemRandom

import pytest

from podesta.v1 import game_master_pb2, simulator_pb2
from tests.fuzz.rpc import Fuzzer, methods_of
from tests.fuzz.tables import Grounds
from tests.kit.evidence import evidence

SECONDS = evidence(9, 18)
"""How long each run goes on."""
SLICE = 160
"""Calls between two looks at the clock."""
MOST_MEMORY = 300_000_000
"""Bytes that a service may grow by while it is fuzzed."""


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.parametrize("seed", [20261121, SystemRandom().randrange(2**32)], ids=["fixed", "random"])
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
    """What is fuzzed is the whole contract, and health and reflection besides."""
    named = {method.full_name for method in methods_of(service.process.grpc)}
    files = (game_master_pb2.DESCRIPTOR, simulator_pb2.DESCRIPTOR)
    services = [service for file in files for service in file.services_by_name.values()]
    assert {method.full_name for each in services for method in each.methods} < named
    assert {"grpc.health.v1.Health.Check", "grpc.health.v1.Health.Watch"} < named
