"""The calls about webhooks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.problems import MALFORMED, refuse
from podesta_service.webhooks.calls import Webhook, WebhookRequest
from podesta_service.webhooks.storage import Chat, ChatFormat, Subscription

from .calls import Call
from .convert import plain, timestamp

_FORMATS: Mapping[int, ChatFormat] = {
    pb.CHAT_FORMAT_NTFY: "ntfy",
    pb.CHAT_FORMAT_DISCORD: "discord",
    pb.CHAT_FORMAT_SLACK: "slack",
    pb.CHAT_FORMAT_APPRISE: "apprise",
}


async def add_webhook(call: Call, request: pb.AddWebhookRequest) -> pb.AddWebhookResponse:
    """Adds a webhook."""
    push = request.push if request.HasField("push") else None
    keys = Subscription(push.p256dh, push.auth, call.language) if push else None
    wish = WebhookRequest(request.url, request.warn_seconds, keys, _chat(call, request))
    made, secret = await call.context.master.webhooks.add(request.game, call.token, wish, request.command_id)
    return pb.AddWebhookResponse(webhook=_webhook(made), secret=secret)


async def list_webhooks(call: Call, request: pb.ListWebhooksRequest) -> pb.ListWebhooksResponse:
    """The caller's webhooks."""
    found = await call.context.master.webhooks.listed(request.game, call.token)
    return pb.ListWebhooksResponse(webhooks=map(_webhook, found))


async def remove_webhook(call: Call, request: pb.RemoveWebhookRequest) -> pb.RemoveWebhookResponse:
    """Removes a webhook."""
    await call.context.master.webhooks.remove(request.game, call.token, request.webhook)
    return pb.RemoveWebhookResponse()


async def ping_webhook(call: Call, request: pb.PingWebhookRequest) -> pb.PingWebhookResponse:
    """Calls a webhook once."""
    tried = await call.context.master.webhooks.ping(request.game, call.token, request.webhook)
    return pb.PingWebhookResponse(delivered=tried.delivered, status=tried.status, why=tried.why)


def _chat(call: Call, request: pb.AddWebhookRequest) -> Chat | None:
    """The chat to notify; raises Refusal."""
    if request.format == pb.CHAT_FORMAT_UNSPECIFIED:
        return None
    if request.format not in _FORMATS:
        raise refuse(MALFORMED, "chat-format-unknown", formats=", ".join(_FORMATS.values()), field="format")
    return Chat(_FORMATS[request.format], call.language)


def _webhook(webhook: Webhook) -> pb.Webhook:
    fields = plain(webhook)
    fields["created_at"] = timestamp(webhook.created_at)
    if webhook.state:
        again = webhook.state.next_attempt
        fields["state"]["next_attempt"] = None if again is None else timestamp(again)
    return pb.Webhook(**fields)


WEBHOOKS: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "AddWebhook": add_webhook,
    "ListWebhooks": list_webhooks,
    "RemoveWebhook": remove_webhook,
    "PingWebhook": ping_webhook,
}
"""The calls by their names."""
