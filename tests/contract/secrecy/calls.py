"""Calls of the viewers of a game and its twin, on both wires: reads, refused commands, standing orders."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta_engines import questions
from podesta_engines.core.position import Position
from podesta_engines.core.words import Word
from podesta_service.table.table import Table, held_back, open_table
from tests.contract.secrecy.twins import Twins
from tests.contract.secrecy.worlds import Viewer, World, size, token_of

LANGUAGES = ("en", "it")
LONGEST_PREVIEW = 3
NEVER = {"at": "/edition", "equals": "never"}
"""A condition that holds in no view."""
Worlds = tuple[World, World]


class Calls:
    """The calls of each viewer of a game and its twin: both worlds must answer them with the same bytes."""

    def __init__(self, worlds: Worlds, game: str, grown: Twins, rnd: Random) -> None:
        self.worlds, self.game, self.grown, self.rnd = worlds, game, grown, rnd
        self.viewers: list[Viewer] = [None] if grown.seat is None else [grown.seat, None]
        self.tokens = {viewer: token_of(game, viewer) for viewer in self.viewers}
        self.path = f"/v1/games/{game}"
        self.table: Table = open_table(game, grown.logs[0][0]).table
        self.compared = self.bytes = 0

    def _seen(self, viewer: Viewer, revision: int) -> int:
        """The newest revision that a viewer may know of."""
        return revision - held_back(self.table.created, revision) if viewer is None else revision

    async def _same(self, wire: str, *call: Any, **more: Any) -> Any:
        """Make the same call in both worlds; returns the response, which must be the same."""
        first, second = await asyncio.gather(*(getattr(world, wire)(*call, **more) for world in self.worlds))
        assert first == second, f"{wire} {call} {more} tells {self.grown.seat} the two games apart"
        self.compared += 1
        self.bytes += size(first)
        return first

    async def _both(self, method: str, call: str, token: str | None, body: Any, rpc: str, **more: Any) -> Any:
        """Make the same call on both wires; returns the response of REST."""
        language, headers = more.pop("language", "en"), more.pop("headers", {})
        request = more.pop("request", None) or getattr(pb, f"{rpc}Request")(game=self.game, **(body or {}), **more)
        await self._same("grpc", rpc, request, token, language)
        return await self._same("rest", method, self.path + call, token, body, Accept_Language=language, **headers)

    async def _ask_everything(self, revision: int) -> None:
        """Every call that only reads or is refused, by each viewer in a language of its own, on both wires."""
        await self._order_in_one_world(revision)
        for viewer in self.viewers:
            language = self.rnd.choice(LANGUAGES)
            word = self._any_word(self.table.position, viewer)
            await self._look(viewer, revision, language)
            await self._explain(viewer, language)
            await self._preview(viewer, word, language)
            await self._simulate(viewer, revision)
            await self._order(viewer, revision, language)
            await self._answer_wrongly(viewer, revision, language)
            await self._refuse_fork(viewer, revision, language)

    async def _look(self, viewer: Viewer, revision: int, language: str) -> None:
        """The game now, with compression and without, at an earlier revision and a later one, and its new updates."""
        token, asked = self.tokens[viewer], {"Accept_Language": language}
        told = await self._both("GET", "", token, None, "GetGame", language=language)
        if told.status == 403:
            await self._same("rest", "GET", f"{self.path}/stream?after=0", token, **asked)
            await self._same("rest", "GET", f"/v1/stream?game={self.game}", token, **asked)
        if tag := told.header(b"etag"):
            again = await self._same("rest", "GET", self.path, token, **asked, If_None_Match=tag)
            assert again.status == 304
        await self._same("rest", "GET", self.path, token, **asked, Accept_Encoding="br")
        for at in (self.rnd.randint(1, self._seen(viewer, revision)), revision + self.rnd.randint(0, 1)):
            request = pb.GetGameRequest(game=self.game, at_revision=at)
            await self._both("GET", f"?at={at}", token, None, "GetGame", language=language, request=request)
        await self._same("rest", "GET", f"{self.path}/events?after={max(0, revision - 2)}", token, **asked)
        await self._both("GET", "/record", token, None, "GetRecord", language=language)
        await self._same("rest", "GET", f"/v1/games?ruleset={self.grown.ruleset.id}&limit=1", token, **asked)
        listed = pb.ListGamesRequest(ruleset=self.grown.ruleset.id, page_size=1)
        await self._same("grpc", "ListGames", listed, token, language)

    def _any_word(self, p: Position, viewer: Viewer) -> tuple[str, str]:
        """A question and an answer to it: an open one half of the time, where the viewer is asked."""
        asked = [(q.kind, option.word) for q in questions(p, viewer) for option in q.options]
        if asked and self.rnd.random() < 0.5:
            return self.rnd.choice(asked)
        kind = self.rnd.choice(self.grown.ruleset.kinds)
        return kind.name, self._word(kind.words.words)

    def _word(self, words: Sequence[Word]) -> str:
        return self.rnd.choice(words).slug

    async def _explain(self, viewer: Viewer, language: str) -> None:
        """Why an answer is not open: open words, words of the question asked, and any words."""
        for _ in range(2):
            question, option = self._any_word(self.table.position, viewer)
            said = {"question": question, "option": option}
            await self._both("POST", "/explain", self.tokens[viewer], said, "Explain", language=language)

    async def _preview(self, viewer: Viewer, word: tuple[str, str], language: str) -> None:
        """Preview answers, one more each time, as far as possible."""
        said = [{"question": word[0], "option": word[1]}]
        for _ in range(LONGEST_PREVIEW):
            body = {"answers": said}
            told = await self._both("POST", "/preview", self.tokens[viewer], body, "Preview", language=language)
            shown = json.loads(told.body)
            if told.status != 200 or shown["stop"] != "question":
                return
            asked = self.rnd.choice(shown["after"]["questions"])
            said = [*said, {"question": asked["kind"], "option": self.rnd.choice(asked["options"])["word"]}]

    async def _simulate(self, viewer: Viewer, revision: int) -> None:
        """Possible tables, the effects of answers and policies on them, and play-outs: all from the seat's
        knowledge."""
        token, seed = self.tokens[viewer], self.rnd.randrange(1 << 32)
        request = sim.DeterminizeRequest(game=self.game, count=3, seed=seed, revision=revision)
        _, raw, _ = await self._same("grpc", "Determinize", request, token)
        if not isinstance(raw, bytes):
            return
        lines = [sim.Line(position=position) for position in sim.DeterminizeResponse.FromString(raw).positions]
        for policy in ("", "greedy"):
            await self._same("grpc", "Apply", sim.ApplyRequest(lines=lines, seed=seed, policy=policy), token)
        await self._same("grpc", "Rollout", sim.RolloutRequest(lines=lines, seed=seed, horizon=8), token)

    async def _answer_wrongly(self, viewer: Viewer, revision: int, language: str) -> None:
        """Refused calls: an answer that is not open now, one to the revision before, and going back."""
        p, token = self.table.position, self.tokens[viewer]
        legal = {(q.kind, o.word) for q in questions(p, viewer) for o in q.options}
        kind = next((q.kind for q in questions(p, viewer)), self.grown.ruleset.kinds[0].name)
        words = [word.slug for word in self.grown.ruleset.kind[kind].words.words if (kind, word.slug) not in legal]
        said = [{"question": kind, "option": self.rnd.choice(words) if words else "nothing"}]
        for then in {revision, revision - 1}:
            await self._command(token, then, "/answers", {"answers": said}, "Answer", language, answers=said)
        consent = {"action": pb.RETRACTION_ACTION_CONSENT}
        await self._command(token, revision, "/retractions", {"action": "consent"}, "Retract", language, **consent)

    async def _command(
        self, token: str | None, revision: int, call: str, body: Any, rpc: str, language: str, **said: Any
    ) -> None:
        """A command that is refused."""
        request = getattr(pb, f"{rpc}Request")(game=self.game, revision=revision, command_id="c" * 32, **said)
        headers = {"If_Match": f'"{revision}"', "Idempotency_Key": "k" * 32}
        more = {"request": request, "language": language, "headers": headers}
        assert (await self._both("POST", call, token, body, rpc, **more)).status >= 400

    async def _refuse_fork(self, viewer: Viewer, revision: int, language: str) -> None:
        body = {"revision": self.rnd.randint(1, revision)}
        told = await self._both("POST", "/forks", self.tokens[viewer], body, "Fork", language=language)
        assert told.status == 409

    # -- standing orders -----------------------------------------------------------------------------------------

    async def _order_in_one_world(self, revision: int) -> None:
        """Another seat leaves orders in one world only, or withdraws them."""
        seat = self.rnd.choice([seat for seat in range(self.grown.seats) if seat != self.grown.seat])
        body = {"rules": [{"when": [NEVER], "times": self.rnd.randint(0, 3)}] * self.rnd.randint(1, 5)}
        call = ("PUT", body) if self.rnd.random() < 0.8 else ("DELETE", None)
        key = f"another-seats-orders-{revision:08}"
        await self.worlds[0].rest(
            call[0], f"{self.path}/orders", token_of(self.game, seat), call[1], Idempotency_Key=key
        )

    async def _order(self, viewer: Viewer, revision: int, language: str) -> None:
        """The viewer's own orders: the state of the last ones, new ones, and now and then none."""
        token = self.tokens[viewer]
        await self._both("GET", "/orders", token, None, "GetOrders", language=language)
        orders = {
            "rules": [{"when": [NEVER], "until": self._conditions()}, {"when": [NEVER]}],
            "until": self._conditions(),
        }
        key = f"own-orders-{revision:08}"
        asked = {"Accept_Language": language}
        await self._same("rest", "PUT", f"{self.path}/orders", token, orders, Idempotency_Key=key, **asked)
        if self.rnd.random() < 0.2:
            await self._both("DELETE", "/orders", token, None, "WithdrawOrders", language=language)

    def _conditions(self) -> list[dict[str, Any]]:
        """Conditions of every kind, about any words."""
        ruleset, rnd = self.grown.ruleset, self.rnd
        kind = rnd.choice([kind for kind in ruleset.kinds if not (kind.secret or kind.masked)])
        any_of = [
            {"told": {"note": rnd.choice(ruleset.notes).name}},
            {"asked": {"question": kind.name, "open": self._word(kind.words.words)}},
            {"given": {"question": kind.name}},
            {"seen": {"at": "/phase" if "phase" in ruleset.view.__struct_fields__ else "/edition", "changed": True}},
        ]
        return rnd.sample(any_of, rnd.randint(0, 2))
