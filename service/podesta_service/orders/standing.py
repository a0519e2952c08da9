"""The state of standing orders: a function only of the orders and of what the seat has seen of the log since.

So any process can compute it at any time, and nothing needs to be written while orders are carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from podesta_engines.core.decide import Answer
from podesta_engines.core.decide import follow as play_move
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.script import Ask
from podesta_engines.game.events import Event, retracted_to
from podesta_service.table.table import Step, Table

from .conditions import Happened, Scene, happened, words_of
from .language import OrderRule, Orders, OrdersCancelled, Reason, RuleState, SeenCondition
from .sight import Sight, sight_of


@dataclass(frozen=True)
class StandingOrders:
    """A seat's orders at a revision: how often each rule has answered, and which are used up."""

    orders: Orders
    seat: int
    since: int
    revision: int
    first: Mapping[str, Any]
    """The values at the pointers of changing conditions when the orders were left."""
    used: tuple[int, ...]
    over: tuple[bool, ...]
    cancelled: OrdersCancelled | None = None

    @property
    def rules(self) -> list[RuleState]:
        """The state of each rule."""
        return [RuleState(used, over) for used, over in zip(self.used, self.over, strict=True)]


def begin(orders: Orders, seat: int, table: Table) -> StandingOrders:
    """The state of orders when they are left at a table."""
    sight = sight_of(table, seat)
    first = {seen.at: sight.at(seen.at) for seen in _seen(orders) if seen.changed}
    rules = len(orders.rules)
    fresh = StandingOrders(orders, seat, table.revision, table.revision, first, (0,) * rules, (False,) * rules)
    return _judge(fresh, table, Happened())


def follow(standing: StandingOrders, before: Table, step: Step) -> StandingOrders:
    """The state of orders after the next step of the game. A former holder's are ignored and give no answers."""
    if standing.cancelled:
        return standing
    table = step.table
    standing = replace(standing, revision=table.revision)
    if retracted_to(step.entry) is not None:
        return _cancel(standing, "retracted")
    standing = _count(standing, before, step.entry.events)
    if standing.cancelled:
        return standing
    return _cancel(standing, "ended") if table.ended else _judge(standing, table, happened(standing.seat, step))


def choose(standing: StandingOrders, table: Table) -> Answer | None:
    """The answer that the orders give now, if any."""
    if standing.cancelled or table.status != "running":
        return None
    found = _choose(standing, sight_of(table, standing.seat))
    return None if found is None else found[1]


# -- the rules' answers ----------------------------------------------------------------------------------------------


def _choose(standing: StandingOrders, sight: Sight) -> tuple[int, Answer] | None:
    """The first rule that has an answer, and the answer."""
    ask = sight.ask
    if ask is None:
        return None
    scene = Scene(sight, standing.first)
    for number, rule in enumerate(standing.orders.rules):
        if not standing.over[number] and scene.speaks(rule, ask) and (word := _open_word(rule, ask)):
            return number, (ask.kind.name, word)
    return None


def _open_word(rule: OrderRule, ask: Ask) -> str | None:
    """The first of a rule's words that is open; the only option for a rule without words."""
    options = words_of(ask)
    if not rule.answer:
        return options[0] if len(options) == 1 else None
    return next((word for word in rule.answer if word in options), None)


# -- counting --------------------------------------------------------------------------------------------------------


def _count(standing: StandingOrders, before: Table, events: Sequence[Event]) -> StandingOrders:
    """Count the seat's own answers: for its rules if they would have answered the same, otherwise against them."""
    if not any(type(event) is Answered and event.seat == standing.seat for event in events):
        return standing
    p = before.position.clone()
    for event in events:
        if type(event) is Answered and event.seat == standing.seat:
            standing = _count_one(standing, Sight(p, standing.seat), event)
        if type(event) is Answered or type(event) is Drawn:
            play_move(p, event)
    return standing


def _count_one(standing: StandingOrders, sight: Sight, event: Answered) -> StandingOrders:
    found = None if standing.cancelled else _choose(standing, sight)
    if found is None:
        return standing
    number, (_, word) = found
    if word != event.option:
        return _cancel(standing, "overruled")
    used = standing.used[number] + 1
    served = standing.orders.rules[number].times == used
    over = _put(standing.over, number, served)
    return replace(standing, used=_put(standing.used, number, used), over=over)


def _put(values: tuple[Any, ...], number: int, value: Any) -> tuple[Any, ...]:
    return (*values[:number], value, *values[number + 1 :])


# -- cancelling ------------------------------------------------------------------------------------------------------


def _judge(standing: StandingOrders, table: Table, happened: Happened) -> StandingOrders:
    """Check which conditions are met: for all rules, for single ones, and whether any rule is left."""
    sight = sight_of(table, standing.seat)
    scene = Scene(sight, standing.first, happened)
    met = scene.met(standing.orders.until)
    if met is not None:
        return _cancel(standing, "until", f"until[{met}]")
    over = tuple(
        done or scene.met(rule.until) is not None
        for done, rule in zip(standing.over, standing.orders.rules, strict=True)
    )
    standing = replace(standing, over=over)
    if all(over):
        return _cancel(standing, "done")
    unanswered = standing.orders.otherwise == "cancel" and sight.ask is not None and _choose(standing, sight) is None
    return _cancel(standing, "unanswered") if unanswered else standing


def _cancel(standing: StandingOrders, reason: Reason, condition: str = "") -> StandingOrders:
    return replace(standing, cancelled=OrdersCancelled(reason, standing.revision, condition))


def _seen(orders: Orders) -> Iterator[SeenCondition]:
    """Every condition about the view."""
    conditions = [*orders.until, *(each for rule in orders.rules for each in rule.until)]
    yield from (each.seen for each in conditions if each.seen)
    yield from (seen for rule in orders.rules for seen in rule.when)
