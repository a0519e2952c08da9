"""Sending one notice, signed as Standard Webhooks says: to an address that was checked, without redirects, in time."""

from __future__ import annotations

import asyncio
import hmac
import ssl
from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit, urlunsplit

import httpx

from .addresses import Address, Forbidden, Network, checked, resolve

PREFIX = "whsec_"
"""What a secret begins with, where it is written down; its bytes follow in Base64."""
AGENT = "Podesta-Webhooks/1"
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
        return self.status == httpx.codes.GONE


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
        self._made: httpx.AsyncClient | None = None

    @property
    def _client(self) -> httpx.AsyncClient:
        """Made when it is first needed: reading the authorities takes a while."""
        if self._made is None:
            limits = httpx.Limits(max_keepalive_connections=0)
            self._made = httpx.AsyncClient(
                verify=httpx.create_ssl_context(), trust_env=False, timeout=self.seconds, limits=limits
            )
        return self._made

    async def send(self, url: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a body somewhere once; never raises for what goes wrong there."""
        parts = urlsplit(url)
        try:
            async with asyncio.timeout(self.seconds):
                status = await self._post(parts, await self._address(parts), headers, body)
        except Forbidden as why:
            return Outcome(0, str(why))
        except (TimeoutError, httpx.TimeoutException):
            return Outcome(0, "no answer in time")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            return Outcome(0, _why(error))
        return Outcome(status, "" if 200 <= status < 300 else f"answered {status}")

    async def look(self, parts: SplitResult) -> None:
        """Raise Forbidden if an address leads where no webhook may go."""
        async with asyncio.timeout(self.seconds):
            await self._address(parts)

    async def _address(self, parts: SplitResult) -> Address:
        found = await resolve(parts.hostname or "", parts.port or _PORTS[parts.scheme])
        return checked(found, self.networks, secure=parts.scheme == "https")

    async def _post(self, parts: SplitResult, address: Address, headers: dict[str, str], body: bytes) -> int:
        """The status of the answer."""
        host = f"[{address}]" if address.version == 6 else str(address)
        netloc = host if parts.port is None else f"{host}:{parts.port}"
        more = {"Host": parts.netloc, "Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
        request = self._client.build_request(
            "POST",
            urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, "")),
            headers={**headers, **more},
            content=body,
            extensions={"sni_hostname": parts.hostname, "timeout": httpx.Timeout(self.seconds).as_dict()},
        )
        response = await self._client.send(request, stream=True, follow_redirects=False)
        await response.aclose()
        return response.status_code

    async def close(self) -> None:
        """Close what is open."""
        if self._made is not None:
            await self._made.aclose()
