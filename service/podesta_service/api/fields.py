"""Fields that several calls ask for, and what a field says of itself: its bounds, their sentence, its gRPC name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, get_args

from msgspec import Meta

from podesta_service.names import COMMAND, GAME

LATEST = 2**31 - 1
"""The highest possible revision."""
KEY = "16 to 64 letters, digits, hyphens or underscores (a UUID will do)"


def on_grpc(name: str = "", **more: Any) -> Any:
    """What a field is on gRPC, for the `extra` of its Meta: another `name`, another `kind` of number, whether it is
    `cut` to its bound instead of refused."""
    return {"grpc": {"name": name, **more}}


def between(least: int, most: int, sentence: str, **grpc: Any) -> Meta:
    """The bounds of a number, the sentence that refuses others (slots: `least`, `most`), and more for `on_grpc`."""
    return Meta(ge=least, le=most, extra={"sentence": sentence, **on_grpc(**grpc)})


def word(sentence: str) -> Meta:
    """The sentence that refuses a word which is none of a field's."""
    return Meta(extra={"sentence": sentence})


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


def extra_of(kind: Any, name: str) -> Any:
    """What the Metas of a type say under a name in their `extra`; empty if nothing."""
    return next((each.extra[name] for each in metas(kind) if each.extra and name in each.extra), {})


def id_of_command(about: str) -> Meta:
    """The Meta of a command's id. Without a default, the call requires one; on REST it is Idempotency-Key."""
    return Meta(description=about, extra_json_schema={"pattern": f"^{COMMAND}$"})


GameId = Annotated[
    str, Meta(description="The game's id: 21 letters and digits", extra_json_schema={"pattern": f"^{GAME}$"})
]
CommandId = Annotated[str, id_of_command(f"The command's id: {KEY}. If sent again, the first result is returned")]
Revision = Annotated[int, Meta(description="The revision that this was decided on", extra=on_grpc(kind="int64"))]
"""Next to a field `head`; on REST, both are the header If-Match."""
Head = Annotated[
    str,
    Meta(description="The first 8 to 64 digits of that revision's `head`: refused if the log has been changed since"),
]
