"""The client for ordinary programs: every call waits for its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from ._sync.calls import Calls
from .channels import OPTIONS, Metadata, Patience, dns
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

        A word that `choose` should not have chosen raises IllegalAnswer.
        """
        inbox: SimpleQueue[_Heard] = SimpleQueue()
        seats = [_Seat(self._stub, self._metadata(None), Player(token), inbox) for token in tokens]
        try:
            self._serve(seats, inbox, choose)
        finally:
            for seat in seats:
                seat.close()
        return outcome([seat.player for seat in seats])

    def _serve(self, seats: Sequence[_Seat], inbox: SimpleQueue[_Heard], choose: Choose) -> None:
        patience = Patience(self._patience)
        while any(seat.player.result is None for seat in seats):
            seat, call, heard = inbox.get()
            if call is not seat.call:
                continue
            try:
                seat.react(heard, choose)
                patience.restart()
            except Problem as problem:
                time.sleep(patience.pause(problem))
                seat.open()


class _Seat:
    """One seat's stream; a thread reads it into the inbox that all seats share."""

    def __init__(self, stub: Any, metadata: Metadata, player: Player, inbox: SimpleQueue[_Heard]) -> None:
        self.player = player
        self._stub, self._metadata, self._inbox = stub, metadata, inbox
        self.call: Any = None
        self.open()

    def open(self) -> None:
        """Join, on a new stream."""
        self.close()
        self._outbox: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
        self._outbox.put(self.player.join())
        self.call = self._stub.Play(iter(self._outbox.get, None), metadata=self._metadata)
        Thread(target=self._read, args=(self.call,), daemon=True).start()

    def close(self) -> None:
        """End the stream."""
        if self.call is not None:
            self._outbox.put(None)
            self.call.cancel()

    def react(self, heard: pb.PlayResponse | Problem, choose: Choose) -> None:
        """Do what a message asks for; raises Problem."""
        if isinstance(heard, Problem):
            raise heard
        said = self.player.hear(heard)
        if isinstance(said, Turn):
            said = self.player.answer(said, choose(said))
        if said is not None:
            self._outbox.put(said)

    def _read(self, call: Any) -> None:
        try:
            for response in call:
                self._inbox.put((self, call, response))
            self._inbox.put((self, call, lost()))
        except grpc.RpcError as error:
            self._inbox.put((self, call, raised(error)))


_Heard = tuple[_Seat, Any, "pb.PlayResponse | Problem"]
