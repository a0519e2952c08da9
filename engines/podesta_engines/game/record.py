r"""Records: the whole log of an ended game as a file; a chain of hashes binds its every byte.

A line is an entry in JSON with an additional last member, `"chain"`: the SHA-256 (hex) of the chain value of the line
before (nothing for the first) and of the line's text without that member. Every line ends with "\n".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from .events import Entry
from .format.seals import link

GAME = "[a-z2-7]{21}"
"""The pattern of the ids of a service's games, which name their records: 21 letters and digits; the first four encode
the hour, the others where the game is kept."""
_TAIL = b',"chain":"%s"}'
_TAIL_LENGTH = len(_TAIL % bytes(64))


class Tampered(Exception):
    """A record was altered; `line` is where it was detected, counted from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


def chain_of(texts: Iterable[bytes]) -> str:
    """The chain value of the last line, from the texts of all lines."""
    chain = ""
    for text in texts:
        chain = link(chain, text)
    return chain


def lines(texts: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a record, without their line ends, from the entries' texts (see `stored_line`)."""
    chain = ""
    for text in texts:
        chain = link(chain, text)
        yield text[:-1] + _TAIL % chain.encode()


def split(record: bytes) -> list[bytes]:
    """The lines of a record file; tolerates CRLF and extra line ends. Raises Tampered."""
    *found, rest = record.replace(b"\r\n", b"\n").split(b"\n")
    while found and not rest and not found[-1]:
        found.pop()
    if rest or not found:
        raise Tampered(len(found) + 1, "the line does not end" if rest else "the record is empty")
    return found


def unchain(found: Iterable[bytes]) -> Iterator[tuple[bytes, str]]:
    """The text of each line without its chain value, and that value, verified; raises Tampered."""
    chain = ""
    for number, line in enumerate(found, 1):
        text = line[:-_TAIL_LENGTH] + b"}"
        chain = link(chain, text)
        if line[-_TAIL_LENGTH:] != _TAIL % chain.encode():
            raise Tampered(number, "the text is not what its chain value was made of, or a line before it is missing")
        yield text, chain


def read_entry(number: int, text: bytes) -> Entry:
    """An entry from its canonical JSON; raises Tampered."""
    try:
        raw = msgspec.json.decode(text)
        if msgspec.json.encode(raw) != text:
            raise Tampered(number, "the entry is not spelled as a service spells it")
        return msgspec.convert(raw, Entry)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, AttributeError, TypeError):
        raise Tampered(number, "this is not an entry") from None
