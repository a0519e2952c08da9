"""How Firefox and WebKit are driven: WebDriver's commands, over Marionette's socket or over HTTP."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
Wire = Callable[..., Any]
"""`wire(command, **given)` carries out a command by its name in Marionette, and returns its value."""

PATIENCE = 60.0
"""Seconds for a browser to start, and for a command."""
PATHS = {
    "NewSession": ("POST", ""),
    "SetWindowRect": ("POST", "/window/rect"),
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "Back": ("POST", "/back"),
    "Forward": ("POST", "/forward"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "PerformActions": ("POST", "/actions"),
    "NewWindow": ("POST", "/window/new"),
    "SwitchToWindow": ("POST", "/window"),
    "GetWindowHandles": ("GET", "/window/handles"),
    "CloseWindow": ("DELETE", "/window"),
}
"""The paths of WebDriver's commands, over HTTP."""


class Refused(AssertionError):
    """The browser refused a command."""


def marionette(port: int) -> Wire:
    """The wire of a Firefox that has just started, with a session."""
    line, number, rest = _until(lambda: socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)), 0, b""

    def heard() -> Any:
        """The next message: the number of its bytes, a colon, and JSON."""
        nonlocal rest
        size = -1
        while size < 0 or len(rest) < size:
            if size < 0 and b":" in rest:
                length, _, rest = rest.partition(b":")
                size = int(length)
                continue
            more = line.recv(1 << 16)
            assert more, "the browser has gone"
            rest += more
        text, rest = rest[:size], rest[size:]
        return json.loads(text)

    def wire(command: str, **given: Any) -> Any:
        nonlocal number
        number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        sent = json.dumps([0, number, name, given]).encode()
        line.sendall(b"%d:%s" % (len(sent), sent))
        *_, wrong, found = heard()
        if wrong:
            raise Refused(f"{command}: {wrong['message']}"[:400])
        return found["value"] if isinstance(found, dict) and "value" in found else found

    heard()
    wire("NewSession", capabilities={})
    return wire


def webdriver(port: int, wishes: dict[str, Any]) -> Wire:
    """The wire of a driver that has just started, with a session of a browser."""
    base = f"http://127.0.0.1:{port}"
    _until(lambda: urllib.request.urlopen(f"{base}/status", timeout=PATIENCE).close())
    session = ""

    def wire(command: str, **given: Any) -> Any:
        method, path = PATHS[command]
        data = json.dumps(given).encode() if method == "POST" else None
        asked = urllib.request.Request(f"{base}/session{session}{path.format(**given)}", data, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(f"{command}: {error.read()[:400]!r}") from error

    session = f"/{wire('NewSession', capabilities={'alwaysMatch': wishes})['sessionId']}"
    return wire


def _until(tried: Callable[[], T]) -> T:
    """The result of a function once it succeeds, as soon as a program listens."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return tried()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
