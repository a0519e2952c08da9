"""Generates the functions that encode a seat's view, part by part, so that they are as fast as handwritten ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from msgspec import msgpack

from .parts import Part
from .rows import Layout, one_hot, tally

Encode = Callable[[Any, int, bytes], bytes]
"""Makes a row from an observed state, the observing seat, and the row of its question."""
MOST = 255
_QUICK = msgpack.Encoder().encode
_MEANT = bytes(range(128)) + bytes(int(code == 0xC3) for code in range(128, 256))
"""The value of a byte of MessagePack: an int below 128, or true. Others are false or negative, and count as 0."""


def functions(
    rules: str, layout: Layout, placed: Sequence[tuple[Part, int]], read: Mapping[str, str]
) -> tuple[Encode, Encode]:
    """A quick function, whose rows are too long if a plain number is above 127, and one for all numbers.

    `placed` has each part with how many seats after the viewer its player sits, plain parts first. Plain numbers are
    packed together by MessagePack, the fastest packer of small ints: each is one byte, after a header.
    """
    known = _constants(layout)
    code = list(_pieces(layout, placed, known))
    plain = sum(part.plain for part, _ in placed)
    numbers = sum(len(part.names(layout)) for part, _ in placed[:plain])
    head = len(_QUICK([0] * numbers)) - numbers
    packed = f"[{', '.join(code[:plain])}]"
    text = _text("quick", layout, read, [f"pack({packed})[{head}:].translate(MEANT)", *code[plain:]])
    text += _text("clipped", layout, read, [f"clip({packed})", *code[plain:]])
    exec(compile(text, f"<encoder of {rules}>", "exec"), known)  # noqa: S102 — our own declarations
    return known["quick"], known["clipped"]


def _constants(layout: Layout) -> dict[str, Any]:
    """The globals of the generated functions."""
    seats = range(layout.seats)
    return {
        "VIEWERS": tuple((layout.owners(seat), *(*seats[seat:], *seats[:seat])) for seat in seats),
        "SEATED": tuple(one_hot(seat, layout.seats) for seat in seats),
        "MEANT": _MEANT,
        "SEATS": layout.seats,
        "pack": _QUICK,
        "clip": _clipped,
        "pick": itemgetter,
        "tally": tally,
        "join": b"".join,
    }


def _text(name: str, layout: Layout, read: Mapping[str, str], items: Sequence[str]) -> str:
    """The source of a function that joins its items."""
    seats = range(layout.seats)
    lines = [
        f"{', '.join(['OWNER', *(f'i{k}' for k in seats)])} = VIEWERS[seat]",
        "players = g.players",
        "s = players[seat].secret",
        *(f"p{k} = players[i{k}]" for k in seats),
        *(f"{name} = {code}" for name, code in read.items()),
        f"return join([{', '.join(items)}, SEATED[seat], asked])",
    ]
    return f"def {name}(g, seat, asked):\n" + "".join(f"    {line}\n" for line in lines)


def _pieces(layout: Layout, placed: Iterable[tuple[Part, int]], known: dict[str, Any]) -> Iterator[str]:
    """The code of every part; constants go into `known`, each once."""
    names = dict[int, str]()

    def keep(value: Any) -> str:
        name = names.setdefault(id(value), f"T{len(names)}")
        known[name] = value
        return name

    for part, k in placed:
        for code in part.pieces(layout, keep):
            yield code.replace("{p}", f"p{k}").replace("{i}", f"i{k}")


def _clipped(values: Iterable[int]) -> bytes:
    return bytes(min(MOST, max(0, value)) for value in values)
