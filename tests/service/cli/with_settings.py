"""The command `podesta`, run with the settings of a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from podesta_service.settings import Settings

PODESTA = str(Path(sys.executable).parent / "podesta")


def podesta(settings: Settings, *words: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the settings in its environment."""
    names = ("store_url", "data_dir", "master_key", "archive_url", "older_store")
    known = {each: getattr(settings, each) for each in names} | changes
    environ = os.environ | {f"PODESTA_{name.upper()}": value for name, value in known.items()}
    return subprocess.run([PODESTA, *map(str, words)], capture_output=True, text=True, timeout=110, env=environ)
