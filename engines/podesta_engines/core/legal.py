"""Whether an option of a question, or an outcome of a draw, is legal."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from .errors import Illegal
from .script import NOBODY, Ask, Draw


def open_option(ask: Ask | Draw, option: SupportsIndex | str) -> int:
    """The int of an open option; raises Illegal."""
    words = ask.kind.words
    found = {words.slug(each): each for each in ask.options} if isinstance(option, str) else {}
    number = found.get(option, NOBODY) if isinstance(option, str) else index(option)
    if number in ask.options and _possible(ask, number):
        return number
    legal = [words.slug(each) for each in ask.options if _possible(ask, each)]
    raise Illegal(0, (ask.kind.name, str(option)), ask.kind.name, ask.kind.rule, legal)


def _possible(ask: Ask | Draw, option: int) -> bool:
    """Whether an option can come up: an outcome of weight 0 cannot."""
    weights = ask.weights if type(ask) is Draw else None
    return weights is None or weights[ask.options.index(option)] > 0
