"""Events: the facts of a game's log. Their tags and field names are the storage format; they only ever grow."""

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
    """The rule by which draws follow from the seed: 2, by lot."""
    salt: str | UnsetType = UNSET
    """What the seed is made of besides the master key and the game's id, in hex; told by the record alone."""
    shared: bool | UnsetType = UNSET
    """Whether seats add to the draws as the game goes on, each by a chain of hashes; left out: they do not."""
    practice: bool | UnsetType = UNSET
    """Whether its opener chose the deal, or that of a game it was forked from, and so may know what will be drawn; left
    out: it is a fair game.
    """
    deal: str | UnsetType = UNSET
    """The deal of a practice game, in hex, from which it draws instead of its seed; told by the record alone."""


class Seated(Struct, frozen=True, tag="seated", tag_field="event"):
    """A seat was taken, by a person's client or by a bot. A later `seated` of the seat replaces the holder."""

    seat: int
    """The seat, from 0."""
    name: str
    """Its holder's name; empty if it has none."""
    bot: str = ""
    """The bot that plays, if a bot does."""
    epoch: int = 1
    """How often the seat has been given out; tokens of earlier epochs are worthless."""
    entropy: str | UnsetType = UNSET
    """What the seat's first holder adds to the key of the draws."""
    invitation: int | UnsetType = UNSET
    """The number of the invitation that the seat was taken with."""
    by: Literal["operator"] | UnsetType = UNSET
    """Who gave a taken seat out anew, if it was not its own holder."""
    anchor: str | UnsetType = UNSET
    """In a shared game: the end of the seat's chain of hashes, in hex, which binds all its links."""


class Shared(Struct, frozen=True, tag="shared", tag_field="event"):
    """A seat told the first link of its chain; with the last seat's, the deal is drawn."""

    seat: int
    """The seat, from 0."""
    link: str
    """The link, in hex."""


class Freed(Struct, frozen=True, tag="freed", tag_field="event"):
    """The host freed a seat before anything was dealt. Its tokens stay worthless."""

    seat: int
    """The seat that is free again."""


class Invited(Struct, frozen=True, tag="invited", tag_field="event"):
    """The host gave a seat, or (null) the seats that are kept for the game's guests, an invitation of a new number.

    Earlier ones are void. A revoked number was told to no one: the seat cannot be taken until the host invites again.
    """

    seat: int | None
    """The seat that the invitation is for; null: those that are kept for the game's guests."""
    number: int
    """The number of the invitation."""
    revoked: bool = False
    """Whether it was told to no one, so that the seat cannot be taken until the host invites again."""


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


class TimeGivenBack(Struct, frozen=True, tag="time_given_back", tag_field="event"):
    """The service was away: clocks that ran meanwhile go on as if they had stood. Nothing else is in its entry."""

    since: int
    """The last moment at which somebody served before that (ms since 1970)."""
    until: int
    """The first moment at which somebody served again."""


class Reinstated(Struct, frozen=True, tag="reinstated", tag_field="event"):
    """An operator undid what a wrong clock had decided, up to the game's end: it goes on as it was after an earlier
    revision. Nothing else is in its entry. What is drawn from here on comes out of a new seed, as the end told the old
    one.
    """

    to_revision: int
    """The revision that the game goes on from, the last before the clock's first wrong decision."""
    by: str
    """The operator's name."""
    why: str
    """The operator's reason."""
    commitment: str
    """The SHA-256 of the seed from here on, in hex; the next `ended` reveals that seed."""


class Renewed(Struct, frozen=True, tag="renewed", tag_field="event"):
    """The store was restored from a backup, and entries before this one may be lost: from here on, draws come out of a
    new seed. Nothing else is in its entry.
    """

    minute: int
    """The minute of its entry, since 1970; the seed depends on it."""
    commitment: str
    """The SHA-256 of the seed from here on, in hex; `ended` reveals that seed, and the one before."""


class Ended(Struct, frozen=True, tag="ended", tag_field="event"):
    """The game is over: its result, and the seed that `created` committed to."""

    result: Result
    """How it ended."""
    seed: str = ""
    """The seed that the draws came from, in hex; the last one, if the game was renewed."""
    chain: str | UnsetType = UNSET
    """The chain value of the record's line before this one, by which the record can be recognised."""
    key: str | UnsetType = UNSET
    """The id of the key that the service signed the head of the revision before with."""
    signature: str | UnsetType = UNSET
    """That signature (Ed25519), in hex."""
    before: list[str] | UnsetType = UNSET
    """The other seeds of a game that was renewed, in hex, oldest first."""


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
    """What one command wrote: its events in order, the position's checksum after them, and the time (ms since 1970)."""

    events: list[Event]
    check: int = 0
    at: int = 0


class Foreign(Entry, frozen=True):
    """An entry with fields unknown to this version, or spelled otherwise: its line in the record keeps them."""

    line: bytes = b""


_MOVES = frozenset({Answered, Drawn})
_to_json = msgspec.json.Encoder().encode


def encode_entry(entry: Entry) -> bytes:
    """The bytes of an entry, without a seal."""
    return pack(entry.events, entry.check, entry.at)


def decode_entry(data: bytes) -> Entry:
    """An entry from its bytes, with its seal or without; raises Drifted.

    The seal is not checked: that takes the game's key.
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
    """An entry that keeps its line if encoding would not give the same one."""
    line = stored_line(data)
    return entry if line == _to_json(entry) else Foreign(entry.events, entry.check, entry.at, line)


def _read(event: dict[str, Any]) -> Event:
    found: Event = msgspec.convert(event, Event)
    return found


def retracted_to(entry: Entry) -> int | None:
    """The revision that an entry goes back to, if any: `Retracted` or `Reinstated` is then its last event."""
    last = entry.events[-1] if entry.events else None
    return last.to_revision if type(last) is Retracted or type(last) is Reinstated else None


def to_line(entry: Entry) -> bytes:
    """One entry as a JSON line of a record, as `stored_line` makes it of what is stored."""
    return entry.line if type(entry) is Foreign else _to_json(entry)


def stored_line(data: bytes) -> bytes:
    """A stored entry as a JSON line of a record, with every field it has, known to this version or not."""
    return _to_json(as_map(plain(data)))
