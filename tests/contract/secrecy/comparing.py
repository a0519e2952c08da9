"""A comparison: a game and its twin grow in parallel, and each viewer gets the same bytes of both throughout."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.names import new_game
from podesta_service.table.table import advance
from tests.contract.secrecy.calls import Calls, Worlds
from tests.contract.secrecy.following import Follower, same
from tests.contract.secrecy.lobbies import Lobbies
from tests.contract.secrecy.twins import Twins
from tests.contract.secrecy.worlds import PAGE, Viewer, token_of

READERS = ("watch", "patched", "stream", "light", "many")
"""The streams of any viewer, by the followers' methods."""
PLAYERS = ("play", "patched_play")
"""Those of a seat that plays."""
LAST = {"stream": 2, "many": 2, "light": 3}
"""The number of frames about a game's end, if more than one."""
Live = list[tuple[Viewer, str, list[Follower]]]


class Comparison(Calls):
    """Plays a game and its twin, and compares the responses and streams of each viewer."""

    def __init__(self, worlds: Worlds, game: str, grown: Twins, rnd: Random, share: float) -> None:
        super().__init__(worlds, game, grown, rnd)
        self.share = share
        self.turns = 1
        """Messages of `Play` to the seat: one as it joins, and one at each new question."""
        self.following: list[Follower] = []
        self.lobbies = Lobbies(worlds, grown.ruleset, rnd)

    async def play(self) -> None:
        """Grow both logs, calling and following throughout."""
        try:
            await self._play()
        finally:
            await asyncio.gather(self.lobbies.stop(), *(follower.stop() for follower in self.following))

    async def _play(self) -> None:
        await self._append(0)
        live = self._follow(0)
        await self.lobbies.begin()
        await self._caught_up(live)
        for revision in range(1, len(self.grown)):
            await self._append(revision)
            if self.rnd.random() < self.share:
                await self._ask_everything(revision + 1)
                await self.lobbies.look_again()
        await self._caught_up(live)
        await self._ask_everything(len(self.grown))
        await self._read_history()
        await self._replay()
        if self.grown.ends:
            await self._end(live)
        else:
            await self._take_back()
            await self._compare_followers(live)
        frames, sent = await self.lobbies.compare()
        self.compared, self.bytes = self.compared + frames, self.bytes + sent

    async def _append(self, revision: int) -> None:
        logs = self.grown.logs
        for world, log in zip(self.worlds, logs, strict=True):
            await world.append(self.game, revision, log[revision])
        if revision:
            before = self._asked()
            self.table = advance(self.table, logs[0][revision]).table
            now = self._asked()
            self.turns += now[1] and now != before

    def _asked(self) -> tuple[Any, bool]:
        """An identity of the current question, and whether the seat is asked it."""
        p = self.table.position
        return p.moment(), any(ask.seat == self.grown.seat for ask in p.asks)

    # -- followers -----------------------------------------------------------------------------------------------

    def _follow(self, after: int | None) -> Live:
        """A follower of each viewer on each stream in each world."""
        return [self._pair(viewer, wire, after) for viewer in self.viewers for wire in self._wires(viewer)]

    def _wires(self, viewer: Viewer) -> Sequence[str]:
        if viewer is None and self.grown.spectators.policy == "none":
            return ()
        return (*READERS, *(PLAYERS if viewer is not None else ()))

    def _pair(self, viewer: Viewer, wire: str, after: int | None) -> tuple[Viewer, str, list[Follower]]:
        pair = [Follower() for _ in self.worlds]
        self.following += pair
        for follower, world in zip(pair, self.worlds, strict=True):
            follower.start(getattr(follower, wire)(world, self.game, self.tokens[viewer], after))
        return viewer, wire, pair

    async def _caught_up(self, live: Live) -> None:
        """Return when all have received everything that they may know now, and the mark for it."""
        for viewer, wire, pair in live:
            for follower in pair:
                if wire in PLAYERS:
                    await follower.times(self.turns)
                else:
                    await follower.until(self._seen(viewer, self.table.revision))

    async def _compare_followers(self, live: Live, but_the_end: int = 0) -> None:
        """The same frames in the same order, each of the same bytes; at the end only their number must agree."""
        for viewer, wire, pair in live:
            await asyncio.gather(*(follower.stop() for follower in pair))
            heard = len(pair[0].heard) - but_the_end
            try:
                self.bytes += same(pair, heard)
            except AssertionError as error:
                raise AssertionError(f"{wire} tells {viewer} the two games apart: {error}") from None
            self.compared += heard

    async def _replay(self) -> None:
        """Streams that begin later: from the first revision, from the middle, and with the current game."""
        for after in (0, self._seen(None, len(self.grown)) // 2, None):
            viewers = [viewer for viewer in self.viewers if self._wires(viewer)]
            if not viewers:
                return
            viewer = self.rnd.choice(viewers)
            for wire in READERS if after is None else self.rnd.sample(READERS, 1):
                replayed = [self._pair(viewer, wire, after)]
                await self._caught_up(replayed)
                await self._compare_followers(replayed)

    # -- the last words of a game --------------------------------------------------------------------------------

    async def _take_back(self) -> None:
        """The seat takes its newest answer back, or gets the reason why it cannot."""
        if self.grown.seat is None:
            return
        token, head = self.tokens[self.grown.seat], len(self.grown)
        headers = {"If_Match": f'"{head}"', "Idempotency_Key": "k" * 32}
        await self._same("rest", "POST", f"{self.path}/retractions", token, {"action": "take_back"}, **headers)
        for each in (token, None):
            await self._same("rest", "GET", self.path, each)

    async def _end(self, live: Live) -> None:
        """The end reveals everything; frames before it stay the same, and as many."""
        assert self.grown.ends
        head = len(self.grown)
        for world, entry in zip(self.worlds, self.grown.ends, strict=True):
            await world.append(self.game, head, entry, "ended")
        await asyncio.gather(*(follower.end() for _, _, pair in live for follower in pair))
        await self._compare_end(live)
        for viewer in self.viewers:
            await self._look_back(viewer, head)
            await self._fork(viewer, self.rnd.randint(1, head))

    async def _compare_end(self, live: Live) -> None:
        """The frames before the last update; over REST, a final frame comes after it."""
        for viewer, wire, pair in live:
            await self._compare_followers([(viewer, wire, pair)], but_the_end=LAST.get(wire, 1))

    async def _look_back(self, viewer: Viewer, head: int) -> None:
        """The game at earlier revisions, and its history except for the end; and every call that comes too late."""
        token = self.tokens[viewer]
        for at in (self.rnd.randint(1, head), head):
            request = pb.GetGameRequest(game=self.game, at_revision=at)
            await self._both("GET", f"?at={at}", token, None, "GetGame", request=request)
        after = self.rnd.randint(0, head - 1)
        limit = min(PAGE, head - after)
        request = pb.ListUpdatesRequest(game=self.game, after_revision=after, limit=limit)
        listed = {"request": request, "language": "it"}
        await self._both("GET", f"/events?after={after}&limit={limit}", token, None, "ListUpdates", **listed)
        await self._explain(viewer, "en")
        await self._preview(viewer, self._any_word(self.table.position, viewer), "it")
        await self._both("GET", "/orders", token, None, "GetOrders")
        await self._command(token, head + 1, "/retractions", {"action": "take_back"}, "Retract", "it")

    async def _fork(self, viewer: Viewer, revision: int) -> None:
        """A fork of the ended game: in it the seat knows only what it knew then."""
        seats = [{"name": f"F{seat}", "claim": True} for seat in range(self.grown.seats)]
        body = {"revision": revision, "seats": seats}
        key = f"fork-{new_game()}"
        told = await self._same("rest", "POST", f"{self.path}/forks", None, body, Idempotency_Key=key)
        fork = json.loads(told.body)["game"]["game"]
        token = token_of(fork, viewer)
        for call in ("", "/events", "/events?after=1"):
            await self._same("rest", "GET", f"/v1/games/{fork}{call}", token)
        await self._same("grpc", "GetGame", pb.GetGameRequest(game=fork), token)

    async def _read_history(self) -> None:
        """Every update, page by page, on one wire or the other."""
        for viewer, token in self.tokens.items():
            for after in range(0, self._seen(viewer, len(self.grown)) + 1, PAGE):
                request = pb.ListUpdatesRequest(game=self.game, after_revision=after, limit=PAGE)
                if self.rnd.random() < 0.5:
                    await self._same("rest", "GET", f"{self.path}/events?after={after}&limit={PAGE}", token)
                else:
                    await self._same("grpc", "ListUpdates", request, token)
