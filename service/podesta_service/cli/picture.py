"""The live picture of `podesta play`: a bar, the latest notes, whose turn it is; then the standings."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any, Self

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

LINES = 12
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")


class Picture:
    """Shows a game from its updates, as REST's stream sends them; `usual` is the expected number of revisions.

    As a context manager it is live on the console; rich can also print it as it is. `clock` counts seconds.
    """

    def __init__(self, console: Console, usual: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._lines: deque[str] = deque(maxlen=LINES)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            get_time=clock,
        )
        self._task = self._progress.add_task("Playing", total=round(usual))
        self._game: dict[str, Any] = {}
        self._live = Live(self, console=console, refresh_per_second=10)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.get("status") == "ended"

    def show(self, update: dict[str, Any]) -> None:
        """Show one update."""
        self._game = update["after"]
        self._lines.extend(self._line(note) for note in update["notes"])
        self._progress.update(self._task, completed=update["revision"], total=self._total(update["revision"]))
        self._live.update(self)

    def _total(self, revision: int) -> float:
        """The full bar's length: the game's end if known, otherwise the usual length or a little more than so far."""
        usual = self._progress.tasks[0].total or 0
        return revision if self.over else max(usual, revision + 1)

    def _line(self, note: dict[str, Any]) -> str:
        seat = note["seat"]
        colour = "white" if seat is None else COLOURS[seat % len(COLOURS)]
        return f"[dim]{note['rule']:>6}[/]  [{colour}]{escape(note['text'])}[/]"

    def __rich__(self) -> Group:
        """The panel of the latest notes, above the bar."""
        waiting = ", ".join(self._name(each["seat"]) for each in self._game.get("waiting", []))
        title = f"waiting for {waiting}" if waiting else "the game is over" if self._lines else "…"
        return Group(Panel("\n".join(self._lines), title=title, height=LINES + 2), self._progress)

    def _name(self, seat: int) -> str:
        return escape(self._game["seats"][seat]["name"] or f"Seat {seat + 1}")

    def show_standings(self) -> None:
        """Print the final standings, best first."""
        result = self._game["result"]
        table = Table(title=f"{self._game['ruleset']}: {result['reason']} after {result['rounds']} rounds")
        parts = list(result["standings"][0]["parts"])
        for name in ("rank", "player", *(part.replace("_", " ") for part in parts), "score"):
            table.add_column(name, justify="left" if name == "player" else "right")
        for standing in sorted(result["standings"], key=lambda each: each["rank"]):
            figures = [str(standing["parts"][part]) for part in parts]
            table.add_row(str(standing["rank"]), self._name(standing["seat"]), *figures, str(standing["score"]))
        self._console.print(table)
