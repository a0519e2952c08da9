"""Headers and bodies: entity tags, revisions, languages, and strict decoding."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

import msgspec

from podesta_engines.core.texts.sentences import unread
from podesta_engines.core.words import Language
from podesta_service.api.reading import unfit
from podesta_service.names import HEAD
from podesta_service.problems import MALFORMED, REVISION_REQUIRED, Refusal, refuse
from podesta_service.table.table import Table, Viewer

Raw = list[tuple[bytes, bytes]]
"""Headers as ASGI has them."""
JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
LATEST = 2**31 - 1
"""The highest possible revision."""

_IF_MATCH = re.compile(rf'\s*(?:W/)?"([0-9]{{1,9}})(?:-[a-z0-9]+-[a-z]{{2}}|\.({HEAD}))?"\s*')
_MINIMAL = re.compile(r'(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[,;]|$)', re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def etag(revision: int, viewer: Viewer, language: Language) -> str:
    """The entity tag of a game: its revision, the viewer, and the language of its labels."""
    return f'"{revision}-{"spectator" if viewer is None else viewer}-{language}"'


def matches(if_none_match: str | None, tag: str) -> bool:
    """Whether a client already has the representation with this tag (weak comparison)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tag in _TAG.findall(if_none_match)


def decided_on(if_match: str | None) -> tuple[int, str]:
    """The revision and the head (if any) in an If-Match header: `"17"`, `"17.0123abcd"`, or an ETag; raises Refusal."""
    if if_match is None:
        raise refuse(REVISION_REQUIRED, "send-if-match", field="If-Match")
    found = _IF_MATCH.fullmatch(if_match)
    if found is None:
        raise refuse(MALFORMED, "if-match-malformed", field="If-Match")
    return int(found[1]), found[2] or ""


def wants_minimal(prefer: str | None) -> bool:
    """Whether a Prefer header (RFC 7240) asks for a command's response without the changes."""
    return prefer is not None and _MINIMAL.search(prefer) is not None


def resumed_after(last_event_id: str | None, after: int | None) -> int | None:
    """Where a stream begins: Last-Event-ID takes precedence over `after`, as browsers reconnect to the same URL."""
    if not last_event_id:
        return after
    if not re.fullmatch(r"[0-9]{1,9}", last_event_id):
        raise refuse(MALFORMED, "last-event-id-malformed", field="Last-Event-ID")
    return int(last_event_id)


def spoken(language: Language) -> dict[str, str]:
    """Headers of a response that is not cached and depends on the language."""
    return {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": "no-store"}


def variant(language: Language) -> dict[str, str]:
    """Headers of a response that depends on the language and on the bearer."""
    return {
        "Content-Language": language,
        "Vary": "Accept-Language, Authorization",
        "Cache-Control": "private, no-cache",
    }


def game_headers(table: Table, viewer: Viewer, language: Language) -> dict[str, str]:
    """The headers of a game as a viewer sees it."""
    return {"ETag": etag(table.revision, viewer, language), **variant(language)}


@cache
def lasting_tls(seconds: int) -> Raw:
    """The header that makes browsers use only TLS for this host, for the given seconds (HSTS); none for 0."""
    return [(b"strict-transport-security", b"max-age=%d" % seconds)] if seconds else []


def server_time(now: datetime) -> dict[str, str]:
    """The header with the service's time, to compare deadlines with; sent with a 304, too."""
    return {"Server-Time": now.isoformat(timespec="milliseconds").replace("+00:00", "Z")}


def private(table: Table, viewer: Viewer, language: Language, **more: str) -> dict[str, str]:
    """The headers of a game that must not be cached: the result of a command."""
    return {"ETag": etag(table.revision, viewer, language), **_private(language), **more}


@cache
def _private(language: Language) -> dict[str, str]:
    return {"Content-Language": language, "Cache-Control": "no-store"}  # a response that is not cached needs no Vary


def raw(headers: Mapping[str, str]) -> Raw:
    """Headers as ASGI has them; cached, as most are sent repeatedly."""
    return [*map(_raw, headers.items())]


@lru_cache(maxsize=1024)
def _raw(header: tuple[str, str]) -> tuple[bytes, bytes]:
    return header[0].lower().encode(), header[1].encode("latin-1")


def value(headers: Mapping[bytes, bytes], name: bytes) -> str | None:
    """A header as text."""
    found = headers.get(name)
    return None if found is None else found.decode("latin-1")


def packed_as(accepted: str, packed: Sequence[str] = ("br", "gzip")) -> str:
    """The best available encoding that the caller accepts; empty for none."""
    known = [part.partition(";")[0].strip().lower() for part in accepted.split(",")]
    return next((name for name in packed if name in known), "")


def wants_page(accept: str | None) -> bool:
    """Whether a browser asks for a page to show; programs accept JSON, or send no Accept header."""
    return accept is not None and "text/html" in accept.lower()


def required(idempotency_key: str | None) -> str:
    """The command id of a call that requires one; raises Refusal."""
    if not idempotency_key:
        raise _key_required()
    return idempotency_key


def optional(idempotency_key: str | None) -> str:
    """The command id of a call for which it is optional: empty if missing. An empty header is refused."""
    if idempotency_key == "":
        raise _key_required()
    return idempotency_key or ""


def _key_required() -> Refusal:
    return refuse(MALFORMED, "send-idempotency-key", field="Idempotency-Key")


# -- bodies -----------------------------------------------------------------------------------------------------------


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(body: bytes, kind: Any) -> Any:
    """A body as the struct that a call takes; raises Refusal naming the invalid field."""
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        raise unfit(str(error), kind) from None
    except msgspec.DecodeError as error:
        raise refuse(MALFORMED, "body-not-json", reason=unread(error)) from None
    except (UnicodeError, RecursionError):
        raise refuse(MALFORMED, "body-unreadable") from None
