"""Headers of HTTP that carry meaning here: entity tags, revisions, languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from podesta_engines.core.words import Language
from podesta_service.problems import MALFORMED, REVISION_REQUIRED, Refusal, refuse
from podesta_service.table.table import Table, Viewer

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
LATEST = 2**31 - 1
"""No revision is higher."""

_IF_MATCH = re.compile(r'\s*(?:W/)?"([0-9]{1,9})(?:-[a-z0-9]+-[a-z]{2}|\.([0-9a-f]{8,64}))?"\s*')
_MINIMAL = re.compile(r'(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[,;]|$)', re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def etag(revision: int, viewer: Viewer, language: Language) -> str:
    """The entity tag of a game: its revision, whose view it is, and the language of its labels."""
    return f'"{revision}-{"spectator" if viewer is None else viewer}-{language}"'


def matches(if_none_match: str | None, tag: str) -> bool:
    """Whether a client already has the representation with this tag (weak comparison)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tag in _TAG.findall(if_none_match)


def decided_on(if_match: str | None) -> tuple[int, str]:
    """Revision and head (or none) in an If-Match header: `"17"`, `"17.0123abcd"`, or an ETag; raises Refusal."""
    if if_match is None:
        raise refuse(REVISION_REQUIRED, 'send If-Match: "<revision>" or the ETag you have', field="If-Match")
    found = _IF_MATCH.fullmatch(if_match)
    if found is None:
        detail = 'If-Match takes one revision in double quotes, such as "17" or "17.<head>", or the ETag of the game'
        raise refuse(MALFORMED, detail, field="If-Match")
    return int(found[1]), found[2] or ""


def wants_minimal(prefer: str | None) -> bool:
    """Whether a Prefer header (RFC 7240) asks for the result of a command without what it changed."""
    return prefer is not None and _MINIMAL.search(prefer) is not None


def resumed_after(last_event_id: str | None, after: int | None) -> int | None:
    """Where a stream begins: Last-Event-ID goes before `after`, for browsers reconnect to the address they had."""
    if not last_event_id:
        return after
    if not re.fullmatch(r"[0-9]{1,9}", last_event_id):
        raise refuse(MALFORMED, "Last-Event-ID is the revision of the last event", field="Last-Event-ID")
    return int(last_event_id)


def spoken(language: Language) -> dict[str, str]:
    """Headers of a response that nobody keeps, and whose words depend on the language."""
    return {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": "no-store"}


def variant(language: Language) -> dict[str, str]:
    """Headers of a response whose words depend on the language, and whose contents on the bearer."""
    return {
        "Content-Language": language,
        "Vary": "Accept-Language, Authorization",
        "Cache-Control": "private, no-cache",
    }


def game_headers(table: Table, viewer: Viewer, language: Language) -> dict[str, str]:
    """The headers that go with a table as someone sees it."""
    return {"ETag": etag(table.revision, viewer, language), **variant(language)}


def server_time(now: datetime) -> dict[str, str]:
    """The header that tells the time of the service, to compare deadlines with; it comes with a 304, too."""
    return {"Server-Time": now.isoformat(timespec="milliseconds").replace("+00:00", "Z")}


def private(table: Table, viewer: Viewer, language: Language, **more: str) -> dict[str, str]:
    """The headers that go with a table which no cache may keep: the result of a command."""
    return {**game_headers(table, viewer, language), **more, "Cache-Control": "no-store"}


def packed_as(accepted: str, packed: Sequence[str] = ("br", "gzip")) -> str:
    """The best of the encodings that something is packed in among those that a caller accepts; empty for none."""
    known = [part.partition(";")[0].strip() for part in accepted.split(",")]
    return next((name for name in packed if name in known), "")


def wants_page(accept: str | None) -> bool:
    """Whether it is a browser that shows what it gets to somebody; programs name JSON, or nothing."""
    return accept is not None and "text/html" in accept.lower()


def required(idempotency_key: str | None) -> str:
    """The id of a command that needs one; raises Refusal."""
    if not idempotency_key:
        raise _key_required()
    return idempotency_key


def optional(idempotency_key: str | None) -> str:
    """The id of a command that may go without: the empty text then. An empty header is refused."""
    if idempotency_key == "":
        raise _key_required()
    return idempotency_key or ""


def _key_required() -> Refusal:
    detail = "send Idempotency-Key: a new UUID for a new command, the same one to repeat it"
    return refuse(MALFORMED, detail, field="Idempotency-Key")
