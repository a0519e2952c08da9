"""Web Push: a browser's push service gets messages that only the browser can read, signed by this service."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from podesta_client import connect
from podesta_engines.game.format.terms import Clock
from podesta_service.problems import Refusal
from podesta_service.randomness import Keys
from podesta_service.table.writer import Command
from podesta_service.webhooks.calls import Webhook, WebhookRequest
from podesta_service.webhooks.notices import glance, warning
from podesta_service.webhooks.push import contact_at, encrypted, public_key
from podesta_service.webhooks.reach import NOT_DELIVERED
from podesta_service.webhooks.storage import Subscription
from tests.kit.fixtures import NewContext
from tests.kit.games import command, play_on
from tests.kit.process import running_service
from tests.kit.receiver import NAMED, PATIENCE, Received, Receiver, receiving
from tests.service.webhooks.browsers import PushBrowser, raw
from tests.service.webhooks.hooks import opened, process, turns, until

TEXTS = {"game.began": "La partita è cominciata", "game.turn": "Tocca a te", "game.ended": "Partita terminata"}


@pytest.fixture
def site() -> str:
    """The key of a site that no other test knows."""
    return f"key-of-a-site-{uuid4().hex}"


async def called(master: Any, browser: PushBrowser, receiver: Receiver, game: str, token: str) -> Webhook:
    """A browser's webhook of a seat."""
    wish = WebhookRequest(receiver.url, push=browser.subscription)
    return (await master.webhooks.add(game, token, wish, command()))[0]


def test_the_encryption_is_that_of_the_specification() -> None:
    """The example that RFC 8291 gives in section 5."""
    theirs = Subscription(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    secret = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    ours, salt = derive_private_key(secret, SECP256R1()), raw("DGv6ra1nlYgDCS1FRnbzlw")
    assert encrypted(b"When I grow up, I want to be a watermelon", theirs, ours, salt) == raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_a_browser_is_told_its_seats_turns_and_nothing_else(new_context: NewContext, site: str) -> None:
    """In its language, which game and that it is its turn; all have one length, and later ones replace earlier ones."""
    browser = PushBrowser("it")
    with receiving() as receiver:
        async with process(new_context, site, public_url="https://games.example") as context:
            master = context.master
            game, tokens = await opened(master, None)
            await called(master, browser, receiver, game, tokens[1])
            await play_on(master, game, Random(4))
            expected = await turns(master, game, {1}, after=1)
            await until(lambda: len(receiver.requests) >= len(expected))
            said = [json.loads(browser.read(each.body)) for each in receiver.requests]
            told = {"title": "Golden Horn", "lang": "it", "game": game}
            assert said == [{**told, "body": TEXTS[kind]} for kind, _, _ in expected]
            assert len({len(each.body) for each in receiver.requests}) == 1
            assert {each.headers["topic"] for each in receiver.requests} == {game}
            assert {each.headers["urgency"] for each in receiver.requests} == {"high"}
            assert min(int(each.headers["ttl"]) for each in receiver.requests) >= 7 * 86_400
            check_signature(receiver.requests[-1], receiver, master.push_key)


PAGES = {
    "https://games.example": "https://games.example",
    "http://games.example": "https://games.example",
    "//games.example:8080": "https://games.example:8080",
    **dict.fromkeys(("", "//", "null"), ""),
}


@pytest.mark.parametrize("page", PAGES)
def test_the_contact_of_a_page(page: str) -> None:
    """An address as push services require it, of the page or of the service as it was called; none if unknown."""
    assert contact_at(page) == PAGES[page]


def signature_of(request: Received) -> dict[str, str]:
    """The parts of a message's signature."""
    return dict(part.split("=", 1) for part in request.headers["authorization"].removeprefix("vapid ").split(", "))


def check_signature(request: Received, receiver: Receiver, key: str) -> None:
    """Check that a message is signed for this push service, for at most a day, with the service's published key."""
    signed = signature_of(request)
    parts = urlsplit(receiver.url)
    claims = PushBrowser.verified(signed["t"], key)
    assert (claims["aud"], claims["sub"]) == (f"{parts.scheme}://{parts.netloc}", "https://games.example")
    assert signed["k"] == key
    with pytest.raises(jwt.InvalidSignatureError):
        PushBrowser.verified(signed["t"], public_key(Keys(bytes(32)).push()))


@pytest.mark.parametrize("status", [400, 401, 403, 413])
async def test_a_message_that_is_refused_for_good_is_not_tried_again(
    new_context: NewContext, site: str, status: int
) -> None:
    """The next one is sent; the webhook shows the reason, and a service without a public address does not name this
    machine."""
    with receiving() as receiver:
        receiver.answer = lambda _: status
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            await called(master, PushBrowser(), receiver, game, tokens[1])
            await play_on(master, game, Random(4))
            expected = await turns(master, game, {1}, after=1)
            await until(lambda: len(receiver.requests) >= len(expected))
            await asyncio.sleep(1.5)  # longer than until a second attempt
            assert len(receiver.requests) == len(expected) > 1
            claims = jwt.decode(signature_of(receiver.requests[0])["t"], options={"verify_signature": False})
            assert {*claims} == {"aud", "exp"}


async def test_a_push_service_that_asks_for_patience_has_it(new_context: NewContext, site: str) -> None:
    """The next attempt comes no sooner than its Retry-After says."""
    with receiving() as receiver:
        receiver.answer, receiver.headers = lambda _: 429, {"Retry-After": "30"}
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            await called(master, PushBrowser(), receiver, game, tokens[1])
            await play_on(master, game, Random(4), 2)
            await until(lambda: receiver.requests)
            await asyncio.sleep(3)  # longer than until a second and a third attempt
            (found,) = await master.webhooks.listed(game, tokens[1])
            assert (len(receiver.requests), found.state and found.state.why) == (1, NOT_DELIVERED)


@pytest.mark.parametrize("already_called", [False, True])
async def test_who_must_consent_is_called_as_for_a_turn(
    new_context: NewContext, site: str, already_called: bool
) -> None:
    """Whether or not a question is open to them, for which they were called before."""
    browser = PushBrowser()
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            table = await play_on(master, game, Random(4), 8)
            (asked,) = glance(table).asked
            consenting = asked if already_called else 1 - asked
            await called(master, browser, receiver, game, tokens[consenting])
            await master.retracting.retract(Command(game, 1 - consenting, table.revision, command()), "propose", 2)
            await until(lambda: receiver.requests)
            assert json.loads(browser.read(receiver.requests[0].body))["game"] == game


@pytest.mark.parametrize(("seconds", "after"), [(40, 30), (100_000, 100_000 - 3_600)])
async def test_before_time_runs_out_there_is_a_call(
    new_context: NewContext, site: str, seconds: int, after: int
) -> None:
    """An hour before, or after three quarters of a shorter time."""
    async with process(new_context, site) as context:
        master = context.master
        game, _ = await opened(master, None, clock=Clock("move", seconds))
        table = await master.table(game)
        (asked,) = glance(table).asked
        found = warning(table, 3_600, {asked}, fitting=True)
        assert found
        assert (found[0] - table.at) // 1000 == after


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_called_no_more(new_context: NewContext, site: str, status: int) -> None:
    """Push services say so by 404 or 410; a 404 of an ordinary webhook is tried again."""
    with receiving() as receiver:
        receiver.answer = lambda _: status
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            await called(master, PushBrowser(), receiver, game, tokens[1])
            await play_on(master, game, Random(12))
            await until(lambda: receiver.requests)
            deadline = time.monotonic() + PATIENCE
            while await master.webhooks.listed(game, tokens[1]):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            assert len(receiver.requests) == 1


@pytest.mark.parametrize(
    "keys",
    [
        ("", ""),
        ("AAAA", "A" * 22),
        ("B" + "A" * 86, "A" * 22),
        ("", "AAAA"),
        ("", "A" * 22 + "!!!!"),
        ("", "A" * 22 + "=="),
    ],
)
async def test_keys_of_no_browser_are_refused(new_context: NewContext, site: str, keys: tuple[str, str]) -> None:
    """Both must be there, the one a point of the curve, the other 16 bytes, and nothing else."""
    good = PushBrowser().subscription
    async with process(new_context, site) as context:
        game, tokens = await opened(context.master, None)
        wish = WebhookRequest("http://127.0.0.1:9/", push=Subscription(keys[0] or good.p256dh, keys[1]))
        with pytest.raises(Refusal, match="push service"):
            await context.master.webhooks.add(game, tokens[0], wish, command())


def test_a_process_that_is_killed_before_it_has_told_a_browser_is_replaced(tmp_path: Path) -> None:
    """The next process sends the turn's notice, under the same key: a subscription is made for one key alone."""
    browser, settings = PushBrowser(), {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": NAMED, "BOT_PROCESSES": "0"}
    with receiving() as receiver:
        receiver.answer = lambda _: 503
        with running_service(tmp_path, **settings) as process, connect(process.grpc) as podesta:
            opened = podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
            podesta.add_webhook(receiver.url, opened.tokens[1], opened.game.game, push=browser.keys)
            move_to(podesta, opened, 1)
            receiver.wait(1)
            process.kill()
        receiver.answer = lambda _: 201
        failed = len(receiver.requests)
        with running_service(tmp_path, **settings):
            receiver.wait(failed + 1)
        said = json.loads(browser.read(receiver.requests[-1].body))
        assert (said["game"], said["body"]) == (opened.game.game, "It is your turn")
        keys = [each.headers["authorization"].partition(" k=")[2] for each in receiver.requests]
        assert len(set(keys)) == 1


def move_to(podesta: Any, opened: Any, seat: int) -> None:
    """Answer until it is a seat's turn."""
    game = opened.game
    while game.waiting[0].seat != seat:
        token = opened.tokens[game.waiting[0].seat]
        question = podesta.get(game.game, token).questions[0]
        game = podesta.answer(game.game, token, game.revision, [(question.kind, question.options[0].word)]).after
