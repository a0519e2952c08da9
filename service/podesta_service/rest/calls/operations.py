"""What operators and tools ask: probes, metrics, problem types."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get
from litestar.params import PathParameter
from msgspec import UNSET, Struct, UnsetType

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Build
from podesta_engines.core.words import Language
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
from podesta_service.rest.headers import wants_page

from .documentation import site_of

_Slug = Annotated[str, PathParameter(description="The last part of a problem's `type`")]
_METRICS = """# HELP podesta_streams Streams open now
# TYPE podesta_streams gauge
podesta_streams{call="Watch",wire="rest"} 2.0
"""


class Health(Struct, frozen=True):
    """A probe's answer."""

    status: str
    """Always `ok`; what is not well is a problem."""
    store: Literal["ok", "away"] | UnsetType = UNSET
    """In `/readyz`: how the store was when it was last looked at. `away`: most calls are refused with
    `store-unavailable` until it is back, here as in every other process."""
    engines: Build | UnsetType = UNSET
    """In `/readyz`: what plays the games here. `compiled`: C made from the rules; `plain`: Python, the same and more
    slowly; `mixed`: some rulesets one, some the other."""


class ProblemList(Struct, frozen=True):
    """Every kind of problem."""

    problems: list[ProblemEntry]
    """Every kind of problem."""


def _every_problem(language: Language = "en") -> list[ProblemEntry]:
    return [entry_of(kind, language) for kind in CATALOGUE.values()]


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
    """Answer whether the process runs; the store has no part in it."""
    return Health("ok")


@get(
    "/readyz",
    name="Ready",
    operation_id="ready",
    summary="Readiness",
    tags=["operations"],
    responses=problems(DRAINING, STORE_UNAVAILABLE),
    sync_to_thread=False,
    described=Described(result=lambda _: Health("ok", "ok", "plain")),
)
def ready(request: Call) -> Health:
    """Answer whether calls are taken: the store was reached once, and the process is not shutting down.

    A store that goes away later makes no process unready: all would be at once, and a proxy without anybody to send
    calls to has nothing better to say than the problem that each of them answers.
    """
    if request.context.leaving.is_set() or request.context.draining.is_set():
        raise refuse(DRAINING, "send new calls to another process")
    store: Literal["ok", "away"] = "ok" if request.context.master.vitals.reachable else "away"
    return Health("ok", store, RULESETS.build)


@get(
    "/metrics",
    name="Metrics",
    operation_id="metrics",
    summary="Metrics for Prometheus",
    tags=["operations"],
    media_type="text/plain; version=0.0.4",
    responses=problems(FOREIGN_HOST),
    sync_to_thread=False,
    described=Described(text=lambda _: _METRICS),
)
def metrics(request: Call) -> bytes:
    """Answer rate, errors and duration of calls, and what the process holds."""
    return request.context.metrics.expose()


@get(
    "/problems",
    name="ListProblems",
    operation_id="listProblems",
    summary="Every problem type",
    tags=["operations"],
    responses=problems(FOREIGN_HOST),
    sync_to_thread=False,
    described=Described(result=lambda _: ProblemList(_every_problem()[:SOME])),
)
def list_problems(request: Call) -> Response[ProblemList]:
    """Answer every `type` that problem details of this API can have."""
    return Response(ProblemList(_every_problem(request.language)), headers=_spoken(request))


@get(
    "/problems/{slug:str}",
    name="GetProblem",
    operation_id="getProblem",
    summary="One problem type",
    tags=["operations"],
    responses=problems(MALFORMED, NOT_FOUND, FOREIGN_HOST),
    sync_to_thread=False,
    described=Described(result=lambda _: entry_of(ILLEGAL_ANSWER), parameters=lambda _: {"slug": ILLEGAL_ANSWER.slug}),
)
def get_problem(request: Call, slug: _Slug) -> Response[ProblemEntry]:
    """Answer what a `type` stands for."""
    entry, page = find_problem(slug, request.language), f"problems/{slug}.html"
    if wants_page(request.headers.get("accept")) and site_of(request).find(page):
        return Response(entry, status_code=303, headers={**_spoken(request), "Location": f"/docs/{page}"})
    return Response(entry, headers=_spoken(request))


def _spoken(request: Call) -> dict[str, str]:
    return {"Content-Language": request.language, "Vary": "Accept, Accept-Language"}


OPERATIONS = [live, ready, metrics, list_problems, get_problem]
"""Everything outside /v1 but the description of the API."""
