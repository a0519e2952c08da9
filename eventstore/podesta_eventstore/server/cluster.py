"""The route through a Cluster: each slot's primary, learned from `CLUSTER SLOTS` and corrected by redirections."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import hiredis

from podesta_eventstore.errors import StoreError, StoreUnavailable

from .address import Address
from .connection import Argument, ConnectionLost
from .link import Link, Locate, Redirected, SlotMoving, at, shared
from .routes import SLOTS, Confirmation, Links, Question, Route

_REDIRECTIONS = 5
_PAUSE = 0.1
_PAUSES = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.32, 0.0)
"""Seconds to wait after each try of a command while its slot is being moved, about 1 s in all; a slot moves in a few
milliseconds. 0 marks the last try."""


class ClusterRoute(Route):
    """A Cluster found at `seeds`; every server is greeted as the seeds are (user, password, TLS).

    A redirection is followed at once. After one, and when a server cannot be reached, the map of slots is asked for
    again, at most ten times a second.
    """

    def __init__(self, seeds: list[Address], timeout: float) -> None:
        self._seeds = seeds
        self._timeout = timeout
        self._nodes: dict[str, Links] = {}
        self._owners: list[str] = [""] * SLOTS
        self._learning: asyncio.Task[None] | None = None

    async def call(self, slot: int, *command: Argument) -> Any:
        """Ask the slot's primary, according to the Cluster."""
        return (await self.write(slot, *command))[0]

    async def write(self, slot: int, *command: Argument, confirm: Confirmation | None = None) -> tuple[Any, bool]:
        """Write to the slot's primary; a redirected command was not executed where it was sent first.

        A Cluster moves a slot key by key. Meanwhile it refuses a command with several keys unless one server has all of
        them, so the command is repeated for about a second. The same applies to a command that two servers redirect to
        each other: each may briefly consider the other responsible for the slot.
        """
        for pause in _PAUSES:
            try:
                return await self._write(slot, command, confirm)
            except SlotMoving:
                if not pause:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("the last pause is 0")

    async def _write(self, slot: int, command: tuple[Argument, ...], confirm: Confirmation | None) -> tuple[Any, bool]:
        node = await self._owner(slot)
        for _ in range(_REDIRECTIONS):
            try:
                return await self._links(node).write(*command, confirm=confirm)
            except Redirected as redirected:
                if redirected.once:
                    return await self._ask(redirected.node, command), confirm is None
                node = self._owners[slot] = redirected.node
                self._learn()
            except (StoreUnavailable, ConnectionLost):
                self._learn()
                raise
        raise SlotMoving(f"slot {slot} of the store moves faster than it can be followed")

    async def call_each(self, questions: Sequence[Question]) -> list[Any]:
        """Send each primary its share in one write, at the same time; resend what was redirected or lost."""
        await self._owner(questions[0][0])
        shares: dict[str, list[int]] = {}
        for index, (slot, _) in enumerate(questions):
            shares.setdefault(self._owners[slot], []).append(index)
        asked = await asyncio.gather(
            *(self._links(node).call_each(questions[i][1] for i in share) for node, share in shares.items() if node),
            return_exceptions=True,
        )
        replies: list[Any] = [None] * len(questions)
        for share, received in zip((share for node, share in shares.items() if node), asked, strict=True):
            for index, reply in zip(share, received if isinstance(received, list) else [], strict=False):
                replies[index] = reply
        return [
            await self.call(slot, *command) if reply is None or isinstance(reply, Exception) else reply
            for reply, (slot, command) in zip(replies, questions, strict=True)
        ]

    def station(self, slot: int) -> str:
        """Return the slot's primary as `host:port`, empty while it is not known."""
        return self._owners[slot]

    async def stations(self) -> dict[str, Link]:
        """Return the primaries as `host:port`: asked for once, then kept up to date by redirections."""
        if "" in set(self._owners):
            await self.refresh()
        nodes = set(self._owners)
        if "" in nodes:
            raise StoreUnavailable("the store's Cluster has slots that no server serves")
        return {node: self._links(node).questions for node in nodes}

    def locate(self, station: str) -> Locate:
        """Return a `Locate` for the address in the name."""
        return at(self._address(station)) if station else at(self._seeds[0])

    async def primaries(self) -> list[Link]:
        """Return a link to every primary that has slots."""
        await self.refresh()
        return [self._links(node).questions for node in sorted(set(self._owners)) if node]

    async def refresh(self) -> None:
        """Ask the servers known, then the seeds, for the map; raises StoreUnavailable if none has one."""
        await shared(self._learn())

    async def close(self) -> None:
        """Close every connection."""
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.wait([self._learning])
        for links in self._nodes.values():
            await links.close()

    async def _owner(self, slot: int) -> str:
        if not self._owners[slot]:
            await self.refresh()
        if not self._owners[slot]:
            raise StoreUnavailable(f"no server of the store's Cluster has slot {slot}")
        return self._owners[slot]

    async def _ask(self, node: str, command: tuple[Argument, ...]) -> Any:
        """Send one command to the server that a slot is moving to."""
        link = self._links(node).questions
        connection = await link.connection()
        asking = connection.call("ASKING")
        reply = connection.call(*command)
        await asking
        return await link.settle(connection, reply)

    def _links(self, node: str) -> Links:
        if node not in self._nodes:
            self._nodes[node] = Links(at(self._address(node)), self._timeout)
        return self._nodes[node]

    def _address(self, node: str) -> Address:
        host, _, port = node.rpartition(":")
        return replace(self._seeds[0], host=host.strip("[]") or self._seeds[0].host, port=int(port))

    def _learn(self) -> "asyncio.Task[None]":
        if self._learning is None or self._learning.done():
            self._learning = asyncio.create_task(self._ask_for_map(), name="cluster map")
            self._learning.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._learning

    async def _ask_for_map(self) -> None:
        failures: list[str] = []
        for links in [*self._nodes.values(), *self._seed_links()]:
            try:
                self._read_map(await links.questions.call("CLUSTER", "SLOTS"))
                await asyncio.sleep(_PAUSE if failures else 0)
            except (StoreError, hiredis.ReplyError) as error:
                failures.append(str(error))
            else:
                return
        await asyncio.sleep(_PAUSE)
        raise StoreUnavailable(f"no server of the store's Cluster can be reached: {'; '.join(failures)}")

    def _seed_links(self) -> list[Links]:
        return [self._links(f"{seed.host}:{seed.port}") for seed in self._seeds]

    def _read_map(self, ranges: list[Any]) -> None:
        if not ranges:
            raise StoreUnavailable("the server belongs to no Cluster that has slots")
        owners = [""] * SLOTS
        for first, last, primary, *_ in ranges:
            host = primary[0].decode() if primary[0] else ""  # empty: the host that was contacted
            owners[first : last + 1] = [f"{host}:{primary[1]}"] * (last + 1 - first)
        self._owners = owners
