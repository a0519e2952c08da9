"""The lobby, assembled from the messages of its stream."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb


class Lobby:
    """The games in the lobby; a new stream begins with all of them."""

    def __init__(self) -> None:
        self._games: dict[str, pb.GameSummary] = {}
        self._coming: dict[str, pb.GameSummary] = {}

    def take(self, response: pb.WatchLobbyResponse) -> list[pb.GameSummary] | None:
        """The games after a response; None if it changes nothing, or if more pages of the first list follow."""
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
        """Begin a new stream, which sends the first list again."""
        self._coming = {}
