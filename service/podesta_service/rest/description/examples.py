"""Examples for the API's description: a small real game, always the same."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.fairness import chance, commitment_of
from podesta_engines.game.game import opening, start
from podesta_service.catalogue import summaries
from podesta_service.identity.tokens import SeatToken
from podesta_service.model import Game, Preview, Update
from podesta_service.orders.language import Orders, StandingOrders
from podesta_service.orders.standing import begin
from podesta_service.randomness import seed_of
from podesta_service.rest.bodies import AnswersTaken, GameOpened, GamePage, Health, History, RulesetList, SeatClaimed
from podesta_service.table.table import Step, advance, open_table
from podesta_service.views.explaining import explain
from podesta_service.views.lobby import summary

_GAME = "kq3uvxa4tmzc2b7h"
_SEED = seed_of(bytes(32), _GAME)
_AT = 1_767_225_600_000
_TOKEN = SeatToken(0, "eyJhbGciOiJIUzI1NiIs…", datetime(2026, 4, 1, tzinfo=UTC))


def _opened() -> Step:
    """A game of the first ruleset for two, just opened."""
    created = opening(RULESETS.named("golden-horn"), 2, "", {}, commitment_of(_SEED))
    position = start(RULESETS, created)
    drawn = settle(position, chance(_SEED, 1))
    events: list[Event] = [created, Seated(0, "Ada"), Seated(1, "Bruno"), *drawn]
    return open_table(_GAME, Entry(events, position.fingerprint(), _AT))


def _answered(step: Step) -> tuple[Step, int, tuple[str, str]]:
    """The step of the first answer, who gave it, and the answer."""
    table = step.table
    seat = table.show(None, "en").waiting[0].seat
    question = table.show(seat, "en").questions[0]
    answer = (question.kind, question.options[0].word)
    after, events = execute(table.position, seat, [answer], chance(_SEED, 2))
    return advance(table, Entry(list(events), after.fingerprint(), _AT + 20_000)), seat, answer


@cache
def _shown() -> tuple[Game, Update, tuple[str, str]]:
    """A game and an update as a seat sees them, and the answer that made the update."""
    opened = _opened()
    step, seat, answer = _answered(opened)
    return opened.table.show(seat, "en"), step.show(seat, "en"), answer


def _orders() -> dict[str, Any]:
    """Orders that answer the open question, and stand until the next one."""
    question, option = _shown()[2]
    rule = {"question": question, "answer": [option], "times": 1}
    return {"rules": [rule], "until": [{"asked": {"question": "act"}}]}


def _standing() -> StandingOrders:
    """How such orders stand when they have just been left."""
    seat, table = _shown()[0].seat or 0, _opened().table
    found = begin(msgspec.convert(_orders(), Orders), seat, table)
    return StandingOrders(table.game, seat, table.revision, found.orders, found.since, found.rules)


@cache
def components() -> dict[str, Any]:
    """Examples of answers, by the name of their schema."""
    game, update, answer = _shown()
    values: dict[str, Any] = {
        "Game": game,
        "GameOpened": GameOpened(_opened().table.show(None, "en"), [_TOKEN]),
        "GamePage": GamePage([summary(_GAME, [_opened().entry])], ""),
        "SeatClaimed": SeatClaimed(game, _TOKEN),
        "StandingOrders": _standing(),
        "Preview": Preview(1, "others", update.notes, update.after),
        "AnswersTaken": AnswersTaken(update, False),
        "Explanation": explain(_opened().table, game.seat, *answer, "en"),
        "History": History([update], update.revision),
        "RulesetList": RulesetList(summaries("en")),
        "Health": Health("ok"),
    }
    return {name: {"summary": name, "value": msgspec.to_builtins(value)} for name, value in values.items()}


@cache
def requests() -> dict[str, Any]:
    """Examples of bodies, by operation."""
    game, _, (question, option) = _shown()
    mine, open_seat = {"name": "Ada", "claim": True}, {"claim": False}
    bodies = {
        "createGame": {"ruleset": game.ruleset, "seats": [mine, open_seat]},
        "claimSeat": {"name": "Bruno"},
        "reissueSeat": {"name": "Carla"},
        "answer": {"answers": [{"question": question, "option": option}]},
        "explain": {"question": question, "option": option},
        "retract": {"action": "take_back"},
        "leaveOrders": _orders(),
        "preview": {"answers": [{"question": question, "option": option}]},
        "fork": {"revision": 1, "seats": [mine, open_seat]},
    }
    return {operation: {"example": {"value": body}} for operation, body in bodies.items()}
