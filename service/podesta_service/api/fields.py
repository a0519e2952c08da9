"""Fields that several calls ask for, and what the Meta of a field says of it besides its bounds.

Its `extra` has the `sentence` that refuses what is beyond its bounds (slots: `least`, `most`), its `name` on gRPC if it
has another one there, the `kind` of number that it is there, and whether it is `cut` to its bounds there, not refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, get_args

from msgspec import Meta

from podesta_service.names import COMMAND, GAME

LATEST = 2**31 - 1
"""The highest possible revision."""
KEY = "16 to 64 letters, digits, hyphens or underscores (a UUID will do)"


def says(**extra: Any) -> Meta:
    """A Meta with this `extra`."""
    return Meta(extra=extra)


def between(least: int, most: int, sentence: str, **extra: Any) -> Meta:
    """The bounds of a number, and the sentence that refuses any other."""
    return Meta(ge=least, le=most, extra={"sentence": sentence, **extra})


def metas(kind: Any) -> Iterator[Meta]:
    """Every Meta of a type, also inside an optional one."""
    for part in get_args(kind):
        if isinstance(part, Meta):
            yield part
        else:
            yield from metas(part)


def meta_of(kind: Any) -> Meta:
    """The first Meta of a type; an empty one if there is none."""
    return next(metas(kind), Meta())


def said(kind: Any, name: str) -> Any:
    """What the `extra` of a type says under a name; empty if nothing."""
    return next((extra[name] for extra in (each.extra or {} for each in metas(kind)) if name in extra), "")


def command_id(about: str) -> Meta:
    """The id of a command, which a call without a default for it requires; on REST, it is Idempotency-Key."""
    return Meta(description=about, extra_json_schema={"pattern": f"^{COMMAND}$"})


GameId = Annotated[
    str, Meta(description="The game's id: 21 letters and digits", extra_json_schema={"pattern": f"^{GAME}$"})
]
CommandId = Annotated[str, command_id(f"The command's id: {KEY}. If sent again, the first result is returned")]
HostId = Annotated[str, command_id(f"{KEY}. If sent again with the same token, the same is returned; keep it secret")]
SeatNumber = Annotated[int, between(0, 15, "seat-number")]
Revision = Annotated[int, Meta(description="The revision that this was decided on", extra={"kind": "int64"})]
"""Next to a field `head`; on REST, both are the header If-Match."""
Head = Annotated[
    str,
    Meta(description="The first 8 to 64 digits of that revision's `head`: refused if the log has been changed since"),
]
