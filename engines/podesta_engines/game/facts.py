"""The facts that a game's log gives without playing any rule; only this module applies each event's changes to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.texts.sentences import sentence

from .endings import Gone, went
from .events import (
    Created,
    Ended,
    Entry,
    Event,
    Freed,
    Hosted,
    Invited,
    Listed,
    Reinstated,
    Renewed,
    Resigned,
    Seated,
    Shared,
    TimedOut,
)
from .format.terms import Clock
from .lottery import Counts, Lottery, Renewal, drawn_from, reseeded
from .reservations import Reservations, reserved_in
from .sharing.chains import Shares, nothing
from .takebacks import Proposal, proposed

Status = Literal["open", "running", "ended"]
"""The status of a game: waiting for players, being played, or over."""


class HandedOver(NamedTuple):
    """A person's seat that a house player took over, and in which revision."""

    revision: int
    holder: Seated


class Facts(Struct, frozen=True, kw_only=True):
    """The facts of a log that need no rules: who sits where, who has left, whether it is over."""

    created: Created
    holders: tuple[Seated | None, ...]
    entropy: tuple[str, ...]
    """What the first holder of each seat added to the key of the draws; empty if nothing."""
    epochs: tuple[int, ...] = ()
    """The epoch of each seat's latest holder, even if that one has left since; 0 if there was none."""
    dealt: bool = False
    """Whether it has ever been running: from then on, what a seat was dealt is for its holder alone."""
    reserved: Reservations = Reservations()
    """Who may take which seat."""
    listed: bool = True
    """Whether the lobby lists the game."""
    host: int = 1
    """The epoch of the host's token."""
    gone: tuple[Gone, ...] = ()
    """The seats that have left the game, in the order they left."""
    handed: tuple[HandedOver, ...] = ()
    """The seats that house players took over, in that order."""
    proposal: Proposal | None = None
    """The proposed retraction that some seats have yet to answer."""
    ended: bool = False
    drawn: Counts = {}
    """How often each lot was drawn on the line of play, by name; see `lottery`."""
    renewals: tuple[Renewal, ...] = ()
    """Its earlier seeds that the end has yet to reveal, oldest first."""
    shares: Shares | None = None
    """What seats have revealed of their chains, in a shared game."""
    trail: bytes = b""
    """The effect of each revision on taking back; see `trailed`."""
    revision: int = 0
    """The number of entries so far."""
    at: int = 0
    """When the newest entry was written (ms since 1970)."""
    opened: int = 0
    """When the first entry was written."""

    @property
    def status(self) -> Status:
        """Open until every seat is taken and, in a shared game, has revealed the first link of its chain."""
        if self.ended:
            return "ended"
        return "open" if self.waits else "running"

    @property
    def waits(self) -> bool:
        """Whether it waits, or waited until it was closed, for players or for the first link of a seat's chain."""
        return None in self.holders or (self.shares is not None and bool(self.shares.due))

    @property
    def clock(self) -> Clock | None:
        """The time limits of the game, if any."""
        return self.created.clock or None

    @property
    def creations(self) -> list[Created]:
        """The game's creation for each seed that the end has to reveal, oldest first."""
        return [*(each.created for each in self.renewals), self.created]

    def lottery(self, seeds: Sequence[bytes], counts: Counts | None = None) -> Lottery:
        """The game's next draws, from the seeds of `creations`; `counts` replaces how often each lot was drawn."""
        *before, last = [drawn_from(self.created, seed) for seed in seeds]
        mix, drawn = self.shares.mix if self.shares else b"", self.drawn if counts is None else counts
        earlier = [(seed, each.drawn) for seed, each in zip(before, self.renewals, strict=True)]
        return Lottery(last, self.entropy, drawn, mix, earlier)

    def epoch(self, seat: int) -> int:
        """The epoch of a seat's holder; 0 for a free seat, or one that the game does not have."""
        holder = self.holders[seat] if seat < len(self.holders) else None
        return holder.epoch if holder else 0

    def next_epoch(self, seat: int) -> int:
        """The epoch of a seat's next holder; it is higher than all earlier ones, so that earlier tokens stay void."""
        return self.epochs[seat] + 1


F = TypeVar("F", bound=Facts)


def unopened(created: Created) -> Facts:
    """The facts before the first entry."""
    seats = created.seats
    return Facts(
        created=created,
        holders=(None,) * seats,
        entropy=("",) * seats,
        epochs=(0,) * seats,
        reserved=reserved_in(created),
        listed=created.listed is not False,
        shares=nothing(seats) if created.shared else None,
    )


def evolve(game: F, event: Event) -> F:
    """The facts after one more event of the revision being read."""
    if game.proposal is None and type(event) in (Answered, Drawn):
        return game  # almost every event
    return _shared(_changed(game, event, game.revision + 1), event)


def _changed(game: F, event: Event, revision: int) -> F:
    if type(event) is Ended:
        game = replace(game, ended=True)
    elif type(event) is Seated:
        return _seat(game, event)
    elif type(event) is Freed:
        game = replace(game, holders=_without(game.holders, event.seat))
    elif type(event) is Invited:
        return replace(game, reserved=game.reserved.after(event))
    elif type(event) is Listed:
        return replace(game, listed=event.listed)
    elif type(event) is Hosted:
        return replace(game, host=event.epoch)
    elif type(event) is Resigned:
        game = replace(game, gone=went(game.gone, event, revision))
    elif type(event) is Reinstated:
        game = _reinstated(game, event, revision)
    elif type(event) is Renewed:
        renewals = (*game.renewals, Renewal(game.created, game.drawn))
        return replace(game, created=reseeded(game.created, event, revision), renewals=renewals)
    return replace(game, proposal=proposed(game.proposal, event, revision))


def _shared(game: F, event: Event) -> F:
    """What seats have shared after an event; for answers, which depend on the position, see `game.py`."""
    shares = game.shares
    if shares is None:
        return game
    if type(event) is Shared:
        shares = shares.told(event.seat, event.link)
    elif type(event) is TimedOut:
        shares = shares.late(event.seat)
    elif type(event) is Freed:
        shares = shares.left(event.seat)
    return game if shares is game.shares else replace(game, shares=shares)


def _seat(game: F, event: Seated) -> F:
    """Record a seat's new holder; only its first one adds to the key of the draws."""
    seat, holders, entropy, epochs = event.seat, [*game.holders], [*game.entropy], [*game.epochs]
    if holders[seat] is None:
        entropy[seat] = event.entropy or ""
    if game.shares:
        anew = holders[seat] is not None and not event.bot
        game = replace(game, shares=game.shares.taken(seat, event.anchor or "", anew))
    before, holders[seat], epochs[seat] = holders[seat], event, event.epoch
    if event.bot and before and not before.bot:
        game = replace(game, handed=(*game.handed, HandedOver(game.revision + 1, before)))
    game = replace(game, holders=tuple(holders), entropy=tuple(entropy), epochs=tuple(epochs))
    return replace(game, reserved=game.reserved.taken(event)) if event.invitation else game


def _reinstated(game: F, event: Reinstated, revision: int) -> F:
    """The reinstated game: its holders at the revision have their seats again, with the tokens of that time.

    House players have no tokens, so their epochs may recur.
    """
    to, holders, epochs = event.to_revision, [*game.holders], [*game.epochs]
    for since, holder in reversed(game.handed):
        if since > to:
            holders[holder.seat], epochs[holder.seat] = holder, holder.epoch
    return replace(
        game,
        created=reseeded(game.created, event, revision),
        renewals=(),
        holders=tuple(holders),
        epochs=tuple(epochs),
        gone=tuple(each for each in game.gone if each.revision <= to),
        handed=tuple(each for each in game.handed if each.revision <= to),
        ended=False,
    )


def _without(holders: tuple[Seated | None, ...], seat: int) -> tuple[Seated | None, ...]:
    return tuple(None if number == seat else holder for number, holder in enumerate(holders))


def freeable(game: Facts, seat: int) -> bool:
    """Whether a seat may be freed: it is taken, and nothing has been dealt that its next holder would see."""
    return not game.ended and not game.dealt and game.holders[seat] is not None


def closed(game: F, entry: Entry) -> F:
    """The facts after all events of an entry."""
    dealt = game.dealt or game.status == "running"
    return replace(game, revision=game.revision + 1, at=entry.at, opened=game.opened or entry.at, dealt=dealt)


def created_in(first: Entry) -> Created:
    """The event that a log begins with; raises Drifted."""
    created = first.events[0] if first.events else None
    if type(created) is not Created:
        raise Drifted(sentence("not-begun-with-created"), 1)
    return created
