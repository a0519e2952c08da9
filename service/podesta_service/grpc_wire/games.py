"""The calls that show rulesets and games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from google.protobuf.struct_pb2 import Struct

from podesta.v1 import game_master_pb2 as pb
from podesta_service.catalogue import catalogue, summaries
from podesta_service.master import HISTORY_PAGE
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.table import Step
from podesta_service.views.following import written

from .calls import Call
from .convert import message, plain, timestamp
from .shown import within
from .viewing import MESSAGES


async def list_rulesets(call: Call, _: pb.ListRulesetsRequest) -> pb.ListRulesetsResponse:
    """The catalogue of rulesets."""
    return pb.ListRulesetsResponse(rulesets=[message(pb.RulesetSummary, each) for each in summaries(call.language)])


async def get_ruleset(call: Call, request: pb.GetRulesetRequest) -> pb.GetRulesetResponse:
    """One ruleset in full."""
    found = catalogue(request.ruleset, call.language, request.rules)
    whole = Struct()
    whole.update(plain(found))
    return pb.GetRulesetResponse(ruleset=message(pb.RulesetSummary, found.summary), catalogue=whole)


async def get_game(call: Call, request: pb.GetGameRequest) -> bytes:
    """The game as the caller may see it."""
    at = request.at_revision if request.HasField("at_revision") else None
    master = call.context.master
    table, viewer = await master.look(request.game, call.token, at)
    now = pb.GetGameResponse(server_time=timestamp(master.server_time)).SerializeToString()
    game = master.tables.written(table, viewer, call.language, MESSAGES.wire, MESSAGES.game)
    return within(pb.GetGameResponse, "game", game) + now


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


async def list_updates(call: Call, request: pb.ListUpdatesRequest) -> pb.ListUpdatesResponse:
    """A page of the history."""
    master = call.context.master
    if request.after_revision < 0 or request.limit < 0:
        raise refuse(MALFORMED, "limit-negative", field="after_revision")
    seen_by = await master.audience(request.game, call.token)

    def write(step: Step) -> tuple[pb.Update, int]:
        update = written(master.tables, step, seen_by.viewer, call.language, MESSAGES)
        return pb.Update.FromString(update), len(update)

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
    "GetGame": get_game,
    "GetSignedHead": get_signed_head,
    "ListSigningKeys": list_signing_keys,
    "ListUpdates": list_updates,
    "GetRecord": get_record,
}
"""The calls by name."""
