"""The tables of a run, written into README and RESULTS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from platform import python_version

from .running import Absent, Figure
from .subjects import COMPILED, OWN

README, RESULTS = Path("README.md"), Path("benchmarks/RESULTS.md")
BEGIN, END = "<!-- written by make bench-peers -->", "<!-- end -->"


def times(ours: Sequence[Figure], theirs: Figure) -> str:
    """How many times faster ours are, from the slowest game to the fastest."""
    found = [each.middle / theirs.middle for each in ours]
    return f"{_short(min(found))} to {_short(max(found))} times" if found else "not built"


def _short(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}"


def _own(found: Sequence[Figure | Absent], library: str) -> list[Figure]:
    return [each for each in found if isinstance(each, Figure) and each.library == library]


def _peers(found: Sequence[Figure | Absent]) -> list[Figure]:
    own = (OWN.library, COMPILED.library)
    return [each for each in found if isinstance(each, Figure) and each.library not in own]


def summary(found: Sequence[Figure | Absent]) -> str:
    """The table of README: ratios only."""
    plain, compiled = _own(found, OWN.library), _own(found, COMPILED.library)
    return "\n".join(
        [
            "| decisions a second on one core, beside | Podestà in plain Python | compiled |",
            "|---|---|---|",
            *(
                f"| {each.library}: {each.game} | {times(plain, each)} | {times(compiled, each)} |"
                for each in _peers(found)
            ),
        ]
    )


def whole(found: Sequence[Figure | Absent], today: date) -> str:
    """The table of RESULTS: ratios first, then medians, and their ranges."""
    plain, compiled = _own(found, OWN.library), _own(found, COMPILED.library)
    rounds = max(len(each.rates) for each in found if isinstance(each, Figure))
    lines = [
        f"{today}, Python {python_version()}, {rounds} rounds in turn on one core. Rates: decisions a second of CPU.",
        "",
        "| library | game | Podestà, plain | compiled | median | lowest | highest |",
        "|---|---|---|---|---|---|---|",
        *(_row(each, "", "") for each in [*plain, *compiled]),
        *(_row(each, times(plain, each), times(compiled, each)) for each in _peers(found)),
    ]
    lines += [f"\nNot measured: {each.library} ({each.why})." for each in found if isinstance(each, Absent)]
    return "\n".join(lines)


def _row(each: Figure, plain: str, compiled: str) -> str:
    rates = (each.middle, min(each.rates), max(each.rates))
    name = f"{each.library} {each.version}".strip()
    return " | ".join([f"| {name}", each.game, plain, compiled, *(f"{rate:,.0f}" for rate in rates)]) + " |"


def written(text: str, table: str, begin: str = BEGIN) -> str:
    """A page with its previous table replaced; raises ValueError for a page without a place for it."""
    place = re.compile(f"{re.escape(begin)}\n.*?{re.escape(END)}", re.DOTALL)
    if len(place.findall(text)) != 1:
        raise ValueError(f"there has to be one {begin}")
    return place.sub(lambda _: f"{begin}\n\n{table}\n\n{END}", text)


def write(found: Sequence[Figure | Absent], root: Path, today: date) -> None:
    """Write both tables into their pages."""
    for page, table in ((root / README, summary(found)), (root / RESULTS, whole(found, today))):
        page.write_text(written(page.read_text(), table))
