"""The page at `/` if the table has not been built."""

from __future__ import annotations

from hashlib import sha256

from podesta_engines.core.words import LANGUAGES, Language
from podesta_service.problems import sentence

from .files import File

_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Podestà</title>
<h1>Podestà</h1>
<p>{serves}</p>
<p>{missing}</p>
<ul>
<li><a href="/schema">{schema}</a></li>
<li><a href="/v1/rulesets">{rulesets}</a></li>
</ul>
</html>
"""
_SLOTS = ("serves", "missing", "schema", "rulesets")


def _page(language: Language) -> File:
    body = _PAGE.format(
        language=language, **{slot: sentence(f"page.{slot}").told(language) for slot in _SLOTS}
    ).encode()
    return File("text/html", f'"{sha256(body).hexdigest()[:24]}"', {"": body})


ABSENT: dict[Language, File] = {language: _page(language) for language in LANGUAGES}
"""The page by language; it links to everything else that is served."""
