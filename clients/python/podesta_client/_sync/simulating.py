# Generated from _async/simulating.py by clients/python/generate.py; edit that one.
"""The calls of the forward model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, Unpack

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_client.simulating import How, Lines, applying, by_line, rolling

from .transport import Calling, Channel, Talk


class Simulator:
    """The forward model, call by call; every method raises Problem. `podesta.simulator` is one."""

    def __init__(self, channel: Channel, call: Calling) -> None:
        self._stub, self._call = SimulatorStub(channel), call

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
        """Positions at random among those that look to the token's seat like the true one.

        With a revision, a game that has moved on raises StaleRevision. With milliseconds, those drawn in time.
        """
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        response: pb.DeterminizeResponse = self._call(self._stub.Determinize, request, token)
        return list(response.positions)

    def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play the steps of each line; what comes next on it. `how` is explained at `How`."""
        response: pb.ApplyResponse = self._call(self._stub.Apply, applying(lines, seed, **how))
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
        """Play each line out `count` times, to the end or for `horizon` decisions; the finals of each line.

        With milliseconds, those that were played in time: the last lines may be missing.
        """
        request = rolling(lines, policy, seed, count, horizon, milliseconds)
        response: pb.RolloutResponse = self._call(self._stub.Rollout, request)
        return list(by_line(response.finals, count))

    def search(self, token: str | None = None) -> Search:
        """A search, whose positions stay at the service; to be used as a context manager. `token` is needed to draw."""
        return Search(self._stub.Search, token)


class Search:
    """The forward model on one stream: positions are numbers, and stay at the service until the block ends.

    Every method raises Problem. A refusal ends nothing; a stream that breaks does, and its positions are gone with it:
    search anew.
    """

    def __init__(self, method: Any, token: str | None) -> None:
        self._talk = Talk(method, token)

    def __enter__(self) -> Self:
        self._talk.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._talk.close()

    def determinize(
        self, game: str, count: int = 1, seed: int = 0, revision: int | None = None, *, milliseconds: int = 0
    ) -> list[int]:
        """Draw positions as `Simulator.determinize` does; the numbers under which they are kept."""
        asked = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision, milliseconds=milliseconds)
        said = self._talk.ask(pb.SearchRequest(determinize=asked))
        return list(said.determinize.kept)

    def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play lines as `Simulator.apply` does. Where they lead is kept as `outlook.kept`, unless `bare` is given."""
        said = self._talk.ask(pb.SearchRequest(apply=applying(lines, seed, **how)))
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
        said = self._talk.ask(pb.SearchRequest(rollout=asked))
        return list(by_line(said.rollout.finals, count))

    def forget(self, kept: Sequence[int] = ()) -> None:
        """Have positions kept no longer: these or, if none are named, all."""
        self._talk.ask(pb.SearchRequest(forget=pb.Forget(kept=kept)))
