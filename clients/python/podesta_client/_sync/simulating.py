# Generated from _async/simulating.py by clients/python/generate.py; edit that one.
"""The calls of the forward model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, Unpack

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_client.channels import RetryPolicy
from podesta_client.problems import Problem
from podesta_client.simulating import ApplyOptions, Lines, answered, applying, by_line, rolling

from .transport import Channel, MakeCall, SearchStream, pause


class Simulator:
    """The forward model, call by call; every method raises Problem. `podesta.simulator` is one."""

    def __init__(self, channel: Channel, call: MakeCall, patience: float) -> None:
        self._stub, self._call, self._patience = SimulatorStub(channel), call, patience

    def determinize(
        self,
        game: str,
        token: str,
        count: int = 1,
        seed: int = 0,
        revision: int | None = None,
        *,
        milliseconds: int = 0,
    ) -> list[bytes]:
        """Random positions that look like the true one to the token's seat.

        With a revision, a game that has moved on raises StaleRevision. With milliseconds, only those drawn in time are
        returned.
        """
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        response: pb.DeterminizeResponse = self._call(self._stub.Determinize, request, token)
        return list(response.positions)

    def apply(self, lines: Lines, seed: int = 0, **options: Unpack[ApplyOptions]) -> list[pb.Outlook]:
        """Play the steps of each line; returns what follows on each. For the options see `ApplyOptions`."""
        response: pb.ApplyResponse = self._call(self._stub.Apply, applying(lines, seed, **options))
        return list(response.outlooks)

    def rollout(
        self,
        lines: Lines,
        policy: str = "random",
        seed: int = 0,
        *,
        count: int = 1,
        horizon: int = 0,
        milliseconds: int = 0,
    ) -> list[list[pb.Final]]:
        """Play each line out `count` times, to the end or for `horizon` decisions; returns the finals of each line.

        With milliseconds, only those played in time: the last lines may be missing.
        """
        request = rolling(lines, policy, seed, count, horizon, milliseconds)
        response: pb.RolloutResponse = self._call(self._stub.Rollout, request)
        return list(by_line(response.finals, count))

    def search(self, token: str | None = None) -> Search:
        """A search with positions stored by the service; use it as a context manager. Drawing takes a `token`."""
        return Search(self._stub.Search, token, self._patience)


class Search:
    """The forward model on one stream: positions are numbers, stored by the service until the block ends.

    Every method raises Problem. A refusal does not end the search; where waiting may help, the request is retried as in
    other calls, and so is the stream before its first response. A lost stream ends the search, and loses its positions.
    """

    def __init__(self, method: Any, token: str | None, patience: float) -> None:
        self._stream, self._patience, self._begun = SearchStream(method, token), patience, False

    def __enter__(self) -> Self:
        self._stream.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def determinize(
        self, game: str, count: int = 1, seed: int = 0, revision: int | None = None, *, milliseconds: int = 0
    ) -> list[int]:
        """Draw positions as `Simulator.determinize` does; returns the numbers of the stored positions."""
        asked = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        said = self._ask(pb.SearchRequest(determinize=asked))
        return list(said.determinize.kept)

    def apply(self, lines: Lines, seed: int = 0, **options: Unpack[ApplyOptions]) -> list[pb.Outlook]:
        """Play lines as `Simulator.apply` does. Resulting positions are stored as `outlook.kept`, unless `bare` is
        given."""
        said = self._ask(pb.SearchRequest(apply=applying(lines, seed, **options)))
        return list(said.apply.outlooks)

    def rollout(
        self,
        lines: Lines,
        policy: str = "random",
        seed: int = 0,
        *,
        count: int = 1,
        horizon: int = 0,
        milliseconds: int = 0,
    ) -> list[list[pb.Final]]:
        """Play lines out as `Simulator.rollout` does."""
        asked = rolling(lines, policy, seed, count, horizon, milliseconds)
        said = self._ask(pb.SearchRequest(rollout=asked))
        return list(by_line(said.rollout.finals, count))

    def forget(self, kept: Sequence[int] = ()) -> None:
        """Drop the given positions, or all if none are given."""
        self._ask(pb.SearchRequest(forget=pb.Forget(kept=kept)))

    def _ask(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """Send a request, again while the service is too busy; a refusal has changed nothing.

        A stream that ends before its first response is opened again: it held nothing.
        """
        retries = RetryPolicy(self._patience)
        while True:
            try:
                said = self._stream.ask(request)
                self._begun = True
                return answered(said)
            except Problem as problem:
                self._wait(problem, retries)

    def _wait(self, problem: Problem, retries: RetryPolicy) -> None:
        """Pause before the next try; raises the problem if retrying is of no use: it has a code if the stream ended."""
        lost = problem.code is not None
        if lost and self._begun:
            raise problem from None
        pause(retries.delay(problem))
        if lost:
            self._stream.close()
            self._stream.open()
