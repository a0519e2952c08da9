"""Names of receivers are looked up in separate threads: few at a time, and fewer for one owner.

So a slow name server delays only the notices of the owners that use it.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import ip_address

from podesta_service.fairness.accounts import Holdings
from podesta_service.problems import Refusal

from .addresses import NOT_PUBLIC, Address, Forbidden

AT_ONCE = 16
"""Names that are looked up at the same time."""
AT_ONCE_EACH = 4
"""Names of one owner that are looked up at the same time."""
Name = tuple[str, int]
Found = list[Address] | None
"""The addresses of a name; None: it has none."""


class Resolver:
    """Looks names up; callers that ask for the same name at the same time share the answer."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "names")
        self._asking: dict[Name, asyncio.Future[Found]] = {}
        self.busy = Holdings(AT_ONCE_EACH, AT_ONCE)
        """The names being looked up for each owner."""

    async def resolve(self, host: str, port: int, owner: str = "") -> list[Address]:
        """All addresses of a name, in this owner's turn; raises Forbidden if it has none."""
        try:
            asking = await self.busy.line.wait(owner, partial(self._begin, owner, (host, port)))
        except Refusal:
            raise Forbidden("too many names wait to be looked up") from None
        if (found := await asyncio.shield(asking)) is None:
            raise Forbidden(NOT_PUBLIC)
        return found

    def _begin(self, owner: str, name: Name) -> asyncio.Future[Found] | None:
        """Look a name up, or join a running lookup of it; None if there is no room."""
        if name not in self._asking and self.busy.claim(owner):
            self._asking[name] = asyncio.get_running_loop().run_in_executor(self._threads, _look_up, *name)
            self._asking[name].add_done_callback(lambda _: self._end(owner, name))
        return self._asking.get(name)

    def _end(self, owner: str, name: Name) -> None:
        del self._asking[name]
        self.busy.drop(owner)

    def close(self) -> None:
        """Start no more lookups."""
        self._threads.shutdown(wait=False)


def _look_up(host: str, port: int) -> Found:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    return [ip_address(str(info[4][0]).partition("%")[0]) for info in found]
