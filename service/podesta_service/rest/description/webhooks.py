"""The document's `webhooks` section: what a receiver gets, and what it should return."""

from __future__ import annotations

import msgspec

from podesta_service.api.sample import AT, sample
from podesta_service.webhooks.notices import Notice, news, notice_id
from podesta_service.webhooks.sending import signed
from podesta_service.webhooks.storage import TableGlance

from .structs import Schema, ref

_ABOUT = """Sent to the address of a webhook that `addWebhook` has added, signed as Standard Webhooks says.

If it is not accepted, or not answered in time, it is sent again with the same id, each time after a longer wait."""
_HEADERS = {
    "webhook-id": "The notice's id, the same in each attempt",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970",
    "webhook-signature": (
        "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in Base64; "
        "the key is the webhook's secret"
    ),
}
_RESPONSES = {
    "2XX": {"description": "Accepted: the notice is not sent again"},
    "410": {"description": "Unwanted: the webhook is removed"},
    "default": {"description": "Not accepted: the notice is sent again later"},
}


def webhooks() -> Schema:
    """The section: one kind of request, with the first turn of the sample game as its example."""
    notice = news(TableGlance("running"), sample().opened.table, {0, 1})
    assert notice is not None
    headers = signed(bytes(32), notice_id("uw3kq5zfa2t7m4xd", notice), AT // 1000, msgspec.json.encode(notice))
    example = {"turn": {"value": msgspec.to_builtins(notice, str_keys=True)}}
    media = {"schema": ref(Notice.__name__), "examples": example}
    operation = {
        "operationId": "receiveNotice",
        "summary": "Something has happened in a game",
        "description": _ABOUT,
        "tags": ["webhooks"],
        "security": [],
        "parameters": [_header(name, about, headers[name]) for name, about in _HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "responses": _RESPONSES,
    }
    return {"notice": {"post": operation}}


def _header(name: str, about: str, example: str) -> Schema:
    schema = {"type": "string"}
    return {"name": name, "in": "header", "required": True, "description": about, "schema": schema, "example": example}
