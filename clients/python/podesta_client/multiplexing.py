"""Many seats on one Play stream: which seat a message is for, and which seats have still to join."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from .playing import Player, Turn

MOST = 64
"""Maximum number of games on one stream."""
_NO_ROOM = {"malformed", "too-large"}
"""Refusals of a join that another stream would accept: the game is on this stream already, or the stream is full."""


class PendingTurn(NamedTuple):
    """A player that must choose, and its turn."""

    player: Player
    turn: Turn


class Multiplexer:
    """Seats of different games on one stream, independent of the transport.

    They join one after another, as only the response to a join names the game. A second seat of a game, and a seat
    beyond the 64th, is left over for another stream.
    """

    def __init__(self, players: Iterable[Player]) -> None:
        found = [*players]
        self.players, self._left_over = found[:MOST], found[MOST:]
        self._seated: dict[str, Player] = {}
        self._waiting: deque[Player] = deque()
        self._joining: Player | None = None

    @property
    def over(self) -> bool:
        """Whether every game on this stream has ended."""
        return all(player.result is not None for player in self.players)

    def let_go(self) -> list[Player]:
        """The players left over for another stream, returned once, when all have tried to join."""
        if self._joining is not None or self._waiting:
            return []
        left, self._left_over = self._left_over, []
        return left

    def begin(self) -> list[pb.PlayRequest]:
        """The first requests on a new stream; empty when all games are over."""
        self._seated, self._joining = {}, None
        self._waiting = deque(player for player in self.players if player.result is None)
        return self._join_next()

    def hear(self, response: pb.PlayResponse) -> list[pb.PlayRequest | PendingTurn]:
        """The reaction to a message: turns to choose for, and requests to send; raises Problem."""
        kind = response.WhichOneof("response")
        if kind is None or kind == "heartbeat":
            return []
        game: str = getattr(response, kind).game
        if self._joining is not None and (game not in self._seated or _no_room(response)):
            self._joined(game, response)
            if _no_room(response):
                return [*self._join_next()]
        return [*self._follow(self._seated[game], response), *self._join_next()]

    def _follow(self, player: Player, response: pb.PlayResponse) -> list[pb.PlayRequest | PendingTurn]:
        said = player.hear(response)
        if said is None:
            return []
        return [PendingTurn(player, said) if isinstance(said, Turn) else said]

    def _joined(self, game: str, response: pb.PlayResponse) -> None:
        """Handle the response to the pending join: the player is seated, or left over."""
        player, self._joining = self._joining, None
        assert player is not None
        if _no_room(response):
            self.players.remove(player)
            self._left_over.append(player)
        else:
            self._seated[game] = player

    def _join_next(self) -> list[pb.PlayRequest]:
        if self._joining is not None or not self._waiting:
            return []
        self._joining = self._waiting.popleft()
        return [self._joining.join()]


def _no_room(response: pb.PlayResponse) -> bool:
    """Whether a join was refused because of the stream, and not because of its token."""
    refused = response.refused if response.HasField("refused") else None
    return refused is not None and not refused.command_id and refused.problem.type in _NO_ROOM


def results(players: Iterable[Player]) -> dict[str, Result]:
    """The results of games that have ended, by game id."""
    return {player.game: player.result for player in players if player.result is not None}
