"""Shares: what seats add to the draws of a shared game as it is played, so that no one can predict all draws.

Each seat has a chain of hashes: 1,025 links, each the SHA-256 of the one before it. The last one, its anchor, is sent
when the seat is taken; from there the seat goes backwards, one link per visit. Draws mix in the newest link of each
seat. So a seat cannot choose anything, as its anchor binds all its links, and each link is unknown until the seat
reveals it.

A visit is a run of a seat's own answers, uninterrupted by another seat with a chain; its first answer carries the next
link. If seats are asked together, each answer is a visit of its own, so that the order of answers does not matter. An
answer given by a time-out carries no link, and begins no visit. A chain that replaces another takes part only after
another seat has begun a visit, so that it cannot be chosen by what is known.
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
"""The number of links of a chain, without its anchor."""
DIGITS = 64
"""The number of hexadecimal digits of a link."""


def share(secret: bytes, game: str) -> bytes:
    """The innermost link of a seat's chain of hashes; its 1,024th hash is the anchor."""
    return sha256(parts("podesta share 1", secret, game)).digest()


def mixed(latest: Sequence[bytes]) -> bytes:
    """What seats have shared, for a draw: a digest of the latest link of each (empty if none)."""
    return sha256(parts("podesta mix 1", *latest)).digest()


def chain(secret: bytes, name: str) -> list[str]:
    """The links of a chain in the order in which they are revealed, the anchor first, in hex.

    `name`, such as the game's id, distinguishes the chains made from one secret.
    """
    links = [share(secret, name)]
    for _ in range(LINKS):
        links.append(sha256(links[-1]).digest())
    return [link.hex() for link in reversed(links)]


def is_link(text: str) -> bool:
    """Whether a text has the form of a link: 64 lowercase hexadecimal digits."""
    return len(text) == DIGITS and all(digit in "0123456789abcdef" for digit in text)


def follows(link: str, before: str) -> bool:
    """Whether the SHA-256 of `link` is `before`."""
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
    """The newest link of each seat, from any of its chains; empty if none."""
    due: frozenset[int] = frozenset()
    """The seats that have yet to reveal their first link before anything is drawn."""
    resting: frozenset[int] = frozenset()
    """The seats with a chain that is too new to take part."""
    visitor: int = -1
    """The seat that is on a visit; -1: none."""
    excused: int = -1
    """The seat that gets its next answer by a time-out; -1: none."""

    @property
    def mix(self) -> bytes:
        """The bytes mixed into draws."""
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
        """The shares after a seat was taken, `anew` if it was held: with its own chain, the previous one, or none."""
        if not anchor:
            return self if anew else self.left(seat)
        after = replace(self, chains=_put(self.chains, seat, Chain(anchor, anchor)))
        if seat in self.due or not (anew or any(self.mixed_in)):
            return replace(after, due=self.due | {seat})
        return replace(after, resting=self.resting | {seat})

    def left(self, seat: int) -> Shares:
        """The shares after a seat was freed, or taken by a bot: without a chain, but earlier links stay mixed in."""
        gone = {seat}
        return replace(
            self, chains=_put(self.chains, seat, None), due=self.due - gone, resting=self.resting - gone, excused=-1
        )

    def told(self, seat: int, link: str) -> Shares:
        """The shares after a seat revealed a link."""
        own = self.chains[seat]
        if own is None:
            return self
        chains = _put(self.chains, seat, replace(own, newest=link))
        return replace(self, chains=chains, mixed_in=_put(self.mixed_in, seat, link), due=self.due - {seat})

    def late(self, seat: int) -> Shares:
        """The shares after a seat ran out of time."""
        return replace(self, excused=seat)

    def answered(self, move: Answered, together: bool) -> Shares:
        """The shares after an answer; `together`: others were asked at the same time."""
        after = replace(self, excused=-1) if move.seat == self.excused else self._visited(move)
        return replace(after, visitor=-1) if together else after

    def _visited(self, move: Answered) -> Shares:
        """The shares after a seat's own answer."""
        if self.chains[move.seat] is None or (move.seat == self.visitor and not move.link):
            return self
        after = self.told(move.seat, move.link) if move.link else self
        return replace(after, visitor=move.seat, resting=self.resting & {move.seat})

    def back_to(self, then: Shares) -> Shares:
        """The shares after going back to a point of the game: later links must be revealed again; chains stay."""
        chains = tuple(_returned(now, before) for now, before in zip(self.chains, then.chains, strict=True))
        return replace(self, chains=chains, mixed_in=then.mixed_in, visitor=then.visitor, excused=-1)


def nothing(seats: int) -> Shares:
    """The shares before any seat is taken."""
    return Shares((None,) * seats, ("",) * seats)


def _returned(now: Chain | None, then: Chain | None) -> Chain | None:
    """A seat's chain as it was at a point; a newer chain restarts from its anchor."""
    if now is None:
        return None
    return then if then is not None and then.anchor == now.anchor else replace(now, newest=now.anchor)


def _put(values: tuple[Any, ...], number: int, value: Any) -> tuple[Any, ...]:
    return (*values[:number], value, *values[number + 1 :])
