"""Heartbeats on the servers: one hash, and the time of the server that has it."""

from podesta_eventstore.contract import OUTAGES, Beat, Heard, Heartbeats, Outage

from . import keys, library
from .calls import Calls


class RedisHeartbeats(Heartbeats):
    """One call of a function; repeating it does no harm."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def beat(self, serving: bool = True, heard: Heard | None = None, outage: Outage | None = None) -> Beat:
        """Record the beat with the server's time; see the contract."""
        slot, words = keys.slot_of(keys.BEAT), (int(serving), OUTAGES, _text(heard), _text(outage))
        now, before, *told = await self._calls.run(slot, library.BEAT, [keys.BEAT], *words, confirmed=serving)
        at, outages = (text.decode(errors="replace").split(" ") for text in told)
        return Beat(now, before, _heard(at), _outages(outages))


def _text(said: Heard | Outage | None) -> str:
    return " ".join(map(str, said or ()))


def _heard(words: list[str]) -> Heard | None:
    """The time that a caller has received; None if there is none."""
    return Heard(int(words[0]), words[1]) if len(words) == 2 and _is_time(words[0]) else None


def _outages(words: list[str]) -> tuple[Outage, ...]:
    """The newest outages; malformed ones are left out."""
    found = [words[at : at + 3] for at in range(0, len(words), 3)][-OUTAGES:]
    return tuple(Outage(int(a), int(b), seal) for a, b, seal in filter(_is_outage, found))


def _is_outage(words: list[str]) -> bool:
    return len(words) == 3 and _is_time(words[0]) and _is_time(words[1])


def _is_time(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 16
