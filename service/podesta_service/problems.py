"""Every refusal of the service: one catalogue for REST's problem types and gRPC's status codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import grpc
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.texts.sentences import Sentence, Slot, sentences
from podesta_engines.core.words import ENGLISH, Language

PACKAGE = "podesta_service"
"""The package with the service's texts."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """RFC 9457 problem details, with the answer given and the legal ones."""

    type: str
    """The stable type: an address with more information about it."""
    title: str
    """The type of problem, for people."""
    status: int
    """The HTTP status."""
    detail: str
    """What exactly was wrong."""
    rule: str = ""
    """The number of the rule that was broken."""
    rule_text: str = ""
    """That rule's text."""
    asked: str = ""
    """The kind of the seat's open question."""
    answered: str = ""
    """The answer given."""
    legal: list[str] = []
    """The legal answers."""
    revision: int | None = None
    """The revision that the game is at."""
    field: str = ""
    """The field of the request with the error."""


@dataclass(frozen=True)
class ProblemType:
    """A stable kind of refusal: its slug, its HTTP status, and its gRPC code."""

    slug: str
    status: int
    code: grpc.StatusCode

    def title(self, language: Language = ENGLISH) -> str:
        """The kind of problem for people."""
        return sentences(PACKAGE, language)[f"titles.{self.slug}"]


CATALOGUE: dict[str, ProblemType] = {}
"""Every problem type by slug."""


def _define(slug: str, status: int, code: grpc.StatusCode) -> ProblemType:
    return CATALOGUE.setdefault(slug, ProblemType(slug, status, code))


_Code = grpc.StatusCode
MALFORMED = _define("malformed", 400, _Code.INVALID_ARGUMENT)
BAD_POSITION = _define("bad-position", 400, _Code.INVALID_ARGUMENT)
BAD_SETUP = _define("bad-setup", 422, _Code.INVALID_ARGUMENT)
BAD_ORDERS = _define("bad-orders", 422, _Code.INVALID_ARGUMENT)
BAD_WEBHOOK = _define("bad-webhook", 422, _Code.INVALID_ARGUMENT)
NO_TOKEN = _define("no-token", 401, _Code.UNAUTHENTICATED)
BAD_TOKEN = _define("bad-token", 401, _Code.UNAUTHENTICATED)
EXPIRED_TOKEN = _define("expired-token", 401, _Code.UNAUTHENTICATED)
TICKET_USED = _define("ticket-used", 401, _Code.UNAUTHENTICATED)
NOT_YOUR_SEAT = _define("not-your-seat", 403, _Code.PERMISSION_DENIED)
OPERATOR_ONLY = _define("operator-only", 403, _Code.PERMISSION_DENIED)
NO_SPECTATORS = _define("no-spectators", 403, _Code.PERMISSION_DENIED)
NOT_INVITED = _define("not-invited", 403, _Code.PERMISSION_DENIED)
HOST_ONLY = _define("host-only", 403, _Code.PERMISSION_DENIED)
FOREIGN_ORIGIN = _define("foreign-origin", 403, _Code.PERMISSION_DENIED)
FOREIGN_HOST = _define("foreign-host", 421, _Code.PERMISSION_DENIED)
UNKNOWN_GAME = _define("unknown-game", 404, _Code.NOT_FOUND)
UNKNOWN_RULESET = _define("unknown-ruleset", 404, _Code.NOT_FOUND)
UNKNOWN_REVISION = _define("unknown-revision", 404, _Code.OUT_OF_RANGE)
UNKNOWN_WEBHOOK = _define("unknown-webhook", 404, _Code.NOT_FOUND)
NOT_FOUND = _define("not-found", 404, _Code.UNIMPLEMENTED)
METHOD_NOT_ALLOWED = _define("method-not-allowed", 405, _Code.UNIMPLEMENTED)
NOT_YOUR_TURN = _define("not-your-turn", 409, _Code.FAILED_PRECONDITION)
ILLEGAL_ANSWER = _define("illegal-answer", 409, _Code.FAILED_PRECONDITION)
TOO_MANY_ANSWERS = _define("too-many-answers", 409, _Code.FAILED_PRECONDITION)
GAME_OPEN = _define("game-open", 409, _Code.FAILED_PRECONDITION)
GAME_OVER = _define("game-over", 409, _Code.FAILED_PRECONDITION)
GAME_RUNNING = _define("game-running", 409, _Code.FAILED_PRECONDITION)
NOT_OVER = _define("not-over", 409, _Code.FAILED_PRECONDITION)
NOT_RETRACTABLE = _define("not-retractable", 409, _Code.FAILED_PRECONDITION)
NO_HINTS = _define("no-hints", 409, _Code.FAILED_PRECONDITION)
NOT_FORKABLE = _define("not-forkable", 409, _Code.FAILED_PRECONDITION)
BAD_LINK = _define("bad-link", 409, _Code.FAILED_PRECONDITION)
BAD_ANCHOR = _define("bad-anchor", 422, _Code.INVALID_ARGUMENT)
NO_PROPOSAL = _define("no-proposal", 409, _Code.FAILED_PRECONDITION)
RESIGNED = _define("resigned", 409, _Code.FAILED_PRECONDITION)
SEAT_TAKEN = _define("seat-taken", 409, _Code.FAILED_PRECONDITION)
NOT_FREEABLE = _define("not-freeable", 409, _Code.FAILED_PRECONDITION)
SEAT_FREE = _define("seat-free", 409, _Code.FAILED_PRECONDITION)
STALE_REVISION = _define("stale-revision", 412, _Code.ABORTED)
TOO_LARGE = _define("too-large", 413, _Code.RESOURCE_EXHAUSTED)
UNSUPPORTED_MEDIA = _define("unsupported-media", 415, _Code.INVALID_ARGUMENT)
COMMAND_REUSED = _define("command-reused", 422, _Code.INVALID_ARGUMENT)
REVISION_REQUIRED = _define("revision-required", 428, _Code.INVALID_ARGUMENT)
TOO_MANY_REQUESTS = _define("too-many-requests", 429, _Code.RESOURCE_EXHAUSTED)
TOO_MANY_CONNECTIONS = _define("too-many-connections", 429, _Code.RESOURCE_EXHAUSTED)
TOO_SLOW = _define("too-slow", 429, _Code.RESOURCE_EXHAUSTED)
QUOTA_USED_UP = _define("quota-used-up", 429, _Code.RESOURCE_EXHAUSTED)
INTERNAL = _define("internal", 500, _Code.INTERNAL)
DRIFTED = _define("drifted", 500, _Code.DATA_LOSS)
LOG_BROKEN = _define("log-broken", 500, _Code.DATA_LOSS)
KEY_MISSING = _define("key-missing", 503, _Code.UNAVAILABLE)
RULES_MISSING = _define("rules-missing", 503, _Code.UNAVAILABLE)
STORE_UNAVAILABLE = _define("store-unavailable", 503, _Code.UNAVAILABLE)
STORE_FULL = _define("store-full", 503, _Code.RESOURCE_EXHAUSTED)
OUTCOME_UNKNOWN = _define("outcome-unknown", 503, _Code.UNAVAILABLE)
NO_CONNECTION_LEFT = _define("no-connection-left", 503, _Code.UNAVAILABLE)
DRAINING = _define("draining", 503, _Code.UNAVAILABLE)


FULL_SECONDS = 60.0
"""Seconds after which a store that is full may have room again."""
REVOKED = "seat-token-replaced"
"""The reason for refusing a token of an older epoch."""


@dataclass
class Refusal(Exception):
    """A refusal to raise; `more` are fields of Problem."""

    kind: ProblemType
    why: Sentence
    more: dict[str, Any] = field(default_factory=dict)
    rules: str = ""
    """The version of the rules of `rule`; the rule's text is sent in the requested language."""
    retry_after: float = 0.0
    """Seconds after which the same call may succeed; 0: as usual for the type of problem."""

    def __str__(self) -> str:
        return f"{self.kind.slug}: {self.detail}"

    def after(self, seconds: float) -> Refusal:
        """The same refusal of a call that may succeed after some seconds."""
        self.retry_after = seconds
        return self

    @property
    def detail(self) -> str:
        """What exactly was wrong, in English."""
        return self.why.told()

    @property
    def problem(self) -> Problem:
        """The refusal in English."""
        return told(self)


def told(refusal: Refusal, language: Language = ENGLISH) -> Problem:
    """A refusal in a language, as both wires send it: its title, its detail, and the text of its rule."""
    kind, more = refusal.kind, refusal.more
    if refusal.rules and more.get("rule"):
        more = {**more, "rule_text": rule_texts(refusal.rules, language).get(more["rule"], "")}
    return Problem(kind.slug, kind.title(language), kind.status, refusal.why.told(language), **more)


@cache
def rule_texts(rules: str, language: Language) -> dict[str, str]:
    """The numbered rules of a version of a ruleset, such as `golden-horn/1`, as players read them."""
    book = RULESETS.version(rules).rulebooks[language]
    return {number: read_by_players(text) for number, text in rules_by_number(book).items()}


def sentence(key: str, **slots: Slot) -> Sentence:
    """A text of the service, by its key in `texts/<language>.toml`."""
    return Sentence(PACKAGE, key, slots)


def refuse(
    kind: ProblemType,
    why: str | Sentence,
    /,
    *,
    field: str = "",
    revision: int | None = None,
    legal: list[str] | None = None,
    rule: str = "",
    rules: str = "",
    asked: str = "",
    answered: str = "",
    **slots: Slot,
) -> Refusal:
    """Make a refusal; `why` is the key of a detail that the slots fill, or a sentence of the engines."""
    said = Sentence(PACKAGE, f"details.{why}", slots) if isinstance(why, str) else why
    about = {
        "field": field,
        "revision": revision,
        "legal": legal,
        "rule": rule,
        "asked": asked,
        "answered": answered,
    }
    return Refusal(kind, said, {name: value for name, value in about.items() if value not in ("", None)}, rules)
