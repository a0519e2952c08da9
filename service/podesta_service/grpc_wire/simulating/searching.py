"""Search: the Simulator's calls on one stream, one after another, with positions stored on the server."""

from __future__ import annotations

import asyncio
from typing import Any

from podesta.v1 import simulator_pb2 as pb
from podesta_service.fairness.time_slices import on_behalf
from podesta_service.grpc_wire.calls import Call, Requests, parse
from podesta_service.grpc_wire.refusals import problem_message, retry_milliseconds
from podesta_service.problems import DRAINING, MALFORMED, TOO_LARGE, TOO_MANY_CONNECTIONS, Refusal, refuse, told
from podesta_service.views.simulating import searches
from podesta_service.views.simulating.asking import Outlook
from podesta_service.views.simulating.seals import Owned
from podesta_service.views.simulating.searches import SearchSession

from .messages import Showing, bytes_of, finals_of, lines_of, playing, rolling, showing


async def search(call: Call, requests: Requests) -> None:
    """Serve a search until the caller closes its side, its time is up, or the process shuts down; raises Refusal."""
    with call.context.master.simulator.searches.one(call.address) as kept:
        serving = asyncio.create_task(on_behalf(_Search(call, kept).serve, requests))
        kept.slot.close = serving.cancel
        draining = asyncio.create_task(call.context.draining.wait())
        try:
            await asyncio.wait([serving, draining], timeout=searches.LONGEST, return_when=asyncio.FIRST_COMPLETED)
            _check_end(serving, draining)
        finally:
            await _stop(serving, draining)


def _check_end(serving: asyncio.Task[None], draining: asyncio.Task[bool]) -> None:
    """Refuse if the search's time is up, another caller needs its slot or the process shuts down; raises Refusal."""
    if serving.cancelled():
        raise refuse(
            TOO_MANY_CONNECTIONS, "searches-full", most=searches.MOST_SEARCHES, per_address=searches.MOST_OF_ONE
        )
    if serving.done():
        serving.result()
    elif draining.done():
        raise refuse(DRAINING, "search-again")
    else:
        raise refuse(TOO_LARGE, "search-too-long", most=searches.LONGEST)


async def _stop(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _Search:
    """One caller's search."""

    def __init__(self, call: Call, kept: SearchSession) -> None:
        self._call, self._kept = call, kept
        self._master = call.context.master

    async def serve(self, requests: Requests) -> None:
        """Answer one request after another; raises Refusal for a malformed one."""
        async for raw in requests:
            request = parse(pb.SearchRequest, raw)
            await self._call.send(await self._answer(request))

    async def _answer(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """The response to a request; a refusal changes nothing and does not end the search. Forgetting is free."""
        try:
            if request.WhichOneof("request") != "forget":
                self._call.count(self._call.token)
            with self._kept.whole():
                return await self._done(request)
        except Refusal as refusal:
            problem = problem_message(told(refusal, self._call.language))
            return pb.SearchResponse(id=request.id, refused=problem, retry_milliseconds=retry_milliseconds(refusal))

    async def _done(self, request: pb.SearchRequest) -> pb.SearchResponse:
        match request.WhichOneof("request"):
            case "determinize":
                return pb.SearchResponse(id=request.id, determinize=await self._determinize(request.determinize))
            case "apply":
                return await self._apply(request.apply, pb.SearchResponse(id=request.id))
            case "rollout":
                return pb.SearchResponse(id=request.id, rollout=await self._rollout(request.rollout))
            case "forget":
                return pb.SearchResponse(id=request.id, forget=self._forget(request.forget))
        raise refuse(MALFORMED, "search-request-empty", field="request")

    async def _determinize(self, request: pb.DeterminizeRequest) -> pb.DeterminizeResponse:
        """Possible tables for the seat of the token, kept on the server."""
        seat = await self._master.gate.seat(request.game, self._call.token)
        at = request.revision if request.HasField("revision") else None
        count, limit = request.count or 1, request.milliseconds / 1000
        revision, (kept, cut) = await self._master.simulator.determinize(
            request.game, seat, count, request.seed, show=self._kept.keep, revision=at, limit=limit
        )
        await self._master.gate.seat(request.game, self._call.token)  # again: it may be reissued by now
        return pb.DeterminizeResponse(revision=revision, kept=kept, cut=cut)

    async def _apply(self, request: pb.ApplyRequest, response: pb.SearchResponse) -> pb.SearchResponse:
        """Steps on kept positions. The results are kept too, unless the request is bare."""
        show = showing(request, self._call.language, response.apply)
        keeping, how = show if request.bare else self._keeping(show), playing(request, seal=False)
        async with self._call.context.answers.room(self._call.address, bytes_of(request)):
            response.apply.cut = await self._master.simulator.apply(lines_of(request.lines), how, keeping, self._kept)
        return response

    def _keeping(self, show: Showing) -> Showing:
        def shown(outlook: Outlook) -> pb.Outlook:
            made = show(outlook)
            made.kept = self._kept.keep(Owned(outlook.position, outlook.owner))
            return made

        return shown

    async def _rollout(self, request: pb.RolloutRequest) -> pb.RolloutResponse:
        """Rollouts of kept positions."""
        simulator = self._master.simulator
        return finals_of(*await simulator.rollout(lines_of(request.lines), rolling(request), self._kept))

    def _forget(self, request: pb.Forget) -> pb.Forgotten:
        self._kept.forget(request.kept) if request.kept else self._kept.forget_all()
        return pb.Forgotten()
