"""Webhooks of a seat: added, shown, tried, notified of a move, removed."""

from __future__ import annotations

import time
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from tests.contract.both_wires import read
from tests.kit.receiver import PATIENCE, Receiver, receiving

from .play import Play, new_key, refused


def be_called(play: Play) -> None:
    """Both wires add the same webhook, show it, try it, and remove it; a move in between is delivered."""
    token, where = play.tokens[0], f"/v1/webhooks?game={play.game}"
    with receiving() as receiver:
        key, body = new_key(), {"url": receiver.url, "warn_seconds": 60}
        told = play.wires.send("POST", where, token, body, key)
        request = pb.AddWebhookRequest(game=play.game, command_id=key, **body)
        again = play.wires.rpc("AddWebhook", request, token)
        assert (read(pb.Webhook, told["webhook"]), told["secret"]) == (again.webhook, again.secret)
        headers, wish = {"Idempotency-Key": new_key()}, {"url": "https://127.0.0.1/#x"}
        bad = pb.AddWebhookRequest(game=play.game, command_id=new_key(), url=wish["url"])
        assert refused(play.wires, where, wish, headers, "AddWebhook", bad, token)["status"] == 422
        listed = play.wires.get(where, token)["webhooks"]
        found = play.wires.rpc("ListWebhooks", pb.ListWebhooksRequest(game=play.game), token).webhooks
        assert [read(pb.Webhook, each) for each in listed] == list(found)
        assert listed[0]["webhook"] == again.webhook.webhook
        try_it(play, receiver, again)
        move_until_told(play, receiver)
        gone = play.wires.rest("DELETE", f"/v1/webhooks/{again.webhook.webhook}?game={play.game}", token)
        assert (gone.status_code, gone.content) == (204, b"")
        other = play.wires.rpc("AddWebhook", pb.AddWebhookRequest(game=play.game, command_id=new_key(), **body), token)
        gone_too = pb.RemoveWebhookRequest(game=play.game, webhook=other.webhook.webhook)
        play.wires.rpc("RemoveWebhook", gone_too, token)
        assert play.wires.get(where, token)["webhooks"] == []
    assert all(each.is_signed(again.secret) for each in receiver.requests)


def call_a_browser(play: Play) -> None:
    """Both wires accept a browser's subscription."""
    told = play.wires.get("/v1/signing-keys", None)
    token, where, key = play.tokens[0], f"/v1/webhooks?game={play.game}", new_key()
    body: Any = {"url": "http://127.0.0.1:9/", "push": {"p256dh": told["push_key"], "auth": "A" * 22}}
    made = play.wires.send("POST", where, token, body, key)
    again = play.wires.rpc("AddWebhook", pb.AddWebhookRequest(game=play.game, command_id=key, **body), token)
    assert read(pb.Webhook, made["webhook"]) == again.webhook
    gone = pb.RemoveWebhookRequest(game=play.game, webhook=again.webhook.webhook)
    play.wires.rpc("RemoveWebhook", gone, token)


def tell_a_chat(play: Play) -> None:
    """Both wires accept a chat, and refuse one that is a browser as well."""
    token, where, key = play.tokens[0], f"/v1/webhooks?game={play.game}", new_key()
    with receiving() as receiver:
        made = play.wires.send("POST", where, token, {"url": receiver.url, "format": "apprise"}, key)
        request = pb.AddWebhookRequest(game=play.game, command_id=key, url=receiver.url, format=pb.CHAT_FORMAT_APPRISE)
        again = play.wires.rpc("AddWebhook", request, token)
        assert read(pb.Webhook, made["webhook"]) == again.webhook
        play.wires.rpc("PingWebhook", pb.PingWebhookRequest(game=play.game, webhook=again.webhook.webhook), token)
        assert receiver.requests[0].told["title"] == "Podestà"
    keys = {"p256dh": play.wires.get("/v1/signing-keys", None)["push_key"], "auth": "A" * 22}
    wish = {"url": "https://127.0.0.1/", "format": "slack", "push": keys}
    both = pb.AddWebhookRequest(
        game=play.game, command_id=new_key(), url=wish["url"], format=pb.CHAT_FORMAT_SLACK, push=pb.PushKeys(**keys)
    )
    headers = {"Idempotency-Key": new_key()}
    assert refused(play.wires, where, wish, headers, "AddWebhook", both, token)["status"] == 422
    gone = pb.RemoveWebhookRequest(game=play.game, webhook=again.webhook.webhook)
    play.wires.rpc("RemoveWebhook", gone, token)


def try_it(play: Play, receiver: Receiver, made: pb.AddWebhookResponse) -> None:
    """A ping over each wire reaches the receiver at once."""
    token, webhook = play.tokens[0], made.webhook.webhook
    tried = play.wires.send("POST", f"/v1/webhooks/{webhook}/ping?game={play.game}", token, None, new_key())
    request = pb.PingWebhookRequest(game=play.game, webhook=webhook)
    assert read(pb.PingWebhookResponse, tried) == play.wires.rpc("PingWebhook", request, token)
    assert tried == {"delivered": True, "status": 0, "why": ""}
    assert [each.told["type"] for each in receiver.requests] == ["ping", "ping"]


def move_until_told(play: Play, receiver: Receiver) -> None:
    """Move every seat until it has been seat 0's turn once more, or the game is over."""
    deadline, number = time.monotonic() + PATIENCE, 0
    while not [each for each in receiver.requests if each.told["type"] != "ping"]:
        assert time.monotonic() < deadline
        if play.seen(None)["status"] == "running" and number < 30:
            play.move(over_rest=number % 2 == 0)
            number += 1
        else:
            time.sleep(0.01)
    told = receiver.requests[-1].told
    assert (told["type"], told["data"]["game"]) in (("game.turn", play.game), ("game.ended", play.game))
