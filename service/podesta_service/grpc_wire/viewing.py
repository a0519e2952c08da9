"""How streams send games: whole, as patches, or without their views."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from podesta.v1 import game_master_pb2 as pb
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.following import Encode, LastUpdate, Mode
from podesta_service.views.patching import Patched, operations

from .convert import events_of, notes_of, plain, stamp
from .shown import game_bytes, update_bytes, within

_MODES: dict[int, Mode] = {
    pb.VIEW_MODE_UNSPECIFIED: "full",
    pb.VIEW_MODE_FULL: "full",
    pb.VIEW_MODE_PATCH: "patch",
    pb.VIEW_MODE_NONE: "none",
}


def mode_of(view: int) -> Mode:
    """The requested view mode; raises Refusal."""
    if view not in _MODES:
        raise refuse(MALFORMED, "view-mode-unknown", field="view")
    return _MODES[view]


def whole(told: LastUpdate, before: LastUpdate | None = None) -> pb.Patched:
    """A game as a patch of the one sent before, or in full, without the events in between."""
    return pb.Patched(
        game=told.game.game,
        revision=told.game.revision,
        applies_to=before.digest if before else "",
        leads_to=told.digest,
        operations=msgspec.json.encode(operations(before.game if before else None, told.game)),
    )


def _fields(patched: Patched) -> Any:
    """An update as a patch, as the fields of its message."""
    fields = plain(structs.replace(patched, operations=[]))
    changes = msgspec.json.encode(patched.operations)
    told = {"events": events_of(fields["events"]), "notes": notes_of(fields["notes"])}
    return fields | told | {"at": stamp(patched.at), "operations": changes}


def _message(update: bytes) -> bytes:
    return within(pb.WatchResponse, "update", update)


def _patch(patched: Patched) -> bytes:
    return pb.WatchResponse(patched=_fields(patched)).SerializeToString()


MESSAGES = Encode("grpc", game_bytes, update_bytes, _message, _patch)
"""Updates as the messages of Watch."""
