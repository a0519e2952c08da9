"""Calls about webhooks: addresses that are called when something happens in a game."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from podesta_service.api.sample import AT
from podesta_service.model import moment
from podesta_service.problems import (
    BAD_WEBHOOK,
    COMMAND_REUSED,
    GAME_OVER,
    HOST_ONLY,
    NO_TOKEN,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    QUOTA_USED_UP,
    UNKNOWN_WEBHOOK,
)
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import GAME_CALL, KEY, UNCOMPRESSED, WITH_BODY, Described, problems
from podesta_service.rest.headers import required
from podesta_service.rest.parameters import CommandId
from podesta_service.webhooks.calls import MOST_WARNING, Webhook, WebhookRequest, WebhookState
from podesta_service.webhooks.storage import Chat, ChatFormat, Subscription

_ID, _SECRET = "uw3kq5zfa2t7m4xd", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
_URL = "https://games.example/podesta"
_Game = Annotated[
    str,
    QueryParameter(description="A game's id; absent, with an operator's key: all games opened with that key"),
]
_WebhookId = Annotated[str, PathParameter(description="The webhook's id")]
_WHO = (NO_TOKEN, OPERATOR_ONLY, HOST_ONLY)
_SAMPLE = Webhook(_ID, _URL, None, None, 3600, moment(AT))


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's push subscription, as `PushSubscription.toJSON` gives them."""

    p256dh: Annotated[str, Meta(max_length=100)]
    """The browser's public key: P-256, uncompressed, in Base64url."""
    auth: Annotated[str, Meta(max_length=50)]
    """The 16-byte secret that it shares with the service, in Base64url."""


class WebhookWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to add."""

    url: str
    """The address that is called: https, and public unless the operator allows others."""
    warn_seconds: Annotated[int, Meta(ge=0, le=MOST_WARNING)] = 0
    """How many seconds before a deadline the webhook is called; 0: never."""
    push: PushKeys | None = None
    """With these keys, the address is a browser's push service (Web Push); only the browser can read the messages."""
    format: ChatFormat | None = None
    """With a format, the address is a chat's, notified in sentences in the caller's language: a topic of ntfy, a
    webhook of Discord or Slack, or an Apprise server, which passes them on to mail, Matrix and others. Null: signed
    notices."""


class WebhookAdded(Struct, frozen=True):
    """A newly added webhook."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """The signing secret of its notices, as Standard Webhooks writes it: `whsec_` and 32 bytes in Base64."""


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


@post(
    "/",
    name="AddWebhook",
    operation_id="addWebhook",
    summary="Add a webhook",
    opt=UNCOMPRESSED,
    before_request=require_json,
    responses=problems(
        *GAME_CALL, *WITH_BODY, *_WHO, BAD_WEBHOOK, QUOTA_USED_UP, GAME_OVER, COMMAND_REUSED, OUTCOME_UNKNOWN
    ),
    described=Described(
        seat_only=True,
        required=KEY,
        body=lambda _: {"url": _URL, "warn_seconds": 3600},
        result=lambda _: WebhookAdded(_SAMPLE, _SECRET),
    ),
)
async def add_webhook(
    request: Call, data: JSONBody[WebhookWish], game: _Game = "", idempotency_key: CommandId = None
) -> Response[WebhookAdded]:
    """Return a webhook and the secret that its notices are signed with.

    It is called when a turn begins, time is running out, and the game begins or ends, in the order of the game; calls
    are retried until it responds. A seat is notified of its own turns; the host, and the holder of an operator's key
    with the scope `create`, of those that spectators see. Without a game, such a key adds a webhook for all games
    opened with it from then on.
    """
    contact = request.headers.get("origin") or str(request.base_url)
    push = Subscription(data.push.p256dh, data.push.auth, request.language, contact) if data.push else None
    chat = Chat(data.format, request.language) if data.format else None
    wish, key = WebhookRequest(data.url, data.warn_seconds, push, chat), required(idempotency_key)
    made, secret = await request.context.master.webhooks.add(game, request.token, wish, key)
    return Response(WebhookAdded(made, secret), headers={"Cache-Control": "no-store"})


@get(
    "/",
    name="ListWebhooks",
    operation_id="listWebhooks",
    summary="List the caller's webhooks",
    opt=UNCOMPRESSED,
    responses=problems(*GAME_CALL, *_WHO),
    described=Described(
        seat_only=True,
        result=lambda of: WebhookList(
            [Webhook(_ID, _URL, of.game.game, 0, 0, moment(AT), WebhookState(1, 2, moment(AT + 4_000), "answered 503"))]
        ),
    ),
)
async def list_webhooks(request: Call, game: _Game = "") -> Response[WebhookList]:
    """Return the caller's webhooks of a game, or those of an operator's key, and the progress of each."""
    found = await request.context.master.webhooks.listed(game, request.token)
    return Response(WebhookList(found), headers={"Cache-Control": "no-store"})


@delete(
    "/{webhook:str}",
    name="RemoveWebhook",
    operation_id="removeWebhook",
    summary="Remove a webhook",
    responses=problems(*GAME_CALL, *_WHO, UNKNOWN_WEBHOOK, OUTCOME_UNKNOWN),
    described=Described(seat_only=True, parameters=lambda _: {"webhook": _ID}),
)
async def remove_webhook(request: Call, webhook: _WebhookId, game: _Game = "") -> None:
    """Remove one of the caller's webhooks; a notice already under way may still arrive."""
    await request.context.master.webhooks.remove(game, request.token, webhook)


@post(
    "/{webhook:str}/ping",
    name="PingWebhook",
    operation_id="pingWebhook",
    summary="Ping a webhook",
    status_code=200,
    responses=problems(*GAME_CALL, *_WHO, UNKNOWN_WEBHOOK, QUOTA_USED_UP),
    described=Described(
        seat_only=True, parameters=lambda _: {"webhook": _ID}, result=lambda _: WebhookTried(True, 204, "")
    ),
)
async def ping_webhook(request: Call, webhook: _WebhookId, game: _Game = "") -> Response[WebhookTried]:
    """Call one of the caller's webhooks now with a test notice, and return the result."""
    tried = await request.context.master.webhooks.ping(game, request.token, webhook)
    answer = WebhookTried(tried.delivered, tried.status, tried.why)
    return Response(answer, headers={"Cache-Control": "no-store"})


WEBHOOKS = [add_webhook, list_webhooks, remove_webhook, ping_webhook]
"""The calls about webhooks."""
