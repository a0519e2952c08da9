"""Lighthouse's scores of the first page and of a running game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.wire.table.figures import Figure
from benchmarks.wire.table.world import running_game
from tests.docs.browser import CHROMIUM, Browser

BOUND = 95
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
HOW_TO = "npm install --prefix FOLDER lighthouse, and name it: --lighthouse FOLDER"


def marks(folder: Path, address: str, profile: Path) -> list[Figure]:
    """The scores of both pages, in a browser that holds a seat of the game; with a phone's settings and a desktop's."""
    with Browser(profile) as browser:
        game = running_game(browser, address, "notre-dame", 3).ask("location.href")
    pages = {"the first page": f"{address}/", "a running game": game}
    return [_mark(folder, name, page, profile, preset) for name, page in pages.items() for preset in ("", "desktop")]


def _mark(folder: Path, name: str, page: str, profile: Path, preset: str) -> Figure:
    flags = f"--headless=new --no-sandbox --disable-gpu --user-data-dir={profile}"
    command = [f"{folder}/node_modules/.bin/lighthouse", page, "--quiet", "--output=json", "--disable-storage-reset"]
    more = [f"--preset={preset}"] if preset else []
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*command, *more, f"--chrome-flags={flags}"],
        env={**os.environ, "PATH": path, "CHROME_PATH": CHROMIUM or ""},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    said_of = json.loads(done.stdout)["categories"]
    found = {said_of[each]["title"]: round(100 * said_of[each]["score"]) for each in CATEGORIES}
    said = ", ".join(f"{title} {score}" for title, score in found.items())
    return Figure(f"Lighthouse, {preset or 'phone'}: {name}", said, min(found.values()) >= BOUND)
