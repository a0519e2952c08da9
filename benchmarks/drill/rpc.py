"""Callers over gRPC and TLS with the Python client, that play among themselves or against a house bot."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import uuid4

import grpc

from podesta.v1.game_master_pb2 import Game
from podesta_client import Bot, Podesta, connect
from podesta_client.problems import Problem

from .callers import Answer, Caller, PlayedGame

_TURN = 0.1


class RpcCaller(Caller):
    """Plays over gRPC. Our client retries; while `bare` is set it does not, so that every failure is seen."""

    def __init__(self, target: str, authority: bytes, seed: int, against_a_bot: bool, bare: threading.Event) -> None:
        super().__init__(seed)
        self._bare, self._against_a_bot = bare, against_a_bot
        self._target, self._credentials = target, grpc.ssl_channel_credentials(authority)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Two clients: one that retries, and one that does not."""
        with (
            connect(self._target, self._credentials) as patient,
            connect(self._target, self._credentials, patience=0) as bare,
        ):
            self._clients = {False: patient, True: bare}
            yield

    def opened(self) -> PlayedGame | None:
        """A new game; None once stopped."""
        seats: Sequence[str | Bot] = ["Ada", Bot("greedy")] if self._against_a_bot else ["Ada", "Bice"]
        made = self._call(lambda podesta: podesta.create("golden-horn", seats=seats))
        return PlayedGame(made.id, list(made.tokens), alone=not self._against_a_bot) if made else None

    def moved(self, played: PlayedGame) -> bool:
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
        """The answer; None once stopped, or if it is a refusal."""

        def attempt() -> tuple[str, Answer | None, bool]:
            try:
                return "ok", asked(self._clients[self._bare.is_set()]), True
            except Problem as problem:
                how = problem.type or str(problem.code)
                return how, None, not problem.mending and problem.type != "store-full"

        return self.tried(attempt)
