"""A game in which seats leave orders, and its twin in which they answer by hand: to all others it is the same game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import decode_entry
from podesta_engines.game.format.seals import plain
from tests.contract.secrecy.calls import Worlds
from tests.contract.secrecy.comparing import Comparison
from tests.contract.secrecy.twins import twins
from tests.contract.secrecy.worlds import Viewer, secret, token_of
from tests.service.orders.any_orders import everything, line_of


class Ordered(Comparison):
    """The viewers of a game that is played by order in the second world, and by hand in the first."""

    def __init__(self, worlds: Worlds, game: str, ruleset: Ruleset, seed: int) -> None:
        seats = ruleset.seats[-1]
        opened = twins(ruleset, seats, seed % seats, 0, 1, secret(game))
        opened.logs[1][:] = opened.logs[0]
        super().__init__(worlds, game, opened, Random(seed), 0.0)
        self.by_order = 0

    def _wires(self, viewer: Viewer) -> Sequence[str]:
        """The streams that report their progress."""
        return ("watch", "stream", "many")

    async def play_so_far(self, most: int) -> None:
        """Play so many answers; compare responses to viewers now and then, and all frames of their streams."""
        try:
            await self._append(0)
            live = self._follow(0)
            await self._caught_up(live)
            while self.table.status == "running" and self.table.revision < most:
                await self._go_on()
            await self._caught_up(live)
            await self._compare_logs()
            await self._compare_followers(live)
        finally:
            for follower in self.following:
                await follower.stop()

    async def _go_on(self) -> None:
        """An answer of a seat that is asked: the viewer's by hand in both worlds, others' by order in one of them."""
        seat = self.rnd.choice([ask.seat for ask in self.table.position.asks])
        if seat == self.grown.seat:
            said = await self._by_hand(1, seat, self._any_answer(seat), self.table.revision)
        else:
            said = await self._by_order(seat)
        await self.worlds[1].context.master.steward.tend(self.game)
        mirrored = await self._mirror()
        assert said is None or said == mirrored
        await self._ask()

    async def _by_order(self, seat: int) -> None:
        """Leave orders that answer at once, and sometimes any later question."""
        answer = self._any_answer(seat)
        line = line_of([(answer["question"], answer["option"])])
        orders = everything(self.table) if self.rnd.random() < 0.4 else line
        for number, each in enumerate((orders, line)):
            table = await self.worlds[1].context.master.table(self.game)
            if table.revision == self.table.revision:
                await self._leave(seat, each, f"order-{self.table.revision:010}-{number}")

    async def _leave(self, seat: int, orders: Any, key: str) -> None:
        token = token_of(self.game, seat)
        told = await self.worlds[1].rest("PUT", f"{self.path}/orders", token, orders, Idempotency_Key=key)
        assert told.status == 200, told.body

    async def _mirror(self) -> Any:
        """Give by hand the answers that the second world has stored since; returns the response to the viewer's own, if
        any."""
        said = None
        for stored in await self.worlds[1].store.read(self.game, self.table.revision):
            (event,) = [event for event in decode_entry(stored.data).events if type(event) is Answered]
            answer = {"question": event.question, "option": event.option}
            told = await self._by_hand(0, event.seat, answer, stored.revision - 1)
            said = told if event.seat == self.grown.seat and said is None else said
            self.by_order += event.seat != self.grown.seat
        self.table = await self.worlds[0].context.master.table(self.game)
        return said

    async def _by_hand(self, world: int, seat: int, answer: dict[str, Any], revision: int) -> Any:
        token = token_of(self.game, seat)
        headers = {"If_Match": f'"{revision}"', "Idempotency_Key": f"by-hand-{revision:010}"}
        body = {"answers": [answer]}
        told = await self.worlds[world].rest("POST", f"{self.path}/answers", token, body, **headers)
        assert told.status == 200, told.body
        return told

    def _any_answer(self, seat: int) -> dict[str, Any]:
        ask = next(ask for ask in self.table.position.asks if ask.seat == seat)
        return {"question": ask.kind.name, "option": ask.kind.words.slug(self.rnd.choice(ask.options))}

    async def _ask(self) -> None:
        """The calls on orders and on the game that viewers may make."""
        for viewer, token in self.tokens.items():
            if viewer is not None:
                orders = await self._both("GET", "/orders", token, None, "GetOrders")
                assert json.loads(orders.body)["orders"] is None
            await self._both("GET", "", token, None, "GetGame")
            await self._same("rest", "GET", f"{self.path}/events?after={max(0, self.table.revision - 3)}", token)
        await self._same("grpc", "ListGames", pb.ListGamesRequest(ruleset=self.grown.ruleset.id, page_size=1), None)

    async def _compare_logs(self) -> None:
        """The stores hold the same entries behind their seals."""
        logs = [[plain(stored.data) for stored in await world.store.read(self.game)] for world in self.worlds]
        assert logs[0] == logs[1]
