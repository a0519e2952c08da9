"""Callers that play games over gRPC and TLS with the Python client, among themselves or against a house bot."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import TypeVar
from uuid import uuid4

import grpc

from podesta.v1.game_master_pb2 import Game
from podesta_client import Bot, Podesta, connect
from podesta_client.problems import Problem

from .callers import PlayedGame

_PAUSE, _TURN = 0.05, 0.1
Answer = TypeVar("Answer")


class RpcCaller(threading.Thread):
    """Plays one game after another; a failed call is resent under its id until it is answered.

    Our client retries; while `bare` is set it does not, so that every failure is seen.
    """

    def __init__(self, target: str, authority: bytes, seed: int, against_a_bot: bool, bare: threading.Event) -> None:
        super().__init__(daemon=True)
        self._bare = bare
        self._target, self._credentials = target, grpc.ssl_channel_credentials(authority)
        self._against_a_bot = against_a_bot
        self._enough, self._rnd = threading.Event(), Random(seed)
        self.games: list[PlayedGame] = []
        self.calls: list[tuple[float, str]] = []
        """When each call ended, and its outcome: `ok`, or the failure."""

    def run(self) -> None:
        """Play until stopped."""
        with (
            connect(self._target, self._credentials) as patient,
            connect(self._target, self._credentials, patience=0) as bare,
        ):
            self._clients = {False: patient, True: bare}
            while not self._enough.is_set():
                played = self._opened()
                while played and not self._enough.is_set() and self._moved(played):
                    pass

    def stop(self) -> None:
        """Stop after the current move."""
        self._enough.set()
        self.join(60)

    def _opened(self) -> PlayedGame | None:
        seats: Sequence[str | Bot] = ["Ada", Bot("greedy")] if self._against_a_bot else ["Ada", "Bice"]
        made = self._call(lambda podesta: podesta.create("golden-horn", seats=seats))
        if made is None:
            return None
        self.games.append(PlayedGame(made.id, list(made.tokens), alone=not self._against_a_bot))
        return self.games[-1]

    def _moved(self, played: PlayedGame) -> bool:
        """Whether the game continues after a move, or while the bot thinks."""
        for token in played.tokens:
            seen = self._call(lambda podesta, token=token: podesta.get(played.game, token))
            if seen is None or seen.status != "running":
                return False
            if any(each.options for each in seen.questions):
                return self._answered(played, token, seen)
        self._enough.wait(_TURN)
        return self._against_a_bot

    def _answered(self, played: PlayedGame, token: str, seen: Game) -> bool:
        asked = next(each for each in seen.questions if each.options)
        answers, key = [(asked.kind, self._rnd.choice(asked.options).word)], uuid4().hex
        done = self._call(lambda podesta: podesta.answer_only(played.game, token, seen.revision, answers, key))
        if done is not None:
            played.took(done)
        return done is not None

    def _call(self, asked: Callable[[Podesta], Answer]) -> Answer | None:
        """The answer, after any number of tries; None once stopped, or if retrying is of no use."""
        while not self._enough.is_set():
            try:
                answer = asked(self._clients[self._bare.is_set()])
            except Problem as problem:
                self._ended(problem.type or str(problem.code))
                if not problem.mending and problem.type != "store-full":
                    return None
            else:
                self._ended("ok")
                return answer
            self._enough.wait(_PAUSE)
        return None

    def _ended(self, how: str) -> None:
        self.calls.append((monotonic(), how))
