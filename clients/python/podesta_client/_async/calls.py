"""Every call of the game master, and watching a game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Clock
from podesta_client import requests
from podesta_client.channels import FIRST_OF_STREAMS, RetryPolicy
from podesta_client.problems import Problem

from .lists import AsyncLists
from .proofs import AsyncProofs
from .standing import AsyncOrders, AsyncWebhooks
from .transport import pause


class AsyncCalls(AsyncLists, AsyncOrders, AsyncProofs, AsyncWebhooks):
    """The calls of a client. Every method raises Problem; use it as a context manager."""

    async def create(
        self,
        ruleset: str,
        seats: Sequence[requests.Plan],
        *,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        spectators: str = "",
        delay: int = 0,
        entropy: Sequence[str] = (),
        operator_key: str | None = None,
        command_id: str = "",
        clock: Clock | None = None,
        listed: bool = True,
        players: Sequence[str] = (),
        shared: bool = False,
        deal: str = "",
    ) -> requests.NewGame:
        """Open a game: a name claims a seat, a Bot has the service play it, a ReservedSeat is for an
        invited player, None leaves it open.

        `entropy` has a text for each seat, which may be empty.

        `spectators` are `public`, `delayed` (by `delay` revisions) or `none` until the end.

        `clock` is, for instance, `Clock(kind="bank", seconds=600, increment=5)`; without one, time is unlimited.

        A game that is not `listed` is not in the lobby.

        `players` has a label for each seat, which may be empty; `player_games` finds seats by it under the same
        operator's key.

        In a game that is `shared` seats add to the draws as it goes on; this client does that by itself.

        A `deal` opens a practice game, which stays marked as one: it is the seed of all draws, 64 hexadecimal digits.

        Called again with the same `command_id` (a UUID, kept secret) it returns the same game and seats.
        """
        request = requests.create(
            ruleset, seats, edition, options, spectators, delay, entropy, command_id, clock, listed, players
        )
        request.shared, request.deal = shared, deal
        response: pb.CreateGameResponse = await self._call(self._stub.CreateGame, request, operator_key)
        if shared and all(seat.taken for seat in response.game.seats):
            for each in response.tokens:
                await self.tell_link(response.game.game, each.token)
        return requests.created(response)

    async def claim(
        self,
        game: str,
        seat: int | None = None,
        name: str = "",
        entropy: str = "",
        *,
        invitation: str = "",
        command_id: str = "",
        player: str = "",
        operator_key: str | None = None,
    ) -> requests.ClaimedSeat:
        """Take an open seat: the given one, or the first available. `entropy` is mixed into the key of the draws.

        `invitation` is the secret of a reserved seat; `player` a label as in `create`, with an operator's key.
        """
        request = requests.claim(game, seat, name, entropy, invitation, command_id, player)
        response: pb.ClaimSeatResponse = await self._call(self._stub.ClaimSeat, request, operator_key)
        await self._tell_due(response.game, response.token.token)
        return requests.claimed(response)

    async def tell_link(self, game: str, token: str) -> None:
        """Send the first link of a seat's chain, which a shared game waits for once every seat is taken.

        The client does so automatically when it sees that a game is waiting. Sent again, it changes nothing.
        """
        link, command = self.chains.first(token), requests.new_command()
        request = pb.AnswerRequest(game=game, revision=1, command_id=command, link=link, minimal=True)
        try:
            await self._call(self._stub.Answer, request, token)
        except Problem as problem:
            if problem.type != "bad-link":
                raise

    async def _tell_due(self, game: pb.Game, token: str | None) -> None:
        """Send the first link if the game waits for it."""
        if token and token in self.chains and game.status == pb.STATUS_OPEN and game.HasField("link"):
            await self.tell_link(game.game, token)

    async def host(
        self, game: str, action: requests.HostAction, token: str, *, seat: int | None = None, command_id: str = ""
    ) -> pb.HostGameResponse:
        """Carry out an action of the game's host; `invite` returns an invitation's secret, `reissue` a new host token.

        `token` is the host's, or an operator's key with the scope `admin`.
        """
        request = requests.host(game, action, seat, command_id)
        response: pb.HostGameResponse = await self._call(self._stub.HostGame, request, token)
        return response

    async def seat_bot(
        self, game: str, bot: str, seat: int | None = None, name: str = "", *, token: str | None = None
    ) -> pb.Game:
        """Put a house bot on an open seat: the given one, or the first. `bot` is one of the ruleset's.

        `token` is an operator's key, or where games are open to all, the token of any seat of the game.
        """
        request = requests.seat_bot(game, bot, seat, name)
        response: pb.ClaimSeatResponse = await self._call(self._stub.ClaimSeat, request, token)
        return response.game

    async def reissue(
        self, game: str, seat: int, token: str, *, name: str = "", command_id: str = ""
    ) -> requests.ClaimedSeat:
        """Issue a new token for a taken seat; older ones become invalid.

        `token` is the seat's own, or an operator's key with the scope `admin`.
        """
        request = requests.reissue(game, seat, name, command_id)
        request.anchor = "" if token in self.chains else self.chains.new()
        response: pb.ReissueSeatResponse = await self._call(self._stub.ReissueSeat, request, token)
        return requests.claimed(response)

    async def issue_ticket(self, game: str, token: str, *, share: bool = False, minutes: int = 15) -> str:
        """A ticket with which another device takes over the token's seat, or shares it: valid once, for `minutes`."""
        request = pb.IssueSeatTicketRequest(game=game, share=share, minutes=minutes)
        response: pb.IssueSeatTicketResponse = await self._call(self._stub.IssueSeatTicket, request, token)
        return response.ticket

    async def use_ticket(self, game: str, ticket: str, command_id: str = "") -> requests.ClaimedSeat:
        """Take over or share a seat with a ticket. After a takeover, the seat's older tokens are invalid."""
        request = requests.use_ticket(game, ticket, command_id)
        request.anchor = self.chains.new()
        response: pb.UseSeatTicketResponse = await self._call(self._stub.UseSeatTicket, request)
        return requests.claimed(response)

    async def say(self, game: str, phrase: str, token: str) -> Sequence[pb.Said]:
        """Say a preset phrase, such as `well_played`, for the token's seat; returns the last phrases, oldest first."""
        request = pb.SayPhraseRequest(game=game, phrase=phrase)
        response: pb.SayPhraseResponse = await self._call(self._stub.SayPhrase, request, token)
        return response.said

    async def phrases(self, game: str, token: str | None = None) -> pb.ListPhrasesResponse:
        """The phrases said at a table in the last ten minutes, and those that can be said."""
        response: pb.ListPhrasesResponse = await self._call(
            self._stub.ListPhrases, pb.ListPhrasesRequest(game=game), token
        )
        return response

    async def explain(self, game: str, question: str, option: str, token: str | None = None) -> pb.Explanation:
        """Whether the token's seat could give an answer now, and if not, why."""
        request = pb.ExplainRequest(game=game, question=question, option=option)
        response: pb.ExplainResponse = await self._call(self._stub.Explain, request, token)
        return response.explanation

    async def get(self, game: str, token: str | None = None, at: int | None = None) -> pb.Game:
        """The game as the token's seat, or a spectator, may see it, now or at an earlier revision."""
        request = pb.GetGameRequest(game=game, at_revision=at)
        response: pb.GetGameResponse = await self._call(self._stub.GetGame, request, token)
        self.heads.keep(response.game.game, response.game.revision, response.game.head)
        await self._tell_due(response.game, token)
        return response.game

    async def answer(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> pb.Update:
        """Answer with pairs of question kind and option; carried out once, even if it is sent several times."""
        request = requests.answer(game, revision, answers, command_id, head=self.heads.at(game, revision))
        response: pb.AnswerResponse = await self._call(self._stub.Answer, request, token)
        return self._heard(response.update)

    async def answer_only(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> int:
        """Answer as `answer` does, and return only the new revision, which is half the work for the service."""
        request = requests.answer(game, revision, answers, command_id, True, self.heads.at(game, revision))
        response: pb.AnswerResponse = await self._call(self._stub.Answer, request, token)
        return response.revision

    async def retract(
        self,
        game: str,
        token: str,
        revision: int,
        action: requests.Action = "take_back",
        to: int | None = None,
        command_id: str = "",
    ) -> pb.Update:
        """Take back the newest own answer, or all back to a revision; or propose that, or answer a proposal."""
        request = requests.retract(game, revision, action, to, command_id, self.heads.at(game, revision))
        response: pb.RetractResponse = await self._call(self._stub.Retract, request, token)
        return response.update

    async def resign(self, game: str, token: str, command_id: str = "") -> pb.Update:
        """Resign from a running game. It ends, or a house bot takes over the seat and the token becomes invalid."""
        request = pb.ResignRequest(game=game, command_id=command_id or requests.new_command())
        response: pb.ResignResponse = await self._call(self._stub.Resign, request, token)
        return response.update

    async def preview(self, game: str, token: str, answers: Sequence[tuple[str, str]]) -> pb.PreviewResponse:
        """The result of answers, up to the first draw or another seat's question; nothing changes."""
        request = pb.PreviewRequest(game=game, answers=requests.pairs(answers))
        response: pb.PreviewResponse = await self._call(self._stub.Preview, request, token)
        return response

    async def hint(self, game: str, token: str) -> pb.HintResponse:
        """What a house bot would answer for a seat with a question, if house bots have every other seat."""
        response: pb.HintResponse = await self._call(self._stub.Hint, pb.HintRequest(game=game), token)
        return response

    async def fork(
        self,
        game: str,
        revision: int,
        seats: Sequence[requests.Plan] = (),
        *,
        operator_key: str | None = None,
        command_id: str = "",
        listed: bool = True,
    ) -> requests.NewGame:
        """Open a game from a revision of an ended one. Seats are as in `create`; without them every seat is open."""
        request = requests.fork(game, revision, seats, command_id, listed)
        response: pb.ForkResponse = await self._call(self._stub.Fork, request, operator_key)
        return requests.created(response)

    async def rematch(self, game: str, token: str) -> requests.Rematch:
        """Another game with the same seats, the second going first. The first call opens it.

        `token` is that of a seat of the ended game, which takes its place there, or of its host.
        """
        response: pb.RematchResponse = await self._call(self._stub.Rematch, pb.RematchRequest(game=game), token)
        await self._tell_due(response.game, response.token.token)
        return requests.rematch(response)

    async def history(self, game: str, token: str | None = None, after: int = 0) -> AsyncIterator[pb.Update]:
        """All updates after a revision, up to now."""
        while True:
            request = pb.ListUpdatesRequest(game=game, after_revision=after, limit=requests.PAGE)
            page = await self._call(self._stub.ListUpdates, request, token)
            for update in page.updates:
                yield self._heard(update)
            after += len(page.updates)
            if after >= page.head:
                return

    async def watch(
        self, game: str, token: str | None = None, after: int | None = 0, *, view: requests.ViewMode = "full"
    ) -> AsyncIterator[pb.Update]:
        """Every update after a revision, then live until the game has ended; gaps and repeats never occur.

        With `after=None` it begins with the current game, in an update without events. With `view="patch"` less is
        sent, and the client restores each update; with `none` no game has a view.
        """
        cursor, retries = requests.Cursor(game, after, view), RetryPolicy(self._patience, FIRST_OF_STREAMS)
        while True:
            try:
                async with self._responses(self._stub.Watch, cursor.request(), token, game) as responses:
                    async for response in responses:
                        retries.reset()
                        if update := cursor.take(response):
                            await self._tell_due(update.after, token)
                            yield self._heard(update)
            except Problem as problem:
                await pause(retries.delay(problem))
            else:
                return
