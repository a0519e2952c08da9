"""Calls for operators and tools: probes, metrics, problem types."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get
from litestar.params import PathParameter
from msgspec import UNSET, Struct, UnsetType

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Build
from podesta_engines.core.words import ENGLISH, Language
from podesta_service.problems import (
    CATALOGUE,
    DRAINING,
    FOREIGN_HOST,
    ILLEGAL_ANSWER,
    MALFORMED,
    NOT_FOUND,
    STORE_UNAVAILABLE,
    refuse,
)
from podesta_service.rest.call import Call
from podesta_service.rest.documented import SOME, Described, problems
from podesta_service.rest.errors import ProblemEntry, entry_of, find_problem
from podesta_service.rest.headers import JSON, wants_page
from podesta_service.telemetry.words import Written

from .documentation import site_of

_Slug = Annotated[str, PathParameter(description="The last part of a problem's `type`")]
_METRICS = """# HELP podesta_streams Streams open now
# TYPE podesta_streams gauge
podesta_streams{call="Watch",wire="rest"} 2.0
"""


class Health(Struct, frozen=True):
    """A probe's answer."""

    status: str
    """Always `ok`; failures are returned as problems."""
    store: Written | UnsetType = UNSET
    """In `/readyz`: how the store reacted to the last heartbeat, a moment ago. While it is not `ok`, commands are
    refused in every process: it is `away`, or accepts no writes, as it is `read-only` (a replica), `full`, its disk is
    failing, too few replicas are connected, or for a reason (`refuses`) given in the log. Unless it is away, games can
    be read."""
    clock: Literal["ok", "wrong"] | UnsetType = UNSET
    """In `/readyz`: `wrong` if this machine's clock differs from the store's by more than `PODESTA_CLOCK_SECONDS`.
    Games use the store's clock; log lines and certificates use this one."""
    engines: Build | UnsetType = UNSET
    """In `/readyz`: how the rules run here. `compiled`: C generated from the rules; `plain`: the same rules in Python,
    slower; `mixed`: some rulesets compiled, others plain."""


class ProblemList(Struct, frozen=True):
    """Every kind of problem."""

    problems: list[ProblemEntry]
    """Every kind of problem."""


def _every_problem(language: Language = ENGLISH) -> list[ProblemEntry]:
    return [entry_of(kind, language) for kind in CATALOGUE.values()]


@cache
def _all_problems(language: Language) -> bytes:
    """Every problem as it is sent, written once: it never changes."""
    return msgspec.json.encode(ProblemList(_every_problem(language)))


@get(
    "/healthz",
    name="Live",
    operation_id="live",
    summary="Liveness",
    tags=["operations"],
    sync_to_thread=False,
    described=Described(result=lambda _: Health("ok")),
)
def live() -> Health:
    """Return whether the process runs, regardless of the store."""
    return Health("ok")


@get(
    "/readyz",
    name="Ready",
    operation_id="ready",
    summary="Readiness",
    tags=["operations"],
    responses=problems(DRAINING, STORE_UNAVAILABLE),
    sync_to_thread=False,
    described=Described(result=lambda _: Health("ok", "ok", "ok", "plain")),
)
def ready(request: Call) -> Health:
    """Return whether calls are accepted: the store was reached once, and the process is not shutting down.

    A store that fails later, or accepts no more writes, does not make a process unready: all processes would become
    unready at once, games could no longer be read, and the error of a proxy without backends says less than the problem
    that each process answers. Neither does a wrong clock of the machine, which decides nothing.
    """
    if request.context.leaving.is_set() or request.context.draining.is_set():
        raise refuse(DRAINING, "call-another-process")
    heart = request.context.master.heart
    return Health("ok", heart.written, "wrong" if heart.is_wrong else "ok", RULESETS.build)


@get(
    "/metrics",
    name="Metrics",
    operation_id="metrics",
    summary="Metrics for Prometheus",
    tags=["operations"],
    media_type="text/plain; version=0.0.4",
    responses=problems(FOREIGN_HOST),
    described=Described(text=lambda _: _METRICS),
)
async def metrics(request: Call) -> bytes:
    """Return rate, errors and duration of calls, and the sizes of the process's caches."""
    await request.context.master.tables.turns.breath().begin()
    return request.context.metrics.expose()


@get(
    "/problems",
    name="ListProblems",
    operation_id="listProblems",
    summary="List problem types",
    tags=["operations"],
    responses=problems(FOREIGN_HOST),
    sync_to_thread=False,
    described=Described(result=lambda _: ProblemList(_every_problem()[:SOME])),
)
def list_problems(request: Call) -> Response[ProblemList]:
    """Return every `type` that problem details of this API can have."""
    told: Any = _all_problems(request.language)
    return Response(told, headers=_spoken(request), media_type=JSON)


@get(
    "/problems/{slug:str}",
    name="GetProblem",
    operation_id="getProblem",
    summary="Get a problem type",
    tags=["operations"],
    responses=problems(MALFORMED, NOT_FOUND, FOREIGN_HOST),
    sync_to_thread=False,
    described=Described(result=lambda _: entry_of(ILLEGAL_ANSWER), parameters=lambda _: {"slug": ILLEGAL_ANSWER.slug}),
)
def get_problem(request: Call, slug: _Slug) -> Response[ProblemEntry]:
    """Return the meaning of a `type`."""
    entry, page = find_problem(slug, request.language), f"problems/{slug}.html"
    if wants_page(request.headers.get("accept")) and site_of(request).find(page):
        return Response(entry, status_code=303, headers={**_spoken(request), "Location": f"/docs/{page}"})
    return Response(entry, headers=_spoken(request))


def _spoken(request: Call) -> dict[str, str]:
    return {"Content-Language": request.language, "Vary": "Accept, Accept-Language"}


OPERATIONS = [live, ready, metrics, list_problems, get_problem]
"""Everything outside /v1 but the description of the API."""
