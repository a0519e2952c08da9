"""Rulesets, the lobby, and the games of a player."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from podesta.v1 import game_master_pb2 as pb
from podesta_client import requests
from podesta_client.channels import FIRST_OF_STREAMS, RetryPolicy
from podesta_client.lobby import Lobby
from podesta_client.problems import Problem

from .calling import AsyncBaseClient
from .transport import pause


class AsyncLists(AsyncBaseClient):
    """Rulesets and games."""

    async def rulesets(self) -> list[pb.RulesetSummary]:
        """The rulesets that can be played."""
        response: pb.ListRulesetsResponse = await self._call(self._stub.ListRulesets, pb.ListRulesetsRequest())
        return list(response.rulesets)

    async def ruleset(self, ruleset: str, rules: str = "") -> pb.GetRulesetResponse:
        """One ruleset with its editions, options, words and numbered rules: those of a version, or the newest."""
        request = pb.GetRulesetRequest(ruleset=ruleset, rules=rules)
        found: pb.GetRulesetResponse = await self._call(self._stub.GetRuleset, request)
        return found

    async def games(self, ruleset: str = "", status: str = "", free: int = 0) -> AsyncIterator[pb.GameSummary]:
        """All games, page after page; or only of a ruleset, a status (`open`, `running`, `ended`), with free seats."""
        token = ""
        while True:
            request = requests.games(ruleset, status, free, token)
            page: pb.ListGamesResponse = await self._call(self._stub.ListGames, request)
            for game in page.games:
                yield game
            token = page.next_page_token
            if not token:
                return

    async def my_games(self, tokens: Sequence[str]) -> pb.ListMyGamesResponse:
        """The games of up to 64 seat tokens, first those in which the seat has a question."""
        response: pb.ListMyGamesResponse = await self._call(
            self._stub.ListMyGames, pb.ListMyGamesRequest(), ",".join(tokens)
        )
        return response

    async def player_games(self, player: str, operator_key: str) -> AsyncIterator[pb.MyGame]:
        """The games with seats that carry a player's label: running, open, ended ones, the newest first."""
        token = ""
        while True:
            request = pb.ListMyGamesRequest(player=player, page_token=token)
            page: pb.ListMyGamesResponse = await self._call(self._stub.ListMyGames, request, operator_key)
            for game in page.games:
                yield game
            token = page.next_page_token
            if not token:
                return

    async def watch_lobby(
        self, ruleset: str = "", status: str = "", free: int = 0
    ) -> AsyncIterator[list[pb.GameSummary]]:
        """The open and running games, and all of them again whenever one has changed, over lost connections too.

        Filters are as in `games`, without games that have ended. Changes come within a second or two.
        """
        lobby, retries = Lobby(), RetryPolicy(self._patience, FIRST_OF_STREAMS)
        request = requests.watch_lobby(ruleset, status, free)
        while True:
            lobby.restart()
            try:
                async with self._responses(self._stub.WatchLobby, request) as responses:
                    async for response in responses:
                        retries.reset()
                        if (games := lobby.take(response)) is not None:
                            yield games
            except Problem as problem:
                await pause(retries.delay(problem))
            else:
                return
