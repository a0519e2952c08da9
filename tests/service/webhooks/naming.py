"""Names that nobody has: what the resolver of this machine says of them, one answer after another."""

from __future__ import annotations

import socket
from typing import Any


class Names:
    """Answers for names; the last answer stays. Every other name is looked up as ever.

    There is no other way to a name whose address changes between two moments.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self._ever = socket.getaddrinfo

    def look_up(self, host: Any, port: Any, *rest: Any, **more: Any) -> list[Any]:
        """As `socket.getaddrinfo`."""
        name = host.decode() if isinstance(host, bytes) else host
        if name not in self.answers:
            return self._ever(host, port, *rest, **more)
        found = self.answers[name]
        addresses = found.pop(0) if len(found) > 1 else found[0]
        return [info for each in addresses for info in self._ever(each, port, *rest, **more)]
