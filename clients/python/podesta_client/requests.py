"""Requests of both clients, and results made from the responses."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from google.protobuf.json_format import ParseDict

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer, Clock, Spectators

from .patching import PatchedGame
from .problems import lost

PAGE = 500

Action = Literal["take_back", "propose", "consent", "decline"]
"""A seat's actions about taking back."""


ViewMode = Literal["full", "patch", "none"]
"""How a stream sends games: whole, as patches (which the client applies), or without their views."""


def new_command() -> str:
    """A new command id. Sent again, it means the same command."""
    return str(uuid.uuid4())


@dataclass(frozen=True)
class Bot:
    """A seat that the service plays: a bot of the ruleset, such as `greedy`, `search:500` or `net`."""

    bot: str
    name: str = ""


@dataclass(frozen=True)
class ReservedSeat:
    """An open seat that needs an invitation, or a name.

    `invitation` is `seat` (one for this seat), `game` (one for all such seats) or empty. If `name` is not empty, the
    player who claims the seat must give it.
    """

    invitation: Literal["", "seat", "game"] = "seat"
    name: str = ""


Plan = str | Bot | ReservedSeat | None
"""A seat of a new game: claimed under a name, a bot's, reserved, or open."""

HostAction = Literal["invite", "revoke", "free", "list", "unlist", "reissue", "close"]
"""The actions of a game's host."""


@dataclass(frozen=True)
class NewGame:
    """A game just opened: its id, the tokens of the named seats in seat order, and the game as a spectator sees it.

    `host` is the host's token; `invitations` are the secrets by seat, with that of the game under None.
    """

    id: str
    tokens: list[str]
    game: pb.Game
    host: str
    invitations: dict[int | None, str]


@dataclass(frozen=True)
class ClaimedSeat:
    """A seat just taken: its number, its token, and the game as it sees it."""

    seat: int
    token: str
    game: pb.Game


def create(
    ruleset: str,
    seats: Sequence[Plan],
    edition: str,
    options: Mapping[str, Any] | None,
    spectators: str = "",
    delay: int = 0,
    entropy: Sequence[str] = (),
    command_id: str = "",
    clock: Clock | None = None,
    listed: bool = True,
    players: Sequence[str] = (),
) -> pb.CreateGameRequest:
    """Open a game; a named seat is claimed, a bot's is played by the service, None stays open."""
    plans = _plans(seats, entropy)
    for plan, label in zip(plans, players, strict=False):
        plan.player = label
    seen = Spectators(policy=spectators, delay=delay) if spectators else None
    request = pb.CreateGameRequest(ruleset=ruleset, edition=edition, seats=plans, spectators=seen, clock=clock)
    request.command_id, request.listed = command_id or new_command(), listed
    request.options.update(dict(options or {}))
    return request


def _plans(seats: Sequence[Plan], entropy: Sequence[str] = ()) -> list[pb.SeatPlan]:
    plans = [_plan(seat) for seat in seats]
    for plan, text in zip(plans, entropy, strict=False):
        plan.entropy = text
    return plans


def _plan(seat: Plan) -> pb.SeatPlan:
    if isinstance(seat, Bot):
        return pb.SeatPlan(name=seat.name, bot=seat.bot)
    if isinstance(seat, ReservedSeat):
        return pb.SeatPlan(invitation=seat.invitation, kept=seat.name)
    return pb.SeatPlan(name=seat or "", claim=seat is not None)


def fork(game: str, revision: int, seats: Sequence[Plan], command_id: str = "", listed: bool = True) -> pb.ForkRequest:
    """Open a game from a revision of an ended one."""
    command = command_id or new_command()
    return pb.ForkRequest(game=game, revision=revision, seats=_plans(seats), command_id=command, listed=listed)


def created(response: pb.CreateGameResponse | pb.ForkResponse) -> NewGame:
    """The result of `create` and `fork`."""
    secrets = {each.seat if each.HasField("seat") else None: each.secret for each in response.invitations}
    tokens = [each.token for each in response.tokens]
    return NewGame(response.game.game, tokens, response.game, response.host.token, secrets)


def claim(
    game: str,
    seat: int | None,
    name: str,
    entropy: str = "",
    invitation: str = "",
    command_id: str = "",
    player: str = "",
) -> pb.ClaimSeatRequest:
    """Take an open seat; None: the first available."""
    request = pb.ClaimSeatRequest(game=game, seat=seat, name=name, entropy=entropy, invitation=invitation)
    request.command_id, request.player = command_id or new_command(), player
    return request


def host(game: str, action: HostAction, seat: int | None, command_id: str) -> pb.HostGameRequest:
    """Carry out an action of a host; raises ValueError for an unknown action."""
    number = pb.HostAction.Value(f"HOST_ACTION_{action.upper()}")
    return pb.HostGameRequest(game=game, action=number, seat=seat, command_id=command_id or new_command())


def add_webhook(
    url: str, game: str, warn_seconds: int, push: pb.PushKeys | None, chat: str, command_id: str
) -> pb.AddWebhookRequest:
    """Add an address to call; raises ValueError for an unknown chat."""
    command = command_id or new_command()
    number = pb.ChatFormat.Value(f"CHAT_FORMAT_{(chat or 'unspecified').upper()}")
    return pb.AddWebhookRequest(
        url=url, game=game, warn_seconds=warn_seconds, push=push, format=number, command_id=command
    )


def seat_bot(game: str, bot: str, seat: int | None, name: str) -> pb.ClaimSeatRequest:
    """Put a house bot on an open seat; None: the first."""
    return pb.ClaimSeatRequest(game=game, seat=seat, name=name, command_id=new_command(), bot=bot)


def claimed(response: pb.ClaimSeatResponse | pb.ReissueSeatResponse | pb.UseSeatTicketResponse) -> ClaimedSeat:
    """The result of `claim` and `reissue`."""
    return ClaimedSeat(response.token.seat, response.token.token, response.game)


@dataclass(frozen=True)
class Rematch:
    """Another game with the same seats: its id, and the game as the caller sees it.

    For a seat, `seat` and `token` are its own in the new game; for the host, `host` is the new host token.
    """

    id: str
    seat: int | None
    token: str
    host: str
    game: pb.Game


def rematch(response: pb.RematchResponse) -> Rematch:
    """A rematch as it is answered."""
    seat = response.token.seat if response.HasField("token") else None
    return Rematch(response.game.game, seat, response.token.token, response.host.token, response.game)


def games(ruleset: str, status: str, free: int, page_token: str) -> pb.ListGamesRequest:
    """A page of games; raises ValueError for a status other than open, running, ended."""
    return pb.ListGamesRequest(ruleset=ruleset, status=_status(status), free=free, page_token=page_token)


def watch_lobby(ruleset: str, status: str, free: int) -> pb.WatchLobbyRequest:
    """The lobby, live; raises ValueError for a status other than open, running, ended."""
    return pb.WatchLobbyRequest(ruleset=ruleset, status=_status(status), free=free)


def _status(status: str) -> pb.Status.ValueType:
    return pb.Status.Value(f"STATUS_{status.upper()}") if status else pb.STATUS_UNSPECIFIED


def reissue(game: str, seat: int, name: str, command_id: str) -> pb.ReissueSeatRequest:
    """Issue a new token for a taken seat."""
    return pb.ReissueSeatRequest(game=game, seat=seat, name=name, command_id=command_id or new_command())


def use_ticket(game: str, ticket: str, command_id: str) -> pb.UseSeatTicketRequest:
    """Take a seat over, or share it."""
    return pb.UseSeatTicketRequest(game=game, ticket=ticket, command_id=command_id or new_command())


def answer(
    game: str,
    revision: int,
    answers: Sequence[tuple[str, str]],
    command_id: str,
    minimal: bool = False,
    head: str = "",
) -> pb.AnswerRequest:
    """Answer questions: pairs of question kind and option. `minimal` requests the revision only.

    With the head of that revision, the service refuses if the log has been changed since.
    """
    command, given = command_id or new_command(), pairs(answers)
    return pb.AnswerRequest(game=game, revision=revision, command_id=command, answers=given, minimal=minimal, head=head)


def pairs(answers: Sequence[tuple[str, str]]) -> list[Answer]:
    """Answers as messages: pairs of question kind and option."""
    return [Answer(question=question, option=option) for question, option in answers]


def retract(
    game: str, revision: int, action: Action, to: int | None, command_id: str, head: str = ""
) -> pb.RetractRequest:
    """Take answers back, or propose it, or answer a proposal."""
    number = pb.RetractionAction.Value(f"RETRACTION_ACTION_{action.upper()}")
    return pb.RetractRequest(
        game=game, revision=revision, command_id=command_id or new_command(), action=number, to_revision=to, head=head
    )


Orders = pb.Orders | Mapping[str, Any]
"""Standing orders: the message, or the same as JSON for REST."""


def leave_orders(game: str, orders: Orders, command_id: str) -> pb.LeaveOrdersRequest:
    """Leave standing orders; raises google.protobuf.json_format.ParseError for an unknown field."""
    said = orders if isinstance(orders, pb.Orders) else ParseDict(dict(orders), pb.Orders())
    return pb.LeaveOrdersRequest(game=game, orders=said, command_id=command_id or new_command())


class Cursor:
    """The position of a follower in a game: a new stream continues where the last one broke off."""

    def __init__(self, game: str, after: int | None, view: ViewMode = "full") -> None:
        self._game, self._after, self._patched_game = game, after, PatchedGame()
        self._view = pb.ViewMode.Value(f"VIEW_MODE_{view.upper()}")

    def request(self) -> pb.WatchRequest:
        """The request for the next stream."""
        return pb.WatchRequest(game=self._game, after_revision=self._after, view=self._view)

    def take(self, response: pb.WatchResponse) -> pb.Update | None:
        """The update in a response; None if it was seen before.

        The game that begins a stream without history becomes an update without events. Raises Problem if a patch does
        not fit: a new stream then begins with the whole game.
        """
        update = self._patched(response.patched) if response.HasField("patched") else response.update
        if response.HasField("game"):
            update = pb.Update(
                game=self._game, ruleset=response.game.ruleset, revision=response.game.revision, after=response.game
            )
        elif not update.revision:
            return None
        if self._after is not None and update.revision <= self._after:
            return None
        self._after = update.revision
        return update

    def _patched(self, said: pb.Patched) -> pb.Update:
        """The update in a patch."""
        after = self._patched_game.take(said)
        if after is None:
            raise lost()
        update = pb.Update(
            game=said.game,
            ruleset=after.ruleset,
            revision=said.revision,
            events=said.events,
            notes=said.notes,
            after=after,
        )
        if said.HasField("at"):
            update.at.CopyFrom(said.at)
        return update
