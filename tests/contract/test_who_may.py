"""Who may make which call: every operation of REST and every method of gRPC, as every sort of caller, on one service.

The calls come from the contract, the callers from `identities.py`, and the expected outcomes from the tables below: a
declared call names its group of callers, the others have a row each. A call or a caller that the tables do not know
fails a test, so that none is added without a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from podesta_service.api import call, hosting, lobby, openings, phrases, seats, webhooks
from podesta_service.api.calls import CALLS
from tests.contract.asking import ALLOWED, REQUESTS, methods, operations
from tests.contract.identities import CLASSES, IDENTITIES
from tests.contract.policy import (
    ANYBODY,
    BEARER,
    CALLED,
    HOST,
    JOINER,
    MINE,
    OPENER,
    PLAYER,
    READER,
    REISSUER,
    SEAT,
    Row,
    Service,
    asked,
)

ROWS: dict[call.Who[Any], Row] = {
    call.ANYBODY: ANYBODY,
    call.TOKENLESS: BEARER,
    call.READER: READER,
    call.SEAT: SEAT,
    call.OPENER: OPENER,
    hosting.HOST: HOST,
    lobby.MINE: MINE,
    openings.PLAYER: PLAYER,
    phrases.SEAT_AT_TABLE: SEAT,
    seats.PAST_SEAT: SEAT,
    seats.REISSUER: REISSUER,
    webhooks.CALLED: CALLED,
}
"""The row of every group of callers that a declared call may name."""
POLICY: dict[str, Row] = {each.name: ROWS[each.who] for each in CALLS} | {
    "Answer": SEAT,
    "Apply": ANYBODY,
    "Determinize": SEAT,
    "Explain": READER,
    "GetGame": READER,
    "GetProblem": ANYBODY,
    "GetRecord": READER,
    "GetRuleset": ANYBODY,
    "GetSignedHead": READER,
    "IssueTicket": READER,
    "ListProblems": ANYBODY,
    "ListRulesets": ANYBODY,
    "ListSigningKeys": ANYBODY,
    "ListUpdates": READER,
    "Live": ANYBODY,
    "Metrics": ANYBODY,
    "Play": JOINER,
    "Preview": SEAT,
    "Ready": ANYBODY,
    "Rollout": ANYBODY,
    "Search": SEAT,
    "Watch": READER,
    "WatchGames": READER,
    "WatchLobby": ANYBODY,
}
"""The row of every call, which both wires share; those that are not declared have one of their own."""
CHANGING = {"ReissueSeat", "Resign"}
"""Calls that, once allowed, change the game or its tokens."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all calls."""
    with asked(tmp_path_factory.mktemp("who")) as found:
        yield found


def test_the_table_knows_every_call_and_every_caller() -> None:
    """A new call, or a new sort of caller, needs a decision; and the table has no unknown ones."""
    assert POLICY.keys() == operations().keys() | methods().keys()
    assert all(row.keys() == CLASSES for row in POLICY.values())
    with_body = {name for name, (_, _, described) in operations().items() if "requestBody" in described}
    assert with_body - REQUESTS.keys() <= {"Resign", "Retract"}


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_who_may_do_what(service: Service, wire: str) -> None:
    """Every cell of the matrix: allowed, or refused for the reason in the table, and no other."""
    calls, ask = service.wires[wire]
    world, wrong = service.world(), []
    for name in sorted(calls):
        for identity, (group, header) in IDENTITIES.items():
            came, expected = ask(name, world, header(world)), POLICY[name][group]
            if came != expected:
                wrong.append(f"{name} as {identity}: {came}, not {expected}")
            if came == ALLOWED and name in CHANGING:
                world = service.world()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_a_game_without_spectators_is_read_by_its_seats_only(service: Service, wire: str) -> None:
    """Calls open to spectators elsewhere are refused here, and seats can still read."""
    calls, ask = service.wires[wire]
    world = service.world("none")
    readers = {name for name in calls if POLICY[name] is READER}
    for name in sorted(readers - {"GetRecord"}):  # not readable before the end, readable by all after it
        assert ask(name, world, None) == "no-spectators", name
        assert ask(name, world, f"Bearer {world.tokens[0]}") == ALLOWED, name
