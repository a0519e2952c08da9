"""Events: the facts of a game's log. Their tags and field names are the storage format; they are only ever added to."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.ruleset import Result
from podesta_engines.core.texts.sentences import sentence, unread

from .format.arrays import as_map, pack, unpack
from .format.seals import plain
from .format.terms import Clock, ClockPolicy, Forked, Reserved, Spectators


class Created(Struct, frozen=True, tag="created", tag_field="event"):
    """A game was opened. It is in the lobby unless `listed` is false; anyone may take a seat that is not reserved."""

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
    """The options chosen when the game was opened."""
    commitment: str = ""
    """The SHA-256 of the game's seed, in hex; `ended` reveals the seed."""
    key: str | UnsetType = UNSET
    """The id of the master key that the seed is derived from."""
    spectators: Spectators | UnsetType = UNSET
    """What spectators may see; absent: everything."""
    forked: Forked | UnsetType = UNSET
    """Where a forked game comes from."""
    clock: Clock | UnsetType = UNSET
    """How much time seats have; absent: no limit."""
    listed: bool | UnsetType = UNSET
    """Whether the lobby lists the game; absent: it does."""
    reserved: list[Reserved] | UnsetType = UNSET
    """The seats that are reserved."""
    draws: int | UnsetType = UNSET
    """The rule by which draws follow from the seed: 2, by lot."""
    salt: str | UnsetType = UNSET
    """What the seed is derived from besides the master key and the game's id, in hex; only in the record."""
    shared: bool | UnsetType = UNSET
    """Whether seats add to the draws as the game goes on, each by a chain of hashes; absent: they do not."""
    practice: bool | UnsetType = UNSET
    """Whether it is a practice game: its opener, or that of the game it was forked from, chose the deal and may know
    what will be drawn; absent: a fair game.
    """
    deal: str | UnsetType = UNSET
    """The deal of a practice game, in hex, from which it draws instead of its seed; only in the record."""


class Seated(Struct, frozen=True, tag="seated", tag_field="event"):
    """A seat was taken, by a person's client or by a bot. A later `seated` of the seat replaces the holder."""

    seat: int
    """The seat, from 0."""
    name: str
    """Its holder's name; empty if it has none."""
    bot: str = ""
    """The bot that plays; empty for a person."""
    epoch: int = 1
    """How often the seat has been given out; tokens of earlier epochs are void."""
    entropy: str | UnsetType = UNSET
    """What the seat's first holder added to the key of the draws."""
    invitation: int | UnsetType = UNSET
    """The number of the invitation with which the seat was taken."""
    by: Literal["operator"] | UnsetType = UNSET
    """Who reissued a taken seat, if not its own holder."""
    anchor: str | UnsetType = UNSET
    """In a shared game: the end of the seat's chain of hashes, in hex, which binds all its links."""


class Shared(Struct, frozen=True, tag="shared", tag_field="event"):
    """A seat revealed the first link of its chain; with the last seat's, the deal is drawn."""

    seat: int
    """The seat, from 0."""
    link: str
    """The link, in hex."""


class Freed(Struct, frozen=True, tag="freed", tag_field="event"):
    """The host freed a seat before anything was dealt. Its tokens stay void."""

    seat: int
    """The seat that is free again."""


class Invited(Struct, frozen=True, tag="invited", tag_field="event"):
    """The host gave a seat, or (null) the seats that are kept for the game's guests, an invitation with a new number.

    Earlier ones are void. A revoked number was never given out: the seat cannot be taken until the host invites again.
    """

    seat: int | None
    """The seat that the invitation is for; null: those that are kept for the game's guests."""
    number: int
    """The number of the invitation."""
    revoked: bool = False
    """Whether it was never given out, so that the seat cannot be taken until the host invites again."""


class Listed(Struct, frozen=True, tag="listed", tag_field="event"):
    """The host listed the game in the lobby, or removed it."""

    listed: bool
    """Whether the lobby lists the game."""


class Hosted(Struct, frozen=True, tag="hosted", tag_field="event"):
    """The host's token was reissued; those of earlier epochs are void from then on."""

    epoch: int
    """How often the host's token has been given out."""


class Closed(Struct, frozen=True, tag="closed", tag_field="event"):
    """The host closed a game that was waiting for players; `Ended` comes with it."""


class Retracted(Struct, frozen=True, tag="retracted", tag_field="event"):
    """The position of an earlier revision was restored."""

    to_revision: int
    """The revision to which the game went back."""


class RetractionProposed(Struct, frozen=True, tag="retraction_proposed", tag_field="event"):
    """A seat asks all others to let the game go back to an earlier revision."""

    seat: int
    """The seat that asks."""
    to_revision: int
    """The revision to which it wishes to go back."""


class RetractionAnswered(Struct, frozen=True, tag="retraction_answered", tag_field="event"):
    """A seat consents to the proposed retraction, or declines; `Retracted` comes with the last consent."""

    seat: int
    """The seat that answers."""
    consents: bool
    """Whether it consents."""


class TimedOut(Struct, frozen=True, tag="timed_out", tag_field="event"):
    """A seat ran out of time. The events that the clock's policy requires follow in the same entry."""

    seat: int
    """The seat that ran out of time."""
    policy: ClockPolicy
    """The policy of the game's clock, which was applied."""


class Resigned(Struct, frozen=True, tag="resigned", tag_field="event"):
    """A seat is out: it resigned, lost on time, or left the game alone. It ranks behind all that stayed.

    `Ended` comes with it, or `Seated` with the house player that takes its place.
    """

    seat: int
    """The seat that is out."""
    why: Literal["asked", "time", "idle"]
    """Whether it resigned, lost on time or left the game alone."""


class TimeGivenBack(Struct, frozen=True, tag="time_given_back", tag_field="event"):
    """The service was down: clocks that ran then continue as if stopped. Its entry contains nothing else."""

    since: int
    """The last moment at which the service ran before the outage (ms since 1970)."""
    until: int
    """The first moment at which the service ran again."""


class Reinstated(Struct, frozen=True, tag="reinstated", tag_field="event"):
    """An operator undid what a wrong clock had decided, up to the game's end: it continues from an earlier revision.

    The event has an entry of its own. Later draws come from a new seed, because the old one was revealed at the end.
    """

    to_revision: int
    """The revision from which the game continues, the last one before the clock's first wrong decision."""
    by: str
    """The operator's name."""
    why: str
    """The operator's reason."""
    commitment: str
    """The SHA-256 of the new seed, in hex; the next `ended` reveals that seed."""


class Renewed(Struct, frozen=True, tag="renewed", tag_field="event"):
    """The store was restored from a backup, and entries before this one may be lost: later draws come from a new seed.

    The event has an entry of its own.
    """

    minute: int
    """The minute of its entry, since 1970; the seed depends on it."""
    commitment: str
    """The SHA-256 of the seed from here on, in hex; `ended` reveals it, and the one before it."""


class Ended(Struct, frozen=True, tag="ended", tag_field="event"):
    """The game is over: its result, and the seed that `created` committed to."""

    result: Result
    """How it ended."""
    seed: str = ""
    """The seed that the draws came from, in hex; the last one, if the game was renewed."""
    chain: str | UnsetType = UNSET
    """The chain value of the record's line before this one, by which the record can be recognised."""
    key: str | UnsetType = UNSET
    """The id of the key with which the service signed the head of the previous revision."""
    signature: str | UnsetType = UNSET
    """That signature (Ed25519), in hex."""
    before: list[str] | UnsetType = UNSET
    """The earlier seeds of a game that was renewed, in hex, oldest first."""


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
    | TimeGivenBack
    | Reinstated
    | Renewed
)


class Entry(Struct, frozen=True, omit_defaults=True):
    """The events of one command in order, the position's checksum after them, and the time (ms since 1970)."""

    events: list[Event]
    check: int = 0
    at: int = 0


class Foreign(Entry, frozen=True):
    """An entry with fields unknown to this version, or spelled differently; `line` keeps its line of the record."""

    line: bytes = b""


_MOVES = frozenset({Answered, Drawn})
_to_json = msgspec.json.Encoder().encode


def encode_entry(entry: Entry) -> bytes:
    """The bytes of an entry, without a seal."""
    return pack(entry.events, entry.check, entry.at)


def decode_entry(data: bytes) -> Entry:
    """An entry from its bytes, with or without its seal; raises Drifted.

    The seal is not checked, since that requires the game's key.
    """
    data = plain(data)
    try:
        entry = Entry(*unpack(data, _read))
        if _MOVES.issuperset(map(type, entry.events)):
            return entry  # almost every entry: it cannot hold unknown fields
        return _with_line(entry, data)
    except (msgspec.MsgspecError, TypeError, ValueError, LookupError) as error:
        raise Drifted(sentence("entry-unreadable", reason=unread(error))) from error


def _with_line(entry: Entry, data: bytes) -> Entry:
    """An entry that keeps its line if encoding it would not reproduce the line."""
    line = stored_line(data)
    return entry if line == _to_json(entry) else Foreign(entry.events, entry.check, entry.at, line)


def _read(event: dict[str, Any]) -> Event:
    found: Event = msgspec.convert(event, Event)
    return found


def retracted_to(entry: Entry) -> int | None:
    """The revision that an entry goes back to, if any: its last event is then `Retracted` or `Reinstated`."""
    last = entry.events[-1] if entry.events else None
    return last.to_revision if type(last) is Retracted or type(last) is Reinstated else None


def to_line(entry: Entry) -> bytes:
    """An entry as a JSON line of a record, equal to what `stored_line` makes of the stored bytes."""
    return entry.line if type(entry) is Foreign else _to_json(entry)


def stored_line(data: bytes) -> bytes:
    """A stored entry as a JSON line of a record, with all its fields, known to this version or not."""
    return _to_json(as_map(plain(data)))
