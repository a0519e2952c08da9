"""Build the site into build/docs/site: `python -m docs.site ZENSICAL`, the path of Zensical's command.

Fails if a link of any page is broken.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .checking import faults
from .finishing import finish
from .gathering import gather
from .places import TREE

WORKSHOP = TREE / "build" / "docs"
"""Where pages are gathered and the site is built."""
SITE = WORKSHOP / "site"
"""The built site; the service looks for it there by default."""


def build(zensical: str, folder: Path = WORKSHOP) -> list[str]:
    """Build the site below a folder; returns the errors, a line for each. Raises CalledProcessError."""
    configuration = gather(folder)
    subprocess.run([zensical, "build", "--strict", "--config-file", str(configuration)], check=True)
    found = faults(folder / SITE.name)
    if not found:
        finish(folder / SITE.name)
    return found


def main() -> str | None:
    """Build, or return the errors."""
    found = build(sys.argv[1])
    return "\n".join(found) if found else None


if __name__ == "__main__":
    sys.exit(main())
