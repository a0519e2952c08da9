"""Draw the README's picture: a game in the terminal, as `podesta play` shows it, half-way through.

The game is played inside the process by the ruleset's greedy bots from a fixed seed, so the picture is the same every
time. It is an SVG that uses the viewer's own fonts: nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.game import opening
from podesta_service.cli.picture import Picture
from podesta_service.table.table import Step, next_step, open_table

RULESET, PLAYERS, SEED = "golden-horn", ("Ada", "Bice", "Ciro", "Dina"), 62
TARGET = Path(__file__).parent / "pictures" / f"{RULESET}.svg"
WIDTH = 96
"""Characters in a line."""
PACE = 0.02
"""Seconds per revision, as in `podesta play`."""
FORMAT = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>Four bots play Golden Horn in the terminal</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
.{unique_id}-title {{ font: bold 18px sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""
"""The SVG that rich fills in; its default fetches a font."""


def play(ruleset: Ruleset, names: tuple[str, ...], rnd: Random) -> Iterator[Step]:
    """A whole game between greedy bots, step by step."""
    position = ruleset.start(len(names), listen=True)
    seated = [Seated(seat, name, "greedy") for seat, name in enumerate(names)]
    events: list[Event] = [opening(ruleset, len(names), "", {}), *seated, *settle(position, rnd.randrange)]
    step = open_table("demo", Entry(events, position.fingerprint()))
    yield step
    while step.table.position.actor != NOBODY:
        step = _next(step, rnd)
        yield step


def _next(step: Step, rnd: Random) -> Step:
    """The next step, in which the seat to act does what its bot decides."""
    position, ruleset = step.table.position, step.table.ruleset
    ask = position.asks[0]
    option = ruleset.policies["greedy"](ruleset.observe(position.state, ask.seat), ask, rnd)
    answer = (ask.kind.name, ask.kind.words.slug(option))
    after, moves = execute(position, ask.seat, [answer], rnd.randrange, listen=True)
    return next_step(step.table, Entry([*moves], after.fingerprint()), after)


def draw() -> str:
    """The picture as SVG."""
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    steps = list(play(RULESETS.named(RULESET), PLAYERS, Random(SEED)))
    seconds = 0.0
    picture = Picture(console, len(steps), clock=lambda: seconds)
    for step in steps[: len(steps) // 2]:
        seconds += PACE
        picture.show(msgspec.to_builtins(step.show(None, "en")))
    console.print(picture)
    svg = console.export_svg(
        title=f"podesta play {RULESET} --seats {len(PLAYERS)}", code_format=FORMAT, unique_id="play"
    )
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


if __name__ == "__main__":
    TARGET.write_text(draw(), "utf-8")
