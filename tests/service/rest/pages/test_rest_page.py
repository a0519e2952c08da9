"""The page at /schema, in a real browser."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.process import running_service

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=5000",
    "--dump-dom",
]


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
def test_the_page_shows_every_operation_without_the_internet(tmp_path: Path) -> None:
    """The page renders each path of the document it describes, and names no other host."""
    with running_service(tmp_path / "data") as process:
        command = [str(BROWSER), *QUIET, f"--user-data-dir={tmp_path / 'browser'}", f"{process.rest}/schema"]
        page = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout
    for path in ("/v1/games/{game}/answers", "/v1/games/{game}/stream", "/v1/rulesets", "/healthz"):
        assert path in page
    assert "undefined" not in page
    assert not re.findall(r'(?:src|href)="https?://(?!127\.0\.0\.1)', page)
