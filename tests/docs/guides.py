"""Guides run as written: blocks of `sh` in one shell in an empty folder, files saved under the names in the text.

A block of `text` is the output of the block before it; `…` matches anything. Only the ports differ: those in the
guide's text are replaced by free ones.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from types import TracebackType

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
PATIENCE = 100.0
LAST_WORDS = 15.0
"""Seconds that started processes may take to end."""
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAMED = re.compile(r"as `([\w.-]+)`[^`]*\Z")
_END = "@@end of the block@@"


@dataclass
class Block:
    """A piece of code: its language, the file it is saved as, its output, and its heading."""

    language: str
    code: str
    file: str = ""
    prints: str | None = None
    heading: str = ""


def blocks(text: str) -> list[Block]:
    """The blocks of a guide in order; a `text` block belongs to the one before it."""
    found: list[Block] = []
    for match in _BLOCK.finditer(text):
        language, code = match.groups()
        before = text[: match.start()]
        headings = re.findall(r"^#+ (.*)$", re.sub(_BLOCK, "", before), re.MULTILINE)
        if language == "text":
            found[-1].prints = code
        else:
            paragraph = before.rstrip().rpartition("\n\n")[2]
            named = _NAMED.search(paragraph) if language != "sh" else None
            found.append(Block(language, code, named[1] if named else "", None, headings[-1]))
    return found


def like(expected: str, printed: str) -> bool:
    """Whether a text is the expected one; `…` matches anything within its line."""
    pattern = ".*".join(map(re.escape, expected.rstrip("\n").split("…")))
    return re.fullmatch(pattern, printed.rstrip("\n")) is not None


class Shell:
    """One bash in a folder, fed block by block; processes that it started end with it. Its own files are elsewhere."""

    def __init__(self, folder: Path, scratch: Path, environ: Mapping[str, str]) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}
        path = f"{Path(sys.executable).parent}:{kept['PATH']}"
        self._bash = subprocess.Popen(
            ["bash", "-eu", "-o", "pipefail"],
            cwd=folder,
            env=kept | {"PATH": path, "HOME": str(scratch), "LC_ALL": "C.UTF-8"} | environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(scratch / "stderr.txt").open("w"),
            text=True,
            start_new_session=True,
        )
        self._scratch = scratch
        self._said: Queue[str] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._bash.stdout is not None
        for line in self._bash.stdout:
            self._said.put(line)

    def run(self, code: str) -> str:
        """Run a block, and return its output; fails if one of its commands does."""
        assert self._bash.stdin is not None
        block = self._scratch / "block.sh"
        block.write_text(code, "utf-8")
        self._bash.stdin.write(f"source {block} < /dev/null\nprintf '\\n{_END}\\n'\n")
        self._bash.stdin.flush()
        printed: list[str] = []
        while (line := self._next(code, printed)) != f"{_END}\n":
            printed.append(line)
        return "".join(printed).removesuffix("\n")

    def _next(self, code: str, printed: list[str]) -> str:
        line, deadline = None, time.monotonic() + PATIENCE
        while line is None and (self._bash.poll() is None or not self._said.empty()) and time.monotonic() < deadline:
            with suppress(Empty):
                line = self._said.get(timeout=0.2)
        errors = (self._scratch / "stderr.txt").read_text()
        assert line is not None, f"it ended early:\n{code}\n--- printed\n{''.join(printed)}\n--- said\n{errors}"
        return line

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        """End the processes still running in its own process group; a signal first lets them clean up."""
        for sent in (signal.SIGTERM, signal.SIGKILL):
            self._send(sent)
            if self._gone():
                return

    def _send(self, sent: int) -> bool:
        """Send a signal to all that are left, 0 for none; returns whether any is left."""
        self._bash.poll()
        try:
            os.killpg(self._bash.pid, sent)
        except ProcessLookupError:
            return False
        return True

    def _gone(self) -> bool:
        """Whether all have ended within the time limit."""
        deadline = time.monotonic() + LAST_WORDS
        while (left := self._send(0)) and time.monotonic() < deadline:
            time.sleep(0.1)
        return not left


class Guide:
    """A guide with ports of this machine, its blocks, and the shell that they run in."""

    def __init__(self, name: str, home: Path, ports: Mapping[str, int], environ: Mapping[str, str]) -> None:
        text = (GUIDES / name).read_text("utf-8")
        for written, port in ports.items():
            text = re.sub(rf"\b{written}\b", str(port), text)
        self.blocks, self._folder = blocks(text), home / "empty"
        self._folder.mkdir()
        self.shell = Shell(self._folder, home, environ)

    def play(self, until: str = "") -> None:
        """Run the remaining blocks, up to those of a heading."""
        while self.blocks and (not until or self.blocks[0].heading != until):
            self.step()

    def step(self) -> None:
        """Run or save the next block, and compare its output."""
        block = self.blocks.pop(0)
        if block.file:
            (self._folder / block.file).write_text(block.code, "utf-8")
            return
        assert block.language == "sh", f"a block of {block.language} is neither run nor saved: {block.code}"
        printed = self.shell.run(block.code)
        if block.prints is not None:
            assert like(block.prints, printed), f"{block.code}\n--- expected\n{block.prints}\n--- printed\n{printed}"
