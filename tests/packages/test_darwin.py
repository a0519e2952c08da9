"""On a Mac the service starts, serves and plays, as far as Linux can imitate one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.ports import free_port

PODESTA = Path(sys.executable).parent / "podesta"


@pytest.mark.needs_root
def test_a_mac_serves_and_plays(tmp_path: Path) -> None:
    """Without modules missing in its Python, without /proc, in a deep folder: ready, a game to its result, a clean
    end."""
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("needs Linux, and the right to mount")
    script = Path(__file__).with_name("darwin") / "serve.sh"
    command = [script, PODESTA, tmp_path, str(free_port()), str(free_port())]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=200)
    assert done.returncode == 0, done.stderr
    assert '"status":"ok"' in done.stdout
    assert "Bice" in done.stdout
