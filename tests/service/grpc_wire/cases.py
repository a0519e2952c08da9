"""Calls that must be refused, each with its code and reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from grpc import StatusCode as Code

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from tests.kit.grpc_wire import (
    TIMEOUT,
    Opened,
    bearer,
    placing,
)

Try = Callable[[GameMasterStub, Opened], Awaitable[Any]]


def answering(seat: int | None = 0, token: str | None = None, **changes: Any) -> Try:
    """An answer of a seat, with something wrong about it."""

    def attempt(stub: GameMasterStub, game: Opened) -> Awaitable[Any]:
        bear = token if token is not None else None if seat is None else game.tokens[seat]
        metadata = bearer(bear) if bear is not None else ()
        return stub.Answer(placing(game, **changes), metadata=metadata, timeout=TIMEOUT)

    return attempt


def tampered(stub: GameMasterStub, game: Opened) -> Awaitable[Any]:
    """A token with claims that name the other seat."""
    (head, _, signature), (_, claims, _) = (token.split(".") for token in game.tokens)
    forged = ".".join((head, claims, signature))
    return stub.Answer(placing(game), metadata=bearer(forged), timeout=TIMEOUT)


def basic(stub: GameMasterStub, game: Opened) -> Awaitable[Any]:
    """Credentials of another scheme."""
    return stub.GetGame(pb.GetGameRequest(game=game.id), metadata=(("authorization", "Basic YTpi"),), timeout=TIMEOUT)


def creating(**fields: Any) -> Try:
    """A game to be opened, with something wrong about it."""
    options = fields.pop("options", {})
    seats = fields.pop("seats", 2)
    request = pb.CreateGameRequest(**{"ruleset": "golden-horn", "seats": [pb.SeatPlan()] * seats, **fields})
    request.options.update(options)
    return lambda stub, _: stub.CreateGame(request, timeout=TIMEOUT)


def calling(method: str, request: Any) -> Try:
    """Any call that is wrong in itself."""
    return lambda stub, _: getattr(stub, method)(request, timeout=TIMEOUT)


def of_game(method: str, kind: Any, **fields: Any) -> Try:
    """A call about the game that is wrong in one field."""
    return lambda stub, game: getattr(stub, method)(kind(game=game.id, **fields), timeout=TIMEOUT)


def looking_at(revision: int) -> Try:
    """The game at a revision that it does not have."""
    return of_game("GetGame", pb.GetGameRequest, at_revision=revision)


def answer(question: str, option: str) -> list[Answer]:
    """One answer."""
    return [Answer(question=question, option=option)]


@dataclass(frozen=True)
class Case:
    """A call that must be refused, with its code and reason."""

    name: str
    attempt: Try
    code: Code
    reason: str
    problem: dict[str, Any] = field(default_factory=dict)


NOBODY = "a" * 21
GOOD = answer("place_ships", "venice.venice.venice")
BOOK = answer("act", "ü" * 99_999)
GO = pb.GetRulesetRequest(ruleset="go")
CASES = [
    Case("no token", answering(seat=None), Code.UNAUTHENTICATED, "NO_TOKEN"),
    Case("empty token", answering(token=""), Code.UNAUTHENTICATED, "BAD_TOKEN"),
    Case("nonsense token", answering(token="eyJ.x.y"), Code.UNAUTHENTICATED, "BAD_TOKEN"),
    Case("tampered token", tampered, Code.UNAUTHENTICATED, "BAD_TOKEN"),
    Case("another scheme", basic, Code.UNAUTHENTICATED, "BAD_TOKEN"),
    Case("unknown game", calling("GetGame", pb.GetGameRequest(game=NOBODY)), Code.NOT_FOUND, "UNKNOWN_GAME"),
    Case("no game id", calling("GetGame", pb.GetGameRequest(game="../../etc")), Code.NOT_FOUND, "UNKNOWN_GAME"),
    Case("answer an unknown game", answering(game=NOBODY), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT"),
    Case("history of none", calling("ListUpdates", pb.ListUpdatesRequest(game=NOBODY)), Code.NOT_FOUND, "UNKNOWN_GAME"),
    Case("record of none", calling("GetRecord", pb.GetRecordRequest(game=NOBODY)), Code.NOT_FOUND, "UNKNOWN_GAME"),
    Case("seat of none", calling("ClaimSeat", pb.ClaimSeatRequest(game=NOBODY)), Code.NOT_FOUND, "UNKNOWN_GAME"),
    Case(
        "not yet a revision",
        of_game("GetGame", pb.GetGameRequest, at_revision=9),
        Code.OUT_OF_RANGE,
        "UNKNOWN_REVISION",
    ),
    Case("revision 0", looking_at(0), Code.OUT_OF_RANGE, "UNKNOWN_REVISION"),
    Case("negative page", of_game("ListUpdates", pb.ListUpdatesRequest, limit=-1), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("record too early", of_game("GetRecord", pb.GetRecordRequest), Code.FAILED_PRECONDITION, "NOT_OVER"),
    Case("full table", of_game("ClaimSeat", pb.ClaimSeatRequest), Code.FAILED_PRECONDITION, "SEAT_TAKEN"),
    Case("no such seat", of_game("ClaimSeat", pb.ClaimSeatRequest, seat=7), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("seat -1", of_game("ClaimSeat", pb.ClaimSeatRequest, seat=-1), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("long name", of_game("ClaimSeat", pb.ClaimSeatRequest, name="x" * 41), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("not your turn", answering(seat=1), Code.FAILED_PRECONDITION, "NOT_YOUR_TURN", {"revision": 1}),
    Case("future revision", answering(revision=2), Code.ABORTED, "STALE_REVISION", {"revision": 1}),
    Case("revision 0 answered", answering(revision=0), Code.ABORTED, "STALE_REVISION", {"revision": 1}),
    Case("negative revision", answering(revision=-(2**62)), Code.ABORTED, "STALE_REVISION", {"revision": 1}),
    Case(
        "illegal option",
        answering(answers=answer("place_ships", "venice.venice.atlantis")),
        Code.FAILED_PRECONDITION,
        "ILLEGAL_ANSWER",
        {"rule": "G-12", "asked": "place_ships", "answered": "place_ships.venice.venice.atlantis", "revision": 1},
    ),
    Case("another question", answering(answers=answer("act", "x")), Code.FAILED_PRECONDITION, "ILLEGAL_ANSWER"),
    Case("empty words", answering(answers=answer("", "")), Code.FAILED_PRECONDITION, "ILLEGAL_ANSWER"),
    Case("a book of a word", answering(answers=BOOK), Code.FAILED_PRECONDITION, "ILLEGAL_ANSWER"),
    Case("answered twice at once", answering(answers=[*GOOD, *GOOD]), Code.FAILED_PRECONDITION, "TOO_MANY_ANSWERS"),
    Case("no answers", answering(answers=[]), Code.INVALID_ARGUMENT, "MALFORMED", {"field": "answers"}),
    Case("33 answers", answering(answers=GOOD * 33), Code.INVALID_ARGUMENT, "MALFORMED", {"field": "answers"}),
    Case("no command id", answering(command_id=""), Code.INVALID_ARGUMENT, "MALFORMED", {"field": "command_id"}),
    Case("short command id", answering(command_id="x" * 15), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("unknown ruleset", creating(ruleset="chess"), Code.NOT_FOUND, "UNKNOWN_RULESET", {"field": "ruleset"}),
    Case("no ruleset", creating(ruleset=""), Code.NOT_FOUND, "UNKNOWN_RULESET"),
    Case("unknown edition", creating(edition="first"), Code.INVALID_ARGUMENT, "BAD_SETUP", {"field": "edition"}),
    Case("unknown option", creating(options={"wind": True}), Code.INVALID_ARGUMENT, "BAD_SETUP", {"field": "options"}),
    Case("option of another type", creating(options={"round_limit": "3"}), Code.INVALID_ARGUMENT, "BAD_SETUP"),
    Case("half a round", creating(options={"round_limit": 2.5}), Code.INVALID_ARGUMENT, "BAD_SETUP"),
    Case("option out of range", creating(options={"round_limit": 1e300}), Code.INVALID_ARGUMENT, "BAD_SETUP"),
    Case("a fleet twice", creating(options={"fleets": ["fleet_a"] * 2}), Code.INVALID_ARGUMENT, "BAD_SETUP"),
    Case("one seat", creating(seats=1), Code.INVALID_ARGUMENT, "BAD_SETUP", {"field": "seats"}),
    Case("no seats", creating(seats=0), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("a thousand seats", creating(seats=1000), Code.INVALID_ARGUMENT, "MALFORMED"),
    Case("ruleset of none", calling("GetRuleset", GO), Code.NOT_FOUND, "UNKNOWN_RULESET"),
]
