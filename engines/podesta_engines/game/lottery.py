"""Draws by lot: a draw depends on the key, its lot, and how often that lot was drawn on the line of play.

Nothing else matters: neither when it is drawn nor what was answered, how answers were bundled or what was taken back.
So after a retraction the same draws come again. The service draws this way; the record of an ended game has its seed,
with which anyone can redraw and compare.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from podesta_engines.core.decide import Lots
from podesta_engines.core.moves import Drawn
from podesta_engines.core.script import EVERYBODY, Draw

from .events import Created, Entry, Reinstated, Renewed
from .format.seals import parts

BY_LOT = 2
"""The name of this rule in `Created`."""
_SPAN = 1 << 128
_REMEMBERED = 20_000
"""The number of games with a cached key, which would otherwise be derived for each entry."""
Counts = Mapping[str, int]
"""How often each lot was drawn on the line of play."""


def commitment_of(seed: bytes) -> str:
    """The commitment in `Created`: the SHA-256 of the seed, hex."""
    return sha256(seed).hexdigest()


def seed_of(master_key: bytes, game: str, salt: bytes) -> bytes:
    """The seed of a game, 32 bytes. It needs the salt, which only the game's log has, besides the master key."""
    return hmac.digest(master_key, parts("podesta seed 2", game, salt), "sha256")


def drawn_from(created: Created, seed: bytes) -> bytes:
    """What a game draws from: its seed, or the given deal of a practice game."""
    return bytes.fromhex(created.deal) if created.deal else seed


def reseeds(entry: Entry) -> Reinstated | Renewed | None:
    """The event by which an entry changes a game's seed, if it does."""
    first = entry.events[0] if entry.events else None
    return first if type(first) is Reinstated or type(first) is Renewed else None


def reseeded(created: Created, event: Reinstated | Renewed, revision: int) -> Created:
    """A game's creation with the salt and commitment that apply from a reinstating or renewing revision on."""
    return replace(created, salt=_salt(created.salt or "", event, revision), commitment=event.commitment)


def _salt(before: str, event: Reinstated | Renewed, revision: int) -> str:
    """The salt of the seed from a revision on, in hex, derived from the salt before it."""
    if type(event) is Renewed:
        return sha256(parts("podesta renewed 1", before, revision, str(event.minute))).hexdigest()
    return sha256(parts("podesta reinstated 1", before, revision)).hexdigest()


def seeded(log: Sequence[Entry], created: Created) -> list[Created]:
    """A game's creation with each of its seeds: the first, and one for each entry that reinstates or renews it."""
    found = [created]
    for revision, entry in enumerate(log, 1):
        if event := reseeds(entry):
            found.append(reseeded(found[-1], event, revision))
    return found


def draw_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key of a game's draws; `entropy` has a text for each seat, empty if a seat added none."""
    return _draw_key(seed, tuple(entropy))


@lru_cache(maxsize=_REMEMBERED)
def _draw_key(seed: bytes, entropy: tuple[str, ...]) -> bytes:
    return hmac.digest(seed, parts("podesta draws 2", *entropy), "sha256")


def draw(key: bytes, lot: str, nth: int, n: int, mix: bytes = b"") -> int:
    """Draw `nth` (from 0) of a lot: an int in [0, n), uniformly distributed.

    The first 128 bits of the HMAC of lot, nth, n and attempt, modulo n; attempts that would favour small numbers are
    skipped. `mix` is what seats have shared; empty if nothing.
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
    """The name under which a draw is counted: its kind, and its seat if one seat alone sees it."""
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


class Renewal(NamedTuple):
    """A game's creation as it was before a renewal, and how often each lot had been drawn by then."""

    created: Created
    drawn: Counts


class Lottery(Lots):
    """The next draws on the line of play, as they are asked for.

    `counts` is how often each lot was drawn before, `mix` what the seats of a shared game have shared. `before` has the
    earlier seeds, each with how often every lot had been drawn when it was replaced; these draws do not come from later
    seeds.
    """

    def __init__(
        self,
        seed: bytes,
        entropy: Sequence[str],
        counts: Counts,
        mix: bytes = b"",
        before: Sequence[tuple[bytes, Counts]] = (),
    ) -> None:
        self._key, self._counts, self._mix = draw_key(seed, entropy), dict(counts), mix
        self._before = [(draw_key(each, entropy), drawn) for each, drawn in before]

    def of(self, lot: Draw) -> Callable[[int], int]:
        """The next draw of a lot."""
        name = lot.kind.name if lot.seen_by == EVERYBODY else f"{lot.kind.name}@{lot.seen_by}"
        nth = self._counts.get(name, 0)
        self._counts[name] = nth + 1
        key = self._key_of(name, nth)
        return lambda n: draw(key, name, nth, n, self._mix)

    def _key_of(self, lot: str, nth: int) -> bytes:
        """The newest key that was introduced when the lot had been drawn at most `nth` times."""
        key = self._key
        for before, drawn in reversed(self._before):
            if nth >= drawn.get(lot, 0):
                break
            key = before
        return key
