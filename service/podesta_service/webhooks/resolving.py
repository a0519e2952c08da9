"""Names of receivers are looked up in separate threads: few at a time, and fewer for one owner.

So a slow name server delays only the notices of the owners that use it.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address

from .addresses import NOT_PUBLIC, Address, Forbidden

AT_ONCE = 16
"""Names that are looked up at the same time."""
AT_ONCE_EACH = 4
"""Names of one owner that are looked up at the same time."""
MOST_WAITING = 128
"""Names of one owner that may wait to be looked up."""
Name = tuple[str, int]
Found = list[Address] | None
"""The addresses of a name; None: it has none."""
Waiting = deque[tuple[Name, "asyncio.Future[Found]"]]


class Resolver:
    """Looks names up; callers that ask for the same name at the same time share the answer."""

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None
        self._asking: dict[Name, list[asyncio.Future[Found]]] = {}
        self._waiting: dict[str, Waiting] = {}
        self.busy: Counter[str] = Counter()
        """The names being looked up for each owner."""

    async def resolve(self, host: str, port: int, owner: str = "") -> list[Address]:
        """All addresses of a name, in this owner's turn; raises Forbidden if it has none."""
        answer: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(owner, deque())
        if len(line) >= MOST_WAITING:
            raise Forbidden("too many names wait to be looked up")
        line.append(((host, port), answer))
        self._go_on()
        found = await answer
        if found is None:
            raise Forbidden(NOT_PUBLIC)
        return found

    def _go_on(self) -> None:
        """Start the lookups that may begin, by owner in turn."""
        for owner in list(self._waiting):
            line = self._waiting.pop(owner)
            while line and (line[0][1].done() or self._begin(owner, *line[0])):
                line.popleft()
            if line:
                self._waiting[owner] = line  # it goes behind the others from now on

    def _begin(self, owner: str, name: Name, answer: asyncio.Future[Found]) -> bool:
        """Look a name up, or join a running lookup of it; returns whether there was room."""
        if name in self._asking:
            self._asking[name].append(answer)
            return True
        if self.busy.total() >= AT_ONCE or self.busy[owner] >= AT_ONCE_EACH:
            return False
        self._asking[name] = [answer]
        self.busy[owner] += 1
        self._threads = self._threads or ThreadPoolExecutor(AT_ONCE, "names")
        asking = asyncio.get_running_loop().run_in_executor(self._threads, _look_up, *name)
        asking.add_done_callback(lambda done: self._tell(owner, name, done))
        return True

    def _tell(self, owner: str, name: Name, done: asyncio.Future[Found]) -> None:
        """Resolve every waiting future, then start the next lookups."""
        self.busy[owner] -= 1
        self.busy += Counter()
        found = None if done.cancelled() else done.result()
        for answer in self._asking.pop(name):
            if not answer.done():
                answer.set_result(found)
        self._go_on()

    def close(self) -> None:
        """Start no more lookups."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> Found:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    return [ip_address(str(info[4][0]).partition("%")[0]) for info in found]
