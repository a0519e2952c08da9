"""What stands at `/` where the table has not been built."""

from __future__ import annotations

from hashlib import sha256

from podesta_engines.core.words import Language

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
_TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "serves": "The game master is running.",
        "missing": "The table, to play in a browser, has not been built here: it needs Node 20.19 or newer, which "
        "neither this machine nor PyPI had when the service was set up. Run make table-build, and start it again.",
        "schema": "The API and its description",
        "rulesets": "The games that can be played",
    },
    "it": {
        "serves": "Il game master è in funzione.",
        "missing": "Il tavolo per giocare nel browser qui non è stato costruito: serve Node 20.19 o più recente, che "
        "non si è trovato né su questa macchina né su PyPI. Lancia make table-build e riavvia il servizio.",
        "schema": "L'API e la sua descrizione",
        "rulesets": "I giochi disponibili",
    },
}


def _page(language: Language) -> File:
    body = _PAGE.format(language=language, **_TEXTS[language]).encode()
    return File("text/html", f'"{sha256(body).hexdigest()[:24]}"', {"": body})


ABSENT: dict[Language, File] = {language: _page(language) for language in _TEXTS}
"""The page by language; it names what else there is."""
