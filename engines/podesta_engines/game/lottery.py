"""Draws by lot, rule 2: a draw follows from the key, its lot, and how often that lot was drawn on the line of play.

From nothing else: neither when it is drawn nor what was answered, nor how answers were bundled, nor what was taken back
moves it. A retraction brings the same draws again. Rule 1, by revision and index, is in `fairness.py`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count

from podesta_engines.core.decide import Lots
from podesta_engines.core.moves import Drawn
from podesta_engines.core.script import EVERYBODY, Draw

from .format.parts import parts

_SPAN = 1 << 128
_REMEMBERED = 20_000
"""Games whose key is not worked out again for each entry."""
Counts = Mapping[str, int]
"""How often each lot was drawn on the line of play."""


def seed_of(master_key: bytes, game: str, salt: bytes) -> bytes:
    """The seed of a game, 32 bytes; without the salt, which its log alone has, the master key does not tell it."""
    return hmac.digest(master_key, parts("podesta seed 2", game, salt), "sha256")


def draw_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key of a game's draws; `entropy` has a text for each seat, empty where a seat added none."""
    return _draw_key(seed, tuple(entropy))


@lru_cache(maxsize=_REMEMBERED)
def _draw_key(seed: bytes, entropy: tuple[str, ...]) -> bytes:
    return hmac.digest(seed, parts("podesta draws 2", *entropy), "sha256")


def draw(key: bytes, lot: str, nth: int, n: int, mix: bytes = b"") -> int:
    """Draw `nth` (from 0) of a lot: an int below n, each equally likely.

    The first 128 bits of the HMAC of lot, nth, n and attempt, modulo n; attempts that would favour the small numbers
    are passed over. `mix` is what seats have shared, nothing where they share nothing.
    """
    limit = _SPAN - _SPAN % n
    for attempt in count():
        digest = hmac.digest(key, parts("podesta draw 2", lot, nth, str(n), attempt, mix), "sha256")
        value = int.from_bytes(digest[:16], "big")
        if value < limit:
            return value % n
    raise AssertionError("unreachable")


# -- lots ------------------------------------------------------------------------------------------------------------


def lot_of(drawn: Drawn) -> str:
    """What a draw counts as: its kind, and whose it is if one seat alone sees it."""
    return drawn.lot if drawn.seen_by is None else f"{drawn.lot}@{drawn.seen_by}"


def counted(counts: Counts, events: Iterable[object]) -> Counts:
    """The counts after the draws among some events."""
    drawn = [lot_of(event) for event in events if type(event) is Drawn]
    if not drawn:
        return counts
    after = dict(counts)
    for lot in drawn:
        after[lot] = after.get(lot, 0) + 1
    return after


class Lottery(Lots):
    """The draws that follow on the line of play, as the decider asks for them."""

    def __init__(self, key: bytes, counts: Counts, mix: bytes = b"") -> None:
        self._key, self._counts, self._mix = key, dict(counts), mix

    def of(self, lot: Draw) -> Callable[[int], int]:
        """The next draw of a lot."""
        name = lot.kind.name if lot.seen_by == EVERYBODY else f"{lot.kind.name}@{lot.seen_by}"
        nth = self._counts.get(name, 0)
        self._counts[name] = nth + 1
        return lambda n: draw(self._key, name, nth, n, self._mix)
