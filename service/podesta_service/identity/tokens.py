"""Seat tokens: signed, expiring capabilities for one seat of one game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated

import jwt
import msgspec
from msgspec import Meta, Struct

from podesta_service.problems import BAD_TOKEN, EXPIRED_TOKEN, refuse
from podesta_service.randomness import key_id, token_key

ALGORITHM = "HS256"
ISSUER = "podesta"
_REMEMBERED = 10_000
"""Tokens whose signature is not checked again; a check takes longer than deciding a move."""
_CLAIMS = ["exp", "iat", "iss", "sub", "game", "seat", "epoch"]


class SeatToken(Struct, frozen=True):
    """A seat, the token that plays it, and when the token expires."""

    seat: int
    token: str
    expires_at: datetime


class Claims(Struct, frozen=True):
    """What a valid token says."""

    game: str
    seat: Annotated[int, Meta(ge=0)]
    epoch: Annotated[int, Meta(ge=1)]


class _Ends(Struct):
    exp: int


class TokenOffice:
    """Issues tokens under one master key and reads them under several; `now` gives seconds since 1970."""

    def __init__(
        self, master_key: bytes, days: int, now: Callable[[], float] = time.time, others: Sequence[bytes] = ()
    ) -> None:
        self._key, self._kid = token_key(master_key), key_id(master_key)
        self._keys = {key_id(key): token_key(key) for key in (master_key, *others)}
        self._life = days * 86_400
        self._now = now
        self._verified = lru_cache(maxsize=_REMEMBERED)(self._verify)

    def issue(self, game: str, seat: int, epoch: int) -> SeatToken:
        """A token for the holder of a seat; a later epoch of the seat makes it worthless."""
        now = int(self._now())
        claims = {"iss": ISSUER, "sub": "seat", "iat": now, "exp": now + self._life}
        claims |= {"game": game, "seat": seat, "epoch": epoch}
        token = jwt.encode(claims, self._key, ALGORITHM, headers={"kid": self._kid})
        return SeatToken(seat, token, datetime.fromtimestamp(now + self._life, UTC))

    def read(self, token: str) -> Claims:
        """What a token says; raises Refusal, which never repeats the token."""
        claims, expires_at = self._verified(token)
        if expires_at <= self._now():
            raise refuse(EXPIRED_TOKEN, "claim the seat anew, or ask the operator")
        return claims

    def _key_of(self, token: str) -> bytes:
        """The key that a token names, or the present one; where there is no other, no header is read to find out."""
        if len(self._keys) == 1:
            return self._key
        return self._keys.get(jwt.get_unverified_header(token).get("kid", self._kid), self._key)

    def _verify(self, token: str) -> tuple[Claims, int]:
        """What a token says and when it expires, once its signature holds."""
        options = {"require": _CLAIMS, "verify_exp": False, "verify_iat": False}
        try:
            said = jwt.decode(token, self._key_of(token), algorithms=[ALGORITHM], issuer=ISSUER, options=options)  # type: ignore[arg-type]
            return msgspec.convert(said, Claims), msgspec.convert(said, _Ends).exp
        except (jwt.PyJWTError, msgspec.ValidationError):
            raise refuse(BAD_TOKEN, "the token was not issued here, or was changed") from None
