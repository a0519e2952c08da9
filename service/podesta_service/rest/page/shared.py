"""Link previews of a game: chats and networks read them from the head of its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from podesta_engines.core.words import Language
from podesta_service.problems import sentence
from podesta_service.table.table import Table

from .files import File

_PICTURE = re.compile(r"assets/(?P<ruleset>[a-z-]+)-[\w-]{8}\.png")
_PLACE = b"</head>"


def pictures_in(files: Mapping[str, File]) -> dict[str, str]:
    """The pictures of rulesets among the table's files, for clients that show no SVG."""
    return {match["ruleset"]: name for name in files if (match := _PICTURE.fullmatch(name))}


def shared(page: File, table: Table, origin: str, picture: str | None, language: Language) -> File:
    """The page of a game with what spectators see of it: which game it is, its progress, and its players."""
    names = ", ".join(holder.name for holder in table.holders if holder and holder.name)
    said = {
        "og:site_name": "Podest\u00e0",
        "og:title": table.ruleset.name(language),
        "og:description": sentence(f"page.shared-{table.status}", names=names).told(language).removesuffix(": "),
        "og:url": f"{origin}/play/{table.game}",
        **({"og:image": f"{origin}/{picture}", "twitter:card": "summary_large_image"} if picture else {}),
    }
    tags = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in said.items())
    body = page.bodies[""].replace(_PLACE, tags.encode() + _PLACE, 1)
    return File(page.media_type, f'"{sha256(body).hexdigest()[:24]}"', {"": body})
