"""What operators and tools ask: probes, metrics, problem types."""

from __future__ import annotations

from litestar import get

from podesta_service.problems import CATALOGUE, DRAINING, MALFORMED, NOT_FOUND, STORE_UNAVAILABLE, refuse
from podesta_service.rest.bodies import Health, ProblemEntry, ProblemList
from podesta_service.rest.call import Call
from podesta_service.rest.description.documented import problems
from podesta_service.rest.description.parameters import Slug
from podesta_service.rest.errors import entry_of, find_problem


@get("/healthz", name="Live", operation_id="live", summary="Liveness", tags=["operations"], sync_to_thread=False)
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
)
async def ready(request: Call) -> Health:
    """Answer whether calls can be served: the store answers, and the process is not shutting down."""
    if request.context.draining.is_set():
        raise refuse(DRAINING, "send new calls to another process")
    await request.context.master.check_ready()
    return Health("ok")


@get(
    "/metrics",
    name="Metrics",
    operation_id="metrics",
    summary="Metrics for Prometheus",
    tags=["operations"],
    media_type="text/plain; version=0.0.4",
    sync_to_thread=False,
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
    sync_to_thread=False,
)
def list_problems() -> ProblemList:
    """Answer every `type` that problem details of this API can have."""
    return ProblemList([entry_of(kind) for kind in CATALOGUE.values()])


@get(
    "/problems/{slug:str}",
    name="GetProblem",
    operation_id="getProblem",
    summary="One problem type",
    tags=["operations"],
    responses=problems(MALFORMED, NOT_FOUND),
    sync_to_thread=False,
)
def get_problem(slug: Slug) -> ProblemEntry:
    """Answer what a `type` stands for."""
    return find_problem(slug)


OPERATIONS = [live, ready, metrics, list_problems, get_problem]
"""Everything outside /v1 but the description of the API."""
