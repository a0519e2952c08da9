"""Sharing: the contributions of seats to the draws of a shared game, checked before they are written."""

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
from podesta_engines.game.game import visited
from podesta_engines.game.sharing.chains import follows, is_link
from podesta_service.problems import BAD_ANCHOR, BAD_LINK, MALFORMED, TOO_MANY_ANSWERS, refuse
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Writer


def anchor_for(created: Created, anchor: str | UnsetType, wanted: bool = True) -> str | UnsetType:
    """The anchor of a new holder, empty in a game that is not shared; raises Refusal.

    It is required of people who take a free seat.
    """
    if not created.shared:
        return UNSET
    if wanted and not anchor:
        raise refuse(BAD_ANCHOR, "anchor-wanted", field="anchor")
    if anchor and not is_link(anchor):
        raise refuse(MALFORMED, "anchor-malformed", field="anchor")
    return anchor or UNSET


def linked(table: Table, seat: int, link: str) -> Table:
    """A table with the link of a seat's first answer, for the draws that follow; raises Refusal."""
    if table.shares is None and not link:
        return table
    wanted = _wanted(table, seat)
    if not _fits(link, wanted):
        told: dict[str, Any] = {"asked": wanted or "", "field": "link", "revision": table.revision}
        if wanted is not None:
            raise refuse(BAD_LINK, "link-wanted", **told)
        raise refuse(BAD_LINK, "link-not-wanted", **told)
    return replace(table, shares=table.shares.told(seat, link)) if link and table.shares else table


def carrying(table: Table, moves: Sequence[Move], link: str) -> list[Move]:
    """The moves of a command, with the link, if any, on the first of them.

    Raises Refusal if answers reach into another visit, which needs a link of its own.
    """
    first, *rest = moves
    if table.shares is None or type(first) is not Answered:
        return [first, *rest]
    linked = [replace(first, link=link or UNSET), *rest]
    if not _is_one_visit(table, linked):
        raise refuse(TOO_MANY_ANSWERS, "answer-alone", revision=table.revision)
    return linked


def _is_one_visit(table: Table, moves: Sequence[Move]) -> bool:
    """Whether only the first answer of a command needs a link."""
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
    """The step of a seat's first link, with the deal if it is the last seat's; raises Refusal."""
    due = table.shares is not None and seat in table.shares.due
    wanted = table.link_of(seat) if due else None
    if wanted is None or not _fits(link, wanted):
        raise refuse(BAD_LINK, "no-link-due", asked=wanted or "", field="link", revision=table.revision)
    after, event = table.position.clone(), Shared(seat, link)
    after.listen()
    facts = evolve(table, event)
    drawn = settle(after, writer.chance(facts)) if facts.status == "running" else []
    return next_step(table, writer.entry([event, *drawn], after), after)


def deposited(table: Table, seat: int, link: str) -> str | None:
    """The link for an answer by standing orders; None: it has to wait for the seat's own."""
    wanted = _wanted(table, seat)
    if wanted is None:
        return ""
    return link if follows(link, wanted) else None


def check_deposit(table: Table, seat: int, link: str) -> None:
    """Refuse orders in a shared game that do not deposit the seat's next link."""
    own = table.shares.chains[seat] if table.shares else None
    if own is not None and not follows(link, own.newest):
        raise refuse(BAD_LINK, "orders-need-link", asked=own.newest, field="link")


def _wanted(table: Table, seat: int) -> str | None:
    return table.shares.wanted(seat, asked_together(table.position)) if table.shares else None


def _fits(link: str, wanted: str | None) -> bool:
    """Check that a link is the expected one, and absent if none is expected; raises Refusal if it is malformed."""
    if link and not is_link(link):
        raise refuse(MALFORMED, "link-malformed", field="link")
    return follows(link, wanted) if wanted is not None else not link
