"""The client for ordinary programs: every call waits for its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self, TypeVar

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Result

from . import requests
from .channels import OPTIONS, Metadata, Patience, dns, metadata
from .playing import Player, Turn, outcome
from .problems import Problem, lost, raised
from .simulating import Simulator

Choose = Callable[[Turn], str]
"""Answers the word of an option."""

Asked = TypeVar("Asked")
Told = TypeVar("Told")


def connect(
    target: str,
    credentials: grpc.ChannelCredentials | None = None,
    *,
    language: str = "en",
    patience: float = 30.0,
    timeout: float = 10.0,
) -> Podesta:
    """A client of the service at `host:port`; give credentials for TLS.

    `timeout` (seconds) bounds each try of a call; when the service is away, calls are tried again for `patience`
    seconds. Labels come in `language` (en, it).
    """
    address = dns(target)
    channel = (
        grpc.secure_channel(address, credentials, OPTIONS) if credentials else grpc.insecure_channel(address, OPTIONS)
    )
    return Podesta(channel, language, patience, timeout)


class Podesta:
    """The game master, from a client's side. Every method raises Problem; use it as a context manager."""

    def __init__(self, channel: grpc.Channel, language: str, patience: float, timeout: float) -> None:
        self._channel, self._stub = channel, GameMasterStub(channel)
        self._language, self._patience, self._timeout = language, patience, timeout
        self.simulator = Simulator(channel, self._call)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._channel.close()

    # -- calls -------------------------------------------------------------------------------------------------------

    def rulesets(self) -> list[pb.RulesetSummary]:
        """The rulesets that can be played."""
        return list(self._call(self._stub.ListRulesets, pb.ListRulesetsRequest()).rulesets)

    def ruleset(self, ruleset: str) -> pb.GetRulesetResponse:
        """One ruleset with its editions, options, words and numbered rules."""
        return self._call(self._stub.GetRuleset, pb.GetRulesetRequest(ruleset=ruleset))

    def create(
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
        clock: requests.Clock | None = None,
    ) -> requests.NewGame:
        """Open a game: a name claims a seat, a Bot has the service play it, None leaves it open.

        `entropy` has a text for each seat, perhaps empty.

        `spectators` are `public`, `delayed` (by so many revisions) or `none` until the end.

        `clock` is, for instance, `Clock(kind="bank", seconds=600, increment=5)`; without one, nobody is in a hurry.

        Called again with the same `command_id` (a UUID, kept secret) it answers the same game and seats.
        """
        request = requests.create(ruleset, seats, edition, options, spectators, delay, entropy, command_id, clock)
        return requests.created(self._call(self._stub.CreateGame, request, operator_key))

    def claim(self, game: str, seat: int | None = None, name: str = "", entropy: str = "") -> requests.Claimed:
        """Take an open seat: that one, or the first. `entropy` is mixed into the key of the draws."""
        return requests.claimed(self._call(self._stub.ClaimSeat, requests.claim(game, seat, name, entropy)))

    def seat_bot(
        self, game: str, bot: str, seat: int | None = None, name: str = "", *, token: str | None = None
    ) -> pb.Game:
        """Have the service play an open seat: that one, or the first. `bot` is one of the ruleset's.

        `token` is an operator's key; where anybody may open games, the token of any seat of the game.
        """
        request = requests.seat_bot(game, bot, seat, name)
        response: pb.ClaimSeatResponse = self._call(self._stub.ClaimSeat, request, token)
        return response.game

    def reissue(self, game: str, seat: int, token: str, *, name: str = "", command_id: str = "") -> requests.Claimed:
        """Give a taken seat out anew: its older tokens are worthless from then on.

        `token` is the seat's own, or an operator's key with the scope `admin`.
        """
        request = requests.reissue(game, seat, name, command_id)
        return requests.claimed(self._call(self._stub.ReissueSeat, request, token))

    def games(self, ruleset: str = "", status: str = "", free: int = 0) -> Iterator[pb.GameSummary]:
        """The games there are, page after page: of a ruleset, `open`, `running` or `ended`, with so many free seats."""
        token = ""
        while True:
            request = requests.games(ruleset, status, free, token)
            page: pb.ListGamesResponse = self._call(self._stub.ListGames, request)
            yield from page.games
            token = page.next_page_token
            if not token:
                return

    def explain(self, game: str, question: str, option: str, token: str | None = None) -> pb.Explanation:
        """Whether an answer is open to the token's seat now, and why not."""
        request = pb.ExplainRequest(game=game, question=question, option=option)
        response: pb.ExplainResponse = self._call(self._stub.Explain, request, token)
        return response.explanation

    def get(self, game: str, token: str | None = None, at: int | None = None) -> pb.Game:
        """The game as the token's seat, or a spectator, may see it, now or at an earlier revision."""
        request = pb.GetGameRequest(game=game, at_revision=at)
        return self._call(self._stub.GetGame, request, token).game

    def answer(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> pb.Update:
        """Answer with pairs of question kind and option; carried out once, however often it has to be sent."""
        request = requests.answer(game, revision, answers, command_id)
        return self._call(self._stub.Answer, request, token).update

    def answer_only(
        self, game: str, token: str, revision: int, answers: Sequence[tuple[str, str]], command_id: str = ""
    ) -> int:
        """Answer as `answer` does, and be told the new revision only: half the work for the service."""
        request = requests.answer(game, revision, answers, command_id, minimal=True)
        response: pb.AnswerResponse = self._call(self._stub.Answer, request, token)
        return response.revision

    def retract(
        self,
        game: str,
        token: str,
        revision: int,
        action: requests.Action = "take_back",
        to: int | None = None,
        command_id: str = "",
    ) -> pb.Update:
        """Take own answers back, to before the newest or to a revision; or propose that to others, or answer them."""
        request = requests.retract(game, revision, action, to, command_id)
        response: pb.RetractResponse = self._call(self._stub.Retract, request, token)
        return response.update

    def resign(self, game: str, token: str, command_id: str = "") -> pb.Update:
        """Leave a running game for good; it ends, or a house player goes on in the seat and the token is worthless."""
        request = pb.ResignRequest(game=game, command_id=command_id or requests.new_command())
        response: pb.ResignResponse = self._call(self._stub.Resign, request, token)
        return response.update

    def preview(self, game: str, token: str, answers: Sequence[tuple[str, str]]) -> pb.PreviewResponse:
        """What answers would lead to, up to the first draw or question to another seat; nothing changes."""
        response: pb.PreviewResponse = self._call(self._stub.Preview, requests.preview(game, answers), token)
        return response

    def leave_orders(self, game: str, token: str, orders: requests.Orders, command_id: str = "") -> pb.StandingOrders:
        """Say what the token's seat will answer later, instead of its earlier orders; how they stand.

        Where it is asked something already, the answer is given before this returns.
        """
        request = requests.leave_orders(game, orders, command_id)
        response: pb.LeaveOrdersResponse = self._call(self._stub.LeaveOrders, request, token)
        return response.standing

    def orders(self, game: str, token: str) -> pb.StandingOrders:
        """The latest orders of the token's seat, and how they stand."""
        request = pb.GetOrdersRequest(game=game)
        response: pb.GetOrdersResponse = self._call(self._stub.GetOrders, request, token)
        return response.standing

    def withdraw_orders(self, game: str, token: str) -> pb.StandingOrders:
        """Withdraw the orders of the token's seat, if any stand."""
        request = pb.WithdrawOrdersRequest(game=game)
        response: pb.WithdrawOrdersResponse = self._call(self._stub.WithdrawOrders, request, token)
        return response.standing

    def fork(
        self,
        game: str,
        revision: int,
        seats: Sequence[requests.Plan] = (),
        *,
        operator_key: str | None = None,
        command_id: str = "",
    ) -> requests.NewGame:
        """Open a game from a revision of an ended one; as `create` does, but without seats every seat is open."""
        request = requests.fork(game, revision, seats, command_id)
        return requests.created(self._call(self._stub.Fork, request, operator_key))

    def history(self, game: str, token: str | None = None, after: int = 0) -> Iterator[pb.Update]:
        """Every update after a revision up to now."""
        while True:
            request = pb.ListUpdatesRequest(game=game, after_revision=after, limit=requests.PAGE)
            page = self._call(self._stub.ListUpdates, request, token)
            yield from page.updates
            after += len(page.updates)
            if after >= page.head:
                return

    def record(self, game: str) -> list[str]:
        """The log of an ended game, a JSON line an entry."""
        return list(self._call(self._stub.GetRecord, pb.GetRecordRequest(game=game)).lines)

    def _call(
        self, method: grpc.UnaryUnaryMultiCallable[Asked, Told], request: Asked, token: str | None = None
    ) -> Told:
        """Call, again and again while the service is away."""
        patience = Patience(self._patience)
        while True:
            try:
                return method(request, timeout=self._timeout, metadata=self._metadata(token))
            except grpc.RpcError as error:
                time.sleep(patience.pause(raised(error)))

    def _metadata(self, token: str | None) -> Metadata:
        return metadata(self._language, token)

    # -- streams -----------------------------------------------------------------------------------------------------

    def watch(self, game: str, token: str | None = None, after: int | None = 0) -> Iterator[pb.Update]:
        """Every update after a revision, then live until the game has ended; no gap, no repeat, whatever breaks.

        With `after=None` it begins with the game as it is, in an update without events.
        """
        cursor, patience = requests.Cursor(game, after), Patience(self._patience)
        while True:
            call = self._stub.Watch(cursor.request(), metadata=self._metadata(token))
            try:
                for response in call:
                    patience.restart()
                    if update := cursor.take(response):
                        yield update
            except grpc.RpcError as error:
                time.sleep(patience.pause(raised(error)))
            else:
                return
            finally:
                call.cancel()

    def play(self, tokens: Sequence[str], choose: Choose) -> Result:
        """Play seats of one game to its end: `choose` is called whenever one of them must act, always in this thread.

        A word that `choose` should not have chosen raises IllegalAnswer.
        """
        inbox: SimpleQueue[_Heard] = SimpleQueue()
        seats = [_Seat(self._stub, self._metadata(None), Player(token), inbox) for token in tokens]
        try:
            self._serve(seats, inbox, choose)
        finally:
            for seat in seats:
                seat.close()
        return outcome([seat.player for seat in seats])

    def _serve(self, seats: Sequence[_Seat], inbox: SimpleQueue[_Heard], choose: Choose) -> None:
        patience = Patience(self._patience)
        while any(seat.player.result is None for seat in seats):
            seat, call, heard = inbox.get()
            if call is not seat.call:
                continue
            try:
                seat.react(heard, choose)
                patience.restart()
            except Problem as problem:
                time.sleep(patience.pause(problem))
                seat.open()


class _Seat:
    """One seat's stream; a thread reads it into the inbox that all seats share."""

    def __init__(self, stub: Any, metadata: Metadata, player: Player, inbox: SimpleQueue[_Heard]) -> None:
        self.player = player
        self._stub, self._metadata, self._inbox = stub, metadata, inbox
        self.call: Any = None
        self.open()

    def open(self) -> None:
        """Join, on a new stream."""
        self.close()
        self._outbox: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
        self._outbox.put(self.player.join())
        self.call = self._stub.Play(iter(self._outbox.get, None), metadata=self._metadata)
        Thread(target=self._read, args=(self.call,), daemon=True).start()

    def close(self) -> None:
        """End the stream."""
        if self.call is not None:
            self._outbox.put(None)
            self.call.cancel()

    def react(self, heard: pb.PlayResponse | Problem, choose: Choose) -> None:
        """Do what a message asks for; raises Problem."""
        if isinstance(heard, Problem):
            raise heard
        said = self.player.hear(heard)
        if isinstance(said, Turn):
            said = self.player.answer(said, choose(said))
        if said is not None:
            self._outbox.put(said)

    def _read(self, call: Any) -> None:
        try:
            for response in call:
                self._inbox.put((self, call, response))
            self._inbox.put((self, call, lost()))
        except grpc.RpcError as error:
            self._inbox.put((self, call, raised(error)))


_Heard = tuple[_Seat, Any, "pb.PlayResponse | Problem"]
