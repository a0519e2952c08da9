"""Peers are installed into folders of their own, by the ordinary clients of the registries."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from .subjects import Peer

FOLDER = Path("build/peers")
LONGEST = 300.0
"""Seconds that an installation may take."""


class NotInstalled(Exception):
    """A peer cannot be had here; says why in one line."""


def installed(peer: Peer) -> Path:
    """The folder with a peer; raises NotInstalled. What is there already, in these versions, stays."""
    folder, wanted = FOLDER / peer.name, "\n".join(peer.packages)
    stamp = folder / ".installed"
    if not (stamp.exists() and stamp.read_text() == wanted):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _run(_command(peer, folder))
        stamp.write_text(wanted)
    return folder.absolute()


def _command(peer: Peer, folder: Path) -> list[str]:
    if peer.registry == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise NotInstalled("there is no npm on this machine")
        return [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *peer.packages]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]
    return [*pip, "--target", str(folder), *peer.packages]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"its installation took longer than {LONGEST:.0f} seconds") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["it ended with an error"]
        raise NotInstalled(f"{command[0].rpartition('/')[2]} could not install it: {said[-1][:120]}")
