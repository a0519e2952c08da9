"""Every refusal the service knows: one catalogue for REST's problem types and gRPC's status codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import grpc
from msgspec import Struct


class Problem(Struct, frozen=True, omit_defaults=True):
    """RFC 9457 problem details, with what was asked and what would have been legal."""

    type: str
    """The stable kind of problem: an address that says more of it."""
    title: str
    """The kind of problem for people."""
    status: int
    """The HTTP status."""
    detail: str
    """What exactly was wrong."""
    rule: str = ""
    """The number of the rule that was broken."""
    rule_text: str = ""
    """That rule's text."""
    asked: str = ""
    """The kind of question that the seat is asked."""
    answered: str = ""
    """What was answered."""
    legal: list[str] = []
    """What would have been legal."""
    revision: int | None = None
    """The revision that the game is at."""
    field: str = ""
    """The field of the request that is at fault."""


@dataclass(frozen=True)
class ProblemType:
    """A stable kind of refusal: its slug, its HTTP status, its gRPC code, and its title."""

    slug: str
    status: int
    code: grpc.StatusCode
    title: str


CATALOGUE: dict[str, ProblemType] = {}
"""Every problem type by slug."""


def _define(slug: str, status: int, code: grpc.StatusCode, title: str) -> ProblemType:
    return CATALOGUE.setdefault(slug, ProblemType(slug, status, code, title))


_Code = grpc.StatusCode
MALFORMED = _define("malformed", 400, _Code.INVALID_ARGUMENT, "The request cannot be read")
BAD_POSITION = _define("bad-position", 400, _Code.INVALID_ARGUMENT, "The position cannot be used here")
BAD_SETUP = _define("bad-setup", 422, _Code.INVALID_ARGUMENT, "A game cannot be set up like that")
BAD_ORDERS = _define("bad-orders", 422, _Code.INVALID_ARGUMENT, "The orders cannot be followed")
BAD_WEBHOOK = _define("bad-webhook", 422, _Code.INVALID_ARGUMENT, "A webhook cannot be set up like that")
NO_TOKEN = _define("no-token", 401, _Code.UNAUTHENTICATED, "This call needs a token")
BAD_TOKEN = _define("bad-token", 401, _Code.UNAUTHENTICATED, "The token is not valid")
EXPIRED_TOKEN = _define("expired-token", 401, _Code.UNAUTHENTICATED, "The token has expired")
TICKET_USED = _define("ticket-used", 401, _Code.UNAUTHENTICATED, "The ticket has been used")
NOT_YOUR_SEAT = _define("not-your-seat", 403, _Code.PERMISSION_DENIED, "The token is for another game or seat")
OPERATOR_ONLY = _define("operator-only", 403, _Code.PERMISSION_DENIED, "This call needs the operator's key")
NO_SPECTATORS = _define("no-spectators", 403, _Code.PERMISSION_DENIED, "Only its players may see this game")
NOT_INVITED = _define("not-invited", 403, _Code.PERMISSION_DENIED, "The seat is kept for somebody else")
HOST_ONLY = _define("host-only", 403, _Code.PERMISSION_DENIED, "This call needs the token of the game's host")
FOREIGN_ORIGIN = _define("foreign-origin", 403, _Code.PERMISSION_DENIED, "Pages of other origins may not call this")
FOREIGN_HOST = _define("foreign-host", 421, _Code.PERMISSION_DENIED, "The service does not answer to this name")
UNKNOWN_GAME = _define("unknown-game", 404, _Code.NOT_FOUND, "There is no such game")
UNKNOWN_RULESET = _define("unknown-ruleset", 404, _Code.NOT_FOUND, "There is no such ruleset")
UNKNOWN_REVISION = _define("unknown-revision", 404, _Code.OUT_OF_RANGE, "The game has no such revision")
UNKNOWN_WEBHOOK = _define("unknown-webhook", 404, _Code.NOT_FOUND, "There is no such webhook")
NOT_FOUND = _define("not-found", 404, _Code.UNIMPLEMENTED, "There is nothing at this address")
METHOD_NOT_ALLOWED = _define("method-not-allowed", 405, _Code.UNIMPLEMENTED, "This address does not accept that method")
NOT_YOUR_TURN = _define("not-your-turn", 409, _Code.FAILED_PRECONDITION, "The seat is not asked anything now")
ILLEGAL_ANSWER = _define("illegal-answer", 409, _Code.FAILED_PRECONDITION, "The answer is not open now")
TOO_MANY_ANSWERS = _define(
    "too-many-answers", 409, _Code.FAILED_PRECONDITION, "Not all of the answers can be given yet"
)
GAME_OPEN = _define("game-open", 409, _Code.FAILED_PRECONDITION, "The game waits for players")
GAME_OVER = _define("game-over", 409, _Code.FAILED_PRECONDITION, "The game is over")
GAME_RUNNING = _define("game-running", 409, _Code.FAILED_PRECONDITION, "The game has begun")
NOT_OVER = _define("not-over", 409, _Code.FAILED_PRECONDITION, "The game is not over yet")
NOT_RETRACTABLE = _define("not-retractable", 409, _Code.FAILED_PRECONDITION, "The answers cannot be taken back")
NOT_FORKABLE = _define("not-forkable", 409, _Code.FAILED_PRECONDITION, "No game can start from there")
BAD_LINK = _define("bad-link", 409, _Code.FAILED_PRECONDITION, "This is not the next link of the seat's chain")
BAD_ANCHOR = _define("bad-anchor", 422, _Code.INVALID_ARGUMENT, "A seat of a shared game needs an anchor")
NO_PROPOSAL = _define("no-proposal", 409, _Code.FAILED_PRECONDITION, "No retraction is proposed")
RESIGNED = _define("resigned", 409, _Code.FAILED_PRECONDITION, "The seat has left the game")
SEAT_TAKEN = _define("seat-taken", 409, _Code.FAILED_PRECONDITION, "The seat is taken")
NOT_FREEABLE = _define("not-freeable", 409, _Code.FAILED_PRECONDITION, "The seat cannot be freed")
SEAT_FREE = _define("seat-free", 409, _Code.FAILED_PRECONDITION, "The seat is free")
STALE_REVISION = _define("stale-revision", 412, _Code.ABORTED, "The game has moved on")
TOO_LARGE = _define("too-large", 413, _Code.RESOURCE_EXHAUSTED, "The request is too large")
UNSUPPORTED_MEDIA = _define("unsupported-media", 415, _Code.INVALID_ARGUMENT, "The body must be JSON")
COMMAND_REUSED = _define("command-reused", 422, _Code.INVALID_ARGUMENT, "The command id was used for another command")
REVISION_REQUIRED = _define("revision-required", 428, _Code.INVALID_ARGUMENT, "Say which revision you decided on")
TOO_MANY_REQUESTS = _define("too-many-requests", 429, _Code.RESOURCE_EXHAUSTED, "Too many calls in too short a time")
TOO_MANY_CONNECTIONS = _define(
    "too-many-connections", 429, _Code.RESOURCE_EXHAUSTED, "The address has too many connections"
)
TOO_SLOW = _define("too-slow", 429, _Code.RESOURCE_EXHAUSTED, "The follower fell behind")
QUOTA_USED_UP = _define("quota-used-up", 429, _Code.RESOURCE_EXHAUSTED, "A quota is used up")
INTERNAL = _define("internal", 500, _Code.INTERNAL, "The service failed")
DRIFTED = _define("drifted", 500, _Code.DATA_LOSS, "The stored game does not replay")
LOG_BROKEN = _define("log-broken", 500, _Code.DATA_LOSS, "The stored game is not what was written")
KEY_MISSING = _define("key-missing", 503, _Code.UNAVAILABLE, "The game's master key is not known to this process")
RULES_MISSING = _define("rules-missing", 503, _Code.UNAVAILABLE, "This process does not have the game's rules")
STORE_UNAVAILABLE = _define("store-unavailable", 503, _Code.UNAVAILABLE, "The event store cannot be reached")
STORE_FULL = _define("store-full", 503, _Code.RESOURCE_EXHAUSTED, "The event store is full")
OUTCOME_UNKNOWN = _define("outcome-unknown", 503, _Code.UNAVAILABLE, "It is not known whether the command was stored")
NO_CONNECTION_LEFT = _define(
    "no-connection-left", 503, _Code.UNAVAILABLE, "The service takes no more connections for now"
)
DRAINING = _define("draining", 503, _Code.UNAVAILABLE, "This process is shutting down")


FULL_SECONDS = 60.0
"""Seconds after which a store that is full may have room again."""
REVOKED = "the seat has been freed or given out anew since this token was issued"
"""Why a token of an older epoch opens nothing."""


@dataclass
class Refusal(Exception):
    """A refusal on its way out; `more` are fields of Problem."""

    kind: ProblemType
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    rules: str = ""
    """The version of the rules that `rule` is of; its text is told in the language asked."""
    retry_after: float = 0.0
    """Seconds after which the same call may be answered; 0: the kind of problem says when."""

    def __str__(self) -> str:
        return f"{self.kind.slug}: {self.detail}"

    @property
    def problem(self) -> Problem:
        """The refusal as both wires tell it."""
        return Problem(self.kind.slug, self.kind.title, self.kind.status, self.detail, **self.more)


def refuse(kind: ProblemType, detail: str, rules: str = "", **more: Any) -> Refusal:
    """A refusal to raise; the detail stands in `texts/it.toml`, too."""
    return Refusal(kind, detail, more, rules)
