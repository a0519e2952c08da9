"""Notices reach their receivers: all of them, in the order of the game, signed, despite failures in between."""

from __future__ import annotations

import asyncio
import time
from base64 import b64decode
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.master import Master
from podesta_service.webhooks.notices import glance
from podesta_service.webhooks.sending import signed
from tests.contract.described import described_headers, wrong
from tests.kit.clocks import ManualClock, stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import command, play_on
from tests.kit.receiver import PATIENCE, Received, Receiver, receiving
from tests.service.webhooks.hooks import SETTINGS, Told, hooked, opened, process, turns, until


@pytest.fixture
def site() -> str:
    """The key of a site that no other test knows."""
    return f"key-of-a-site-{uuid4().hex}"


def test_the_signature_is_that_of_the_specification() -> None:
    """The example that Standard Webhooks gives."""
    key = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    headers = signed(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


async def test_a_site_is_told_of_its_games_in_their_order(new_context: NewContext, site: str) -> None:
    """Begin, every turn, end: as the tables show and the description says, in order, signed, and of no other game."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            before, _ = await opened(master, site)
            webhook, secret = await hooked(master, receiver.url, site)
            game, _ = await opened(master, site)
            other, _ = await opened(master, None)
            for each in (before, other, game):
                await play_on(master, each, Random(3))
            expected = await turns(master, game, {0, 1})
            await receiver.come(len(expected))
            assert receiver.briefs == expected
            assert [each[0] for each in expected][:: len(expected) - 1] == ["game.began", "game.ended"]
            assert all(each.is_signed(secret) for each in receiver.requests)
            assert [each for one in receiver.requests for each in wrong("Notice", one.told)] == []
            assert all(described_headers() <= each.headers.keys() for each in receiver.requests)
            assert [each.id for each in receiver.notices] == [
                f"{game}-{each[1]}-{webhook.webhook}" for each in expected
            ]
            assert {each.told["data"]["game"] for each in receiver.notices} == {game}
            await until_told(master, game)
            labels = (await master.store.metadata(game)).labels
            assert {name for name in labels if name != "owner"} == {"was-site"}


async def until_told(master: Master, game: str) -> None:
    """Wait until a game's webhooks are removed: it is over, and every notice was delivered."""
    deadline = time.monotonic() + PATIENCE
    while any(name.startswith("told-") for name in (await master.store.metadata(game)).labels):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


async def test_a_seat_is_told_its_own_turns(new_context: NewContext, site: str) -> None:
    """From its registration on, and only its own seat's, though spectators see nothing; and the end."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None, spectators=Spectators("none"))
            await play_on(master, game, Random(4), most=3)
            await hooked(master, receiver.url, tokens[1], game)
            await play_on(master, game, Random(5))
            expected = await turns(master, game, {1}, after=4)
            await receiver.come(len(expected))
            assert receiver.briefs == expected
            assert all(set(each.told) == {"type", "timestamp", "data"} for each in receiver.notices)
            words = {"game", "ruleset", "revision", "status", "turns"}
            assert all(each.told["data"].keys() == words for each in receiver.notices)


@pytest.mark.parametrize(("policy", "delay"), [("none", 0), ("delayed", 5)])
async def test_nobody_is_told_what_spectators_do_not_see(
    new_context: NewContext, site: str, policy: Any, delay: int
) -> None:
    """A host is notified of beginning and end alone; a site also of its own users' turns, not of another's."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            await hooked(master, receiver.url, site)
            game, _ = await opened(master, site, players=("", "user-1"), spectators=Spectators(policy, delay))
            host = master.hosting.token(await master.table(game)).token
            await hooked(master, receiver.url + "?host", host, game)
            await play_on(master, game, Random(6))
            of_site, of_host = await turns(master, game, {1}), await turns(master, game, set(), after=1)
            await receiver.come(len(of_site) + len(of_host))
            assert [each.brief for each in receiver.notices if each.path == "/hook"] == of_site
            assert [each.brief for each in receiver.notices if each.path == "/hook?host"] == of_host


async def test_a_receiver_that_fails_is_tried_again_in_order(new_context: NewContext, site: str) -> None:
    """Every third attempt fails, then it is down, then up: no notice is lost or overtakes another."""
    hands = ManualClock()
    with receiving() as first:
        port, count = first.port, [0]

        def fickle(_: Received) -> int:
            count[0] += 1
            return 503 if count[0] % 3 == 0 else 200

        first.answer = fickle
        async with process(new_context, site, now=hands) as context:
            master = context.master
            await hooked(master, first.url, site)
            game, _ = await opened(master, site)
            await play_on(master, game, Random(7), most=6)
            expected = await turns(master, game, {0, 1})
            await reached(master, game, site, hands, expected[-1][1])
            assert taken(first) == expected
            first.close()
            await play_on(master, game, Random(8))
            await failing(master, game, site, hands)
            with receiving(port) as second:
                every = await turns(master, game, {0, 1})
                await until(lambda: passed(hands, len(second.notices) >= len(every) - len(expected)))
                assert second.briefs == every[len(expected) :]
                assert [each.brief for each in second.requests] == second.briefs
    first.close = lambda: None  # type: ignore[method-assign]


async def reached(master: Master, game: str, site: str, hands: ManualClock, revision: int) -> None:
    """Wait until the webhooks of a game have delivered up to a revision."""
    deadline = time.monotonic() + PATIENCE
    while not all(each.state and each.state.revision >= revision for each in await master.webhooks.listed(game, site)):
        assert time.monotonic() < deadline
        hands.pass_(0.2)
        await asyncio.sleep(0.01)


def passed(hands: ManualClock, found: bool) -> bool:
    """Advance the clock second by second until a condition holds."""
    if not found:
        hands.pass_(0.2)
    return found


def taken(receiver: Receiver) -> Told:
    """The notices that the receiver got, each id at its last delivery."""
    return [each.brief for each in {each.id: each for each in receiver.requests}.values()]


async def failing(master: Master, game: str, site: str, hands: ManualClock) -> None:
    """Wait until the webhooks of a game have failed three times, and their owner can see that."""
    deadline = time.monotonic() + PATIENCE
    while not any(each.state and each.state.failures >= 3 for each in await master.webhooks.listed(game, site)):
        assert time.monotonic() < deadline
        hands.pass_(0.5)
        await asyncio.sleep(0.02)


async def test_several_processes_tell_each_notice_once(new_context: NewContext, site: str) -> None:
    """Three processes play and deliver at once: no notice comes twice or out of order."""
    with receiving() as receiver:
        contexts = [await new_context(operator_keys=f"create:{site}", **SETTINGS) for _ in range(3)]
        masters = [context.master for context in contexts]
        async with stewards(*contexts):
            await hooked(masters[0], receiver.url, site)
            game, _ = await opened(masters[0], site)
            for number in range(200):
                if (await play_on(masters[number % 3], game, Random(number), most=1)).ended:
                    break
            expected = await turns(masters[0], game, {0, 1})
            await receiver.come(len(expected))
            assert [each.brief for each in receiver.requests] == expected


async def test_time_that_runs_out_is_told_once(new_context: NewContext, site: str) -> None:
    """So many seconds before the deadline of a seat that is asked, unless a seat moves first; never for short
    clocks."""
    hands = ManualClock()
    with receiving() as receiver:
        async with process(new_context, site, now=hands) as context:
            master = context.master
            await hooked(master, receiver.url, site, warn=60)
            game, _ = await opened(master, site, clock=Clock("move", 300))
            await opened(master, site, clock=Clock("move", 30))
            await receiver.come(2)
            hands.pass_(239)
            await play_on(master, game, Random(9), most=1)
            hands.pass_(239)
            await asyncio.sleep(0.1)
            assert not [each for each in receiver.notices if each.told["type"] == "clock.low"]
            hands.pass_(2)
            await until(lambda: [each for each in receiver.notices if each.told["type"] == "clock.low"])
            hands.pass_(20)
            await play_on(master, game, Random(9), most=1)
            await until(lambda: any(each.told["data"]["revision"] == 3 for each in receiver.notices))
            low = [each for each in receiver.requests if each.told["type"] == "clock.low"]
            asked = glance(await master.table(game, 2)).asked
            assert [each.brief for each in low if each.told["data"]["game"] == game] == [("clock.low", 2, [*asked])]


async def test_a_rematch_is_told_of_as_its_game_was(new_context: NewContext, site: str) -> None:
    """The site's webhooks move with the seats to the next game."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            await hooked(master, receiver.url, site)
            game, tokens = await opened(master, site)
            await play_on(master, game, Random(10))
            for seat in (0, 1):
                found = await master.rematching.ask(game, seat, tokens[seat], "127.0.0.1")
            await until(lambda: found.table.game in {each.told["data"]["game"] for each in receiver.notices})


async def test_a_seat_given_out_anew_is_told_no_more(new_context: NewContext, site: str) -> None:
    """The seat's former holder is no longer notified of its turns."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            await hooked(master, receiver.url, tokens[0], game)
            await master.seating.reissue(game, 0, "", command(), 1)
            await play_on(master, game, Random(11))
            deadline = time.monotonic() + PATIENCE
            while any(name.startswith("webhook-") for name in (await master.store.metadata(game)).labels):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            assert receiver.requests == []


async def test_a_receiver_that_is_gone_is_asked_no_more(new_context: NewContext, site: str) -> None:
    """410 removes the webhook, of a game or of a site."""
    with receiving() as receiver:
        receiver.answer = lambda _: 410
        async with process(new_context, site) as context:
            master = context.master
            await hooked(master, receiver.url, site)
            game, _ = await opened(master, site)
            await receiver.come(1)
            await play_on(master, game, Random(12))
            deadline = time.monotonic() + PATIENCE
            while await master.webhooks.listed("", site):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            assert len(receiver.requests) == 1


async def test_what_fails_for_too_long_makes_room_for_the_next(new_context: NewContext, site: str) -> None:
    """After an hour of failing, as the setting says, a notice is skipped, and the next one is sent."""
    hands = ManualClock()
    with receiving() as receiver:
        receiver.answer = lambda request: 500 if request.told["type"] == "game.began" else 204
        async with process(new_context, site, now=hands, webhook_hours=1) as context:
            master = context.master
            await hooked(master, receiver.url, site)
            game, _ = await opened(master, site)
            await play_on(master, game, Random(13))
            expected = (await turns(master, game, {0, 1}))[1:]

            def told() -> bool:
                hands.pass_(300)
                return len([each for each in receiver.notices if each.told["type"] != "game.began"]) >= len(expected)

            await until(told)
            assert [each for each in taken(receiver) if each[0] != "game.began"] == expected
            assert 'podesta_webhook_notices_total{outcome="given-up"} 0.0' not in master.metrics.expose().decode()


async def test_a_process_without_webhooks_asks_the_store_nothing(new_context: NewContext, site: str) -> None:
    """If no webhook can be registered, the chore does not run."""
    plain, off = await new_context(), await new_context(operator_keys=f"create:{site}", webhooks="off")
    for context in (plain, off):
        assert context.master.webhooks.delivery not in context.master.steward.chores
