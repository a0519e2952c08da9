"""Secrecy over the wire: what a seat may not know changes no byte of what it is answered, told or refused.

Two games differ only in what a seat (or spectators) may not know. Each is written into a store of its own, entry by
entry, while followers watch over REST and gRPC, and both processes are asked the same at the same revisions.

Followers and histories are compared at every revision, all other calls at a share of them.

By hand: `PODESTA_SECRECY_GAMES=100` plays so many whole games of every ruleset, `PODESTA_SECRECY_SHARE=1` asks
everything at every revision.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import RULESETS, questions
from engines.core.position import Position
from engines.core.ruleset import Ruleset
from eventstore import EmbeddedServer
from podesta.v1 import game_master_pb2 as pb
from service.names import new_game
from service.table import fold_table, held_back
from tests.contract.twins import Twins, twins
from tests.contract.worlds import PAGE, Follower, Viewer, World, commitment, running_world, token_of

GAMES = int(os.environ.get("PODESTA_SECRECY_GAMES", "0"))
SHARE = float(os.environ.get("PODESTA_SECRECY_SHARE", "0.06"))
"""How often everything is asked; what followers are told is compared at every revision anyway."""
FEW = 2
"""Games of a ruleset in an everyday run: one that a seat looks at, one that only spectators do."""
MOST = 10_000 if GAMES else 50
"""Entries of a game."""
LANGUAGES = ("en", "it")
Worlds = tuple[World, World]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[EmbeddedServer]]:
    """Two private Valkeys: both hold a game of the same id."""
    servers = [EmbeddedServer(tmp_path_factory.mktemp(f"world{i}"), "everysec") for i in range(2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
async def worlds(stores: list[EmbeddedServer], tmp_path: Path) -> AsyncIterator[Worlds]:
    """Two processes, each on a store of its own."""
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(running_world(store.url, tmp_path / str(i)))
            for i, store in enumerate(stores)
        ]
        yield first, second


def cases(ruleset: Ruleset) -> Iterator[tuple[int, Viewer, int]]:
    """Seats of the game, who looks at it, and its seed: every number of seats in turn, each seat and spectators."""
    for seed in range(GAMES or FEW):
        seats = ruleset.seats[seed * (len(ruleset.seats) - 1) % len(ruleset.seats)] if seed else ruleset.seats[-1]
        yield seats, None if seed % 4 == 1 else seed % seats, seed


@pytest.mark.slow
@pytest.mark.timeout(0 if GAMES else 120)
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_what_a_seat_may_not_know_changes_no_byte_of_any_answer(worlds: Worlds, ruleset: Ruleset) -> None:
    """Non-interference: the seat, and spectators, get the same bytes from both games, on both wires, all along."""
    revisions = apart = compared = 0
    for seats, viewer, seed in cases(ruleset):
        game = new_game()
        grown = twins(ruleset, seats, viewer, seed, MOST, commitment(game))
        compared += await Comparison(worlds, game, grown, Random(seed)).play()
        revisions, apart = revisions + len(grown), apart + sum(grown.apart)
    print(f"{ruleset.id}: {GAMES or FEW} games, {revisions} revisions, {apart} apart, {compared} answers compared")
    assert apart


class Comparison:
    """Plays a game and its twin, and compares what each viewer gets of them."""

    def __init__(self, worlds: Worlds, game: str, grown: Twins, rnd: Random) -> None:
        self.worlds, self.game, self.grown, self.rnd = worlds, game, grown, rnd
        self.viewers: list[Viewer] = [None] if grown.seat is None else [grown.seat, None]
        self.tokens = {viewer: token_of(game, viewer) for viewer in self.viewers}
        self.path = f"/v1/games/{game}"
        self.compared = 0
        self.following: list[Follower] = []

    async def play(self) -> int:
        """Grow both logs, asking and listening all along; how many answers and frames were compared."""
        try:
            await self._play()
        finally:
            await asyncio.gather(*(follower.stop() for follower in self.following))
        return self.compared

    async def _play(self) -> None:
        await self._append(0)
        live = self._follow(after=0)
        for revision in range(1, len(self.grown)):
            await self._until(live, revision)
            await self._append(revision)
            if self.rnd.random() < SHARE:
                await self._ask_everything(revision + 1)
        await self._until(live, len(self.grown))
        await self._ask_everything(len(self.grown))
        await self._read_history()
        await self._replay()
        if self.grown.seat is not None:
            await self._take_back()
        await self._compare_followers(live)

    # -- followers -----------------------------------------------------------------------------------------------

    def _follow(self, after: int | None) -> list[tuple[Viewer, str, list[Follower]]]:
        """A follower of each viewer on each wire in each world."""
        found = []
        for viewer, token in self.tokens.items():
            for wire in ("watch", "stream"):
                pair = [Follower() for _ in self.worlds]
                self.following += pair
                for follower, world in zip(pair, self.worlds, strict=True):
                    follower.start(getattr(follower, wire)(world, self.game, token, after))
                found.append((viewer, wire, pair))
        return found

    def _seen(self, viewer: Viewer, revision: int) -> int:
        """The newest revision that a viewer may know of."""
        return revision - held_back(self.grown.logs[0][0].events[0], revision) if viewer is None else revision

    async def _until(self, live: list[tuple[Viewer, str, list[Follower]]], revision: int, marked: bool = True) -> None:
        """Return when all have been told everything up to a revision; `marked`: and that they have caught up."""
        delay = self.grown.spectators.delay
        for viewer, _, pair in live:
            behind = delay if viewer is None else 0
            for follower in pair if revision > behind else []:
                await follower.until(revision - behind, marked or not behind)

    async def _compare_followers(self, live: list[tuple[Viewer, str, list[Follower]]]) -> None:
        """The same frames in the same order, each of the same bytes."""
        for viewer, wire, pair in live:
            for follower in pair:
                await follower.stop()
            assert pair[0].heard == pair[1].heard, f"{wire} tells {viewer} the two games apart"
            self.compared += len(pair[0].heard)

    async def _replay(self) -> None:
        """Streams that begin later: from the first revision, from the middle, and with the game as it is."""
        for after in (0, self._seen(None, len(self.grown)) // 2, None):
            replayed = self._follow(after)
            await self._until(replayed, len(self.grown), marked=after is not None)
            await self._compare_followers(replayed)

    # -- calls ---------------------------------------------------------------------------------------------------

    async def _append(self, revision: int) -> None:
        for world, log in zip(self.worlds, self.grown.logs, strict=True):
            await world.append(self.game, revision, log[revision])

    async def _same(self, wire: str, *call: Any, **more: Any) -> tuple[Any, ...]:
        """Ask both worlds the same; the answer that both give."""
        answers = [await getattr(world, wire)(*call, **more) for world in self.worlds]
        assert answers[0] == answers[1], f"{wire} {call} tells {self.grown.seat} the two games apart"
        self.compared += 1
        return answers[0]

    async def _ask_everything(self, revision: int) -> None:
        """Every call that only reads or is refused, by each viewer in a language of its own, on both wires."""
        table = fold_table(self.game, self.grown.logs[0][:revision])
        at = self.rnd.randint(1, self._seen(None, revision))
        for viewer in self.viewers:
            language = self.rnd.choice(LANGUAGES)
            word = self._any_word(table.position, viewer)
            await self._look(viewer, revision, at, language)
            await self._explain(viewer, word, language)
            await self._preview(viewer, word, language)
            await self._answer_wrongly(viewer, revision, table.position, language)

    async def _look(self, viewer: Viewer, revision: int, at: int, language: str) -> None:
        """The game now, with compression and without, at an earlier revision and a later one, and what is new."""
        token, asked = self.tokens[viewer], {"Accept-Language": language}
        _, headers, _ = await self._same("rest", "GET", self.path, token, headers=asked)
        tag = {"If-None-Match": dict(headers)["etag"]}
        assert (await self._same("rest", "GET", self.path, token, headers={**asked, **tag}))[0] == 304
        await self._same("rest", "GET", self.path, token, headers={**asked, "Accept-Encoding": "br"})
        for when in (at, revision, revision + 1):
            await self._same("rest", "GET", f"{self.path}?at={when}", token, headers=asked)
            await self._same("grpc", "GetGame", pb.GetGameRequest(game=self.game, at_revision=when), token, language)
        await self._same("grpc", "GetGame", pb.GetGameRequest(game=self.game), token, language)
        await self._same("rest", "GET", f"{self.path}/events?after={max(0, revision - 2)}", token, headers=asked)
        await self._same("rest", "GET", f"{self.path}/record", token, headers=asked)
        await self._same("rest", "GET", f"/v1/games?ruleset={self.grown.ruleset.id}&limit=1", token, headers=asked)

    def _any_word(self, p: Position, viewer: Viewer) -> tuple[str, str]:
        """A question and an answer to it: an open one half of the time, where the viewer is asked."""
        asked = [(q.kind, option.word) for q in questions(p, viewer) for option in q.options]
        if asked and self.rnd.random() < 0.5:
            return self.rnd.choice(asked)
        kind = self.rnd.choice(self.grown.ruleset.kinds)
        return kind.name, self.rnd.choice(kind.words.words).slug

    async def _explain(self, viewer: Viewer, word: tuple[str, str], language: str) -> None:
        """Why an answer is not open."""
        token, (question, option) = self.tokens[viewer], word
        said = {"question": question, "option": option}
        await self._post("explain", token, said, language)
        await self._same("grpc", "Explain", pb.ExplainRequest(game=self.game, **said), token, language)

    async def _preview(self, viewer: Viewer, word: tuple[str, str], language: str) -> None:
        """What an answer would lead to."""
        token, said = self.tokens[viewer], {"question": word[0], "option": word[1]}
        await self._post("preview", token, {"answers": [said]}, language)
        request = pb.PreviewRequest(game=self.game, answers=[said])
        await self._same("grpc", "Preview", request, token, language)

    async def _answer_wrongly(self, viewer: Viewer, revision: int, p: Position, language: str) -> None:
        """What is refused: an answer that is not open now, one to the revision before, and going back."""
        token, legal = self.tokens[viewer], {(q.kind, o.word) for q in questions(p, viewer) for o in q.options}
        kind = next((q.kind for q in questions(p, viewer)), self.grown.ruleset.kinds[0].name)
        words = [word.slug for word in self.grown.ruleset.kind[kind].words.words if (kind, word.slug) not in legal]
        option = self.rnd.choice(words) if words else "nothing"
        for then in {revision, revision - 1}:
            await self._answer(token, then, kind, option, language)
        await self._refuse_retraction(token, revision, language)

    async def _answer(self, token: str | None, revision: int, kind: str, option: str, language: str) -> None:
        said = {"question": kind, "option": option}
        status, _, body = await self._post("answers", token, {"answers": [said]}, language, revision)
        assert status >= 400, body
        request = pb.AnswerRequest(game=self.game, revision=revision, command_id="c" * 32, answers=[said])
        await self._same("grpc", "Answer", request, token, language)

    async def _refuse_retraction(self, token: str | None, revision: int, language: str) -> None:
        """Consent to what nobody has proposed."""
        status, _, body = await self._post("retractions", token, {"action": "consent"}, language, revision)
        assert status >= 400, body
        action = pb.RETRACTION_ACTION_CONSENT
        request = pb.RetractRequest(game=self.game, revision=revision, command_id="r" * 32, action=action)
        await self._same("grpc", "Retract", request, token, language)

    async def _take_back(self) -> None:
        """The last word of a game: the seat takes its newest answer back, or is told why it cannot."""
        token, head = self.tokens[self.grown.seat], len(self.grown)
        await self._post("retractions", token, {"action": "take_back"}, "en", head)
        await self._same("rest", "GET", self.path, token)
        await self._same("rest", "GET", self.path, None)

    async def _post(
        self, call: str, token: str | None, body: Any, language: str, revision: int | None = None
    ) -> tuple[Any, ...]:
        headers = {"Accept-Language": language}
        if revision is not None:
            headers |= {"If-Match": f'"{revision}"', "Idempotency-Key": "k" * 32}
        return await self._same("rest", "POST", f"{self.path}/{call}", token, json=body, headers=headers)

    async def _read_history(self) -> None:
        """Every update, page by page, on both wires."""
        calls = []
        for viewer, token in self.tokens.items():
            for after in range(0, self._seen(viewer, len(self.grown)) + 1, PAGE):
                calls.append(self._same("rest", "GET", f"{self.path}/events?after={after}&limit={PAGE}", token))
                request = pb.ListUpdatesRequest(game=self.game, after_revision=after, limit=PAGE)
                calls.append(self._same("grpc", "ListUpdates", request, token))
        await asyncio.gather(*calls)
