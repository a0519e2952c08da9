"""A release tried as a user would: installed from its wheels alone, it serves its pages and a game.

Empty virtual environments of every Python on this machine.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from requirements.pythons import interpreters

from .tree import DIST, WORK, Release

START_SECONDS = 60.0
_GAME = """
from random import choice
from podesta_client import connect
with connect("127.0.0.1:{port}") as podesta:
    game = podesta.create("golden-horn", seats=["Ada", "Bice"], options={{"round_limit": 2}})
    result = podesta.play(game.tokens, lambda turn: choice(turn.question.options).word)
    assert len(result.standings) == 2
"""
_PORTS = (18_080, 15_051)


def run(release: Release) -> None:
    """Try it in an empty environment of every Python on this machine."""
    for version, python in interpreters().items():
        folder = WORK / f"python{version}"
        own = environment(folder, python)
        pip(own, "install", "--find-links", str(DIST), f"podesta=={release.version}")
        said = subprocess.run([folder / "bin" / "podesta", "--version"], check=True, capture_output=True, text=True)
        assert release.commit[:12] in said.stdout, said.stdout
        with TemporaryDirectory() as home:
            _serve(folder / "bin", Path(home))
        print(f"Python {version}: installed from the wheels, {said.stdout.strip()}, served its pages and a game")


def _serve(commands: Path, home: Path) -> None:
    """Serve in an empty folder: the table, the documentation, and a game between two bots."""
    rest, grpc = _PORTS
    chosen = {"PODESTA_REST_PORT": str(rest), "PODESTA_GRPC_PORT": str(grpc)}
    with (home / "log").open("w") as log:
        served = [commands / "podesta", "serve"]
        process = subprocess.Popen(served, cwd=home, env={**os.environ, **chosen}, stdout=log, stderr=log)
    try:
        _until_ready(rest, process)
        assert b"<script" in _page(rest, "/")
        assert b"Podest" in _page(rest, "/docs/index.html")
        subprocess.run([commands / "python", "-c", _GAME.format(port=grpc)], check=True, cwd=home)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            _page(port, "/readyz")
        except URLError:
            time.sleep(0.2)
        else:
            return
    sys.exit("the installed service did not start")


def _page(port: int, path: str) -> bytes:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        found: bytes = answer.read()
    return found


def environment(folder: Path, python: str | Path) -> Path:
    """An empty environment's Python."""
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    return folder / "bin" / "python"


def pip(python: Path, *words: str) -> None:
    """Run pip in an environment; raises CalledProcessError."""
    command = [python, "-m", "pip", *words, "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run(command, check=True)
