"""Named enumerations: the literals of the code, the ids of rulesets, the types of problems."""

from __future__ import annotations

from typing import Any, get_args

from podesta_engines import RULESETS
from podesta_engines.game.endings import Why
from podesta_engines.game.facts import Status
from podesta_engines.game.format.terms import ClockKind, ClockPolicy, Scope, SpectatorPolicy
from podesta_service.commands.hosting import Deed
from podesta_service.commands.retracting import Action
from podesta_service.model import Stop
from podesta_service.orders.language import Otherwise
from podesta_service.orders.language import Reason as Cancelling
from podesta_service.problems import CATALOGUE
from podesta_service.rest.errors import type_of
from podesta_service.views.explaining import Reason

from .structs import Schema, Schemas, ref

_LITERALS: dict[str, tuple[Any, str]] = {
    "Status": (Status, "The status of a game: it is waiting for players, running, or ended."),
    "SpectatorPolicy": (SpectatorPolicy, "What spectators may see of a running game."),
    "ClockKind": (ClockKind, "No limit, time for every question, or time for the whole game."),
    "ClockPolicy": (ClockPolicy, "What follows when the time of a seat has run out."),
    "InvitationScope": (Scope, "What an invitation is for: one seat, or every seat reserved for the game's guests."),
    "ResignationCause": (Why, "Why a seat is out: it asked for it, lost on time, or left the game alone."),
    "PreviewStop": (Stop, "Why a preview stopped: a question, a draw, others' questions, hidden information, the end."),
    "ExplanationReason": (Reason, "Why an answer is open, or is not."),
    "RetractionAction": (Action, "A seat's action about taking back."),
    "HostAction": (Deed, "An action of a host."),
    "OrdersOtherwise": (Otherwise, "What to do when the seat has a question that no rule answers."),
    "OrdersCancelledReason": (Cancelling, "Why orders are no longer in force."),
}
_NAMED = {frozenset(get_args(literal)): name for name, (literal, _) in _LITERALS.items()}
_FIELDS = {
    ("Created", "ruleset"): "RulesetId",
    ("GameSummary", "ruleset"): "RulesetId",
    ("RulesetSummary", "ruleset"): "RulesetId",
    ("Problem", "type"): "ProblemType",
    ("ProblemEntry", "type"): "ProblemType",
    ("ProblemEntry", "grpc"): "GrpcStatus",
}
"""Fields of structs that are plain strings in the code, but have a closed set of values."""


def enumeration(values: Any, about: str) -> Schema:
    """A closed set of strings."""
    return {"type": "string", "enum": list(values), "description": about}


def enumerations() -> Schemas:
    """Every enumeration that does not belong to a ruleset, by name."""
    codes = sorted({kind.code.name for kind in CATALOGUE.values()})
    return {name: enumeration(get_args(literal), about) for name, (literal, about) in _LITERALS.items()} | {
        "RulesetId": enumeration([each.id for each in RULESETS.all()], "The id of a ruleset."),
        "ProblemType": enumeration(map(type_of, CATALOGUE.values()), "The `type` of a problem, an address here."),
        "GrpcStatus": enumeration(codes, "The gRPC status code of the same problem on the other wire."),
    }


def with_names(schemas: Schemas) -> Schemas:
    """Schemas of structs, with their enumerations replaced by references to the named ones."""
    found = {name: named(schema) for name, schema in schemas.items()}
    for (struct, field), name in _FIELDS.items():
        if struct in found:
            properties = found[struct]["properties"]
            properties[field] = {**properties[field], **ref(name)}
            del properties[field]["type"]
    return found


def named(schema: Any) -> Any:
    """A schema, recursively, with references to the named enumerations; other enumerations become plain strings."""
    if isinstance(schema, list):
        return [named(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: named(part) for key, part in schema.items()}
    values = found.get("enum")
    if not isinstance(values, list):
        return found
    if name := _NAMED.get(frozenset(values)):
        return {**{key: part for key, part in found.items() if key != "enum"}, **ref(name)}
    return {"type": "string", **found}


def named_literal(values: Any) -> str:
    """The name of an enumeration by its values; empty if it has none."""
    return _NAMED.get(frozenset(values), "")
