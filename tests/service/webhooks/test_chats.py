"""Chats: notices of turns in ntfy, Discord, Slack, or anywhere that an Apprise server passes them on."""

from __future__ import annotations

import asyncio
import time
from email.header import decode_header
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from podesta_service.problems import Refusal
from podesta_service.webhooks.calls import WebhookRequest
from podesta_service.webhooks.storage import Chat, ChatFormat
from tests.kit.fixtures import NewContext
from tests.kit.games import command, play_on
from tests.kit.receiver import PATIENCE, Received, receiving
from tests.service.webhooks.browsers import PushBrowser
from tests.service.webhooks.hooks import opened, process, turns, until

SITE = "https://games.example"
TEXTS = {"game.began": "La partita è cominciata", "game.turn": "Tocca a te", "game.ended": "Partita terminata"}


@pytest.fixture
def site() -> str:
    """The key of a site that no other test knows."""
    return f"key-of-a-site-{uuid4().hex}"


def read(style: ChatFormat, request: Received) -> tuple[str, str, str]:
    """Title, sentence and link of a request, parsed as its receiver does."""
    if style == "ntfy":
        ((title, charset),) = decode_header(request.headers["title"])
        assert isinstance(title, bytes)
        return title.decode(charset or ""), request.body.decode(), request.headers["click"]
    if style == "apprise":
        said, link = request.told["body"].split("\n")
        return request.told["title"], said, link
    text = request.told["content"] if style == "discord" else request.told["text"].replace(" <", "\n").rstrip(">")
    head, link = text.split("\n")
    title, said = head.replace("*", "").split(": ")
    return title, said, link


@pytest.mark.parametrize("style", ["ntfy", "discord", "slack", "apprise"])
async def test_a_chat_reads_of_its_seats_turns(new_context: NewContext, site: str, style: ChatFormat) -> None:
    """In its language: which game, what is to be done, and a link; nothing of the position."""
    with receiving() as receiver:
        async with process(new_context, site, public_url=SITE) as context:
            master = context.master
            game, tokens = await opened(master, None)
            wish = WebhookRequest(receiver.url, chat=Chat(style, "it"))
            await master.webhooks.add(game, tokens[1], wish, command())
            await play_on(master, game, Random(4))
            expected = await turns(master, game, {1}, after=1)
            await until(lambda: len(receiver.requests) >= len(expected))
            told = [read(style, each) for each in receiver.requests]
            assert told == [("Golden Horn", TEXTS[kind], f"{SITE}/play/{game}") for kind, _, _ in expected]
            assert not any("webhook-signature" in each.headers for each in receiver.requests)


async def test_a_club_reads_whose_turn_it_is(new_context: NewContext, site: str) -> None:
    """The chat of a site's key, which has no seat of its own, is notified of all seats."""
    with receiving() as receiver:
        async with process(new_context, site) as context:
            master = context.master
            await master.webhooks.add("", site, WebhookRequest(receiver.url, chat=Chat("slack")), command())
            game, _ = await opened(master, site)
            await play_on(master, game, Random(5))
            await until(lambda: receiver.requests and "over" in receiver.requests[-1].told["text"])
            said = {each.told["text"] for each in receiver.requests}
            assert {f"*Golden Horn*: Seat {seat} to play" for seat in (1, 2)} < said
            assert "*Golden Horn*: The game is over" in said


async def test_a_chat_that_is_gone_is_told_no_more(new_context: NewContext, site: str) -> None:
    """Discord and Slack say so by 404."""
    with receiving() as receiver:
        receiver.answer = lambda _: 404
        async with process(new_context, site) as context:
            master = context.master
            game, tokens = await opened(master, None)
            await master.webhooks.add(game, tokens[1], WebhookRequest(receiver.url, chat=Chat("discord")), command())
            await play_on(master, game, Random(12))
            deadline = time.monotonic() + PATIENCE
            while await master.webhooks.listed(game, tokens[1]):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            assert len(receiver.requests) == 1


async def test_a_chat_is_no_browser_and_goes_past_no_guard(new_context: NewContext, site: str) -> None:
    """Both at once are refused, and so is an address that is not public."""
    async with process(new_context, site) as context:
        game, tokens = await opened(context.master, None)
        wishes: list[tuple[dict[str, Any], str]] = [
            ({"url": "http://127.0.0.1:9/", "push": PushBrowser().subscription}, "push service"),
            ({"url": "https://10.0.0.1/notify/key"}, "a public address"),
        ]
        for wish, why in wishes:
            with pytest.raises(Refusal, match=why):
                await context.master.webhooks.add(
                    game, tokens[0], WebhookRequest(chat=Chat("apprise"), **wish), command()
                )
