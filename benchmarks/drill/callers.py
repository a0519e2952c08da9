"""Callers that play games over REST and TLS, and record which moves were acknowledged."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Protocol
from uuid import uuid4

import httpx

_PLAN = {"ruleset": "golden-horn", "seats": [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]}
_PAUSE = 0.05


@dataclass
class PlayedGame:
    """A game, its seats' tokens, and the revisions that were acknowledged, in their order."""

    game: str
    tokens: list[str]
    acknowledged: list[int] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    """When each of them was acknowledged."""
    alone: bool = True
    """Whether only its seats move in it, without a house bot."""

    def took(self, revision: int) -> None:
        """Record that a move was acknowledged now."""
        self.acknowledged.append(revision)
        self.at.append(monotonic())


class Caller(threading.Thread):
    """Plays one game after another; a failed move is resent under its key until it is answered."""

    def __init__(self, url: str, trusted: ssl.SSLContext, seed: int) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=url, verify=trusted, timeout=30)
        self._enough, self._rnd = threading.Event(), Random(seed)
        self.games: list[PlayedGame] = []
        self.calls: list[tuple[float, str]] = []
        """When each call ended, and its outcome: `ok`, or the failure."""

    def run(self) -> None:
        """Play until stopped."""
        with self._http:
            while not self._enough.is_set():
                played = self._opened()
                while played and not self._enough.is_set() and self._moved(played):
                    pass

    def stop(self) -> None:
        """Stop after the current move."""
        self._enough.set()
        self.join(60)

    def _opened(self) -> PlayedGame | None:
        found = self._call("POST", "/v1/games", uuid4().hex, json=_PLAN)
        if found is None:
            return None
        body = found.json()
        self.games.append(PlayedGame(body["game"]["game"], [each["token"] for each in body["tokens"]]))
        return self.games[-1]

    def _moved(self, played: PlayedGame) -> bool:
        """Whether the game continues after a move."""
        for token in played.tokens:
            seen = self._call("GET", f"/v1/games/{played.game}", token=token)
            if seen is None or seen.json()["status"] != "running":
                return False
            if asked := [each for each in seen.json()["questions"] if each["options"]]:
                return self._answered(played, token, seen.json()["revision"], asked[0])
        return False

    def _answered(self, played: PlayedGame, token: str, revision: int, asked: dict[str, object]) -> bool:
        options = asked["options"]
        assert isinstance(options, list)
        body = {"answers": [{"question": asked["kind"], "option": self._rnd.choice(options)["word"]}]}
        path, match = f"/v1/games/{played.game}/answers", {"If-Match": f'"{revision}"'}
        done = self._call("POST", path, uuid4().hex, token, json=body, headers=match)
        if done is not None:
            played.took(done.json()["update"]["revision"])
        return done is not None

    def _call(
        self,
        method: str,
        path: str,
        key: str = "",
        token: str = "",
        json: object = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response | None:
        """The answer, after any number of tries; None once stopped, or if retrying is of no use."""
        sent = (headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        sent |= {"Idempotency-Key": key} if key else {}
        while not self._enough.is_set():
            try:
                answer = self._http.request(method, path, json=json, headers=sent)
            except httpx.TransportError as error:
                self._ended(type(error).__name__)
            else:
                self._ended("ok" if answer.is_success else f"{answer.status_code} {_problem(answer)}".strip())
                if answer.status_code < 500:
                    return answer if answer.is_success else None
            self._enough.wait(_PAUSE)
        return None

    def _ended(self, how: str) -> None:
        self.calls.append((monotonic(), how))


def _problem(answer: httpx.Response) -> str:
    """The type of a refusal; the proxy's own, when it has no backend, are not problems."""
    if "json" not in answer.headers.get("Content-Type", ""):
        return "of the proxy"
    return str(answer.json().get("type", "")).rpartition("/")[2]


class Playing(Protocol):
    """A caller over either wire."""

    games: list[PlayedGame]
    calls: list[tuple[float, str]]

    def start(self) -> None:
        """Begin to play."""

    def stop(self) -> None:
        """Stop after the current move."""


@contextmanager
def playing(callers: Sequence[Playing]) -> Iterator[None]:
    """The callers play for the duration of a block."""
    for each in callers:
        each.start()
    try:
        yield
    finally:
        for each in callers:
            each.stop()


def wrong(http: httpx.Client, callers: Sequence[Playing]) -> list[str]:
    """The acknowledged moves that are lost, doubled or skipped, of every game."""
    found = []
    for played in (game for each in callers for game in each.games):
        head = http.get(f"/v1/games/{played.game}").json()["revision"]
        if played.acknowledged and head < played.acknowledged[-1]:
            found.append(f"{played.game}: {played.acknowledged[-1]} was acknowledged, and it is at {head}")
        if not played.alone:  # a bot's moves are in between
            if played.acknowledged != sorted(set(played.acknowledged)):
                found.append(f"{played.game}: a move was acknowledged twice, or before an earlier one")
            continue
        if played.acknowledged != list(range(2, 2 + len(played.acknowledged))):
            found.append(f"{played.game}: what was acknowledged has gaps or repeats")
        if head > len(played.acknowledged) + 2:  # the last move may have been written, but not yet answered
            found.append(f"{played.game}: {len(played.acknowledged)} moves were acknowledged, and it is at {head}")
    return found
