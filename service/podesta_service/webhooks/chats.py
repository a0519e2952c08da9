"""Chats: a notice as a sentence for people, in the request that ntfy, Discord, Slack or an Apprise server takes.

It is sent like every notice: to a checked address, and again until it is accepted. An Apprise server passes it on to
mail, Matrix and everything else that Apprise supports; the service itself calls only the address.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.words import Language
from podesta_service.problems import sentence

from .notices import Notice
from .storage import Chat, ChatFormat

Request = tuple[dict[str, str], bytes]
"""Headers and body."""


def message(notice: Notice, language: Language, own: bool) -> tuple[str, str]:
    """The title and the sentence of a notice, for the seat itself or for others; nothing about the position."""
    title = RULESETS.named(notice.data.ruleset).name(language) if notice.data else "Podestà"
    seats = ", ".join(str(turn.seat + 1) for turn in notice.data.turns) if notice.data else ""
    kind = notice.kind.replace(".", "-")
    if seats and not own and kind in ("game-turn", "clock-low"):
        return title, sentence(f"push.{kind}-of", seats=seats).told(language)
    return title, sentence(f"push.{kind}").told(language)


def chatted(chat: Chat, notice: Notice, own: bool, site: str) -> Request:
    """The request that notifies a chat; `site` is where the table is served, for a link to the game."""
    title, said = message(notice, chat.language, own)
    link = f"{site}/play/{notice.data.game}" if site and notice.data else ""
    return _FORMATS[chat.format](title, said, link)


def _ntfy(title: str, said: str, link: str) -> Request:
    """Headers are ASCII: a title with other letters is encoded by RFC 2047."""
    encoded = f"=?UTF-8?B?{b64encode(title.encode()).decode()}?="
    return {"Content-Type": "text/plain", "Title": encoded} | ({"Click": link} if link else {}), said.encode()


def _discord(title: str, said: str, link: str) -> Request:
    lines = [f"**{title}**: {said}", *([link] if link else [])]
    return _json({"content": "\n".join(lines), "allowed_mentions": {"parse": []}})


def _slack(title: str, said: str, link: str) -> Request:
    return _json({"text": f"*{title}*: {said}" + (f" <{link}>" if link else "")})


def _apprise(title: str, said: str, link: str) -> Request:
    return _json({"title": title, "body": "\n".join([said, *([link] if link else [])]), "type": "info"})


def _json(body: object) -> Request:
    return {"Content-Type": "application/json"}, msgspec.json.encode(body)


_FORMATS: dict[ChatFormat, Callable[[str, str, str], Request]] = {
    "ntfy": _ntfy,
    "discord": _discord,
    "slack": _slack,
    "apprise": _apprise,
}
