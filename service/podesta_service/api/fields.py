"""What a field of a call says of itself, and the fields that several calls ask for.

The `extra` of its Meta has the `sentence` that refuses what is beyond its bounds (slots: `least`, `most`, `words`), its
`name` on gRPC if it has another one there, the `kind` of number that it is there, and whether it is `cut` to its bounds
there, not refused. Its `place` on REST, unless the path names it, is `query`, `body` or a header: by default, the query
of a GET and of a DELETE, and otherwise the body.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args

from msgspec import NODEFAULT, Meta, Struct, structs

from podesta_engines.describing import docstrings
from podesta_service.names import COMMAND, GAME

LATEST = 2**31 - 1
"""The highest possible revision."""
KEY = "16 to 64 letters, digits, hyphens or underscores (a UUID will do)"


@dataclass(frozen=True)
class Field:
    """A field of what a call asks or answers; `default` is NODEFAULT if it is required."""

    name: str
    type: Any
    default: Any
    about: str
    meta: Meta
    extra: Mapping[str, Any]

    @property
    def on_grpc(self) -> str:
        """Its name on gRPC."""
        name: str = self.extra.get("name", self.name)
        return name

    @property
    def words(self) -> list[str]:
        """The words that it takes, if it takes one of several."""
        return [part for part in _parts(self.type) if isinstance(part, str)]


@cache
def fields_of(struct: type[Any]) -> Mapping[str, Field]:
    """The fields of a struct by name; None has none."""
    if not issubclass(struct, Struct):
        return {}
    about = docstrings(struct)
    return {each.name: _field(each, about.get(each.name, "")) for each in structs.fields(struct)}


def _field(field: structs.FieldInfo, about: str) -> Field:
    metas = [part for part in _parts(field.type) if isinstance(part, Meta)]
    extra = {name: value for each in metas for name, value in (each.extra or {}).items()}
    about = about or next((each.description for each in metas if each.description), "")
    default = field.default if field.default_factory is NODEFAULT else field.default_factory()
    return Field(field.name, field.type, default, about, next(iter(metas), Meta()), extra)


def _parts(kind: Any) -> Iterator[Any]:
    """What a type consists of: types, words, Metas."""
    for part in get_args(kind):
        yield part
        yield from _parts(part)


def says(**extra: Any) -> Meta:
    """A Meta with this `extra`."""
    return Meta(extra=extra)


def between(least: int, most: int, sentence: str, **extra: Any) -> Meta:
    """The bounds of a number, and the sentence that refuses any other."""
    return Meta(ge=least, le=most, extra={"sentence": sentence, **extra})


def command_id(about: str) -> Meta:
    """The id of a command, which a call without a default for it requires."""
    pattern = {"pattern": f"^{COMMAND}$"}
    return Meta(description=about, extra_json_schema=pattern, extra={"place": "Idempotency-Key"})


GameId = Annotated[
    str, Meta(description="The game's id: 21 letters and digits", extra_json_schema={"pattern": f"^{GAME}$"})
]
CommandId = Annotated[str, command_id(f"The command's id: {KEY}. If sent again, the first result is returned")]
SeatNumber = Annotated[int, between(0, 15, "seat-number")]
Revision = Annotated[
    int, Meta(description="The revision that this was decided on", extra={"kind": "int64", "place": "If-Match"})
]
"""Next to a field `head`, which the header names as well."""
Head = Annotated[
    str,
    Meta(description="The first 8 to 64 digits of that revision's `head`: refused if the log has been changed since"),
    says(place="If-Match"),
]


class OfGame(Struct, frozen=True):
    """The game that a call is about."""

    game: GameId
