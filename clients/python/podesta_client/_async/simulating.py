"""The calls of the forward model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, Unpack

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_client.simulating import How, Lines, applying, by_line, rolling

from .transport import Calling, Channel, Talk


class AsyncSimulator:
    """The forward model, call by call; every method raises Problem. `podesta.simulator` is one."""

    def __init__(self, channel: Channel, call: Calling) -> None:
        self._stub, self._call = SimulatorStub(channel), call

    async def determinize(
        self,
        game: str,
        token: str,
        count: int = 1,
        seed: int = 0,
        revision: int | None = None,
        *,
        milliseconds: int = 0,
    ) -> list[bytes]:
        """Positions at random among those that look to the token's seat like the true one.

        With a revision, a game that has moved on raises StaleRevision. With milliseconds, those drawn in time.
        """
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        response: pb.DeterminizeResponse = await self._call(self._stub.Determinize, request, token)
        return list(response.positions)

    async def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play the steps of each line; what comes next on it. `how` is explained at `How`."""
        response: pb.ApplyResponse = await self._call(self._stub.Apply, applying(lines, seed, **how))
        return list(response.outlooks)

    async def rollout(
        self,
        lines: Lines,
        policy: str = "random",
        seed: int = 0,
        *,
        count: int = 1,
        horizon: int = 0,
        milliseconds: int = 0,
    ) -> list[list[pb.Final]]:
        """Play each line out `count` times, to the end or for `horizon` decisions; the finals of each line.

        With milliseconds, those that were played in time: the last lines may be missing.
        """
        request = rolling(lines, policy, seed, count, horizon, milliseconds)
        response: pb.RolloutResponse = await self._call(self._stub.Rollout, request)
        return list(by_line(response.finals, count))

    def search(self, token: str | None = None) -> AsyncSearch:
        """A search, whose positions stay at the service; to be used as a context manager. `token` is needed to draw."""
        return AsyncSearch(self._stub.Search, token)


class AsyncSearch:
    """The forward model on one stream: positions are numbers, and stay at the service until the block ends.

    Every method raises Problem. A refusal ends nothing; a stream that breaks does, and its positions are gone with it:
    search anew.
    """

    def __init__(self, method: Any, token: str | None) -> None:
        self._talk = Talk(method, token)

    async def __aenter__(self) -> Self:
        await self._talk.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._talk.close()

    async def determinize(
        self, game: str, count: int = 1, seed: int = 0, revision: int | None = None, *, milliseconds: int = 0
    ) -> list[int]:
        """Draw positions as `Simulator.determinize` does; the numbers under which they are kept."""
        asked = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        said = await self._talk.ask(pb.SearchRequest(determinize=asked))
        return list(said.determinize.kept)

    async def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play lines as `Simulator.apply` does. Where they lead is kept as `outlook.kept`, unless `bare` is given."""
        said = await self._talk.ask(pb.SearchRequest(apply=applying(lines, seed, **how)))
        return list(said.apply.outlooks)

    async def rollout(
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
        said = await self._talk.ask(pb.SearchRequest(rollout=asked))
        return list(by_line(said.rollout.finals, count))

    async def forget(self, kept: Sequence[int] = ()) -> None:
        """Have positions kept no longer: these or, if none are named, all."""
        await self._talk.ask(pb.SearchRequest(forget=pb.Forget(kept=kept)))
