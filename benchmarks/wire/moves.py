"""Moves known in advance: games opened on a running service, and replayed to some length next to it.

The draws of a game follow from its id and the master key, which the benchmark reads from the service's own data
directory; so every request can be encoded before the first is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer
from podesta_engines.core.decide import execute
from podesta_engines.game.events import decode_entry
from podesta_engines.game.lottery import Lottery, counted
from podesta_eventstore import EventStore
from podesta_service.randomness import Keys
from podesta_service.table.table import Table, fold_table

from .load import grpc_call, http_call

ANSWER = "/podesta.v1.GameMaster/Answer"


def new_id() -> str:
    """An id for a command that is not repeated."""
    return uuid4().hex


@dataclass(frozen=True)
class Move:
    """One answer of one seat, decided on a revision."""

    game: str
    revision: int
    seat: int
    question: str
    option: str
    token: str

    def request(self, minimal: bool = False) -> bytes:
        """The message of the move, which requests its changes unless it is `minimal`."""
        answers = [Answer(question=self.question, option=self.option)]
        request = pb.AnswerRequest(
            game=self.game, revision=self.revision, command_id=new_id(), answers=answers, minimal=minimal
        )
        return request.SerializeToString()

    def over_grpc(self, minimal: bool = False) -> bytes:
        """The move as a gRPC call."""
        return grpc_call(ANSWER, self.request(minimal), self.token)

    def over_rest(self, minimal: bool = False) -> bytes:
        """The move as a REST request."""
        fields = {"Authorization": f"Bearer {self.token}", "If-Match": f'"{self.revision}"'}
        fields |= {"Prefer": "return=minimal"} if minimal else {}
        body = msgspec.json.encode({"answers": [{"question": self.question, "option": self.option}]})
        return http_call("POST", f"/v1/games/{self.game}/answers", {**fields, "Idempotency-Key": new_id()}, body)


async def foreseen(store: EventStore, key: bytes, game: str, tokens: list[str], moves: int, rnd: Random) -> list[Move]:
    """The next moves of a game with random answers, as its service will play them; fewer if it ends."""
    table = fold_table(game, [decode_entry(stored.data) for stored in await store.read(game)])
    found: list[Move] = []
    while len(found) < moves and table.position.asks:
        table, move = _play(table, key, tokens, rnd)
        found.append(move)
    return found


def _play(table: Table, key: bytes, tokens: list[str], rnd: Random) -> tuple[Table, Move]:
    p = table.position
    ask = rnd.choice(list(p.asks))
    question, option = ask.kind.name, ask.kind.words.slug(rnd.choice(list(ask.options)))
    seed = Keys(key).seed(table.game, table.created)
    source = Lottery(seed, table.entropy, table.drawn)
    after, events = execute(p, ask.seat, [(question, option)], source)
    move = Move(table.game, table.revision, ask.seat, question, option, tokens[ask.seat])
    return replace(table, revision=table.revision + 1, position=after, drawn=counted(table.drawn, events)), move
