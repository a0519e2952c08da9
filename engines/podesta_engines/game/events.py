"""Events: the facts of a game's log. Their tags and field names are the storage format; they only ever grow."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, msgpack

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.ruleset import Result

from .format.arrays import as_map, is_array, pack, unpack
from .format.levels import ARRAYS, LOWEST
from .format.seals import plain
from .format.terms import Clock, ClockPolicy, Forked, Reserved, Spectators
from .format.upcasters import FIRST, upcast

SCHEMA = 1
"""The version of the storage format, written in every entry."""


class Created(Struct, frozen=True, tag="created", tag_field="event"):
    """A game was opened. It is in the lobby unless `listed` says no; everybody may take its seats but the reserved
    ones.
    """

    ruleset: str
    """The ruleset's id."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    data: str
    """The SHA-256 of the edition's tables, in hex."""
    seats: int
    """How many seats there are."""
    options: dict[str, Any]
    """The options that were given."""
    commitment: str = ""
    """The SHA-256 of the game's seed, in hex; `ended` reveals the seed."""
    key: str | UnsetType = UNSET
    """Which master key the seed comes from."""
    spectators: Spectators | UnsetType = UNSET
    """What spectators may see; left out: everything."""
    forked: Forked | UnsetType = UNSET
    """Where a forked game comes from."""
    clock: Clock | UnsetType = UNSET
    """How much time seats have; left out: all the time in the world."""
    listed: bool | UnsetType = UNSET
    """Whether the lobby names the game; left out: it does."""
    reserved: list[Reserved] | UnsetType = UNSET
    """The seats that not everybody may take."""
    draws: int | UnsetType = UNSET
    """The rule by which draws follow from the seed: 2, by lot; left out: 1, by revision and index."""
    salt: str | UnsetType = UNSET
    """What the seed is made of besides the master key and the game's id, in hex; told by the record alone. Of a
    practice game it is the seed itself.
    """
    shared: bool | UnsetType = UNSET
    """Whether seats add to the draws as the game goes on, each by a chain of hashes; left out: they do not."""
    practice: bool | UnsetType = UNSET
    """Whether whoever opened it chose its deal, and so may know what will be drawn; left out: it is a fair game."""


class Seated(Struct, frozen=True, tag="seated", tag_field="event"):
    """A seat was taken, by a person's client or by a bot. A later `seated` of the seat replaces the holder."""

    seat: int
    """The seat, from 0."""
    name: str
    """Its holder's name; empty for one without."""
    bot: str = ""
    """The bot that plays, if it is one."""
    epoch: int = 1
    """How often the seat has been given out; tokens of earlier epochs are worthless."""
    entropy: str | UnsetType = UNSET
    """What the seat's first holder adds to the key of the draws."""
    invitation: int | UnsetType = UNSET
    """The number of the invitation that the seat was taken with."""
    by: Literal["operator"] | UnsetType = UNSET
    """Who gave a taken seat out anew, where it was not its own holder."""
    anchor: str | UnsetType = UNSET
    """In a shared game: the end of the seat's chain of hashes, in hex, which binds all its links."""


class Shared(Struct, frozen=True, tag="shared", tag_field="event"):
    """A seat told the first link of its chain; with the last seat's, the deal is drawn."""

    seat: int
    """The seat, from 0."""
    link: str
    """The link, in hex."""


class Freed(Struct, frozen=True, tag="freed", tag_field="event"):
    """The host freed a seat that had answered nothing. The game waits for players again; old tokens stay worthless."""

    seat: int
    """The seat that is free again."""


class Invited(Struct, frozen=True, tag="invited", tag_field="event"):
    """The host gave a seat, or (null) the seats that are kept for the game's guests, an invitation of a new number.

    Earlier ones are worthless. A revoked number was told to nobody: nobody takes the seat until the host invites again.
    """

    seat: int | None
    """The seat that the invitation is for; null: those that are kept for the game's guests."""
    number: int
    """The number of the invitation."""
    revoked: bool = False
    """Whether nobody was told of it, so that nobody takes the seat until the host invites again."""


class Listed(Struct, frozen=True, tag="listed", tag_field="event"):
    """The host put the game into the lobby, or took it out."""

    listed: bool
    """Whether the lobby names the game."""


class Hosted(Struct, frozen=True, tag="hosted", tag_field="event"):
    """The host's token was given out anew; those of earlier epochs are worthless from then on."""

    epoch: int
    """How often the host's token has been given out."""


class Closed(Struct, frozen=True, tag="closed", tag_field="event"):
    """The host closed a game that waited for players; with it comes `Ended`."""


class Retracted(Struct, frozen=True, tag="retracted", tag_field="event"):
    """The position went back to what it was after an earlier revision."""

    to_revision: int
    """The revision whose position the game went back to."""


class RetractionProposed(Struct, frozen=True, tag="retraction_proposed", tag_field="event"):
    """A seat asks all others to let the game go back to what it was after an earlier revision."""

    seat: int
    """The seat that asks."""
    to_revision: int
    """The revision that it wishes to go back to."""


class RetractionAnswered(Struct, frozen=True, tag="retraction_answered", tag_field="event"):
    """A seat consents to the retraction that is proposed, or declines; with the last consent comes `Retracted`."""

    seat: int
    """The seat that answers."""
    consents: bool
    """Whether it consents."""


class TimedOut(Struct, frozen=True, tag="timed_out", tag_field="event"):
    """The time of a seat ran out. What the policy of the game's clock does about it follows in the same entry."""

    seat: int
    """The seat whose time ran out."""
    policy: ClockPolicy
    """What the game's clock does about it."""


class Resigned(Struct, frozen=True, tag="resigned", tag_field="event"):
    """A seat is out: it asked for it, lost on time, or left the game alone. It ranks behind all that stayed.

    With it comes `Ended`, or `Seated` with the house player that goes on in its place.
    """

    seat: int
    """The seat that is out."""
    why: Literal["asked", "time", "idle"]
    """Whether it asked for it, lost on time or left the game alone."""


class Ended(Struct, frozen=True, tag="ended", tag_field="event"):
    """The game is over: its result, and the seed that `created` committed to."""

    result: Result
    """How it ended."""
    seed: str = ""
    """The seed that the draws came from, in hex."""
    chain: str | UnsetType = UNSET
    """The chain value of the record's line before this one, by which the record can be recognised."""
    key: str | UnsetType = UNSET
    """The id of the key that the service signed the head of the revision before with."""
    signature: str | UnsetType = UNSET
    """That signature (Ed25519), in hex."""


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
    | Shared
)


class Entry(Struct, frozen=True, omit_defaults=True):
    """What one command wrote: its events in order, the position's checksum after them, and the time (ms since 1970)."""

    events: list[Event]
    check: int = 0
    at: int = 0
    schema: int = FIRST
    """Of an entry that does not say, so this default never changes; writers give SCHEMA."""


class Foreign(Entry, frozen=True):
    """An entry with fields that this version does not know, or spelled otherwise: its line in the record keeps them."""

    line: bytes = b""


_encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(Entry).decode
_MOVES = frozenset({Answered, Drawn})
_to_json = msgspec.json.Encoder().encode


def encode_entry(entry: Entry, level: int = LOWEST) -> bytes:
    """The bytes of an entry as they are written at a level: any version that can deal with that level reads them."""
    return pack(entry.events, entry.check, entry.at) if level >= ARRAYS else _encode(entry)


def decode_entry(data: bytes) -> Entry:
    """An entry from its bytes, with its seal or without, brought to today's schema; raises Drifted if it cannot be.

    The seal is not looked at: only whoever has the game's key can.
    """
    data = plain(data)
    try:
        if is_array(data):
            return _unpacked(data)
        entry = _decode(data)
        if entry.schema == SCHEMA:
            return _with_line(entry, data)
    except msgspec.MsgspecError:
        pass  # an earlier schema, perhaps
    except (ValueError, TypeError) as error:
        raise Drifted(f"schema: an entry cannot be read: {error}") from error
    try:
        return _with_line(msgspec.convert(upcast(msgpack.decode(data), SCHEMA), Entry), data)
    except (msgspec.MsgspecError, AttributeError, TypeError, ValueError, LookupError) as error:
        raise Drifted(f"schema: an entry cannot be read: {error}") from error


def _unpacked(data: bytes) -> Entry:
    """An entry that was written as an array."""
    events, check, at = unpack(data, _read)
    entry = Entry(events, check, at, SCHEMA)
    if _MOVES.issuperset(map(type, events)):
        return entry  # almost every entry: it has no place for anything unknown
    return _with_line(entry, data)


def _with_line(entry: Entry, data: bytes) -> Entry:
    """An entry that keeps its line if it would not make it again."""
    line = stored_line(data)
    return entry if line == _to_json(entry) else Foreign(entry.events, entry.check, entry.at, entry.schema, line)


def _read(event: dict[str, Any]) -> Event:
    found: Event = msgspec.convert(event, Event)
    return found


def retracted_to(entry: Entry) -> int | None:
    """The revision that an entry goes back to, if it does: `Retracted` is then its last event."""
    last = entry.events[-1] if entry.events else None
    return last.to_revision if type(last) is Retracted else None


def to_line(entry: Entry) -> bytes:
    """One entry as a JSON line of a record, as `stored_line` makes it of what is stored."""
    return entry.line if type(entry) is Foreign else _to_json(entry)


def stored_line(data: bytes) -> bytes:
    """A stored entry as a JSON line of a record, with every field it has, known to this version or not."""
    data = plain(data)
    return msgspec.json.encode(as_map(data) if is_array(data) else msgpack.decode(data))
