"""Sharing: what the seats of a shared game add to its draws, looked at before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from podesta_engines.core.decide import asked_together, follow, settle
from podesta_engines.core.moves import Answered, Move
from podesta_engines.game.events import Created, Shared
from podesta_engines.game.facts import evolve
from podesta_engines.game.format.levels import SHARED
from podesta_engines.game.game import visited
from podesta_engines.game.sharing.chains import follows, is_link
from podesta_service.problems import BAD_ANCHOR, BAD_LINK, BAD_SETUP, MALFORMED, TOO_MANY_ANSWERS, refuse
from podesta_service.table.table import Step, Table
from podesta_service.table.writer import Writer


def shareable(shared: bool, level: int) -> bool | UnsetType:
    """What a game just opened says of its being shared; raises Refusal."""
    if shared and level < SHARED:
        raise refuse(
            BAD_SETUP, "the store does not take shared games yet; an operator has to raise its level", field="shared"
        )
    return True if shared else UNSET


def anchor_for(created: Created, anchor: str | UnsetType, wanted: bool = True) -> str | UnsetType:
    """The anchor that whoever sits down brings, nothing in a game that is not shared; raises Refusal.

    It is `wanted` of people who take a free seat.
    """
    if not created.shared:
        return UNSET
    if wanted and not anchor:
        detail = "to take a seat in a shared game, send an anchor: 64 lowercase hexadecimal digits"
        raise refuse(BAD_ANCHOR, detail, field="anchor")
    if anchor and not is_link(anchor):
        raise refuse(MALFORMED, "an anchor has 64 lowercase hexadecimal digits", field="anchor")
    return anchor or UNSET


def linked(table: Table, seat: int, link: str) -> Table:
    """A table with what the first of a seat's answers tells, for the draws that follow; raises Refusal."""
    if table.shares is None and not link:
        return table
    wanted = _wanted(table, seat)
    if not _fits(link, wanted):
        told: dict[str, Any] = {"asked": wanted or "", "field": "link", "revision": table.revision}
        if wanted is not None:
            raise refuse(BAD_LINK, "this answer begins a visit, so it must carry the seat's next link", **told)
        raise refuse(BAD_LINK, "this answer belongs to a visit that has begun, so it must not carry a link", **told)
    return replace(table, shares=table.shares.told(seat, link)) if link and table.shares else table


def carrying(table: Table, moves: Sequence[Move], link: str) -> list[Move]:
    """The moves of a command, the first of which carries the link if there is one.

    Raises Refusal where answers reach into another visit, which wants a link of its own.
    """
    first, *rest = moves
    if table.shares is None or type(first) is not Answered:
        return [first, *rest]
    linked = [replace(first, link=link or UNSET), *rest]
    if not _is_one_visit(table, linked):
        detail = "other seats answer at the same time: send this answer by itself"
        raise refuse(TOO_MANY_ANSWERS, detail, revision=table.revision)
    return linked


def _is_one_visit(table: Table, moves: Sequence[Move]) -> bool:
    """Whether no answer of a command but the first wants a link."""
    now, p = visited(table, table.position, moves[0]), table.position.clone()
    for before, move in pairwise(moves):
        follow(p, before)
        if type(move) is not Answered:
            return True
        if now.shares and now.shares.wanted(move.seat, asked_together(p)) is not None:
            return False
        now = visited(now, p, move)
    return True


def told(writer: Writer, table: Table, seat: int, link: str) -> Step:
    """The step of a seat's telling its first link, with the deal if it is the last; raises Refusal."""
    due = table.shares is not None and seat in table.shares.due
    wanted = table.link_of(seat) if due else None
    if wanted is None or not _fits(link, wanted):
        detail = "no link is due from the seat now"
        raise refuse(BAD_LINK, detail, asked=wanted or "", field="link", revision=table.revision)
    after, event = table.position.clone(), Shared(seat, link)
    after.listen()
    facts = evolve(table, event)
    drawn = settle(after, writer.chance(facts)) if facts.status == "running" else []
    return writer.step(table, writer.entry([event, *drawn], after), after)


def deposited(table: Table, seat: int, link: str) -> str | None:
    """The link that goes with an answer which was ordered before; None: it has to wait for the seat's own."""
    wanted = _wanted(table, seat)
    if wanted is None:
        return ""
    return link if follows(link, wanted) else None


def check_deposit(table: Table, seat: int, link: str) -> None:
    """Refuse orders in a shared game that do not deposit the seat's next link."""
    own = table.shares.chains[seat] if table.shares else None
    if own is not None and not follows(link, own.newest):
        raise refuse(
            BAD_LINK, "orders in a shared game must deposit the seat's next link", asked=own.newest, field="link"
        )


def _wanted(table: Table, seat: int) -> str | None:
    return table.shares.wanted(seat, asked_together(table.position)) if table.shares else None


def _fits(link: str, wanted: str | None) -> bool:
    """Whether a link is the one that is wanted, or none where none is; raises Refusal where it is none at all."""
    if link and not is_link(link):
        raise refuse(MALFORMED, "a link has 64 lowercase hexadecimal digits", field="link")
    return follows(link, wanted) if wanted is not None else not link
