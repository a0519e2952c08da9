"""`podesta reinstate`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial

import click
from msgspec import Struct

from podesta_engines.game.events import decode_entry
from podesta_eventstore import ArchivedStore, StoreError
from podesta_service.commands.reinstating import LONGEST, Plan, Reinstating
from podesta_service.master import Upkeep
from podesta_service.problems import Refusal
from podesta_service.randomness import find_master_key
from podesta_service.run.archive import Moved, open_games
from podesta_service.settings import Settings
from podesta_service.table.clock import StoreClock
from podesta_service.table.listing import every_game

from .operating import run_on

_TIMES = click.DateTime(["%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d"])
_NOTHING_LIVE = "is in the archive: `podesta restore` brings it back first"


class Orders(Struct, frozen=True):
    """An operator's request. Times are ms since 1970; `until` is exclusive."""

    games: tuple[str, ...]
    since: int
    until: int | None
    by: str
    why: str
    disclosed: bool
    yes: bool


def _text(_: click.Context, __: click.Parameter, said: str) -> str:
    """A name or a reason; raises BadParameter."""
    if not said.strip() or len(said) > LONGEST or not said.isprintable():
        raise click.BadParameter(f"1 to {LONGEST} characters on one line")
    return said.strip()


@click.command()
@click.argument("games", nargs=-1)
@click.option("--since", type=_TIMES, help="Undo what clocks decided from this time on (UTC, as in logs).")
@click.option("--until", type=_TIMES, help="Without names: all games that a clock ended from --since to before this.")
@click.option("--by", required=True, callback=_text, help="Your name, published in the log.")
@click.option("--why", required=True, callback=_text, help="The reason, published in the log.")
@click.option("--disclosed", is_flag=True, help="Include games that revealed hidden information when they ended.")
@click.option("--yes", is_flag=True, help="Apply the changes; without this they are only shown.")
def command(
    games: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    by: str,
    why: str,
    disclosed: bool,
    yes: bool,
) -> None:
    """Resume games ended by a faulty clock: undo what it decided, in their logs, under your name.

    Name the games, or a span of time. A game resumes as it was before the first decision of a clock that no person's
    action followed (with --since: the first from then on). All players get back their seats, tokens and time, and
    clocks run from now on. Nothing is deleted: the log records who undid what, and why.

    The seed was revealed when the game ended, so a new one is used from here. Hidden information, such as cards in
    hand, was revealed, too: a game that had any is left as it is, unless you pass --disclosed. A game ended by a person
    or by its rules stays ended.
    """
    if bool(games) == bool(since and until):
        raise click.UsageError("name the games, or give a span by --since and --until")
    orders = Orders(games, _ms(since) or 0, _ms(until), by, why, disclosed, yes)
    if run_on(partial(_reinstate, orders)) and games:
        sys.exit(1)


def _ms(moment: datetime | None) -> int | None:
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000) if moment else None


async def _reinstate(orders: Orders, settings: Settings) -> AsyncIterator[Moved]:
    async with await open_games(settings) as store:
        if isinstance(store, ArchivedStore):
            await store.generations.check()
        upkeep = Upkeep(store, settings, find_master_key(settings), StoreClock())
        await upkeep.heart.beat()
        reinstating = Reinstating(upkeep.writer)
        try:
            async for game in _meant(upkeep, orders):
                await upkeep.heart.beat()
                yield await _one(upkeep, reinstating, game, orders)
        finally:
            await upkeep.steward.stop()
            await upkeep.delivery.close()


async def _meant(upkeep: Upkeep, orders: Orders) -> AsyncIterator[str]:
    """The named games, or those in the store that ended within a span."""
    for game in orders.games:
        yield game
    if orders.until is not None:
        names = [game async for game in every_game(upkeep.store, "ended")]
        for game in names:
            if (await upkeep.store.metadata(game)).phase == "live":
                (last,) = await upkeep.store.read_backward(game, limit=1)
                if orders.since <= decode_entry(last.data).at < orders.until:
                    yield game


async def _one(upkeep: Upkeep, reinstating: Reinstating, game: str, orders: Orders) -> Moved:
    """Process one game."""
    try:
        plan = await reinstating.plan(game, orders.since)
        if (await upkeep.store.metadata(game)).phase != "live":
            return Moved(game, plan.table.revision, _NOTHING_LIVE, is_left=True)
        if plan.hidden and not orders.disclosed:
            return Moved(game, plan.table.revision, f"{_told(plan)}: not without --disclosed", is_left=True)
        if not orders.yes:
            return Moved(game, plan.table.revision, f"would go on: {_told(plan)}")
        step = await reinstating.carry_out(plan, orders.by, orders.why)
    except (Refusal, StoreError) as error:
        return Moved(game, 0, f"stays as it is: {error}", is_left=True)
    if step is None:
        return Moved(game, plan.table.revision, "somebody else was faster", is_left=True)
    return Moved(game, step.revision, f"goes on: {_told(plan)}")


def _told(plan: Plan) -> str:
    """What is undone, in words."""
    undone = plan.wrong
    at = datetime.fromtimestamp(undone.first / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    hidden = "; what was hidden has been told" if plan.hidden else ""
    return f"as after revision {undone.to}, decisions of a clock undone: {undone.decisions}, from {at} on{hidden}"
