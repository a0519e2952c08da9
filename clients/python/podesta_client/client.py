"""The synchronous client: every call blocks until it is answered."""

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
from ._sync.transport import Responses
from .channels import FIRST_OF_STREAMS, Metadata, RetryPolicy, dns, options
from .multiplexing import Multiplexer, PendingTurn, results
from .playing import Player, Turn, outcome
from .problems import Problem, lost

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

    `timeout` (seconds) bounds each try of a call; while the service is unavailable, calls are retried for `patience`
    seconds. Labels are in `language`, or in English if it is not available. Raises ValueError for a malformed address,
    and Problem if the environment names a proxy (`http_proxy`) that does not answer; none is used on this machine.
    """
    address, said = dns(target), options(target)
    channel = grpc.secure_channel(address, credentials, said) if credentials else grpc.insecure_channel(address, said)
    return Podesta(channel, language, patience, timeout)


class Podesta(Calls):
    """The game master, from a client's side. Every method raises Problem; use it as a context manager."""

    def play(self, tokens: Sequence[str], choose: Choose) -> Result:
        """Play seats of one game to its end: `choose` is called whenever one of them must act, always in this thread.

        An illegal word raises IllegalAnswer. For several games see `play_many`.
        """
        players = [Player(token, self.chains) for token in tokens]
        self._play(dict.fromkeys(players, choose))
        return outcome(players)

    def play_many(self, seats: Mapping[str, Choose]) -> dict[str, Result]:
        """Play seats of several games to their ends, each token's by its own `choose`; returns the results by game id.

        Up to 64 games share a stream. All functions are called in this thread, one after another; otherwise it is like
        `play`.
        """
        players = {Player(token, self.chains): choose for token, choose in seats.items()}
        self._play(players)
        return results(players)

    def _play(self, players: Mapping[Player, Choose]) -> None:
        inbox: SimpleQueue[_Received] = SimpleQueue()
        streams = [self._open(players, inbox)]
        try:
            while not all(stream.games.over for stream in streams):
                stream, responses, received = inbox.get()
                if responses is stream.responses:
                    stream.take(received, players)
                if left := stream.games.let_go():
                    streams.append(self._open(left, inbox))
        finally:
            for stream in streams:
                stream.close()

    def _open(self, players: Iterable[Player], inbox: SimpleQueue[_Received]) -> _PlayStream:
        metadata, retries = self._metadata(None), RetryPolicy(self._patience, FIRST_OF_STREAMS)
        return _PlayStream(self._stub, metadata, Multiplexer(players), retries, inbox)


class _PlayStream:
    """One stream and its seats; a thread reads it into the inbox that all streams share."""

    def __init__(
        self, stub: Any, metadata: Metadata, games: Multiplexer, retries: RetryPolicy, inbox: SimpleQueue[_Received]
    ) -> None:
        self.games = games
        self._stub, self._metadata, self._retries, self._inbox = stub, metadata, retries, inbox
        self.responses: Responses | None = None
        self.open()

    def open(self) -> None:
        """Open a new stream and join."""
        self.close()
        self._outbox: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
        self._say(self.games.begin())
        self.responses = Responses(self._stub.Play(iter(self._outbox.get, None), metadata=self._metadata))
        self._reading = Thread(target=self._read, args=(self.responses,), daemon=True)
        self._reading.start()

    def close(self) -> None:
        """Close the stream, and wait until nobody reads it."""
        if self.responses is not None:
            self._outbox.put(None)
            self.responses.close()
            self._reading.join()

    def take(self, received: pb.PlayResponse | Problem, players: Mapping[Player, Choose]) -> None:
        """Handle a message, or reopen the stream after a problem; raises the problem if retrying is of no use."""
        try:
            self._react(received, players)
            self._retries.reset()
        except Problem as problem:
            time.sleep(self._retries.delay(problem))
            self.open()

    def _react(self, received: pb.PlayResponse | Problem, players: Mapping[Player, Choose]) -> None:
        if isinstance(received, Problem):
            if self.games.over:
                return
            raise received
        for said in self.games.hear(received):
            if isinstance(said, PendingTurn):
                self._say([said.player.answer(said.turn, players[said.player](said.turn))])
            else:
                self._say([said])

    def _say(self, requests: Iterable[pb.PlayRequest]) -> None:
        for request in requests:
            self._outbox.put(request)

    def _read(self, responses: Responses) -> None:
        try:
            for response in responses:
                self._inbox.put((self, responses, response))
            self._inbox.put((self, responses, lost()))
        except Problem as problem:
            self._inbox.put((self, responses, problem))


_Received = tuple[_PlayStream, Responses, "pb.PlayResponse | Problem"]
