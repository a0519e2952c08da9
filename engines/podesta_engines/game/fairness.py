"""Draws that anybody can repeat: pure functions of a game's seed, by the rule that its `Created` names.

The service draws with them. Whoever has the record of an ended game has its seed, and can draw again and compare. Here
is rule 1, by revision and index; a game that began with it keeps it. Rule 2 is in `lottery.py`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count

from podesta_engines.core.decide import Chance

from . import lottery
from .events import Created
from .lottery import Counts, Lottery

_SPAN = 1 << 128
BY_REVISION, BY_LOT = 1, 2
"""The rules of draws."""


def commitment_of(seed: bytes) -> str:
    """What `Created` publishes: the SHA-256 of the seed, hex."""
    return sha256(seed).hexdigest()


def draw_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key of a game's draws: the seed, or where seats added entropy, theirs mixed into it.

    `entropy` has a text for each seat, empty where a seat added none. The key is then the HMAC-SHA-256, under the seed,
    of "entropy" and the SHA-256 of each text, in seat order.
    """
    if not any(entropy):
        return seed
    mixed = b"".join(sha256(text.encode()).digest() for text in entropy)
    return hmac.digest(seed, b"entropy" + mixed, "sha256")


def draw(key: bytes, revision: int, index: int, n: int) -> int:
    """Draw `index` of a revision: an int below n, each equally likely.

    The first 128 bits of HMAC-SHA-256(key, "revision:index:attempt"), taken modulo n; attempts that would favour the
    small numbers are passed over.
    """
    limit = _SPAN - _SPAN % n
    for attempt in count():
        digest = hmac.digest(key, f"{revision}:{index}:{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:16], "big")
        if value < limit:
            return value % n
    raise AssertionError("unreachable")


def luck(
    created: Created, seed: bytes, entropy: Sequence[str], revision: int, counts: Counts, mix: bytes = b""
) -> Chance:
    """The draws of a revision by the rule of its game, given how often each lot was drawn before.

    `mix` is what the seats of a shared game have told.
    """
    if created.draws == BY_LOT:
        return Lottery(lottery.draw_key(seed, entropy), counts, mix)
    return chance(draw_key(seed, entropy), revision)


def chance(key: bytes, revision: int) -> Callable[[int], int]:
    """The draws of one revision in order, as the decider asks for them."""
    indices = count()
    return lambda n: draw(key, revision, next(indices), n)
