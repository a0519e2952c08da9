"""Calls about webhooks: addresses that are called when something happens in a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from podesta_service.context import Caller
from podesta_service.model import moment
from podesta_service.problems import (
    BAD_WEBHOOK,
    COMMAND_REUSED,
    GAME_OVER,
    HOST_ONLY,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    QUOTA_USED_UP,
    UNKNOWN_WEBHOOK,
)
from podesta_service.webhooks.calls import MOST_WARNING, Webhook, WebhookRequest, WebhookState
from podesta_service.webhooks.storage import Chat, ChatFormat, Subscription

from .call import Who, anybody, call
from .fields import CommandId, between, says
from .sample import AT

_ID, _SECRET = "uw3kq5zfa2t7m4xd", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
_URL = "https://games.example/podesta"
CALLED = Who(anybody, "seat")
"""The holder of a seat, the game's host, or an operator with the scope `create`: each has webhooks of its own."""
_ABOUT = "A game's id; absent, with an operator's key: all games opened with that key"
_Game = Annotated[str, Meta(description=_ABOUT, extra={"place": "query"})]
_STATE = WebhookState(1, 2, moment(AT + 4_000), "answered 503")


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's push subscription, as `PushSubscription.toJSON` gives them."""

    p256dh: Annotated[str, Meta(max_length=100)]
    """The browser's public key: P-256, uncompressed, in Base64url."""
    auth: Annotated[str, Meta(max_length=50)]
    """The 16-byte secret that it shares with the service, in Base64url."""


class WebhookWish(Struct, frozen=True):
    """A webhook to add."""

    url: str
    """The address that is called: https, and public unless the operator allows others."""
    command_id: CommandId
    warn_seconds: Annotated[int, between(0, MOST_WARNING, "webhook-warning-range")] = 0
    """How many seconds before a deadline the webhook is called; 0: never."""
    push: PushKeys | None = None
    """With these keys, the address is a browser's push service (Web Push); only the browser can read the messages."""
    format: Annotated[ChatFormat | None, says(sentence="chat-format-unknown", kind="ChatFormat")] = None
    """With a format, the address is a chat's, notified in sentences in the caller's language: a topic of ntfy, a
    webhook of Discord or Slack, or an Apprise server, which passes them on to mail, Matrix and others. Null: signed
    notices."""
    game: _Game = ""


class WebhookAdded(Struct, frozen=True):
    """A newly added webhook."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """The signing secret of its notices, as Standard Webhooks writes it: `whsec_` and 32 bytes in Base64."""


@call(
    "POST",
    "/v1/webhooks",
    "Add a webhook",
    who=CALLED,
    status=201,
    problems=[OPERATOR_ONLY, HOST_ONLY, BAD_WEBHOOK, QUOTA_USED_UP, GAME_OVER, COMMAND_REUSED],
    secret=True,
    speaks=False,
    example=lambda _: {"url": _URL, "warn_seconds": 3600},
    result=lambda _: WebhookAdded(Webhook(_ID, _URL, None, None, 3600, moment(AT)), _SECRET),
)
async def add_webhook(caller: Caller, asked: WebhookWish, _: None) -> WebhookAdded:
    """Return a webhook and the secret that its notices are signed with.

    It is called when a turn begins, time is running out, and the game begins or ends, in the order of the game; calls
    are retried until it responds. A seat is notified of its own turns; the host, and the holder of an operator's key
    with the scope `create`, of those that spectators see. Without a game, such a key adds a webhook for all games
    opened with it from then on.
    """
    push, language = asked.push, caller.language
    keys = Subscription(push.p256dh, push.auth, language, caller.page) if push else None
    chat = Chat(asked.format, language) if asked.format else None
    wish = WebhookRequest(asked.url, asked.warn_seconds, keys, chat)
    return WebhookAdded(*await caller.context.master.webhooks.add(asked.game, caller.token, wish, asked.command_id))


class WebhooksOf(Struct, frozen=True):
    """The webhooks to list."""

    game: _Game = ""


class WebhookOf(Struct, frozen=True):
    """One of the caller's webhooks."""

    webhook: str
    """The webhook's id"""
    game: _Game = ""


class WebhookList(Struct, frozen=True):
    """The caller's webhooks."""

    webhooks: list[Webhook]
    """The webhooks, oldest first."""


class WebhookTried(Struct, frozen=True):
    """The result of a ping."""

    delivered: bool
    """Whether the receiver accepted the ping."""
    status: int
    """The HTTP status of its response; 0: it did not respond, or is not shown to the caller."""
    why: str
    """Why the ping was not delivered; empty if it was."""


@call(
    "GET",
    "/v1/webhooks",
    "List the caller's webhooks",
    who=CALLED,
    problems=[OPERATOR_ONLY, HOST_ONLY],
    secret=True,
    speaks=False,
    result=lambda of: WebhookList([Webhook(_ID, _URL, of.game.game, 0, 0, moment(AT), _STATE)]),
)
async def list_webhooks(caller: Caller, asked: WebhooksOf, _: None) -> WebhookList:
    """Return the caller's webhooks of a game, or those of an operator's key, and the progress of each."""
    return WebhookList(await caller.context.master.webhooks.listed(asked.game, caller.token))


@call(
    "DELETE",
    "/v1/webhooks/{webhook}",
    "Remove a webhook",
    who=CALLED,
    status=204,
    problems=[OPERATOR_ONLY, HOST_ONLY, UNKNOWN_WEBHOOK, OUTCOME_UNKNOWN],
    speaks=False,
)
async def remove_webhook(caller: Caller, asked: WebhookOf, _: None) -> None:
    """Remove one of the caller's webhooks; a notice already under way may still arrive."""
    await caller.context.master.webhooks.remove(asked.game, caller.token, asked.webhook)


@call(
    "POST",
    "/v1/webhooks/{webhook}/ping",
    "Ping a webhook",
    who=CALLED,
    problems=[OPERATOR_ONLY, HOST_ONLY, UNKNOWN_WEBHOOK, QUOTA_USED_UP],
    speaks=False,
    result=lambda _: WebhookTried(True, 204, ""),
)
async def ping_webhook(caller: Caller, asked: WebhookOf, _: None) -> WebhookTried:
    """Call one of the caller's webhooks now with a test notice, and return the result."""
    tried = await caller.context.master.webhooks.ping(asked.game, caller.token, asked.webhook)
    return WebhookTried(tried.delivered, tried.status, tried.why)
