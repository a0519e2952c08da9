"""The lobby, put together from what its stream tells."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb


class Lobby:
    """The games that a stream of the lobby has told of; a new stream tells them all anew."""

    def __init__(self) -> None:
        self._games: dict[str, pb.GameSummary] = {}
        self._coming: dict[str, pb.GameSummary] = {}

    def take(self, response: pb.WatchLobbyResponse) -> list[pb.GameSummary] | None:
        """The games there are after a response; None where it changes nothing, or more of the first ones follow."""
        if response.HasField("page"):
            return self._begin(response.page)
        if response.HasField("left"):
            self._games.pop(response.left.game, None)
        elif response.HasField("entry"):
            self._games[response.entry.game] = response.entry
        else:
            return None
        return [*self._games.values()]

    def _begin(self, page: pb.LobbyPage) -> list[pb.GameSummary] | None:
        self._coming |= {game.game: game for game in page.games}
        if not page.complete:
            return None
        self._games, self._coming = self._coming, {}
        return [*self._games.values()]

    def restart(self) -> None:
        """A new stream begins: what came of the first games before is told again."""
        self._coming = {}
