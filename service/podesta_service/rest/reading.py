"""Bodies of requests, read strictly."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from podesta_service.problems import MALFORMED, Refusal, refuse

_FIELD = re.compile(r"field `([^`]*)`")
_LONGEST_DETAIL = 300


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(body: bytes, kind: Any) -> Any:
    """A body as the struct that a call takes; raises Refusal naming the field at fault."""
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        raise _unfit(str(error)) from None
    except msgspec.DecodeError as error:
        raise refuse(MALFORMED, f"the body is not JSON: {error}"[:_LONGEST_DETAIL]) from None
    except (UnicodeError, RecursionError):
        raise refuse(MALFORMED, "the body is not JSON that can be read: bad UTF-8, or nested too deep") from None


def _unfit(error: str) -> Refusal:
    """`Expected `int`, got `str` - at `$.seats[0].claim`` as a refusal that names the field."""
    said, _, path = error.rpartition(" - at `$")
    said, path = (said, path.rstrip("`").lstrip(".")) if said else (error, "")
    named = _FIELD.search(said)
    field = ".".join(part for part in (path, named[1] if named else "") if part)
    return refuse(MALFORMED, said[:_LONGEST_DETAIL], field=field[:_LONGEST_DETAIL])
