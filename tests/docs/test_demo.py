"""The README's picture: drawn by `make demo`, and it fetches nothing."""

import re
from xml.etree import ElementTree

from docs.demo import TARGET, draw


def test_the_picture_is_current() -> None:
    """What is committed is what `make demo` draws today: the game, its notes and its frame are the same every time."""
    assert TARGET.read_text("utf-8") == draw()


def test_the_picture_is_an_svg_that_names_no_address() -> None:
    """It is well-formed, and nothing in it is loaded from anywhere: no font, no style, no image."""
    svg = TARGET.read_text("utf-8")
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert re.findall(r"https?://[^\s\"]+|@import|@font-face|<image", svg) == ["http://www.w3.org/2000/svg"]
