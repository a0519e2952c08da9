"""Sending one notice, signed as Standard Webhooks says: to an address that was checked, without redirects, in time."""

from __future__ import annotations

import asyncio
import hmac
import ssl
from base64 import b64encode
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

from .addresses import Address, Forbidden, Network, checked, resolve

if TYPE_CHECKING:
    from .posting import Posting

PREFIX = "whsec_"
"""What a secret begins with, where it is written down; its bytes follow in Base64."""
_PORTS = {"https": 443, "http": 80}


class Outcome(NamedTuple):
    """What became of an attempt: the status of the answer (0: there was none), and why it failed (empty: not)."""

    status: int
    why: str

    @property
    def delivered(self) -> bool:
        """Whether the receiver has taken it."""
        return not self.why

    @property
    def gone(self) -> bool:
        """Whether the receiver wants nothing more, ever."""
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
    """What went wrong on the way; the libraries' errors hold that of TLS inside."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not trusted: {error.verify_message}"
        error = error.__cause__ or error.__context__
    return "no connection, or no answer of HTTP"


class Sender:
    """Makes each attempt on a connection of its own; nothing of an answer but its status is read.

    Connections are not kept: they go to bare addresses, and one that was proved to be a name's is no other name's.
    Certificates come from public authorities, or from those of a file that SSL_CERT_FILE names.
    """

    def __init__(self, seconds: float, networks: Sequence[Network]) -> None:
        self.seconds, self.networks = seconds, networks
        self._made: Posting | None = None
        self._making = asyncio.Lock()

    async def _posting(self) -> Posting:
        """Made when it is first needed, in a thread: to import httpx and to read the authorities takes a while."""
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(_posting, self.seconds)
        return self._made

    async def send(self, url: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a body somewhere once; never raises for what goes wrong there."""
        parts = urlsplit(url)
        try:
            async with asyncio.timeout(self.seconds):
                address = await self._address(parts)
                status = await (await self._posting()).post(parts, address, headers, body)
        except Forbidden as why:
            return Outcome(0, str(why))
        except TimeoutError:
            return Outcome(0, "no answer in time")
        except (OSError, ValueError) as error:
            return Outcome(0, _why(error))
        return Outcome(status, "" if 200 <= status < 300 else f"answered {status}")

    async def look(self, parts: SplitResult) -> None:
        """Raise Forbidden if an address leads where no webhook may go."""
        async with asyncio.timeout(self.seconds):
            await self._address(parts)

    async def _address(self, parts: SplitResult) -> Address:
        found = await resolve(parts.hostname or "", parts.port or _PORTS[parts.scheme])
        return checked(found, self.networks, secure=parts.scheme == "https")

    async def close(self) -> None:
        """Close what is open."""
        if self._made is not None:
            await self._made.close()


def _posting(seconds: float) -> Posting:
    """The client of HTTP, which is imported only now: most processes have nobody to tell."""
    from .posting import Posting

    return Posting(seconds)
