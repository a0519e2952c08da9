"""A hand at the table: it touches a point that is in sight and that nothing covers, as people do."""

from __future__ import annotations

import json

from tests.docs.browser import Page

POINT = """
((on) => {
    if (!on || on.disabled) return null;
    on.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = on.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]]) {
        const [at, down] = [left + width * x, top + height * y];
        const [first, ...below] = document.elementsFromPoint(at, down);
        const lit = (each) => each?.closest('.lit[data-id]');
        const through = first?.closest('.board') && !lit(first) && below.find(lit);
        if (on.contains(first) || (through && on.contains(through))) return [at, down];
    }
    return null;
})
"""
"""A point of an element that a hand reaches; null where it is disabled, out of sight or covered by more than what its
board draws over it."""


def tap(page: Page, selector: str) -> None:
    """Touch the first element that a selector finds, as soon as there is a point that a hand reaches."""
    tap_at(page, page.until(f"({POINT})(document.querySelector({json.dumps(selector)}))"))


def tap_at(page: Page, point: list[float]) -> None:
    """Press and let go at a point of the window."""
    at = {"x": point[0], "y": point[1], "button": "left", "clickCount": 1}
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, **at)
