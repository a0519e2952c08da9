"""Events: the facts of a game's log. Their tags and field names are the storage format; they only ever grow."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, msgpack

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.ruleset import Result

from .upcasters import FIRST, upcast

SCHEMA = 1
"""The version of the storage format, written in every entry."""


class Spectators(Struct, frozen=True, forbid_unknown_fields=True):
    """What those without a seat may see of a running game: all at once, all but the last `delay` revisions, nothing.

    When the game has ended, everybody may see everything.
    """

    policy: Literal["public", "delayed", "none"] = "public"
    delay: Annotated[int, Meta(ge=0, le=200)] = 0


class Forked(Struct, frozen=True):
    """Where a forked game comes from: a revision of an ended game.

    The first `answers` answers and `draws` draws of the fork's log are copied from there; the source's seed explains
    those draws, not the fork's.
    """

    game: str
    revision: int
    answers: int
    draws: int


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time seats have for their answers, and what becomes of a game that its seats leave.

    move: `seconds` for every question. bank: `seconds` for the whole game, and `increment` more after every answer.
    policy: what follows when the time of a seat has run out: its question gets the default answer, the house player
    `bot` takes the seat over, or the seat has lost. idle_days: days without any entry after which the seats that are
    asked have resigned, and an open game is closed; 0: never. open_days: the same for an open game alone, where it
    differs.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=31_622_400)] = 0
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    policy: Literal["default", "bot", "forfeit"] = "default"
    bot: str = "greedy"
    idle_days: Annotated[int, Meta(ge=0, le=3_650)] = 0
    open_days: Annotated[int, Meta(ge=0, le=3_650)] | UnsetType = UNSET


Scope = Literal["seat", "game"]
"""What an invitation is for: one seat, or every seat that is kept for the game's guests."""


class Reserved(Struct, frozen=True):
    """A seat that not everybody may take: by an invitation of some scope, under a name, or both."""

    seat: int
    invitation: Scope | UnsetType = UNSET
    name: str | UnsetType = UNSET


class Created(Struct, frozen=True, tag="created", tag_field="event"):
    """A game was opened. `data` is the sha256 of the edition's tables, `commitment` that of the game's seed.

    `key` names the master key that the seed comes from; fields that a log does not have are unset. A game is in the
    lobby unless `listed` says no, and everybody may take its seats but those that are `reserved`.
    """

    ruleset: str
    rules: str
    edition: str
    data: str
    seats: int
    options: dict[str, Any]
    commitment: str = ""
    key: str | UnsetType = UNSET
    spectators: Spectators | UnsetType = UNSET
    forked: Forked | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    listed: bool | UnsetType = UNSET
    reserved: list[Reserved] | UnsetType = UNSET


class Seated(Struct, frozen=True, tag="seated", tag_field="event"):
    """A seat was taken, by a person's client or by a bot. A later `Seated` of the seat replaces the holder.

    `entropy` is what the first holder adds to the key that draws come from, `invitation` the number of the invitation
    that the seat was taken with.
    """

    seat: int
    name: str
    bot: str = ""
    epoch: int = 1
    entropy: str | UnsetType = UNSET
    invitation: int | UnsetType = UNSET


class Freed(Struct, frozen=True, tag="freed", tag_field="event"):
    """The host freed a seat that had answered nothing. The game waits for players again; old tokens stay worthless."""

    seat: int


class Invited(Struct, frozen=True, tag="invited", tag_field="event"):
    """The host gave a seat, or (null) the seats that are kept for the game's guests, an invitation of a new number.

    Earlier ones are worthless. A revoked number was told to nobody: nobody takes the seat until the host invites again.
    """

    seat: int | None
    number: int
    revoked: bool = False


class Listed(Struct, frozen=True, tag="listed", tag_field="event"):
    """The host put the game into the lobby, or took it out."""

    listed: bool


class Hosted(Struct, frozen=True, tag="hosted", tag_field="event"):
    """The host's token was given out anew; those of earlier epochs are worthless from then on."""

    epoch: int


class Closed(Struct, frozen=True, tag="closed", tag_field="event"):
    """The host closed a game that waited for players; with it comes `Ended`."""


class Retracted(Struct, frozen=True, tag="retracted", tag_field="event"):
    """The position went back to what it was after an earlier revision."""

    to_revision: int


class RetractionProposed(Struct, frozen=True, tag="retraction_proposed", tag_field="event"):
    """A seat asks all others to let the game go back to what it was after an earlier revision."""

    seat: int
    to_revision: int


class RetractionAnswered(Struct, frozen=True, tag="retraction_answered", tag_field="event"):
    """A seat consents to the retraction that is proposed, or declines; with the last consent comes `Retracted`."""

    seat: int
    consents: bool


class TimedOut(Struct, frozen=True, tag="timed_out", tag_field="event"):
    """The time of a seat ran out. What the policy of the game's clock does about it follows in the same entry."""

    seat: int
    policy: Literal["default", "bot", "forfeit"]


class Resigned(Struct, frozen=True, tag="resigned", tag_field="event"):
    """A seat is out: it asked for it, lost on time, or left the game alone. It ranks behind all that stayed.

    With it comes `Ended`, or `Seated` with the house player that goes on in its place.
    """

    seat: int
    why: Literal["asked", "time", "idle"]


class Ended(Struct, frozen=True, tag="ended", tag_field="event"):
    """The game is over: its result, and the seed (hex) that `Created` committed to.

    `chain` is the chain value of the record's line before this one: whoever was told it can recognise the record.
    """

    result: Result
    seed: str = ""
    chain: str | UnsetType = UNSET


Event = (
    Created
    | Seated
    | Answered
    | Drawn
    | Retracted
    | Ended
    | RetractionProposed
    | RetractionAnswered
    | TimedOut
    | Resigned
    | Freed
    | Invited
    | Listed
    | Hosted
    | Closed
)


class Entry(Struct, frozen=True, omit_defaults=True):
    """What one command wrote: its events in order, the position's checksum after them, and the time (ms since 1970)."""

    events: list[Event]
    check: int = 0
    at: int = 0
    schema: int = FIRST
    """Of an entry that does not say, so this default never changes; writers give SCHEMA."""


encode_entry = msgpack.Encoder().encode
_decode = msgpack.Decoder(Entry).decode


def decode_entry(data: bytes) -> Entry:
    """An entry from its bytes, brought to today's schema; raises Drifted if that cannot be done."""
    try:
        entry = _decode(data)
        if entry.schema == SCHEMA:
            return entry
    except msgspec.MsgspecError:
        pass  # an earlier schema, perhaps
    try:
        return msgspec.convert(upcast(msgpack.decode(data), SCHEMA), Entry)
    except (msgspec.MsgspecError, AttributeError, TypeError) as error:
        raise Drifted(f"schema: an entry cannot be read: {error}") from error


def retracted_to(entry: Entry) -> int | None:
    """The revision that an entry goes back to, if it does: `Retracted` is then its last event."""
    last = entry.events[-1] if entry.events else None
    return last.to_revision if type(last) is Retracted else None


def to_line(entry: Entry) -> bytes:
    """One entry as a JSON line of a record."""
    return msgspec.json.encode(entry)


def stored_line(data: bytes) -> bytes:
    """A stored entry as a JSON line of a record, with every field it has, known to this version or not."""
    return msgspec.json.encode(msgpack.decode(data))
