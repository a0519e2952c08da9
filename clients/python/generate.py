"""Generate the synchronous client from the asyncio one: `python clients/python/generate.py`.

Modules of `_async` go to `_sync` without `async` and `await`, formatted.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import unasync

PACKAGE = Path(__file__).with_name("podesta_client")
SOURCE, TARGET = PACKAGE / "_async", PACKAGE / "_sync"
MODULES = ("calling.py", "calls.py", "lists.py", "proofs.py", "simulating.py", "standing.py")
_NAMES = {
    "AsyncBaseClient": "BaseClient",
    "AsyncCalls": "Calls",
    "AsyncLists": "Lists",
    "AsyncOrders": "Orders",
    "AsyncProofs": "Proofs",
    "AsyncSearch": "Search",
    "AsyncSimulator": "Simulator",
    "AsyncWebhooks": "Webhooks",
}
_NOTE = "# Generated from _async/{name} by clients/python/generate.py; edit that one.\n"


def generated() -> dict[str, str]:
    """The generated modules, by file name."""
    with TemporaryDirectory() as folder:
        rule = unasync.Rule(str(SOURCE), folder, additional_replacements=_NAMES)
        unasync.unasync_files([str(SOURCE / name) for name in MODULES], [rule])
        return {name: _formatted(_NOTE.format(name=name) + Path(folder, name).read_text("utf-8")) for name in MODULES}


def _formatted(text: str) -> str:
    """The module, formatted by ruff."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET / "calls.py"), "-"]
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True).stdout


if __name__ == "__main__":
    for module, text in generated().items():
        (TARGET / module).write_text(text, "utf-8")
