"""Examples of parameters, and of answers that are texts or too long to be shown whole."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from podesta_engines.game.record import lines
from podesta_service.catalogue import catalogue
from podesta_service.model import moment
from podesta_service.problems import CATALOGUE, ILLEGAL_ANSWER
from podesta_service.rest.bodies import Heartbeat, ProblemList
from podesta_service.rest.errors import entry_of
from podesta_service.rest.stream import event
from podesta_service.views.lobby import Wanted, read_cursor, write_cursor

from .examples import components

_MOST = 2
"""Entries of each list of a long example."""
_SCHEMAS = {
    "options": {"title": "Options", "type": "object", "properties": {"round_limit": {"type": "integer"}}},
    "view": {"title": "GoldenHornView", "type": "object", "properties": {"round": {"type": "integer"}}},
}
"""Stands for the schemas in a catalogue entry, which refer to parts of themselves."""
_METRICS = """# HELP podesta_streams Streams open now
# TYPE podesta_streams gauge
podesta_streams{call="Watch",wire="rest"} 2.0
"""


@cache
def _of_the_game() -> dict[str, Any]:
    """The game and the update of the other examples."""
    taken: dict[str, Any] = components()["AnswersTaken"]["value"]
    return taken["update"]  # type: ignore[no-any-return]


@cache
def parameter_examples() -> dict[Any, Any]:
    """Examples by parameter's name, or by operation and name where it means something else there."""
    update = _of_the_game()
    game, revision = update["game"], update["revision"]
    return {
        "game": game,
        "ruleset": update["after"]["ruleset"],
        "status": "open",
        "free": 1,
        "limit": 20,
        "cursor": write_cursor(read_cursor("", Wanted("golden-horn", "open", 1))),
        "at": revision,
        "after": revision,
        "seat": 0,
        "slug": ILLEGAL_ANSWER.slug,
        "If-Match": f'"{revision}"',
        "If-None-Match": f'"{revision}-0-en"',
        "Idempotency-Key": "0f8e7c1a-52b4-4e0c-9d3f-5b8f3f2a6c11",
        "Last-Event-ID": str(revision),
        ("watchGames", "game"): [game],
        ("watchGames", "Last-Event-ID"): f"{game}:{revision}",
    }


@cache
def long_examples() -> dict[str, Any]:
    """Examples of answers by the name of their schema; lists are cut after two entries."""
    shown = msgspec.to_builtins(catalogue("golden-horn", "en"), str_keys=True)
    values = {
        "Catalogue": _cut(shown) | {"rules": dict(list(shown["rules"].items())[:_MOST]), **_SCHEMAS},
        "ProblemEntry": msgspec.to_builtins(entry_of(ILLEGAL_ANSWER)),
        "ProblemList": msgspec.to_builtins(ProblemList([entry_of(kind) for kind in list(CATALOGUE.values())[:_MOST]])),
    }
    return {name: {"summary": name, "value": value} for name, value in values.items()}


def _cut(value: Any) -> Any:
    """A value whose lists end early; addresses of other servers are left out."""
    if isinstance(value, str) and "://" in value:
        return "…"
    if isinstance(value, dict):
        return {name: _cut(part) for name, part in value.items()}
    return [_cut(part) for part in value[:_MOST]] if isinstance(value, list) else value


@cache
def text_examples() -> dict[str, str]:
    """Examples of answers that are texts, by operation."""
    update = _of_the_game()
    game, revision = update["game"], update["revision"]
    beat = Heartbeat(game, revision, True, moment(1_767_225_620_500))
    told = event("update", update, revision) + event("heartbeat", beat)
    many = told.replace(b"id: %d\n" % revision, f"id: {game}:{revision}\n".encode())
    entry = msgspec.json.encode({"events": update["events"], "at": 1_767_225_620_000, "schema": 1})
    record = b"".join(line + b"\n" for line in lines([entry]))
    return {
        "metrics": _METRICS,
        "watch": f"retry: 1000\n{told.decode()}",
        "watchGames": f"retry: 1000\n{many.decode()}",
        "getRecord": record.decode(),
    }


def exemplify(operation: dict[str, Any]) -> None:
    """Add an example to every parameter, and to the good answers that have none of their schema."""
    name = operation["operationId"]
    for parameter in operation["parameters"]:
        known = parameter_examples()
        parameter.setdefault("example", known.get((name, parameter["name"]), known.get(parameter["name"])))
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            for media in response.get("content", {}).values():
                _show(media, name)


def _show(media: dict[str, Any], operation: str) -> None:
    schema = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
    if operation in text_examples():
        media["examples"] = {"example": {"value": text_examples()[operation]}}
    elif schema in long_examples():
        media["examples"] = {schema: {"$ref": f"#/components/examples/{schema}"}}
