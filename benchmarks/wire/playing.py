"""Moves over `Play`, the wire for bots: each seat on a stream of its own, which receives its turns.

A move has ended when its seat has received its acceptance. By then the next seats have received their turns; these are
read and discarded, so that the server's CPU seconds per move include all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer

from .moves import Move, new_id

PLAY = "/podesta.v1.GameMaster/Play"


def _tag(field: str) -> int:
    """The first byte of a response with this field."""
    return int(pb.PlayResponse.DESCRIPTOR.fields_by_name[field].number << 3 | 2)


_ACCEPTED, _REFUSED = _tag("accepted"), _tag("refused")


@dataclass(frozen=True)
class EncodedMove:
    """A move as a message of its seat's stream."""

    game: str
    token: str
    message: bytes


def over_play(move: Move) -> EncodedMove:
    """A move, encoded beforehand."""
    answers = [Answer(question=move.question, option=move.option)]
    answer = pb.StreamAnswer(game=move.game, revision=move.revision, command_id=new_id(), answers=answers)
    return EncodedMove(move.game, move.token, pb.PlayRequest(answer=answer).SerializeToString())


class Seat:
    """A seat's stream."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._stream: Any = channel.stream_stream(PLAY)()
        self._token, self._accepted = token, asyncio.Queue[bool]()
        self._reading = asyncio.create_task(self._read())

    async def join(self) -> None:
        """Join the game, and receive the response."""
        self._joined = asyncio.Event()
        await self._stream.write(pb.PlayRequest(join=pb.Join(token=self._token)).SerializeToString())
        await self._joined.wait()

    async def _read(self) -> None:
        while (said := await self._stream.read()) is not grpc.aio.EOF:
            if said[0] in (_ACCEPTED, _REFUSED):
                self._accepted.put_nowait(said[0] == _ACCEPTED)
            self._joined.set()

    async def play(self, message: bytes) -> None:
        """Make a move."""
        await self._stream.write(message)
        assert await self._accepted.get(), "a move was refused"

    def close(self) -> None:
        """Leave the stream."""
        self._reading.cancel()
        self._stream.cancel()


async def _lane(channel: grpc.aio.Channel, moves: Sequence[EncodedMove], ready: asyncio.Barrier) -> list[float]:
    """Make moves one after another, each on its seat's stream; returns the seconds of each."""
    seats = {token: Seat(channel, token) for token in dict.fromkeys(move.token for move in moves)}
    await asyncio.gather(*(seat.join() for seat in seats.values()))
    await ready.wait()
    seconds = []
    for move in moves:
        started = perf_counter()
        await seats[move.token].play(move.message)
        seconds.append(perf_counter() - started)
    for seat in seats.values():
        seat.close()
    return seconds


async def run_play(channel: grpc.aio.Channel, lanes: Sequence[Sequence[EncodedMove]]) -> list[float]:
    """Run lanes side by side; all have joined before the first move is made."""
    ready = asyncio.Barrier(len(lanes))
    return [taken for lane in await asyncio.gather(*(_lane(channel, each, ready) for each in lanes)) for taken in lane]
