"""Charts of a match as SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from msgspec import Struct

WIDTH, LEFT, RIGHT, ROW = 720, 170, 70, 26
COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa8800", "#66ccee", "#aa3377", "#888888")
"""Safe for colour-blind readers (after Paul Tol)."""
STYLE = "text{font:13px system-ui,sans-serif;fill:#777}.name{text-anchor:end}.rule{stroke:#9998;stroke-width:1}"


class Interval(Struct, frozen=True):
    """A value with its interval, in a row of the chart."""

    name: str
    value: float
    low: float
    high: float


def intervals(marks: Sequence[Interval], title: str) -> str:
    """A dot on a bar for each mark, on a common scale that includes 0."""
    low, high = _span([0.0, *(edge for mark in marks for edge in (mark.low, mark.high))])
    rows = [_row(mark, 44 + ROW * i, COLOURS[i % len(COLOURS)], low, high) for i, mark in enumerate(marks)]
    height = 44 + ROW * len(marks)
    zero = _line(_x(0, low, high), 30, _x(0, low, high), height - 8, "rule")
    return _svg(title, height, [zero, *rows])


def _row(mark: Interval, y: int, colour: str, low: float, high: float) -> str:
    left, right, here = (_x(each, low, high) for each in (mark.low, mark.high, mark.value))
    bar = f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="{colour}" stroke-width="6" stroke-opacity=".4"/>'
    dot = f'<circle cx="{here:.1f}" cy="{y}" r="5" fill="{colour}"/>'
    name = _text(LEFT - 14, y + 4, mark.name, 'class="name"')
    return f"{name}{bar}{dot}{_text(WIDTH - RIGHT + 14, y + 4, f'{mark.value:.3g}')}"


def curves(runs: Mapping[str, Sequence[float]], title: str, height: int = 300) -> str:
    """A line for each run of values from 0 to 1, the first value at the left; 0.5 is marked."""
    top, bottom = 34.0, height - 16.0
    parts = [_line(LEFT, (top + bottom) / 2, WIDTH - RIGHT, (top + bottom) / 2, "rule")]
    parts += [_text(WIDTH - RIGHT + 14, bottom - at * (bottom - top) + 4, f"{at:.0%}") for at in (0, 0.5, 1)]
    for number, (name, run) in enumerate(runs.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_text(LEFT - 14, top + 4 + 20 * number, name, f'class="name" style="fill:{colour}"'))
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{_points(run, top, bottom)}"/>')
    return _svg(title, height, parts)


def _points(run: Sequence[float], top: float, bottom: float) -> str:
    step = (WIDTH - LEFT - RIGHT) / max(1, len(run) - 1)
    return " ".join(f"{LEFT + step * i:.1f},{bottom - value * (bottom - top):.1f}" for i, value in enumerate(run))


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low, low + 1)


def _x(value: float, low: float, high: float) -> float:
    return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text {style} x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(title: str, height: int, parts: Sequence[str]) -> str:
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}">'
        f"<title>{name}</title><style>{STYLE}</style>"
        f'<text x="14" y="20">{name}</text>{"".join(parts)}</svg>\n'
    )
