"""Firefox and WebKit as people use them: pages in tabs and clicks at a point."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.kit.ports import free_port
from tests.table.engines.wires import PATIENCE, Refused, Wire, marionette, webdriver

PROGRAMS = {
    "firefox": ["firefox-esr"],
    "webkit": ["WebKitWebDriver", "xvfb-run", "dbus-run-session"],
}
"""What each engine needs on the machine."""
WIDTH, HEIGHT = 1440, 900
PREFERENCES = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""A Firefox that calls no server of its own, and moves nothing."""
CUT_OFF = ("error loading dynamically imported module", "Importing a module script failed", "Unable to preload CSS")
"""Messages of engines about parts that a page was still loading when it was left."""
_started: dict[str, subprocess.Popen[bytes]] = {}


@dataclass
class Engine:
    """A running browser, with its first tab."""

    name: str
    wire: Wire
    drawn_by: Callable[[], int]
    """The id of the process that draws the newest tab, as long as it is the only one."""

    def go(self, url: str) -> None:
        """Open a page in this tab, and wait for it."""
        self.wire("Navigate", url=url)

    def reload(self) -> None:
        """Load the page again, as F5 does."""
        self.wire("Refresh")

    def back(self) -> None:
        """Go back in this tab."""
        self.wire("Back")

    def forward(self) -> None:
        """Go forward in this tab."""
        self.wire("Forward")

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.wire("ExecuteScript", script=f"return ({script})", args=[])

    def until(self, script: str) -> Any:
        """Wait until an expression is true, and not an error; returns its value."""
        deadline = time.monotonic() + PATIENCE
        tried = f"(() => {{ try {{ return ({script}) }} catch {{ return null }} }})()"
        while True:
            with suppress(Refused):  # a page that has just been left gives no answer
                if value := self.ask(tried):
                    return value
            assert time.monotonic() < deadline, f"{script}: {self.ask('location.href + document.body.innerText')}"
            time.sleep(0.1)

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point."""
        steps: list[dict[str, Any]] = [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}]
        steps += [{"type": each, "button": 0} for each in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.wire("PerformActions", actions=[mouse])

    def press(self, found: str) -> None:
        """Click an element by the driver: the options of an open list are at no point of the page."""
        (element,) = self.ask(found).values()
        self.wire("ElementClick", id=element)

    def open(self, url: str) -> str:
        """A new tab with a page, in a window of its own, so that both are visible; returns its handle."""
        handle: str = self.wire("NewWindow", type="window")["handle"]
        self.show(handle)
        self.go(url)
        return handle

    def show(self, handle: str) -> None:
        """Go to another tab."""
        self.wire("SwitchToWindow", handle=handle)

    def tabs(self) -> list[str]:
        """The handles of all tabs."""
        found: list[str] = self.wire("GetWindowHandles")
        return found

    def close(self) -> None:
        """Close this tab."""
        self.wire("CloseWindow")

    def wrong(self) -> list[str]:
        """The errors in this tab, on any page of it."""
        found: list[str] = json.loads(self.ask("sessionStorage.wrong ?? '[]'"))
        return [each for each in found if not any(cut in each for cut in CUT_OFF)]


def missing(name: str) -> str:
    """The programs that an engine needs and this machine lacks; empty if it has all."""
    return ", ".join(each for each in PROGRAMS[name] if not shutil.which(each))


@contextmanager
def running(name: str, home: Path) -> Iterator[Engine]:
    """An engine with a profile of its own, for the time of a block; afterwards none of its processes is left."""
    home.mkdir()
    mark = f"{home}/{time.monotonic_ns()}"
    try:
        engine = (_firefox if name == "firefox" else _webkit)(home, mark)
        engine.wire("SetWindowRect", x=0, y=0, width=WIDTH, height=HEIGHT)
        yield engine
    finally:
        _end(mark)


def _firefox(home: Path, mark: str) -> Engine:
    port = free_port()
    wishes = {**PREFERENCES, "marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wishes.items()]
    (home / "user.js").write_text("\n".join(lines))
    flags = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(home)]
    _start(["firefox-esr", *flags], home, mark)
    wire = marionette(port)

    def inside(script: str) -> Any:
        wire("Marionette:SetContext", value="chrome")
        try:
            return wire("ExecuteScript", script=script, args=[])
        finally:
            wire("Marionette:SetContext", value="content")

    here = "return gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid"
    return Engine("firefox", wire, lambda: int(inside(here)))


def _webkit(home: Path, mark: str) -> Engine:
    port = free_port()
    settings = home / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-enable-animations=false\n")
    screen = ["xvfb-run", "-a", "-n", str(port), "-s", f"-screen 0 {WIDTH}x{HEIGHT + 200}x24"]
    _start([*screen, "dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"], home, mark)
    (mini,) = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")
    wire = webdriver(port, {"webkitgtk:browserOptions": {"binary": str(mini), "args": ["--automation", "--private"]}})
    return Engine("webkit", wire, lambda: max(_processes(mark, "WebKitWebProces")))


def _start(command: list[str], home: Path, mark: str) -> None:
    """Start a program with all its files, and its output, in a folder."""
    folders = {each: str(home) for each in ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")}
    environ = {**os.environ, **folders, "PODESTA_ENGINE": mark, "LANGUAGE": "en"}
    with (home / "log.txt").open("wb") as file:
        quiet: Any = {"stdin": subprocess.DEVNULL, "stdout": file, "stderr": file}
        _started[mark] = subprocess.Popen(command, env=environ, cwd=home, **quiet)


def _end(mark: str) -> None:
    """End every process that a browser has started, each by its id: some leave the group and the session."""
    deadline = time.monotonic() + PATIENCE
    number = signal.SIGTERM
    while found := _processes(mark):
        assert time.monotonic() < deadline, f"still running: {found}"
        for each in found:
            with suppress(ProcessLookupError):
                os.kill(each, number)
        time.sleep(0.5)
        number = signal.SIGKILL
    _started.pop(mark).wait()


def _processes(mark: str, name: str = "") -> list[int]:
    """The processes with a mark in their environment, and with the given name, if any."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            named = not name or (folder / "comm").read_text().strip() == name
            if named and f"PODESTA_ENGINE={mark}\0".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found
