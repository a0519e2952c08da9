"""The plan of a new game: its seats, who may join, how long it lasts; checked, and as recorded by its first events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import Created, Entry, Event, Seated
from podesta_engines.game.format.terms import Clock, Reserved, Spectators
from podesta_engines.play.house import CannotPlay, check, has_bot, names
from podesta_service.names import check_entropy
from podesta_service.problems import BAD_SETUP, refuse
from podesta_service.table.people import check_name
from podesta_service.table.table import PUBLIC

from .sharing import anchor_for

_DEAL = re.compile("[0-9a-f]{64}")


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new game: claimed by the host, a bot's, or left open."""

    name: str = ""
    """Its holder's name; unnamed seats are called Seat 1, …"""
    claim: bool = False
    """Whether the host claims it, and gets its token."""
    entropy: str = ""
    """Text that is mixed into the key of the draws and published, up to 64 bytes; only for a claimed seat."""
    bot: str = ""
    """The house bot that plays the seat: one of the ruleset's, such as `greedy`, `search:500` or `net`."""
    invitation: Literal["", "seat", "game"] = ""
    """For an open seat: its own invitation, or the one that is valid for all such seats of the game."""
    kept: str = ""
    """The name that a claim of an open seat must give."""
    player: str = ""
    """A label, up to 64 characters, by which the bearer of an operator's key finds the games of one of its users."""
    anchor: str = ""
    """In a shared game, for a claimed seat: the end of its hash chain, 64 hexadecimal digits."""


class Opening(Struct, frozen=True):
    """A plan of a game: by default public, in the lobby, and without a clock."""

    ruleset: str
    edition: str
    options: dict[str, Any]
    seats: Sequence[SeatPlan]
    spectators: Spectators | None = None
    clock: Clock | None = None
    listed: bool = True
    shared: bool = False
    """Whether seats contribute to the draws during the game."""
    deal: str = ""
    """The deal of a practice game, 64 hexadecimal digits; empty: a fair game."""


class Lasting(Struct, frozen=True):
    """Default number of days that open games and idle games last; 0: forever."""

    open_days: int = 0
    idle_days: int = 0

    def told(self, clock: Clock) -> Clock:
        """A clock with the game's lifetimes filled in; the idle days of a game count for open games, too."""
        open_days = clock.open_days or (0 if clock.idle_days else self.open_days)
        return msgspec.structs.replace(clock, idle_days=clock.idle_days or self.idle_days, open_days=open_days or UNSET)


def terms_of(wanted: Opening, ruleset: Ruleset, lasting: Lasting) -> dict[str, Any]:
    """The terms of an opening in addition to the rules, if any; raises Refusal."""
    terms: dict[str, Any] = {}
    if wanted.spectators is not None:
        terms["spectators"] = _checked(wanted.spectators)
    asked = _agreed(wanted.clock or Clock())
    if asked != Clock():
        check_bot(ruleset, len(wanted.seats), asked.bot)
    clock = lasting.told(asked)
    if clock != Clock():
        terms["clock"] = clock
    return terms


def seat_terms(plans: Sequence[SeatPlan], listed: bool) -> dict[str, Any]:
    """The terms for joining the game, if the opening has any; raises Refusal."""
    kept = [
        Reserved(seat, plan.invitation or UNSET, check_name(plan.kept) or UNSET)
        for seat, plan in enumerate(plans)
        if plan.invitation or plan.kept
    ]
    return {"listed": UNSET if listed else False, "reserved": kept or UNSET}


def _checked(spectators: Spectators) -> Spectators:
    """A policy for spectators, checked; raises Refusal."""
    if (spectators.delay > 0) != (spectators.policy == "delayed"):
        raise refuse(BAD_SETUP, "delay-and-policy", field="spectators")
    return spectators


def _agreed(clock: Clock) -> Clock:
    """A clock, checked; raises Refusal."""
    if (clock.seconds > 0) != (clock.kind != "none"):
        raise refuse(BAD_SETUP, "clock-and-seconds", field="clock")
    if clock.increment and clock.kind != "bank":
        raise refuse(BAD_SETUP, "increment-and-kind", field="clock")
    return clock


def plan_of(entry: Entry) -> list[Event]:
    """One of a game's first entries without anything that depends on the time, to compare orders."""
    return [_ordered(event) for event in entry.events if type(event) in (Created, Seated)]


def _ordered(event: Event) -> Event:
    """An event without the fields that the service adds."""
    if type(event) is not Created:
        return event
    seen = event.spectators or PUBLIC
    own = {"rules": "", "data": "", "commitment": "", "key": UNSET, "draws": UNSET, "salt": UNSET}
    return msgspec.structs.replace(event, spectators=seen, **own)


def planned(plans: Sequence[SeatPlan], ruleset: Ruleset, created: Created) -> list[Seated]:
    """The seats that are claimed, or given to bots, when a game is created; raises Refusal."""
    if any(plan.bot and plan.claim for plan in plans):
        raise refuse(BAD_SETUP, "claimed-or-bot", field="bot")
    if any((plan.bot or plan.claim) and (plan.invitation or plan.kept) for plan in plans):
        raise refuse(BAD_SETUP, "reserved-or-taken", field="seats")
    if any(plan.entropy and not plan.claim for plan in plans):
        raise refuse(BAD_SETUP, "entropy-of-claimant", field="entropy")
    return [
        Seated(
            seat,
            check_name(plan.name),
            plan.bot and check_bot(ruleset, len(plans), plan.bot),
            entropy=entropy_for(created, plan.entropy),
            anchor=anchor_for(created, plan.anchor, plan.claim),
        )
        for seat, plan in enumerate(plans)
        if plan.claim or plan.bot
    ]


def practising(deal: str, shared: bool) -> dict[str, Any]:
    """The terms of a new game with a given deal; empty without one. Raises Refusal."""
    if not deal:
        return {}
    if not _DEAL.fullmatch(deal):
        raise refuse(BAD_SETUP, "deal-malformed", field="deal")
    if shared:
        raise refuse(BAD_SETUP, "practice-not-shared", field="deal")
    return {"practice": True, "deal": deal}


def entropy_for(created: Created, entropy: str | UnsetType) -> str | UnsetType:
    """A seat's contribution to the draws; nothing in a practice game, which has a given deal. Raises Refusal."""
    found = check_entropy(entropy or "")
    return UNSET if created.practice or not found else found


def check_bot(ruleset: Ruleset, seats: int, name: str) -> str:
    """A bot's name, unchanged; raises Refusal if the bot cannot play with this many seats."""
    if not has_bot(ruleset, name):
        raise refuse(
            BAD_SETUP, "bot-unknown", ruleset=ruleset.id, bot=name[:40], legal=names(ruleset, seats), field="bot"
        )
    try:
        check(ruleset, seats, name)
    except CannotPlay as error:
        raise refuse(BAD_SETUP, error.sentence, legal=names(ruleset, seats), field="bot") from None
    return name
