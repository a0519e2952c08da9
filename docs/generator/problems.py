"""The page of problems, from the catalogue, the OpenAPI document and the Python client."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb
from podesta_client.problems import Problem, problem_of
from podesta_service.grpc_wire.refusals import RETRY_MILLISECONDS
from podesta_service.problems import CATALOGUE, ProblemType

from .markdown import anchor, code, page, table
from .rest import document, operations

_ABOUT = """A refusal changes nothing, unless its type is [`outcome-unknown`](#outcome-unknown): then send the same
command with the same command id again. REST answers problem details (RFC 9457) as `application/problem+json`, their
`type` being `/problems/<slug>`; gRPC answers a status code with `google.rpc.ErrorInfo` (reason: the slug in capitals,
with underscores), the message `podesta.v1.Problem`, `RequestInfo`, `BadRequest` where a field is at fault and
`RetryInfo` where it pays to try again."""


def problems_page() -> str:
    """The page: the table of all, then each with the calls that may be refused with it."""
    return page(
        "Problems", _ABOUT, problem_list(), *(f"## {slug}\n\n{text}" for slug, text in problem_sections().items())
    )


def problem_list() -> str:
    """The table of all types."""
    rows = [
        (
            f"[`{kind.slug}`](#{kind.slug})",
            str(kind.status),
            code(kind.code.name),
            kind.title(),
            kind.title("it"),
        )
        for kind in _kinds()
    ]
    return table(["type", "HTTP", "gRPC", "title", "in Italian"], rows)


def problem_sections() -> dict[str, str]:
    """The section of each type of problem, by its slug."""
    by_kind = _calls()
    return {kind.slug: _section(kind, by_kind.get(kind.slug, [])) for kind in _kinds()}


def _kinds() -> list[ProblemType]:
    return sorted(CATALOGUE.values(), key=lambda kind: (kind.status, kind.slug))


def _calls() -> dict[str, list[str]]:
    """The REST calls by the types of problem that they document."""
    found: dict[str, list[str]] = {}
    for name, call in operations(document()):
        for response in call["responses"].values():
            for body in response.get("content", {}).values():
                for slug in body.get("examples", {}) if "problem" in str(body["schema"]).lower() else ():
                    found.setdefault(slug, []).append(name)
    return found


_DECIDE = {"stale-revision", "not-your-turn", "illegal-answer", "too-many-answers"}


def _remedy(kind: ProblemType, client: Problem) -> str:
    """What a program should do about it: one of the three rows of the table in own-client.md."""
    if client.mending:
        again = "**Send again**: the same request, under the same command id, after a pause"
        known = kind.slug in RETRY_MILLISECONDS
        return again + (f" (`RetryInfo`: {RETRY_MILLISECONDS[kind.slug]} ms unless known better)." if known else ".")
    if kind.slug in _DECIDE:
        return "**Decide again**: look at what is asked now, and answer that under a new command id."
    return "**Give up**, and say why: the same request is refused again. Mend what the detail names, then ask anew."


def _section(kind: ProblemType, calls: list[str]) -> str:
    client = problem_of(pb.Problem(type=kind.slug))
    said = (
        f"{kind.title()}. HTTP {kind.status}, gRPC `{kind.code.name}`, `{type(client).__name__}` in the Python client."
    )
    named = ", ".join(f"[`{call}`](rest.md#{anchor(call)})" for call in calls)
    where = f"Calls: {named}." if calls else ""
    return "\n\n".join(part for part in [said, _remedy(kind, client), where] if part)
