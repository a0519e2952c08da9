"""The calls that open games, seat players and show games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from google.protobuf.struct_pb2 import Struct

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.core.texts.sentences import unread
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.catalogue import catalogue, summaries
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.identity.tokens import SeatToken
from podesta_service.master import HISTORY_PAGE
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.table import Step, Table

from .calls import Call
from .convert import M, game_fields, message, options_of, plain, timestamp, update_fields


async def list_rulesets(call: Call, _: pb.ListRulesetsRequest) -> pb.ListRulesetsResponse:
    """The catalogue of rulesets."""
    return pb.ListRulesetsResponse(rulesets=[message(pb.RulesetSummary, each) for each in summaries(call.language)])


async def get_ruleset(call: Call, request: pb.GetRulesetRequest) -> pb.GetRulesetResponse:
    """One ruleset in full."""
    found = catalogue(request.ruleset, call.language, request.rules)
    whole = Struct()
    whole.update(plain(found))
    return pb.GetRulesetResponse(ruleset=message(pb.RulesetSummary, found.summary), catalogue=whole)


async def create_game(call: Call, request: pb.CreateGameRequest) -> pb.CreateGameResponse:
    """Opens a game."""
    master = call.context.master
    master.gate.check_operator(call.token)
    wanted, bots = _opening(request), [plan.bot for plan in request.seats]
    async with master.admission.opening("games", call.token, call.address, bots) as admitted:
        table, tokens = await master.seating.create(wanted, request.command_id, call.token, admitted.owner)
        admitted.game = table.game
    return _opened(call, pb.CreateGameResponse, table, tokens)


def _opened(call: Call, kind: type[M], table: Table, tokens: Sequence[SeatToken]) -> M:
    """The response to opening a game: its tokens of seats and host, and its invitations."""
    hosting = call.context.master.hosting
    fields = {
        "game": game_fields(table.show(None, call.language)),
        "tokens": [message(pb.SeatToken, token) for token in tokens],
        "host": message(pb.HostToken, hosting.token(table)),
        "invitations": [message(pb.Invitation, each) for each in hosting.invitations(table)],
    }
    return kind(**fields)


def _opening(request: pb.CreateGameRequest) -> Opening:
    """The requested game as the game master's Opening; raises Refusal."""
    return Opening(
        request.ruleset,
        request.edition,
        options_of(request.options),
        _plans(request.seats),
        _spectators(request),
        _clock(request),
        _listed(request),
        request.shared,
        request.deal,
    )


def _listed(request: pb.CreateGameRequest | pb.ForkRequest) -> bool:
    """Whether the lobby lists the game: by default, yes."""
    return request.listed or not request.HasField("listed")


def _clock(request: pb.CreateGameRequest) -> Clock | None:
    """The clock; raises Refusal. Empty fields have their defaults."""
    given = {field.name: value for field, value in request.clock.ListFields()}
    try:
        return msgspec.convert(given, Clock)
    except msgspec.ValidationError as error:
        raise refuse(MALFORMED, unread(error), field="clock") from None


def _spectators(request: pb.CreateGameRequest) -> Spectators | None:
    """The policy for spectators; raises Refusal."""
    if not request.HasField("spectators"):
        return None
    asked = {"policy": request.spectators.policy or "public", "delay": request.spectators.delay}
    try:
        return msgspec.convert(asked, Spectators)
    except msgspec.ValidationError as error:
        raise refuse(MALFORMED, unread(error), field="spectators") from None


def _plans(seats: Iterable[pb.SeatPlan]) -> list[SeatPlan]:
    """The seats; raises Refusal."""
    try:
        return [msgspec.convert({field.name: value for field, value in plan.ListFields()}, SeatPlan) for plan in seats]
    except msgspec.ValidationError as error:
        raise refuse(MALFORMED, unread(error), field="seats") from None


async def claim_seat(call: Call, request: pb.ClaimSeatRequest) -> pb.ClaimSeatResponse:
    """Claims an open seat."""
    seat = request.seat if request.HasField("seat") else None
    seating, players = call.context.master.seating, call.context.master.players
    if request.bot:
        return await _seat_bot(call, request, seat)
    labelled = players.stream(call.token, request.player) if request.player else ""
    async with call.context.guesses.trying(call.address):
        table, token = await seating.claim(
            request.game,
            seat,
            request.name,
            request.command_id,
            request.entropy,
            request.invitation,
            labelled,
            request.anchor,
        )
    shown = game_fields(table.show(token.seat, call.language))
    return pb.ClaimSeatResponse(game=shown, token=message(pb.SeatToken, token))


async def _seat_bot(call: Call, request: pb.ClaimSeatRequest, seat: int | None) -> pb.ClaimSeatResponse:
    """Puts a house bot on a seat."""
    master = call.context.master
    if request.entropy or request.invitation or request.player:
        field = "entropy" if request.entropy else "invitation" if request.invitation else "player"
        raise refuse(MALFORMED, "bot-adds-nothing", field=field)
    viewer = await master.gate.host(request.game, call.token)
    host = viewer is None
    table = await master.seating.seat_bot(request.game, seat, request.bot, request.name, request.command_id, host)
    return pb.ClaimSeatResponse(game=game_fields(table.show(viewer, call.language)))


async def reissue_seat(call: Call, request: pb.ReissueSeatRequest) -> pb.ReissueSeatResponse:
    """Reissues a taken seat."""
    master = call.context.master
    epoch = master.gate.reissuer(request.game, request.seat, call.token)
    master.admission.reissue(call.token, call.address, request.game, request.seat)
    table, token = await master.seating.reissue(
        request.game, request.seat, request.name, request.command_id, epoch, request.anchor
    )
    shown = game_fields(table.show(token.seat, call.language))
    return pb.ReissueSeatResponse(game=shown, token=message(pb.SeatToken, token))


async def get_game(call: Call, request: pb.GetGameRequest) -> pb.GetGameResponse:
    """The game as the caller may see it."""
    at = request.at_revision if request.HasField("at_revision") else None
    table, viewer = await call.context.master.look(request.game, call.token, at)
    now = timestamp(call.context.master.server_time)
    return pb.GetGameResponse(game=game_fields(table.show(viewer, call.language)), server_time=now)


async def get_signed_head(call: Call, request: pb.GetSignedHeadRequest) -> pb.GetSignedHeadResponse:
    """The signed head of a revision."""
    at = request.at_revision if request.HasField("at_revision") else None
    table, _ = await call.context.master.look(request.game, call.token, at)
    return message(pb.GetSignedHeadResponse, call.context.master.signed(table))


async def list_signing_keys(call: Call, _: pb.ListSigningKeysRequest) -> pb.ListSigningKeysResponse:
    """The current and former signing keys."""
    master = call.context.master
    keys = [message(pb.SigningKey, each) for each in master.signer.public]
    return pb.ListSigningKeysResponse(keys=keys, push_key=master.push_key)


async def fork(call: Call, request: pb.ForkRequest) -> pb.ForkResponse:
    """Opens a game from a revision of an ended one."""
    master = call.context.master
    master.gate.check_operator(call.token)
    plans, bots = _plans(request.seats), [plan.bot for plan in request.seats]
    async with master.admission.opening("forks", call.token, call.address, bots) as admitted:
        table, tokens = await master.forking.fork(
            request.game, request.revision, plans, request.command_id, call.token, admitted.owner, _listed(request)
        )
        admitted.game = table.game
    return _opened(call, pb.ForkResponse, table, tokens)


async def rematch(call: Call, request: pb.RematchRequest) -> pb.RematchResponse:
    """Finds or opens the rematch of a game."""
    master = call.context.master
    seat = await master.gate.seat_or_host(request.game, call.token)
    found = await master.rematching.ask(request.game, seat, call.token, call.address, request.anchor)
    viewer = found.token.seat if found.token else None
    return pb.RematchResponse(
        game=game_fields(found.table.show(viewer, call.language)),
        token=message(pb.SeatToken, found.token) if found.token else None,
        host=message(pb.HostToken, found.host) if found.host else None,
    )


async def list_updates(call: Call, request: pb.ListUpdatesRequest) -> pb.ListUpdatesResponse:
    """A page of the history."""
    master = call.context.master
    if request.after_revision < 0 or request.limit < 0:
        raise refuse(MALFORMED, "limit-negative", field="after_revision")
    seen_by = await master.audience(request.game, call.token)

    def write(step: Step) -> tuple[pb.Update, int]:
        update = pb.Update(**update_fields(step.show(seen_by.viewer, call.language)))
        return update, update.ByteSize()

    limit = request.limit or HISTORY_PAGE
    updates, head = await master.history(request.game, request.after_revision, limit, seen_by, write)
    return pb.ListUpdatesResponse(updates=updates, head=head)


async def get_record(call: Call, request: pb.GetRecordRequest) -> pb.GetRecordResponse:
    """The log of an ended game; a bad token is refused, although none is needed."""
    await call.context.master.gate.viewer(request.game, call.token)
    lines = await call.context.master.record(request.game)
    return pb.GetRecordResponse(lines=[line.decode() for line in lines])


GAMES: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "ListRulesets": list_rulesets,
    "GetRuleset": get_ruleset,
    "CreateGame": create_game,
    "Fork": fork,
    "Rematch": rematch,
    "ClaimSeat": claim_seat,
    "ReissueSeat": reissue_seat,
    "GetGame": get_game,
    "GetSignedHead": get_signed_head,
    "ListSigningKeys": list_signing_keys,
    "ListUpdates": list_updates,
    "GetRecord": get_record,
}
"""The calls about games and seats by name."""
