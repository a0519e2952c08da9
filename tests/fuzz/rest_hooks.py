"""Hooks that give Schemathesis the existing games; loaded by its command, in a process of its own.

Calls about a game carry the token of one of its seats, and half of the well-formed answers are ones that are open. Its
counts are written to the file named by FUZZ_COUNTS.
"""

from __future__ import annotations

import atexit
import json
import os
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import requests
import schemathesis

TABLES: list[dict[str, Any]] = json.loads(Path(os.environ["FUZZ_TABLES"]).read_text())
BY_GAME = {table["game"]: table for table in TABLES}
MUST_MAKE_SENSE = {
    "anchor",
    "answers",  # none are given with a first link alone
    "cursor",
    "entropy",
    "invitation",
    "link",
    "name",
    "seat",
    "to_revision",
    "game",
    "bot",
    "clock",
    "Idempotency-Key",
    "ticket",
    "player",
}
"""Fields with values beyond their schema: an opaque cursor, printable text, the seats of that game."""
MOST_TABLES = 500
ACCEPTED, REJECTED, DELETED = "ST201", "ST202", "ST301"
"""Failures: input outside the schema was accepted; valid input was refused; a deleted resource responded."""
OPEN = {"answer", "preview", "explain"}
PACED = "sayPhrase"
"""The call with a rate limit of its own, even if a service has no limits."""

_FLOAT = re.compile(r"int.*, (?:got|non) `float`$")
"""The message for 7.0 in place of an integer, in both languages."""
_rnd = Random(int(os.environ["FUZZ_SEED"]))
_counts: Counter[str] = Counter()
_session = requests.Session()


@schemathesis.auth(refresh_interval=None)
class SeatTokens:
    """The token of a seat of the game in the call, or of any."""

    def get(self, case: Any, _: Any) -> str | None:
        """A token."""
        table = BY_GAME.get((case.path_parameters or {}).get("game")) or _rnd.choice(TABLES)
        seat = (case.path_parameters or {}).get("seat")
        tokens = table["tokens"]
        return tokens[seat] if isinstance(seat, int) and 0 <= seat < len(tokens) else _rnd.choice(tokens)

    def set(self, case: Any, data: str, _: Any) -> None:
        """Send it."""
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(_: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Make half of the well-formed answers open ones, and set the others' revision to the newest."""
    table = BY_GAME.get((case.path_parameters or {}).get("game"))
    positive = case.meta is not None and case.meta.generation.mode.value == "positive"
    if (
        table is None
        or not positive
        or case.operation.definition.raw.get("operationId") not in OPEN
        or _rnd.random() < 0.5
    ):
        return
    token = _rnd.choice(table["tokens"])
    bearer = {"Authorization": f"Bearer {token}"}
    game = _session.get(f"{case.operation.base_url}/v1/games/{table['game']}", headers=bearer, timeout=10).json()
    if not (questions := game.get("questions")):
        return
    question = _rnd.choice(questions)
    said = {"question": question["kind"], "option": _rnd.choice(question["options"])["word"]}
    case.body = said if case.operation.definition.raw["operationId"] == "explain" else {"answers": [said]}
    key = str(UUID(int=_rnd.getrandbits(128), version=4))
    case.headers.update({"If-Match": f'"{game["revision"]}"', "Idempotency-Key": key, **bearer})


@schemathesis.hook
def filter_failure(_: Any, failure: Any, case: Any, response: Any) -> bool:
    """Drop failures beyond the schema: values must make sense, 7.0 is an integer to JSON, and null in a query is
    empty."""
    if failure.code == DELETED:
        return not case.path.endswith("/orders")  # the response says that there are none, and why
    if failure.code == ACCEPTED:
        values = [
            each for value in (case.query or {}).values() for each in (value if isinstance(value, list) else [value])
        ]
        return not {None, "null"} & {value for value in values if value is None or isinstance(value, str)}
    if failure.code != REJECTED:
        return True
    if response.status_code == 429 and case.operation.definition.raw.get("operationId") == PACED:
        return not response.headers.get("retry-after")
    problem = response.json()
    whole = _FLOAT.search(problem["detail"])
    return not whole and problem.get("field", "").rpartition(".")[2] not in MUST_MAKE_SENSE


@schemathesis.hook
def after_call(_: Any, case: Any, response: Any) -> None:
    """Count calls by operation and status; keep the tokens in responses."""
    operation = case.operation.definition.raw.get("operationId", "?")
    _counts[f"{operation} {response.status_code}"] += 1
    if response.status_code == 201 and "application/json" in str(response.headers.get("content-type")):
        _keep(response.json())


def _keep(answered: dict[str, Any]) -> None:
    """Record a game that was opened, or a seat that was claimed."""
    if "game" not in answered:
        return
    game, tokens = answered["game"], answered.get("tokens", [])
    if game["game"] not in BY_GAME and tokens and len(TABLES) < MOST_TABLES:
        TABLES.append({"game": game["game"], "status": game["status"], "tokens": [each["token"] for each in tokens]})
        BY_GAME[game["game"]] = TABLES[-1]
    if "token" in answered and (table := BY_GAME.get(game["game"])):
        seat, token = answered["token"]["seat"], answered["token"]["token"]
        table["tokens"] = [*table["tokens"][:seat], token, *table["tokens"][seat + 1 :]]


@atexit.register
def _write() -> None:
    Path(os.environ["FUZZ_COUNTS"]).write_text(json.dumps(dict(sorted(_counts.items()))))
