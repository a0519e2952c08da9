"""Shares: what seats add to the draws of a shared game as it is played, so that no one foresees them all.

Each seat has a chain of hashes: 1,025 links, each the SHA-256 of the one before it. The last one, its anchor, is told
when the seat is taken; from there the seat goes backwards, a link a visit. Draws mix in the newest link of each. So a
seat can choose nothing, as its anchor binds all its links, and each link is unknown until the seat tells it.

A visit is a run of own answers, uninterrupted by another seat with a chain; its first answer carries the next link.
Where seats are asked together each answer is a visit of its own, so that it does not matter who is first. What happens
when time runs out carries none, and begins no visit. A chain that replaces another takes part once another
seat's visit has begun after it, so that it cannot be chosen by what is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from podesta_engines.core.moves import Answered
from podesta_engines.game.format.seals import parts

LINKS = 1024
"""How many links a chain has, beside its anchor."""
DIGITS = 64
"""Hexadecimal digits of a link."""


def share(secret: bytes, game: str) -> bytes:
    """The innermost link of a seat's chain of hashes; its 1,024th hash is the anchor."""
    return sha256(parts("podesta share 1", secret, game)).digest()


def mixed(latest: Sequence[bytes]) -> bytes:
    """What seats have shared, for a draw: a digest of the latest link of each (empty if none)."""
    return sha256(parts("podesta mix 1", *latest)).digest()


def chain(secret: bytes, name: str) -> list[str]:
    """The links of a chain in the order in which they are told, the anchor first, in hex.

    `name` tells the chains of one secret apart, such as the game's id.
    """
    links = [share(secret, name)]
    for _ in range(LINKS):
        links.append(sha256(links[-1]).digest())
    return [link.hex() for link in reversed(links)]


def is_link(text: str) -> bool:
    """Whether a text is spelled as a link."""
    return len(text) == DIGITS and all(digit in "0123456789abcdef" for digit in text)


def follows(link: str, before: str) -> bool:
    """Whether a link is the next one after another, in the order in which a seat tells them."""
    return is_link(link) and sha256(bytes.fromhex(link)).hexdigest() == before


class Chain(Struct, frozen=True):
    """A seat's chain, and its newest link that counts: the anchor, before the first."""

    anchor: str
    newest: str


class Shares(Struct, frozen=True):
    """What the seats of a shared game have shared, on the line of play."""

    chains: tuple[Chain | None, ...]
    """Each seat's chain; None for a free seat, or a bot's."""
    mixed_in: tuple[str, ...]
    """The newest link of each seat, of any of its chains; empty if none."""
    due: frozenset[int] = frozenset()
    """The seats whose first link the game waits for before anything is drawn."""
    resting: frozenset[int] = frozenset()
    """The seats whose chain is too new to take part."""
    visitor: int = -1
    """The seat whose visit it is; -1: none."""
    excused: int = -1
    """The seat whose next answer comes from a time-out; -1: none."""

    @property
    def mix(self) -> bytes:
        """What draws mix in."""
        return mixed([bytes.fromhex(link) for link in self.mixed_in])

    def wanted(self, seat: int, together: bool) -> str | None:
        """The link that must precede the one in a seat's next answer; None if that carries none.

        `together`: the seat is asked together with others.
        """
        own = self.chains[seat]
        if own is None or seat in self.resting or (seat == self.visitor and not together):
            return None
        return own.newest

    def taken(self, seat: int, anchor: str, anew: bool) -> Shares:
        """After a seat was taken, `anew` if it was held: with a chain of its own, the previous one, or none."""
        if not anchor:
            return self if anew else self.left(seat)
        after = replace(self, chains=_put(self.chains, seat, Chain(anchor, anchor)))
        if seat in self.due or not (anew or any(self.mixed_in)):
            return replace(after, due=self.due | {seat})
        return replace(after, resting=self.resting | {seat})

    def left(self, seat: int) -> Shares:
        """After a seat was freed, or taken by a bot: it has no chain. What it had shared stays mixed in."""
        gone = {seat}
        return replace(
            self, chains=_put(self.chains, seat, None), due=self.due - gone, resting=self.resting - gone, excused=-1
        )

    def told(self, seat: int, link: str) -> Shares:
        """After a seat told its first link."""
        own = self.chains[seat]
        if own is None:
            return self
        chains = _put(self.chains, seat, replace(own, newest=link))
        return replace(self, chains=chains, mixed_in=_put(self.mixed_in, seat, link), due=self.due - {seat})

    def late(self, seat: int) -> Shares:
        """After a seat's time has run out."""
        return replace(self, excused=seat)

    def answered(self, move: Answered, together: bool) -> Shares:
        """After an answer, `together` with others' or not."""
        after = replace(self, excused=-1) if move.seat == self.excused else self._visited(move)
        return replace(after, visitor=-1) if together else after

    def _visited(self, move: Answered) -> Shares:
        """After a seat's own answer."""
        if self.chains[move.seat] is None or (move.seat == self.visitor and not move.link):
            return self
        after = self.told(move.seat, move.link) if move.link else self
        return replace(after, visitor=move.seat, resting=self.resting & {move.seat})

    def back_to(self, then: Shares) -> Shares:
        """After going back to a point of the game: what was shared since is to be told again; chains stay."""
        chains = tuple(_returned(now, before) for now, before in zip(self.chains, then.chains, strict=True))
        return replace(self, chains=chains, mixed_in=then.mixed_in, visitor=then.visitor, excused=-1)


def nothing(seats: int) -> Shares:
    """What is shared before any seat is taken."""
    return Shares((None,) * seats, ("",) * seats)


def _returned(now: Chain | None, then: Chain | None) -> Chain | None:
    """A seat's chain as it was at a point; one that is newer starts again."""
    if now is None:
        return None
    return then if then is not None and then.anchor == now.anchor else replace(now, newest=now.anchor)


def _put(values: tuple[Any, ...], number: int, value: Any) -> tuple[Any, ...]:
    return (*values[:number], value, *values[number + 1 :])
