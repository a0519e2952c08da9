"""Refusals of the service, as exceptions with the facts that a program needs."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import grpc
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import RequestInfo, RetryInfo
from grpc_status import rpc_status

from podesta.v1 import game_master_pb2 as pb

_MENDING_CODES = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}
_MENDING_TYPES = {
    *("store-unavailable", "outcome-unknown", "draining", "too-slow", "too-many-requests"),
    *("key-missing", "rules-missing"),
}
PROXY_REFUSED = "proxy-refused"
"""The type of a failure caused by the proxy in the environment."""
_VARIABLES = "(grpc_proxy, https_proxy or http_proxy names it; a host that no_proxy names needs none)"
_REFUSED = re.compile(r"HTTP proxy returned response code 4\d\d")

_MEANT = (
    ("handshake", "TLS was not agreed on: look at the credentials, and at the names that the certificate is for"),
    ("resolving", "no service answers{}, for its host's name is not known: look at the address"),
    ("Failed to connect", "no service answers{}: is it running, and is that its address for gRPC?"),
    ("connect failed", "no service answers{}: is it running, and is that its address for gRPC?"),
)
"""gRPC's messages about lost connections, by a characteristic part, each with its meaning for people."""
_PLACE = re.compile(r"(?:\bipv[46]:|\bunix:|resolving )(\S+?):? ")
_OTHERWISE = {
    grpc.StatusCode.UNAVAILABLE: "the connection was lost",
    grpc.StatusCode.DEADLINE_EXCEEDED: "the service did not answer in time",
}


class Problem(Exception):
    """A refusal: nothing changed, unless `type` is `outcome-unknown` or the connection was lost.

    `type` is stable, `detail` is for people; `rule` is the number of the broken rule; `legal` are the words that would
    have been accepted; `revision` is the game's, if it matters; `retry_after` is in seconds.
    """

    def __init__(self, problem: pb.Problem, retry_after: float | None = None, request_id: str = "") -> None:
        super().__init__(f"{problem.type}: {problem.detail}")
        self.type = problem.type
        self.title = problem.title
        self.detail = problem.detail
        self.rule = problem.rule
        self.rule_text = problem.rule_text
        self.asked = problem.asked
        self.answered = problem.answered
        self.legal = list(problem.legal)
        self.revision = problem.revision if problem.HasField("revision") else None
        self.field = problem.field
        self.retry_after = retry_after
        self.request_id = request_id
        self.code: grpc.StatusCode | None = None

    @property
    def mending(self) -> bool:
        """Whether the same call may succeed if it is retried."""
        return self.type in _MENDING_TYPES or (self.code in _MENDING_CODES and self.type != PROXY_REFUSED)


class IllegalAnswer(Problem):
    """The answer is not legal; `asked` is the kind of question, `legal` are the options."""


class NotYourTurn(Problem):
    """The seat has no question now."""


class StaleRevision(Problem):
    """The game has moved on to `revision`; get it again."""


class NotRunning(Problem):
    """The game is waiting for players, or is over."""


class BadToken(Problem):
    """The token is missing, invalid, expired or for another game."""


class NotFound(Problem):
    """The game, ruleset or revision does not exist."""


_BY_TYPE: dict[str, type[Problem]] = {
    "illegal-answer": IllegalAnswer,
    "too-many-answers": IllegalAnswer,
    "not-your-turn": NotYourTurn,
    "stale-revision": StaleRevision,
    "game-open": NotRunning,
    "game-over": NotRunning,
    "no-token": BadToken,
    "bad-token": BadToken,
    "expired-token": BadToken,
    "not-your-seat": BadToken,
    "unknown-game": NotFound,
    "unknown-ruleset": NotFound,
    "unknown-revision": NotFound,
}


def problem_of(problem: pb.Problem, retry_after: float | None = None) -> Problem:
    """The exception for a problem that came on a stream."""
    return _BY_TYPE.get(problem.type, Problem)(problem, retry_after)


def lost() -> Problem:
    """The exception for a stream that ended before its game did."""
    problem = Problem(pb.Problem(type="unavailable", detail="the stream ended before the game did"))
    problem.code = grpc.StatusCode.UNAVAILABLE
    return problem


def raised(error: Any) -> Problem:
    """The exception for a failed call; without details from the service, its type is the name of the code."""
    details = _details(error)
    problem = details.get("Problem") or _unexplained(error)
    retry, request = details.get("RetryInfo"), details.get("RequestInfo")
    seconds = retry.retry_delay.ToTimedelta().total_seconds() if retry else None
    found = _BY_TYPE.get(problem.type, Problem)(problem, seconds, request.request_id if request else "")
    found.code = error.code()
    return found


def _details(error: Any) -> dict[str, Any]:
    """The details that this client supports, by message name."""
    try:
        status = rpc_status.from_call(error)
    except ValueError:
        status = None
    found: dict[str, Message] = {}
    for packed in status.details if status else ():
        for kind in (pb.Problem, RetryInfo, RequestInfo):
            detail = kind()
            if packed.Unpack(detail):
                found[kind.DESCRIPTOR.name] = detail
    return found


def _unexplained(error: Any) -> pb.Problem:
    """A failure without details from the service: no service there, a lost connection, a deadline, a proxy."""
    name, said = error.code().name.lower().replace("_", "-"), error.details() or ""
    if refused := _REFUSED.search(said):
        return pb.Problem(type=PROXY_REFUSED, title=PROXY_REFUSED, detail=f"{refused[0]} {_VARIABLES}")
    place = f" at {unquote(found[1])}" if (found := _PLACE.search(said)) else ""
    known = next((text.format(place) for sign, text in _MEANT if sign in said), _OTHERWISE.get(error.code(), said))
    return pb.Problem(type=name, title=name, detail=known)
