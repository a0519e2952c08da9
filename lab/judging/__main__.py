"""`python -m lab.judging [--matches 2000]` measures the accuracy of the arena's judgements, for docs/judging.md."""

from __future__ import annotations

import argparse
from pathlib import Path

from .page import PAGE, judging_page


def main() -> None:
    """Write the page; the same number of matches writes the same page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000, help="for each row of a table")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    its = parser.parse_args()
    its.page.write_text(judging_page(its.matches), "utf-8")


if __name__ == "__main__":
    main()
