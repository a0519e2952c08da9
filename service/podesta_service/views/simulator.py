"""The forward model: possible tables of a running game, plays on them, and play-outs, in slices of the event loop.

A position leaves as bytes: a format number, whose it is, the position, and an HMAC under a key that comes from the
master key. It was drawn from what its seat knows and the caller's seed, so nothing of the true table can be got from
it; the signature keeps bytes out that nobody here wrote. Whoever computes with it needs no token: turns are shared by
the callers' addresses, and then by the holders of the seats that the positions were drawn for.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.decide import Saved, save
from podesta_engines.core.errors import Illegal, NotAsked, UnknownRuleset
from podesta_engines.core.moves import Move
from podesta_engines.core.position import Position, restore
from podesta_engines.core.ruleset import Policy, random_policy
from podesta_engines.play.forward import Impossible, advice, determinize, play_on, play_to, playing, source
from podesta_service.breath import Breath
from podesta_service.problems import (
    BAD_POSITION,
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
from podesta_service.table.tables import Tables

MOST_POSITIONS = 1_000
"""Positions, lines or play-outs of one call."""
MOST_STEPS = 64
"""Steps of one line."""
MOST_SECONDS = 5.0
"""Computing that one call may cost."""
DECISIONS_A_LOOK = 8
"""Decisions at random before the clock is looked at; a policy's take longer, so it is looked at after each."""
ENDLESS = 1 << 32
"""More decisions than any game has."""
FORMAT = 2
"""The first byte of a position."""
_OWNER = 8
_SIGNATURE = 16
_DECODE = msgspec.msgpack.Decoder(Saved).decode

T = TypeVar("T")


class Line(Struct, frozen=True):
    """A position and the steps to play on it."""

    position: bytes
    steps: Sequence[Move] = ()


class Playing(Struct, frozen=True):
    """How to go on after the steps of a line.

    hold: leave a draw open. policy: plays until `seat` is asked, if there is one, and gives advice.
    """

    seed: int = 0
    hold: bool = False
    policy: str = ""
    seat: int | None = None


class Outlook(Struct, frozen=True):
    """A position after its steps, its bytes, and what the policy would answer, as words, one a question."""

    position: Position
    sealed: bytes
    advice: list[str]


class Rollout(Struct, frozen=True):
    """How to play out: every seat by one policy, `count` times a line, for `horizon` decisions (0: to the end)."""

    policy: str = "random"
    seed: int = 0
    count: int = 1
    horizon: int = 0


class Final(Struct, frozen=True):
    """How a play-out came out: scores and ranks by seat, as they stood if it was not over."""

    scores: list[int]
    ranks: list[int]
    decisions: int
    over: bool


class Owned(NamedTuple):
    """A position, and a tag of the holder of the seat that it was drawn for."""

    position: Position
    owner: bytes


class Simulator:
    """Answers from what the caller brings; only `determinize` looks at a game."""

    def __init__(self, tables: Tables, master_key: bytes) -> None:
        self._tables, self._seals = tables, Seals(master_key)

    async def determinize(
        self, game: str, seat: int, count: int, seed: int, revision: int | None = None
    ) -> tuple[int, list[bytes]]:
        """The game's revision, and so many positions that look to a seat like the true one; raises Refusal."""
        _check_count(count, "count")
        table = await self._tables.newest(game)
        _check_running(table, revision)
        owner = self._seals.owner(game, seat, table.epoch(seat))
        sealed, computing = [], await self._computing(owner)
        for p in determinize(table.position, seat, count, seed):
            sealed.append(self._seals.seal(p, owner))
            await computing.breathe()
        return table.revision, sealed

    async def apply(self, lines: Sequence[Line], how: Playing, show: Callable[[Outlook], T]) -> list[T]:
        """Play every line, and show where it led; raises Refusal, naming the line at fault."""
        _check_count(len(lines), "lines")
        shown, computing = [], await self._computing(self._owner(lines))
        for number, line in enumerate(lines):
            p, owner = await self._played(number, line, how.seed, how.hold, computing)
            words = await self._advice(p, how, source(how.seed, number, 0), computing)
            shown.append(show(Outlook(p, self._seals.seal(p, owner), words)))
            await computing.breathe()
        return shown

    async def _advice(self, p: Position, how: Playing, rnd: Random, computing: Computing) -> list[str]:
        """What the policy would answer, when it has played on to where it is to; raises Refusal."""
        if not how.policy:
            return []
        policy = _policy(p, how.policy) or random_policy
        if how.seat is not None:
            _check_seat(p, how.seat)
            while not play_to(p, how.seat, policy, rnd, most=1):
                await computing.breathe()
        words = []
        for ask in p.asks:
            words.append(ask.kind.words.slug(advice(p, ask, policy, rnd)))
            await computing.breathe()
        return words

    async def rollout(self, lines: Sequence[Line], how: Rollout) -> list[Final]:
        """Play every line out, those of the first line first; raises Refusal, naming the line at fault."""
        _check_count(len(lines) * how.count, "lines")
        finals, computing = [], await self._computing(self._owner(lines))
        for number, line in enumerate(lines):
            root, _ = await self._played(number, line, how.seed, True, computing)
            policy = _policy(root, how.policy)
            for repeat in range(how.count):
                p, rnd = root.clone(keep=False), source(how.seed, number, repeat)
                finals.append(await _play_out(p, policy, rnd, how.horizon or ENDLESS, computing.breathe))
        return finals

    def _owner(self, lines: Sequence[Line]) -> bytes:
        """Whose turn a call takes: that of its first line's owner."""
        return self._seals.read(lines[0].position, "lines[0]")[0]

    async def _played(self, number: int, line: Line, seed: int, hold: bool, computing: Computing) -> Owned:
        """The position of a line after its steps, and whose it is."""
        field = f"lines[{number}]"
        if len(line.steps) > MOST_STEPS:
            raise refuse(TOO_LARGE, f"a line has at most {MOST_STEPS} steps", field=field)
        found = self._seals.open(line.position, field)
        try:
            for _ in playing(found.position, line.steps, source(seed, number), hold):
                await computing.breathe()
        except (Illegal, Impossible, NotAsked) as error:
            raise _refused(error, field) from None
        return found

    async def _computing(self, owner: bytes) -> Computing:
        """The right to compute, when it is this call's turn; raises Refusal when too many wait."""
        breath = self._tables.turns.breath(owner)
        await breath.begin()
        return Computing(breath)


class Computing:
    """One call's computing: in slices, and not for ever."""

    def __init__(self, breath: Breath) -> None:
        self._breath = breath

    async def breathe(self) -> None:
        """Let others have their turn when a slice is over; raises Refusal when too much has been computed."""
        if self._breath.spent > MOST_SECONDS:
            raise refuse(TOO_LARGE, f"a call may compute for {MOST_SECONDS:g} seconds; ask for less at a time")
        await self._breath()


class Seals:
    """Positions as signed bytes, and back."""

    def __init__(self, master_key: bytes) -> None:
        self._key = hmac.digest(master_key, b"podesta positions", "sha256")

    def owner(self, game: str, seat: int, epoch: int) -> bytes:
        """A tag that stands for the holder of a seat, and tells nobody who that is."""
        return hmac.digest(self._key, f"owner {game} {seat} {epoch}".encode(), "sha256")[:_OWNER]

    def seal(self, p: Position, owner: bytes) -> bytes:
        """A position as bytes."""
        body = bytes([FORMAT]) + owner + save(p)
        return body + self._sign(body)

    def open(self, raw: bytes, field: str = "position") -> Owned:
        """The position of some bytes; raises Refusal for bytes that this service did not write, or that are too old."""
        owner, packed = self.read(raw, field)
        saved = _DECODE(packed)
        try:
            return Owned(restore(RULESETS.version(saved.rules), saved.checkpoint, saved.given), owner)
        except (UnknownRuleset, msgspec.ValidationError):
            detail = f"the position is of another version of {saved.rules}: determinize again"
            raise refuse(BAD_POSITION, detail, field=field) from None

    def read(self, raw: bytes, field: str) -> tuple[bytes, bytes]:
        """Whose some bytes are, and the position in them, packed; raises Refusal."""
        body, signature = raw[:-_SIGNATURE], raw[-_SIGNATURE:]
        if not body or not hmac.compare_digest(self._sign(body), signature):
            raise refuse(BAD_POSITION, "these bytes were not made by this service, or were changed", field=field)
        if body[0] != FORMAT:
            raise refuse(BAD_POSITION, "the position is of another version: determinize again", field=field)
        return body[1 : 1 + _OWNER], body[1 + _OWNER :]

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_SIGNATURE]


# -- checks ----------------------------------------------------------------------------------------------------------


def _check_count(count: int, field: str) -> None:
    if not 0 < count <= MOST_POSITIONS:
        raise refuse(TOO_LARGE if count else MALFORMED, f"1 to {MOST_POSITIONS} at a time", field=field)


def _check_seat(p: Position, seat: int) -> None:
    """Refuse a seat that the game does not have: it would never be asked."""
    seats = len(p.rules.result(p.state).standings)
    if not 0 <= seat < seats:
        raise refuse(MALFORMED, f"the game has seats 0 to {seats - 1}", field="seat")


def _check_running(table: Table, revision: int | None) -> None:
    if table.status == "open":
        raise refuse(GAME_OPEN, "not every seat is taken yet", revision=table.revision)
    if table.status == "ended":
        raise refuse(GAME_OVER, "the game is over", revision=table.revision)
    if revision not in (None, table.revision):
        raise refuse(STALE_REVISION, f"the game is at revision {table.revision}", revision=table.revision)


def _policy(p: Position, name: str) -> Policy | None:
    """A policy by name; None, the fastest, for the random one."""
    policies = p.rules.policies
    if name not in policies:
        raise refuse(MALFORMED, f"{name!r} is not one of {', '.join(sorted(policies))}", field="policy")
    return None if name == "random" else policies[name]


async def _play_out(
    p: Position, policy: Policy | None, rnd: Random, horizon: int, breathe: Callable[[], Awaitable[None]]
) -> Final:
    """Play a position out, breathing on the way."""
    decisions, some = 0, DECISIONS_A_LOOK if policy is None else 1
    while p.ask is not None and decisions < horizon:
        decisions += play_on(p, policy, rnd, min(some, horizon - decisions))
        await breathe()
    return _final(p, decisions)


def _final(p: Position, decisions: int) -> Final:
    standings = p.rules.result(p.state).standings
    scores, ranks = [each.score for each in standings], [each.rank for each in standings]
    return Final(scores, ranks, decisions, p.ask is None)


def _refused(error: Illegal | Impossible | NotAsked, field: str) -> Refusal:
    """A step that cannot be played, as a refusal."""
    if isinstance(error, NotAsked):
        return refuse(NOT_YOUR_TURN, f"{error}; asked: {error.actors}", field=field)
    if isinstance(error, Impossible):
        more = {"asked": error.lot, "answered": error.outcome}
    else:
        more = {"asked": error.asked, "answered": ".".join(error.answer), "rule": error.rule}
    return refuse(ILLEGAL_ANSWER, str(error), legal=error.legal, field=field, **more)
