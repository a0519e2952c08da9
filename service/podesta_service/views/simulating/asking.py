"""Requests and responses of the forward model, and the checks before anything is computed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from podesta_engines.core.errors import Illegal, NotAsked
from podesta_engines.core.moves import Move
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy
from podesta_engines.play.forward import Impossible
from podesta_service.problems import (
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    MALFORMED,
    NOT_YOUR_TURN,
    STALE_REVISION,
    TOO_LARGE,
    Refusal,
    refuse,
)
from podesta_service.table.table import Table

MOST_POSITIONS = 1_000
"""Maximum positions, lines or play-outs of one call."""
MOST_STEPS = 64
"""Maximum steps of one line."""


class Branch(Struct, frozen=True):
    """A position and the steps to play on it: its bytes or, if these are empty, its number."""

    position: bytes = b""
    steps: Sequence[Move] = ()
    index: int | None = None


class Playing(Struct, frozen=True):
    """How to continue after the steps of a line.

    hold: leave a draw open. policy: plays until `seat` has a question, if a seat is given, and advises. seal: return
    the position as bytes. limit: seconds after which to return the partial result; 0: too much is refused.
    """

    seed: int = 0
    hold: bool = False
    policy: str = ""
    seat: int | None = None
    seal: bool = True
    limit: float = 0.0


class Outlook(Struct, frozen=True):
    """A position after its steps, its bytes (if wanted), its owner, and the policy's answer, as words."""

    position: Position
    sealed: bytes
    owner: bytes
    advice: list[str]


class Rollout(Struct, frozen=True):
    """How to play out: every seat by one policy, `count` times a line, for `horizon` decisions (0: to the end)."""

    policy: str = "random"
    seed: int = 0
    count: int = 1
    horizon: int = 0
    limit: float = 0.0


class Final(Struct, frozen=True):
    """The result of a play-out: scores and ranks by seat, the current ones if it was not over."""

    scores: list[int]
    ranks: list[int]
    decisions: int
    over: bool


# -- checks ----------------------------------------------------------------------------------------------------------


def check_count(count: int, field: str) -> None:
    """Refuse a number that is zero, or too large."""
    if not 0 < count <= MOST_POSITIONS:
        raise refuse(TOO_LARGE if count else MALFORMED, "positions-at-a-time", most=MOST_POSITIONS, field=field)


def check_seat(p: Position, seat: int, field: str = "seat") -> None:
    """Refuse a seat that the game does not have: play would never stop there."""
    seats = len(p.rules.result(p.state).standings)
    if not 0 <= seat < seats:
        raise refuse(MALFORMED, "seat-range", last=seats - 1, field=field)


def check_running(table: Table, revision: int | None) -> None:
    """Refuse a game that has no possible tables, or is not at a revision."""
    if table.status == "open":
        raise refuse(GAME_OPEN, "seats-not-taken", revision=table.revision)
    if table.status == "ended":
        raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
    if revision not in (None, table.revision):
        raise refuse(STALE_REVISION, "game-is-at", head=table.revision, revision=table.revision)


def policy_of(p: Position, name: str) -> Policy | None:
    """A policy by name; None, the fastest, for the random one."""
    policies = p.rules.policies
    if name not in policies:
        raise refuse(MALFORMED, "policy-unknown", wanted=name, known=sorted(policies), field="policy")
    return None if name == "random" else policies[name]


def refused(error: Illegal | Impossible | NotAsked, field: str) -> Refusal:
    """A step that cannot be played, as a refusal."""
    if isinstance(error, NotAsked):
        return refuse(NOT_YOUR_TURN, "not-asked-but", why=error.sentence, actors=str(error.actors), field=field)
    if isinstance(error, Impossible):
        asked, answered, rule = error.lot, error.outcome, ""
    else:
        asked, answered, rule = error.asked, ".".join(error.answer), error.rule
    about = {"legal": error.legal, "field": field, "asked": asked, "answered": answered, "rule": rule}
    return Refusal(ILLEGAL_ANSWER, error.sentence, about)
