"""Every call of the game master, and watching a game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Clock
from podesta_client import requests
from podesta_client.channels import FIRST_OF_STREAMS, Patience
from podesta_client.problems import Problem, raised

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
        """Open a game: a name claims a seat, a Bot has the service play it, Kept is for somebody, None leaves it open.

        `entropy` has a text for each seat, perhaps empty.

        `spectators` are `public`, `delayed` (by so many revisions) or `none` until the end.

        `clock` is, for instance, `Clock(kind="bank", seconds=600, increment=5)`; without one, nobody is in a hurry.

        A game that is not `listed` is not in the lobby.

        `players` has a label for each seat, perhaps empty, by which `player_games` finds it under the same operator's
        key.

        In a game that is `shared` seats add to the draws as it goes on; this client does that by itself.

        A `deal` opens a practice game, which says so for good: it is the seed of all its draws, 64 hexadecimal digits.

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
    ) -> requests.Claimed:
        """Take an open seat: that one, or the first that may be taken. `entropy` is mixed into the key of the draws.

        `invitation` is the secret that a reserved seat takes; `player` a label as in `create`, with an operator's key.
        """
        request = requests.claim(game, seat, name, entropy, invitation, command_id, player)
        response: pb.ClaimSeatResponse = await self._call(self._stub.ClaimSeat, request, operator_key)
        await self._tell_due(response.game, response.token.token)
        return requests.claimed(response)

    async def tell_link(self, game: str, token: str) -> None:
        """Tell the first link of a seat's chain, which a shared game waits for when every seat is taken.

        Nobody need call this: the client does it when it sees that a game waits. Told again, it changes nothing.
        """
        link, command = self.chains.first(token), requests.new_command()
        request = pb.AnswerRequest(game=game, revision=1, command_id=command, link=link, minimal=True)
        try:
            await self._call(self._stub.Answer, request, token)
        except Problem as problem:
            if problem.type != "bad-link":
                raise

    async def _tell_due(self, game: pb.Game, token: str | None) -> None:
        """The same, where a game as it is seen waits for it."""
        if token and token in self.chains and game.status == pb.STATUS_OPEN and game.HasField("link"):
            await self.tell_link(game.game, token)

    async def host(
        self, game: str, action: requests.HostAction, token: str, *, seat: int | None = None, command_id: str = ""
    ) -> pb.HostGameResponse:
        """Do what the host of a game may do; `invite` returns an invitation's secret, `reissue` a new host's token.

        `token` is the host's, or an operator's key with the scope `admin`.
        """
        request = requests.host(game, action, seat, command_id)
        response: pb.HostGameResponse = await self._call(self._stub.HostGame, request, token)
        return response

    async def seat_bot(
        self, game: str, bot: str, seat: int | None = None, name: str = "", *, token: str | None = None
    ) -> pb.Game:
        """Have the service play an open seat: that one, or the first. `bot` is one of the ruleset's.

        `token` is an operator's key; where anybody may open games, the token of any seat of the game.
        """
        request = requests.seat_bot(game, bot, seat, name)
        response: pb.ClaimSeatResponse = await self._call(self._stub.ClaimSeat, request, token)
        return response.game

    async def reissue(
        self, game: str, seat: int, token: str, *, name: str = "", command_id: str = ""
    ) -> requests.Claimed:
        """Give a taken seat out anew: its older tokens are worthless from then on.

        `token` is the seat's own, or an operator's key with the scope `admin`.
        """
        request = requests.reissue(game, seat, name, command_id)
        request.anchor = "" if token in self.chains else self.chains.new()
        response: pb.ReissueSeatResponse = await self._call(self._stub.ReissueSeat, request, token)
        return requests.claimed(response)

    async def issue_ticket(self, game: str, token: str, *, share: bool = False, minutes: int = 15) -> str:
        """A ticket with which another device gets the token's seat, or shares it: once, and for so many minutes."""
        request = pb.IssueSeatTicketRequest(game=game, share=share, minutes=minutes)
        response: pb.IssueSeatTicketResponse = await self._call(self._stub.IssueSeatTicket, request, token)
        return response.ticket

    async def use_ticket(self, game: str, ticket: str, command_id: str = "") -> requests.Claimed:
        """Take a seat over with a ticket, or share it. One that is taken over has no other token from then on."""
        request = requests.use_ticket(game, ticket, command_id)
        request.anchor = self.chains.new()
        response: pb.UseSeatTicketResponse = await self._call(self._stub.UseSeatTicket, request)
        return requests.claimed(response)

    async def explain(self, game: str, question: str, option: str, token: str | None = None) -> pb.Explanation:
        """Whether an answer is open to the token's seat now, and why not."""
        request = pb.ExplainRequest(game=game, question=question, option=option)
        response: pb.ExplainResponse = await self._call(self._stub.Explain, request, token)
        return response.explanation

    async def get(self, game: str, token: str | None = None, at: int | None = None) -> pb.Game:
        """The game as the token's seat, or a spectator, may see it, now or at an earlier revision."""
        request = pb.GetGameRequest(game=game, at_revision=at)
        response: pb.GetGameResponse = await self._call(self._stub.GetGame, request, token)
        self.heads.told(response.game.game, response.game.revision, response.game.head)
        await self._tell_due(response.game, token)
        return response.game

    async def pieces(self, game: str, token: str | None = None, at: int | None = None) -> pb.GetPiecesResponse:
        """What lies where on the table, as the token's seat, or a spectator, may see it."""
        request = pb.GetPiecesRequest(game=game, at_revision=at)
        response: pb.GetPiecesResponse = await self._call(self._stub.GetPieces, request, token)
        return response

    async def answer(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> pb.Update:
        """Answer with pairs of question kind and option; carried out once, however often it has to be sent."""
        request = requests.answer(game, revision, answers, command_id, head=self.heads.at(game, revision))
        response: pb.AnswerResponse = await self._call(self._stub.Answer, request, token)
        return self._heard(response.update)

    async def answer_only(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> int:
        """Answer as `answer` does, and get the new revision only: half the work for the service."""
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
        """Take own answers back, to before the newest or to a revision; or propose that to others, or answer them."""
        request = requests.retract(game, revision, action, to, command_id, self.heads.at(game, revision))
        response: pb.RetractResponse = await self._call(self._stub.Retract, request, token)
        return response.update

    async def resign(self, game: str, token: str, command_id: str = "") -> pb.Update:
        """Leave a running game for good; it ends, or a house player goes on in the seat and the token is worthless."""
        request = pb.ResignRequest(game=game, command_id=command_id or requests.new_command())
        response: pb.ResignResponse = await self._call(self._stub.Resign, request, token)
        return response.update

    async def preview(self, game: str, token: str, answers: Sequence[tuple[str, str]]) -> pb.PreviewResponse:
        """What answers would lead to, up to the first draw or question to another seat; nothing changes."""
        request = pb.PreviewRequest(game=game, answers=requests.pairs(answers))
        response: pb.PreviewResponse = await self._call(self._stub.Preview, request, token)
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
        """Open a game from a revision of an ended one; as `create` does, but without seats every seat is open."""
        request = requests.fork(game, revision, seats, command_id, listed)
        response: pb.ForkResponse = await self._call(self._stub.Fork, request, operator_key)
        return requests.created(response)

    async def rematch(self, game: str, token: str) -> requests.Rematch:
        """The same game once more, with the same seats, the second going first; whoever asks first opens it.

        `token` is that of a seat of the ended game, which takes its place there, or of its host.
        """
        response: pb.RematchResponse = await self._call(self._stub.Rematch, pb.RematchRequest(game=game), token)
        await self._tell_due(response.game, response.token.token)
        return requests.rematch(response)

    async def history(self, game: str, token: str | None = None, after: int = 0) -> AsyncIterator[pb.Update]:
        """Every update after a revision up to now."""
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
        """Every update after a revision, then live until the game has ended; no gap, no repeat, whatever breaks.

        With `after=None` it begins with the game as it is, in an update without events. With `view="patch"` less is
        sent, and each update is whole all the same; with `none` no game has a view.
        """
        cursor, patience = requests.Cursor(game, after, view), Patience(self._patience, FIRST_OF_STREAMS)
        while True:
            call = self._stub.Watch(cursor.request(), metadata=self._metadata(token, game))
            try:
                async for response in call:
                    patience.restart()
                    if update := cursor.take(response):
                        await self._tell_due(update.after, token)
                        yield self._heard(update)
            except grpc.RpcError as error:
                await pause(patience.pause(raised(error)))
            except Problem as problem:
                await pause(patience.pause(problem))
            else:
                return
            finally:
                call.cancel()
