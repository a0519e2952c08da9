"""The id of a command belongs to that command only: sent again with anything changed, it is refused, in every call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.orders.language import OrderRule, Orders
from podesta_service.problems import COMMAND_REUSED, Refusal
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.webhooks.calls import WebhookRequest
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command, play_on


@pytest.fixture
async def context(new_context: NewContext) -> Context:
    """A process in which hosts may register webhooks."""
    made: Context = await new_context(webhooks="open", webhook_networks="http://127.0.0.1:9/")
    return made


ADA, BEA = SeatPlan("Ada", claim=True), SeatPlan("Bea", claim=True)
Send = Callable[[Master, Table, str], Awaitable[Any]]


def create(*plans: SeatPlan, options: dict[str, object] = QUICK, **terms: Any) -> Send:
    """Open a game."""
    wanted = Opening("golden-horn", "", options, plans or [ADA, SeatPlan()], **terms)
    return lambda master, _, key: master.seating.create(wanted, key)


def claim(seat: int | None = 1, name: str = "Bea", entropy: str = "", secret: str | None = None) -> Send:
    """Claim a seat; a secret of None is the one of the game's invitation."""

    async def send(master: Master, table: Table, key: str) -> Any:
        told = master.hosting.invitations(table)[0].secret if secret is None else secret
        return await master.seating.claim(table.game, seat, name, key, entropy, told)

    return send


def bot(seat: int | None = 1, name: str = "", player: str = "greedy") -> Send:
    """Put a bot on a seat."""
    return lambda master, table, key: master.seating.seat_bot(table.game, seat, player, name, key, host=True)


def host(action: Any, seat: int | None = None) -> Send:
    """Act as the host."""
    return lambda master, table, key: master.hosting.act(table.game, action, seat, key, 1)


def reissue(name: str) -> Send:
    """Reissue a seat."""
    return lambda master, table, key: master.seating.reissue(table.game, 0, name, key, None)


def webhook(url: str = "http://127.0.0.1:9/", warn: int = 0) -> Send:
    """Register a webhook."""

    async def send(master: Master, table: Table, key: str) -> Any:
        return await master.webhooks.add(table.game, master.hosting.token(table).token, WebhookRequest(url, warn), key)

    return send


def answer(option: int) -> Send:
    """Answer the first question with one of its options."""

    async def send(master: Master, table: Table, key: str) -> Any:
        ask = table.position.asks[0]
        word = ask.kind.words.slug(ask.options[option])
        asked = Command(table.game, ask.seat, table.revision, key)
        return await master.answering.answer(asked, [(ask.kind.name, word)])

    return send


def retract(action: Any, back: int | None) -> Send:
    """Go back by so many revisions; None: to before the seat's newest answer."""

    async def send(master: Master, table: Table, key: str) -> Any:
        log = await master.history(table.game, 0)
        seat = next(event.seat for event in reversed(log[0][table.revision - 1].entry.events) if hasattr(event, "seat"))
        to = None if back is None else table.revision - back
        return await master.retracting.retract(Command(table.game, seat, table.revision, key), action, to)

    return send


def orders(times: int) -> Send:
    """Leave orders for a question that is not asked."""

    async def send(master: Master, table: Table, key: str) -> Any:
        asked = {ask.kind.name for ask in table.position.asks}
        kind = next(each for each in table.ruleset.kinds if each.name not in asked)
        rule = OrderRule(question=kind.name, answer=[kind.words.slug(0)], times=times)
        return await master.ordering.leave(table.game, 0, Orders([rule]), key)

    return send


def fork(revision: int = 6, *plans: SeatPlan, in_lobby: bool = True) -> Send:
    """Fork the ended game."""
    return lambda master, table, key: master.forking.fork(
        table.game, revision, plans or [ADA, BEA], key, in_lobby=in_lobby
    )


KEPT = [ADA, *[SeatPlan(invitation="game")] * 2]
OPEN, SEATED, RUNNING, MOVED, ENDED = (
    (KEPT, 0),
    ([ADA, BEA, SeatPlan()], 0),
    ([ADA, BEA], 0),
    ([ADA, BEA], 1),
    ([ADA, BEA], 10_000),
)
"""A game that waits for guests, one with two seats taken, one that has begun, one with an answer, one that is over."""

TABLE: dict[str, tuple[Any, Send, Send]] = {
    "create: another seat": (OPEN, create(), create(ADA, BEA)),
    "create: another name": (OPEN, create(), create(BEA, SeatPlan())),
    "create: other options": (OPEN, create(), create(options={**QUICK, "round_limit": 3})),
    "create: not listed": (OPEN, create(), create(listed=False)),
    "create: a seat kept": (OPEN, create(), create(ADA, SeatPlan(invitation="seat"))),
    "create: another invitation": (
        OPEN,
        create(ADA, SeatPlan(invitation="game")),
        create(ADA, SeatPlan(invitation="seat")),
    ),
    "create: another name kept": (OPEN, create(ADA, SeatPlan(kept="Cai")), create(ADA, SeatPlan(kept="Bea"))),
    "claim: another seat": (OPEN, claim(), claim(2)),
    "claim: any seat": (OPEN, claim(2), claim(None)),
    "claim: another name": (OPEN, claim(), claim(name="Cai")),
    "claim: another entropy": (OPEN, claim(entropy="a"), claim(entropy="b")),
    "claim: no entropy": (OPEN, claim(entropy="a"), claim()),
    "claim: another secret": (OPEN, claim(), claim(secret="wrong")),
    "claim: no secret": (OPEN, claim(), claim(secret="")),
    "bot: another seat": (OPEN, bot(), bot(2)),
    "bot: another bot": (OPEN, bot(), bot(player="random")),
    "bot: another name": (OPEN, bot(), bot(name="Robo")),
    "host: another action": (OPEN, host("invite", 1), host("revoke", 1)),
    "host: another seat": (OPEN, host("invite", 1), host("invite", 2)),
    "host: the game's": (OPEN, host("invite", 1), host("invite")),
    "host: list or not": (OPEN, host("unlist"), host("list")),
    "host: free another": (SEATED, host("free", 0), host("free", 1)),
    "reissue: another name": (RUNNING, reissue("Eva"), reissue("Ivo")),
    "reissue: the old name": (RUNNING, reissue("Eva"), reissue("")),
    "answer: another option": (RUNNING, answer(0), answer(1)),
    "orders: others": (RUNNING, orders(1), orders(2)),
    "retract: another action": (MOVED, retract("take_back", None), retract("consent", None)),
    "retract: further back": (MOVED, retract("propose", 1), retract("propose", 2)),
    "webhook: another address": (RUNNING, webhook("http://127.0.0.1:9/a"), webhook("http://127.0.0.1:9/b")),
    "webhook: another warning": (RUNNING, webhook(warn=60), webhook(warn=61)),
    "fork: another revision": (ENDED, fork(), fork(7)),
    "fork: other seats": (ENDED, fork(), fork(6, ADA, SeatPlan())),
    "fork: not listed": (ENDED, fork(), fork(in_lobby=False)),
}
"""By case: the game, a command, and another one under the same id."""


@pytest.mark.parametrize("case", TABLE)
async def test_another_command_under_the_same_id_is_refused(context: Context, case: str) -> None:
    """The same command returns its first result; with anything changed, the id is refused and nothing is revealed."""
    (plans, moves), first, second = TABLE[case]
    master, key = context.master, command()
    opened, _ = await master.seating.create(Opening("golden-horn", "", QUICK, plans))
    table = await play_on(master, opened.game, Random(4), moves)
    table = await master.table(opened.game)
    await first(master, table, key)
    await first(master, table, key)
    with pytest.raises(Refusal) as caught:
        await second(master, table, key)
    assert caught.value.kind is COMMAND_REUSED


def test_the_table_names_every_call_that_takes_a_command_id() -> None:
    """The content of a command is compared in all of them.

    Resigning has nothing to compare but the seat, and a ticket nothing but itself: these are mixed into the id.
    """
    from podesta.v1 import game_master_pb2 as pb

    calls = {name for name, each in pb.DESCRIPTOR.message_types_by_name.items() if "command_id" in each.fields_by_name}
    asked = {name.removesuffix("Request") for name in calls if name.endswith("Request")}
    known = {"create": "CreateGame", "claim": "ClaimSeat", "bot": "ClaimSeat", "host": "HostGame", "fork": "Fork"}
    known |= {"reissue": "ReissueSeat", "answer": "Answer", "orders": "LeaveOrders", "retract": "Retract"}
    known |= {"webhook": "AddWebhook"}
    assert asked == {known[case.partition(":")[0]] for case in TABLE} | {"Resign", "UseSeatTicket"}
