"""A headless Chromium, driven through its debugging pipe: no port, no driver, no package."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 30.0
_SILENT = 10.0
"""Seconds without a response after which a page is assumed to be gone."""
_SERVER_ERROR = -32000
"""The protocol's code for a failed call, such as one to a page that is being replaced."""
_KEY = "Input.dispatchKeyEvent"
_KEYS = {"Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r")}
"""The code, number and text of the keys that are not letters."""
# A name under .lan resolves to this machine, but browsers do not trust it without https: no secure context.
_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-pipe",
    "--accept-lang=it",
    "--host-resolver-rules=MAP *.lan 127.0.0.1",
]
HAND = """
globalThis.hand ??= (() => {
    const LIT = '.lit[data-id]';
    // what is not lit on a lit thing lets a press through
    const meets = (x, y, on) => {
        const all = document.elementsFromPoint(x, y);
        if (!all.length) return false;
        if (on.contains(all[0])) return !on.matches(LIT) || all[0].closest(LIT) === on;
        if (!on.matches('.board ' + LIT) || !all[0].closest('.board') || all[0].closest(LIT)) return false;
        return all.map((each) => each.closest('.board ' + LIT)).find(Boolean) === on;
    };
    const at = (on) => {
        const { left, top, width, height } = on.getBoundingClientRect();
        for (const row of [4, 1, 7, 2, 6, 0, 8, 3, 5]) for (const column of [4, 1, 7, 2, 6, 0, 8, 3, 5]) {
            const [x, y] = [left + width * (column + 0.5) / 9, top + height * (row + 0.5) / 9];
            if (meets(x, y, on)) return { x, y };
        }
        return undefined;
    };
    // what stays at the edges of a phone covers the board: what is pressed is brought between them
    const scroll = (on) => {
        on.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const low = document.querySelector('[data-below]')?.getBoundingClientRect().top ?? innerHeight;
        const high = document.querySelector('[data-above]')?.getBoundingClientRect().bottom ?? 0;
        const { top, height } = on.getBoundingClientRect();
        if (on.closest('.board')) scrollBy({ top: top + height / 2 - (high + low) / 2, behavior: 'instant' });
    };
    const able = (on) => !on.disabled && on.getAttribute('aria-disabled') !== 'true';
    const point = (on) => {
        if (!on?.isConnected || !able(on)) return undefined;
        const found = at(on);
        return found ?? (scroll(on), at(on));
    };
    const press = (on) => {
        const found = point(on);
        if (!found) return false;
        const how = { bubbles: true, cancelable: true, composed: true, clientX: found.x, clientY: found.y };
        document.elementFromPoint(found.x, found.y).dispatchEvent(new MouseEvent('click', how));
        return true;
    };
    return { point, press };
})()
"""
"""Functions for a page: `hand.point(element)` scrolls to an element, and returns a point of it, or undefined.

The point is visible, not covered, and the element enabled; `hand.press(element)` clicks there, and returns whether it
could.
"""


class Navigated(AssertionError):
    """The page has gone during the call, or cannot answer."""


class Browser:
    """A browser with a profile of its own, for the time of a block; `flags` in addition to the common ones."""

    def __init__(self, profile: Path, flags: Sequence[str] = ()) -> None:
        assert CHROMIUM is not None
        (ours_in, theirs_out), (theirs_in, ours_out) = os.pipe(), os.pipe()
        wired = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = ["bash", "-c", wired, CHROMIUM, *_FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"]
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, pass_fds=(theirs_in, theirs_out), start_new_session=True, **quiet)
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out = os.fdopen(ours_in, "rb", 0), os.fdopen(ours_out, "wb")
        self._begun = bytearray()
        self._last = 0
        self.heard: dict[str, Any] = {}
        """The last unsolicited message of each kind."""

    def call(self, method: str, session: str = "", within: float | None = None, **params: Any) -> Any:
        """Call a method of the protocol; returns its result. `within`: give up after so many seconds of silence."""
        self._last += 1
        asked = {"id": self._last, "method": method, "params": params} | ({"sessionId": session} if session else {})
        self._out.write(json.dumps(asked).encode() + b"\0")
        self._out.flush()
        while (said := self._read(within)).get("id") != self._last:
            self.heard[said.get("method", "")] = said.get("params")
        if said.get("error", {}).get("code") == _SERVER_ERROR:
            raise Navigated(said["error"]["message"])
        assert "error" not in said, said
        return said["result"]

    def _read(self, within: float | None) -> Any:
        """The next message: messages end with a zero byte."""
        while b"\0" not in self._begun:
            if not select.select([self._in], [], [], within)[0]:
                raise Navigated(f"no answer within {within:g} s")
            more = self._in.read(1 << 16)
            assert more, "the browser has gone"
            self._begun += more
        text, _, self._begun = self._begun.partition(b"\0")
        return json.loads(text)

    def open(self, url: str) -> Page:
        """A new window with a page."""
        target = self.call("Target.createTarget", url=url)["targetId"]
        return Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._in.close()
        self._out.close()


class Page:
    """A window."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def ask(self, script: str, within: float | None = None) -> Any:
        """The value of an expression in the page."""
        said = self._browser.call("Runtime.evaluate", self._session, within, expression=script, returnByValue=True)
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def click(self, selector: str) -> None:
        """Click the first element that a selector finds, as soon as it is visible, not covered and enabled.

        It is looked up and clicked in one step, since the page may be redrawn between two.
        """
        found = f"document.querySelector({json.dumps(selector)})"
        self.until(f"(({HAND}), hand.press({found}))")

    def call(self, method: str, within: float | None = None, **params: Any) -> Any:
        """Call a method of the protocol for this window; returns its result."""
        return self._browser.call(method, self._session, within, **params)

    def press(self, key: str) -> None:
        """Press and release a key, once: `Tab`, `Enter` or a letter."""
        code, number, text = _KEYS.get(key) or (f"Key{key.upper()}", ord(key.upper()), key)
        named: dict[str, Any] = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        self.call(_KEY, type="keyDown", text=text, **named)
        self.call(_KEY, type="keyUp", **named)

    def until(self, script: str) -> Any:
        """Wait until an expression is true, and not an error; returns its value."""
        deadline = time.monotonic() + PATIENCE
        tried = f"(() => {{ try {{ return {script} }} catch {{ return null }} }})()"
        while not (value := self._unless_navigated(tried)):
            assert time.monotonic() < deadline, f"{script[-500:]}: {self.ask('document.body.innerText')}"
            time.sleep(0.05)
        return value

    def _unless_navigated(self, script: str) -> Any:
        """The value of an expression; None if the page went away during the call, with or without an error."""
        with suppress(Navigated):
            return self.ask(script, within=_SILENT)
        return None

    def reload(self) -> None:
        """Reload the page, as F5 does; return when the old one is gone."""
        self.ask("globalThis.before = true")
        self._browser.call("Page.reload", self._session)
        self.until("!globalThis.before && document.readyState === 'complete'")
