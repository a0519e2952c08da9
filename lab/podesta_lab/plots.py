"""Plots as SVG, for light and dark pages: intervals in rows, and curves of shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from msgspec import Struct

WIDTH, LEFT, RIGHT, PLOT, TOP, ROW, FOOT = 720, 170, 70, 290, 34, 26, 24
"""Pixels: the least width of a picture and of its margins, and the least of the plot between them; a row's height."""
LETTER = 7.8
"""Pixels of a letter in a label, so that the longest label has room."""
COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa8800", "#66ccee", "#aa3377", "#999933", "#777777", "#885533")
"""Safe for colour-blind readers (after Paul Tol)."""
STYLE = "text{font:13px system-ui,sans-serif;fill:#777}.rule{stroke:#9996}.even{stroke:#999;stroke-dasharray:4 4}"


class Interval(Struct, frozen=True):
    """A value with its interval, in a row of the chart; `said` is the text next to it, by default the value."""

    name: str
    value: float
    low: float
    high: float
    said: str = ""

    @property
    def text(self) -> str:
        """The text next to the interval."""
        return self.said or f"{self.value:.3g}"


class _Frame(Struct, frozen=True):
    """The edges of a plot in its picture, and the values at its left and right edges; shares go upwards."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return self.left + (value - self.low) / ((self.high - self.low) or 1) * (self.right - self.left)

    def y(self, share: float) -> float:
        return self.bottom - share * (self.bottom - self.top)

    def upright(self, value: float, style: str) -> str:
        return _line(self.x(value), self.top, self.x(value), self.bottom, style)

    def scale(self, ticks: Mapping[float, str]) -> Iterable[str]:
        for value, text in ticks.items():
            yield self.upright(value, "rule") + _text(self.x(value), self.bottom + 16, text, "middle")


def intervals(
    marks: Sequence[Interval],
    title: str,
    even: float = 0.0,
    ticks: Mapping[float, str] | None = None,
    colours: Sequence[str] = COLOURS,
) -> str:
    """A dot on a bar for each mark, on a common scale that includes `even`; `ticks` are values with their texts."""
    edges = [even, *(edge for mark in marks for edge in (mark.low, mark.high))]
    left, right = _room([mark.name for mark in marks], LEFT), _room([mark.text for mark in marks], RIGHT)
    end = max(WIDTH - right, left + PLOT)
    frame = _Frame(left, end, TOP, TOP + ROW * len(marks), min(edges), max(edges))
    rows = [_row(mark, frame, i, colours[i % len(colours)]) for i, mark in enumerate(marks)]
    parts = [*frame.scale(ticks or {}), frame.upright(even, "even"), *rows]
    return _svg(title, end + right, frame.bottom + FOOT, parts)


def _row(mark: Interval, frame: _Frame, number: int, colour: str) -> str:
    y = TOP + ROW * (number + 0.5)
    style = f'stroke="{colour}" stroke-width="5" stroke-opacity=".45" stroke-linecap="round"'
    bar = f'<path d="M{frame.x(mark.low):.1f} {y}H{frame.x(mark.high):.1f}" {style}/>'
    dot = f'<circle cx="{frame.x(mark.value):.1f}" cy="{y}" r="5" fill="{colour}"/>'
    return _text(frame.left - 14, y + 4, mark.name, "end") + bar + dot + _text(frame.right + 14, y + 4, mark.text)


def curves(
    runs: Mapping[str, Sequence[tuple[float, float]]],
    title: str,
    height: int = 300,
    ticks: Mapping[float, str] | None = None,
) -> str:
    """A line for each run of values, from 0 on, and their shares, from 0 to 1; `ticks` are values with their texts."""
    left, most = _room(runs, LEFT), max((x for run in runs.values() for x, _ in run), default=0)
    frame = _Frame(left, max(WIDTH - RIGHT, left + PLOT), TOP, height - FOOT, 0, most)
    parts = [*frame.scale(ticks or {})]
    for share in (0, 0.5, 1):
        parts.append(_line(frame.left, frame.y(share), frame.right, frame.y(share), "rule"))
        parts.append(_text(frame.right + 14, frame.y(share) + 4, f"{share:.0%}"))
    for number, (name, run) in enumerate(runs.items()):
        parts.append(_curve(name, run, frame, number))
    return _svg(title, frame.right + RIGHT, height, parts)


def _curve(name: str, run: Sequence[tuple[float, float]], frame: _Frame, number: int) -> str:
    colour = COLOURS[number % len(COLOURS)]
    points = " ".join(f"{frame.x(x):.1f},{frame.y(share):.1f}" for x, share in run)
    label = _text(frame.left - 14, TOP + 4 + 20 * number, name, "end", f' style="fill:{colour}"')
    return f'{label}<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>'


def _room(texts: Iterable[str], least: int) -> float:
    return max([least, *(LETTER * len(text) + 28 for text in texts)])


def _text(x: float, y: float, text: str, anchor: str = "start", style: str = "") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    name, size = escape(title), f"{width:.0f} {height:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="{name}">'
    return f"{head}<title>{name}</title><style>{STYLE}</style>{_text(14, 20, title)}{''.join(parts)}</svg>\n"
