"""Whether a small file system can be mounted here."""

import os
import subprocess
from tempfile import TemporaryDirectory


def may_mount() -> bool:
    """Whether it can, which takes root."""
    if os.geteuid():
        return False
    with TemporaryDirectory(prefix="podesta-faults-") as folder:
        made = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False)
        return made.returncode == 0 and subprocess.run(["umount", folder], check=False).returncode == 0
