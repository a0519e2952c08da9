"""One HTTP request to a checked address; separate, as importing httpx would be a tenth of every start."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from urllib.parse import SplitResult, urlunsplit

import httpx

from .addresses import Address

AGENT = "Podesta-Webhooks/1"
LONGEST = 86_400
"""Seconds for which a receiver may ask to be left alone, at most."""


class Posting:
    """Sends each request on a connection of its own, and reads the status of the response.

    `seconds` bound an attempt. The constructor reads the certificate authorities.
    """

    def __init__(self, seconds: float) -> None:
        limits, authorities = httpx.Limits(max_keepalive_connections=0), httpx.create_ssl_context()
        self._seconds = seconds
        self._client = httpx.AsyncClient(verify=authorities, trust_env=False, timeout=seconds, limits=limits)

    async def post(self, parts: SplitResult, address: Address, headers: dict[str, str], body: bytes) -> tuple[int, int]:
        """Post a body and return the status and the seconds of Retry-After, 0 without one.

        Raises TimeoutError, or OSError if there is no response.
        """
        try:
            request = self._request(parts, address, headers, body)
            response = await self._client.send(request, stream=True, follow_redirects=False)
            await response.aclose()
        except httpx.TimeoutException:
            raise TimeoutError from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectionError from error
        return response.status_code, _seconds(response.headers.get("retry-after", ""))

    def _request(self, parts: SplitResult, address: Address, headers: dict[str, str], body: bytes) -> httpx.Request:
        """The request: to the checked address, with the original host name."""
        host = f"[{address}]" if address.version == 6 else str(address)
        netloc = host if parts.port is None else f"{host}:{parts.port}"
        more = {"Host": parts.netloc, "Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
        return self._client.build_request(
            "POST",
            urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, "")),
            headers={**more, **headers},
            content=body,
            extensions={"sni_hostname": parts.hostname, "timeout": httpx.Timeout(self._seconds).as_dict()},
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _seconds(retry_after: str) -> int:
    """The seconds of a Retry-After, which may be a date, in bounds; 0 for nonsense."""
    try:
        seconds = (
            int(retry_after)
            if retry_after.isdecimal()
            else int(parsedate_to_datetime(retry_after).timestamp() - time.time())
        )
    except (ValueError, OverflowError):
        return 0
    return min(max(0, seconds), LONGEST)
