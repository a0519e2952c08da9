"""A client of the Podestà game master: create games, play, watch.

    with connect("localhost:50051") as podesta:
        game = podesta.create("golden-horn", seats=["Ada", "Bice"])
        result = podesta.play(game.tokens, lambda turn: choice(turn.question.options).word)

Messages are those of `podesta.v1`, with typed stubs; this layer adds connections, retries and exceptions.
"""

from podesta.v1.words_pb2 import Clock

from ._async.simulating import AsyncSearch, AsyncSimulator
from ._sync.simulating import Search, Simulator
from .aio import AsyncPodesta, connect_async
from .chains import ChainLost, Chains
from .client import Podesta, connect
from .heads import Heads, LogChanged, heads_of
from .playing import Turn
from .problems import BadToken, IllegalAnswer, NotFound, NotRunning, NotYourTurn, Problem, StaleRevision
from .requests import Bot, ClaimedSeat, NewGame, Rematch, ReservedSeat
from .signatures import BadSignature, KeyChanged, Signatures, SignedHead
from .simulating import LineOfPlay, answer, outcome
from .verifying import CheckedRecord, Tampered, check, verify

__all__ = [
    "AsyncPodesta",
    "AsyncSearch",
    "AsyncSimulator",
    "BadSignature",
    "BadToken",
    "Bot",
    "ChainLost",
    "Chains",
    "CheckedRecord",
    "ClaimedSeat",
    "Clock",
    "Heads",
    "IllegalAnswer",
    "KeyChanged",
    "LineOfPlay",
    "LogChanged",
    "NewGame",
    "NotFound",
    "NotRunning",
    "NotYourTurn",
    "Podesta",
    "Problem",
    "Rematch",
    "ReservedSeat",
    "Search",
    "Signatures",
    "SignedHead",
    "Simulator",
    "StaleRevision",
    "Tampered",
    "Turn",
    "answer",
    "check",
    "connect",
    "connect_async",
    "heads_of",
    "outcome",
    "verify",
]
