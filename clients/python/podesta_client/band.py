"""Many seats on one stream: who of them a message is for, and who has still to join."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from .playing import Player, Turn

MOST = 64
"""Games that a stream holds."""
_NO_ROOM = {"malformed", "too-large"}
"""Why a join is refused that another stream would take: its game has a seat on this one, or the stream is full."""


class Asked(NamedTuple):
    """A player that must choose."""

    player: Player
    turn: Turn


class Band:
    """Seats of different games on one stream, whatever carries it.

    They join one after another, for only what answers a join tells whose game it is. A second seat of a game, and
    whoever comes when the stream is full, is left over, for another stream.
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
        """Those for whom there is no room, once, when all have tried to join."""
        if self._joining is not None or self._waiting:
            return []
        left, self._left_over = self._left_over, []
        return left

    def begin(self) -> list[pb.PlayRequest]:
        """What is said first on a new stream; nothing where all is over."""
        self._seated, self._joining = {}, None
        self._waiting = deque(player for player in self.players if player.result is None)
        return self._join_next()

    def hear(self, response: pb.PlayResponse) -> list[pb.PlayRequest | Asked]:
        """What follows from a message: whom to choose for, and what to say; raises Problem."""
        kind = response.WhichOneof("response")
        if kind is None or kind == "heartbeat":
            return []
        game: str = getattr(response, kind).game
        if self._joining is not None and (game not in self._seated or _no_room(response)):
            self._joined(game, response)
            if _no_room(response):
                return [*self._join_next()]
        return [*self._follow(self._seated[game], response), *self._join_next()]

    def _follow(self, player: Player, response: pb.PlayResponse) -> list[pb.PlayRequest | Asked]:
        said = player.hear(response)
        if said is None:
            return []
        return [Asked(player, said) if isinstance(said, Turn) else said]

    def _joined(self, game: str, response: pb.PlayResponse) -> None:
        """The join under way is answered: the player is seated, or left over."""
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
    """Whether a join is refused because of what is on the stream already, and not because of its token."""
    refused = response.refused if response.HasField("refused") else None
    return refused is not None and not refused.command_id and refused.problem.type in _NO_ROOM


def results(players: Iterable[Player]) -> dict[str, Result]:
    """The results of games that were played to their ends, by the games' ids."""
    return {player.game: player.result for player in players if player.result is not None}
