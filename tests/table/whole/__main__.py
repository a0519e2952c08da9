"""Every ruleset at every number of seats in both languages: `python -m tests.table.whole [PART OF A NAME…]`.

Each game is opened and played in the browser alone, and the service is killed in the middle. A line each; exits with 1
if any game had a fault. About a quarter of a minute a game.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.browser import CHROMIUM, Browser
from tests.table.building import build, why_not
from tests.table.whole.games import Mortal, Sitting, play_whole, sittings


def main(wanted: list[str]) -> int:
    """Play the games with one of the given parts in their names, or all."""
    if why := why_not() or ("" if CHROMIUM else "no Chromium on this machine"):
        sys.exit(why)
    build()
    wrong = 0
    with TemporaryDirectory(prefix="podesta-table-") as folder:
        service = Mortal(Path(folder) / "data")
        try:
            for sitting in sittings():
                if not wanted or any(part in str(sitting) for part in wanted):
                    wrong += _play(service, Path(folder) / str(sitting), sitting)
        finally:
            service.running.stop()
    print(f"{wrong} games with faults")
    return 1 if wrong else 0


def _play(service: Mortal, profile: Path, sitting: Sitting) -> bool:
    """Play one game in a browser of its own; returns whether it had a fault."""
    started = time.monotonic()
    try:
        with Browser(profile) as browser:
            played = play_whole(service, browser, sitting)
        said, faults = f"{played.revision:4} revisions, {len(played.kinds):2} kinds of questions", played.faults
    except AssertionError as error:
        said, faults = "stopped", [str(error)]
    print(f"{sitting!s:26} {said}, {time.monotonic() - started:4.0f} s", faults or "", flush=True)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
