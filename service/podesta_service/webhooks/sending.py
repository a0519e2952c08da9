"""Sending one notice, signed by Standard Webhooks: to a checked address, without redirects, with a time limit."""

from __future__ import annotations

import asyncio
import hmac
import ssl
from base64 import b64encode
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

from .addresses import Address, Forbidden, Network, checked
from .resolving import Resolver

if TYPE_CHECKING:
    from .posting import Posting

PREFIX = "whsec_"
"""The prefix of a written secret; its bytes follow in Base64."""
PORTS = {"https": 443, "http": 80}


class Outcome(NamedTuple):
    """The outcome of an attempt: the status of the response (0: none), and why it failed (empty: it did not)."""

    status: int
    why: str
    retry_after: int = 0
    """Seconds for which the receiver asks to be left alone."""

    @property
    def delivered(self) -> bool:
        """Whether the receiver accepted the notice."""
        return not self.why

    @property
    def gone(self) -> bool:
        """Whether the receiver has unsubscribed."""
        return self.status == HTTPStatus.GONE


def written(secret: bytes) -> str:
    """A secret as receivers configure it."""
    return PREFIX + b64encode(secret).decode()


def signed(secret: bytes, notice: str, at: int, body: bytes) -> dict[str, str]:
    """The headers of a notice under its id, sent at a time (s since 1970)."""
    said = b".".join((notice.encode(), str(at).encode(), body))
    signature = b64encode(hmac.digest(secret, said, "sha256")).decode()
    return {"webhook-id": notice, "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


def _why(error: BaseException | None) -> str:
    """The error of an attempt; the libraries' errors wrap that of TLS."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not trusted: {error.verify_message}"
        error = error.__cause__ or error.__context__
    return "no connection, or no answer of HTTP"


class Sender:
    """Makes each attempt on a connection of its own, and reads only the status of the response.

    Connections are not reused: they go to bare addresses, and one verified for a name is valid for no other.
    Certificates are checked against public authorities, or those in the file of SSL_CERT_FILE. `networks` are allowed
    in addition to public addresses: the sender's for all calls, a call's for it alone.
    """

    def __init__(self, seconds: float, networks: Sequence[Network] = ()) -> None:
        self.seconds, self.networks = seconds, networks
        self._names = Resolver()
        self._made: Posting | None = None
        self._making = asyncio.Lock()

    async def _posting(self) -> Posting:
        """The client, made on first use, in a thread: importing httpx and reading the authorities takes a while."""
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(_posting, self.seconds)
        return self._made

    async def send(
        self, url: str, headers: dict[str, str], body: bytes, owner: str = "", networks: Sequence[Network] = ()
    ) -> Outcome:
        """Send a body for an owner; never raises for errors on the way."""
        parts = urlsplit(url)
        try:
            async with asyncio.timeout(self.seconds):
                address = await self._address(parts, owner, networks)
                status, retry_after = await (await self._posting()).post(parts, address, headers, body)
        except Forbidden as why:
            return Outcome(0, str(why))
        except TimeoutError:
            return Outcome(0, "no answer in time")
        except (OSError, ValueError) as error:
            return Outcome(0, _why(error))
        return Outcome(status, "" if 200 <= status < 300 else f"answered {status}", retry_after)

    async def look(self, parts: SplitResult, owner: str = "", networks: Sequence[Network] = ()) -> None:
        """Raise Forbidden if an address leads where webhooks may not go."""
        async with asyncio.timeout(self.seconds):
            await self._address(parts, owner, networks)

    async def _address(self, parts: SplitResult, owner: str, networks: Sequence[Network]) -> Address:
        found = await self._names.resolve(parts.hostname or "", parts.port or PORTS[parts.scheme], owner)
        return checked(found, [*self.networks, *networks], secure=parts.scheme == "https")

    async def close(self) -> None:
        """Close the client."""
        self._names.close()
        if self._made is not None:
            await self._made.close()


def _posting(seconds: float) -> Posting:
    """The HTTP client, imported only now: most processes send no notices."""
    from .posting import Posting

    return Posting(seconds)
