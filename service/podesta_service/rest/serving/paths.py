"""The one form of a request's path: it is found before anything is counted, looked up or logged.

Litestar would serve `//v1/games` like `/v1/games`, so whoever looks at a path before Litestar has to see the same.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

_SEGMENT = r"(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f]+"
_NORMAL = re.compile(rf"/|(?:/{_SEGMENT})+/?")
"""No segment is empty, `.` or `..`; the slash at the end may be left out, and is."""
_SLASHES = re.compile("//+")
"""Several slashes are one, as they are for Litestar."""
_HIDDEN = re.compile(rb"%(2f|5c|00)", re.IGNORECASE)
"""Encoded characters that would split or end a path once decoded."""
_LONGEST = 200
"""Characters that are kept of a path without a normal form."""


def normal_path(scope: Any) -> str:
    """The path of a request in its normal form; where it has none, one that matches no route."""
    path, raw = scope["path"], scope["raw_path"]
    if _NORMAL.fullmatch(path) is None and _NORMAL.fullmatch(path := _SLASHES.sub("/", path)) is None:
        return _nowhere(raw)
    if b"%" in raw and _HIDDEN.search(raw):
        return _nowhere(raw)
    return path[:-1] if len(path) > 1 and path[-1] == "/" else path  # type: ignore[no-any-return]


def _nowhere(raw: bytes) -> str:
    """A path of one segment that no route has, as it is logged."""
    return "/" + quote(raw[:_LONGEST], safe="")
