"""Patched games: JSON Patch (RFC 6902) as the service sends it, and games as messages again."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from google.protobuf.json_format import ParseDict

from podesta.v1 import game_master_pb2 as pb

Json = Any
"""A decoded JSON value."""
_DIGITS = 16


def digest(game: Json) -> str:
    """The digest of a game as JSON: the first 16 hexadecimal digits of its SHA-256, keys sorted, without spaces."""
    text = json.dumps(game, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def patched(game: Json, operations: bytes) -> Json:
    """A game after a patch. It is changed in place where possible.

    Raises KeyError, IndexError, TypeError or ValueError if the patch does not fit the game.
    """
    for operation in json.loads(operations):
        game = _operate(game, operation)
    return game


def _operate(game: Json, operation: Json) -> Json:
    """One operation: add, remove or replace."""
    if not operation["path"]:
        return operation["value"]
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
    place = game
    for part in way:
        place = place[_key(place, part)]
    _change(place, _key(place, last), operation)
    return game


def _key(place: Json, part: str) -> Any:
    return int(part) if isinstance(place, list) else part


def _change(place: Json, key: Any, operation: Json) -> None:
    match operation["op"], place:
        case "remove", _:
            del place[key]
        case "add", list():
            place.insert(key, operation["value"])
        case (("add" | "replace"), _):
            place[key] = operation["value"]
        case unknown, _:
            raise ValueError(f"no operation that the service makes: {unknown}")


def game_message(game: Json) -> pb.Game:
    """A game in the JSON of REST, as a message."""
    view = game["view"] and {game["ruleset"].replace("-", "_"): game["view"]}
    named = {"status": f"STATUS_{game['status'].upper()}", "view": view}
    return ParseDict({**game, **named}, pb.Game(), ignore_unknown_fields=True)


class PatchedGame:
    """A game that a stream sends as patches."""

    def __init__(self) -> None:
        self._game: Json = None
        self._digest = ""

    def take(self, said: pb.Patched) -> pb.Game | None:
        """The game after a patch. None if it does not fit: the game is then unknown, and a new stream is needed."""
        try:
            game = patched(self._game, said.operations) if said.applies_to in ("", self._digest) else None
        except (KeyError, IndexError, TypeError, ValueError):
            game = None
        fits = game is not None and digest(game) == said.leads_to
        self._game, self._digest = (game, said.leads_to) if fits else (None, "")
        return game_message(game) if fits else None
