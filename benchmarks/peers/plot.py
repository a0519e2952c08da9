"""The run as a picture: a bar for every game, on a scale of powers of ten, as SVG that the run itself writes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from pathlib import Path

from .running import Absent, Figure
from .subjects import COMPILED, OWN

PICTURE = Path("docs/pictures/peers.svg")
_WIDTH, _NAMES, _LINE = 860, 300, 22
_COLOURS = {OWN.library: "#8a3b12", COMPILED.library: "#c2703d"}
_OTHER = "#9a958c"


def drawn(found: Sequence[Figure | Absent]) -> str:
    """Decisions a second of every library and game, the fastest first."""
    figures = sorted((each for each in found if isinstance(each, Figure)), key=lambda each: -each.middle)
    least = min(each.middle for each in figures) / 2
    scale = (_WIDTH - _NAMES - 90) / log10(figures[0].middle / least)
    height = _LINE * (len(figures) + 1) + 10
    rows = [_bar(each, 30 + place * _LINE, scale * log10(each.middle / least)) for place, each in enumerate(figures)]
    title = "Decisions a second on one core, at random; the bars are on a scale of powers of ten"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{title}">\n<rect width="100%" height="100%" fill="#faf7f2"/>\n'
        f'<text x="10" y="18" fill="#2b2723">{title}</text>'
    )
    return "\n".join([head, *rows, "</svg>\n"])


def _bar(each: Figure, top: int, width: float) -> str:
    name, colour = escape(f"{each.library}: {each.game}"), _COLOURS.get(each.library, _OTHER)
    return (
        f'<text x="{_NAMES - 8}" y="{top + 14}" text-anchor="end" fill="#2b2723">{name}</text>'
        f'<rect x="{_NAMES}" y="{top + 3}" width="{width:.0f}" height="{_LINE - 7}" fill="{colour}"/>'
        f'<text x="{_NAMES + width + 6:.0f}" y="{top + 14}" fill="#2b2723">{each.middle:,.0f}</text>'
    )
