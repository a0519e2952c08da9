"""The client for ordinary programs: every call waits for its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from ._sync.calls import Calls
from .band import Asked, Band, results
from .channels import FIRST_OF_STREAMS, OPTIONS, Metadata, Patience, dns
from .playing import Player, Turn, outcome
from .problems import Problem, lost, raised

Choose = Callable[[Turn], str]
"""Returns the word of an option."""


def connect(
    target: str,
    credentials: grpc.ChannelCredentials | None = None,
    *,
    language: str = "en",
    patience: float = 30.0,
    timeout: float = 10.0,
) -> Podesta:
    """A client of the service at `host:port`; give credentials for TLS.

    `timeout` (seconds) bounds each try of a call; when the service is away, calls are tried again for `patience`
    seconds. Labels come in `language` (en, it).
    """
    address = dns(target)
    channel = (
        grpc.secure_channel(address, credentials, OPTIONS) if credentials else grpc.insecure_channel(address, OPTIONS)
    )
    return Podesta(channel, language, patience, timeout)


class Podesta(Calls):
    """The game master, from a client's side. Every method raises Problem; use it as a context manager."""

    def play(self, tokens: Sequence[str], choose: Choose) -> Result:
        """Play seats of one game to its end: `choose` is called whenever one of them must act, always in this thread.

        A word that `choose` should not have chosen raises IllegalAnswer. Games are played by `play_many`.
        """
        players = [Player(token, self.chains) for token in tokens]
        self._play(dict.fromkeys(players, choose))
        return outcome(players)

    def play_many(self, seats: Mapping[str, Choose]) -> dict[str, Result]:
        """Play seats of any games to their ends, each token's by its own `choose`; the results by the games' ids.

        Up to 64 games share a stream. All of them are called in this thread, one after another; otherwise it is as with
        `play`.
        """
        players = {Player(token, self.chains): choose for token, choose in seats.items()}
        self._play(players)
        return results(players)

    def _play(self, players: Mapping[Player, Choose]) -> None:
        inbox: SimpleQueue[_Heard] = SimpleQueue()
        lines = [self._line(players, inbox)]
        try:
            while not all(line.band.over for line in lines):
                line, call, heard = inbox.get()
                if call is line.call:
                    line.take(heard, players)
                if left := line.band.let_go():
                    lines.append(self._line(left, inbox))
        finally:
            for line in lines:
                line.close()

    def _line(self, players: Iterable[Player], inbox: SimpleQueue[_Heard]) -> _Line:
        return _Line(self._stub, self._metadata(None), Band(players), Patience(self._patience, FIRST_OF_STREAMS), inbox)


class _Line:
    """One stream and the seats that play on it; a thread reads it into the inbox that all streams share."""

    def __init__(
        self, stub: Any, metadata: Metadata, band: Band, patience: Patience, inbox: SimpleQueue[_Heard]
    ) -> None:
        self.band = band
        self._stub, self._metadata, self._patience, self._inbox = stub, metadata, patience, inbox
        self.call: Any = None
        self.open()

    def open(self) -> None:
        """Join, on a new stream."""
        self.close()
        self._outbox: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
        self._say(self.band.begin())
        self.call = self._stub.Play(iter(self._outbox.get, None), metadata=self._metadata)
        Thread(target=self._read, args=(self.call,), daemon=True).start()

    def close(self) -> None:
        """End the stream."""
        if self.call is not None:
            self._outbox.put(None)
            self.call.cancel()

    def take(self, heard: pb.PlayResponse | Problem, players: Mapping[Player, Choose]) -> None:
        """Do what a message asks for, or open the stream anew; raises the problem where that is of no use."""
        try:
            self._react(heard, players)
            self._patience.restart()
        except Problem as problem:
            time.sleep(self._patience.pause(problem))
            self.open()

    def _react(self, heard: pb.PlayResponse | Problem, players: Mapping[Player, Choose]) -> None:
        if isinstance(heard, Problem):
            if self.band.over:
                return
            raise heard
        for said in self.band.hear(heard):
            if isinstance(said, Asked):
                self._say([said.player.answer(said.turn, players[said.player](said.turn))])
            else:
                self._say([said])

    def _say(self, requests: Iterable[pb.PlayRequest]) -> None:
        for request in requests:
            self._outbox.put(request)

    def _read(self, call: Any) -> None:
        try:
            for response in call:
                self._inbox.put((self, call, response))
            self._inbox.put((self, call, lost()))
        except grpc.RpcError as error:
            self._inbox.put((self, call, raised(error)))


_Heard = tuple[_Line, Any, "pb.PlayResponse | Problem"]
