"""Tokens: signed, expiring capabilities for one seat of one game, or for its host."""

from __future__ import annotations

import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any

import jwt
import msgspec
from msgspec import Meta, Struct

from podesta_service.problems import BAD_TOKEN, EXPIRED_TOKEN, HOST_ONLY, NOT_YOUR_SEAT, refuse
from podesta_service.randomness import key_id, token_key

ALGORITHM = "HS256"
ISSUER = "podesta"
_REMEMBERED = 10_000
"""Number of checked tokens that are cached; checking a signature takes longer than deciding a move."""
_CLAIMS = ["exp", "iat", "iss", "sub", "game", "epoch"]


class SeatToken(Struct, frozen=True):
    """A token that plays a seat."""

    seat: int
    """The seat, from 0."""
    token: str
    """The value to send as `Authorization: Bearer …`."""
    expires_at: datetime
    """When it expires."""


class HostToken(Struct, frozen=True):
    """The token of a game's host."""

    token: str
    """The value to send as `Authorization: Bearer …`."""
    expires_at: datetime
    """When it expires."""


class HostClaims(Struct, frozen=True):
    """The claims of a host's token."""

    game: str
    epoch: Annotated[int, Meta(ge=1)]


class Claims(Struct, frozen=True):
    """The claims of a seat's token."""

    game: str
    seat: Annotated[int, Meta(ge=0)]
    epoch: Annotated[int, Meta(ge=1)]


class _Ends(Struct):
    exp: int


_KINDS: dict[str, type[Claims | HostClaims]] = {"seat": Claims, "host": HostClaims}
"""The claims of tokens, by subject."""
_SPELT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}")
"""The canonical form of a token with a signature of 32 bytes."""
_NOT_OURS = "token-not-ours"


class TokenOffice:
    """Issues tokens under one master key and reads them under several; `now` returns seconds since 1970."""

    def __init__(
        self, master_key: bytes, days: int, now: Callable[[], float] = time.time, others: Sequence[bytes] = ()
    ) -> None:
        self._key, self._kid = token_key(master_key), key_id(master_key)
        self._keys = {key_id(key): token_key(key) for key in (master_key, *others)}
        self._life = days * 86_400
        self._now = now
        self._verified = lru_cache(maxsize=_REMEMBERED)(self._verify)

    def issue(self, game: str, seat: int, epoch: int) -> SeatToken:
        """A token for the holder of a seat; a later epoch of the seat invalidates it."""
        return SeatToken(seat, *self.sign(self._life, sub="seat", game=game, seat=seat, epoch=epoch))

    def issue_host(self, game: str, epoch: int) -> HostToken:
        """A token for the host of a game; a later epoch invalidates it."""
        return HostToken(*self.sign(self._life, sub="host", game=game, epoch=epoch))

    def sign(self, life: int, **claims: Any) -> tuple[str, datetime]:
        """A token with claims that is valid for some seconds, and when it expires."""
        now = int(self._now())
        claims |= {"iss": ISSUER, "iat": now, "exp": now + life}
        token = jwt.encode(claims, self._key, ALGORITHM, headers={"kid": self._kid})
        return token, datetime.fromtimestamp(now + life, UTC)

    def seconds_left(self, token: str) -> int:
        """How long a token is still valid; raises Refusal."""
        self.valid(token)
        return self.seconds_until(self._verified(token)[1])

    def seconds_until(self, at: int) -> int:
        """The seconds until a moment (s since 1970)."""
        return at - int(self._now())

    def opened(self, token: str, required: Sequence[str]) -> dict[str, Any]:
        """All claims of a token of any kind; raises Refusal, also for an expired one."""
        said = self._said(token, required)
        if said["exp"] <= self._now():
            raise refuse(EXPIRED_TOKEN, "claim-anew")
        return said

    def read(self, token: str) -> Claims:
        """The claims of a seat's token; raises Refusal, which never repeats the token."""
        claims = self.valid(token)
        if type(claims) is not Claims:
            raise refuse(NOT_YOUR_SEAT, "token-is-hosts")
        return claims

    def read_host(self, token: str) -> HostClaims:
        """The claims of a host's token; raises Refusal."""
        claims = self.valid(token)
        if type(claims) is not HostClaims:
            raise refuse(HOST_ONLY, "token-is-seats")
        return claims

    def valid(self, token: str) -> Claims | HostClaims:
        """The claims of a seat's or a host's token; raises Refusal."""
        claims, expires_at = self._verified(token)
        if expires_at <= self._now():
            raise refuse(EXPIRED_TOKEN, "claim-anew")
        return claims

    def _key_of(self, token: str) -> bytes:
        """The key that a token names, or the current one; with a single key, the token's header is not read."""
        if len(self._keys) == 1:
            return self._key
        return self._keys.get(jwt.get_unverified_header(token).get("kid", self._kid), self._key)

    def _verify(self, token: str) -> tuple[Claims | HostClaims, int]:
        """The claims and expiry of a token with a valid signature."""
        said = self._said(token, _CLAIMS)
        try:
            return msgspec.convert(said, _KINDS[said["sub"]]), msgspec.convert(said, _Ends).exp
        except (msgspec.ValidationError, KeyError):
            raise refuse(BAD_TOKEN, _NOT_OURS) from None

    def _said(self, token: str, required: Sequence[str]) -> dict[str, Any]:
        """The claims of a token with a valid signature."""
        _check_canonical(token)
        options = {"require": [*required], "verify_exp": False, "verify_iat": False}
        try:
            said: dict[str, Any] = jwt.decode(
                token,
                self._key_of(token),
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                options=options,  # type: ignore[arg-type]
            )
        except jwt.PyJWTError:
            raise refuse(BAD_TOKEN, _NOT_OURS) from None
        return said


def _check_canonical(token: str) -> None:
    """Refuse a non-canonical token: padding, or bits after the last byte of the signature."""
    signature = token.rpartition(".")[2]
    if not _SPELT.fullmatch(token) or urlsafe_b64encode(urlsafe_b64decode(signature + "=")).decode() != signature + "=":
        raise refuse(BAD_TOKEN, _NOT_OURS)
