"""The address of a server and its credentials, read from a URL."""

import re
import ssl
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

SUPPORTED = "redis://, rediss://, valkey://, valkeys:// or unix:// (also redis+sentinel:// and redis+cluster://)"
SCHEMES = frozenset({"redis", "rediss", "valkey", "valkeys", "unix"})
"""The schemes of Redis and Valkey, without a topology."""
_SENTINEL_PORT = 26379
_DEFAULT_PORT = 6379
_TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"})
_OPTIONS = _TLS_OPTIONS | {"sentinel_username", "sentinel_password"}


@dataclass(frozen=True, slots=True)
class Address:
    """One server: a unix socket's `path`, or `host` and `port`, with TLS or without; its text hides the password."""

    host: str = ""
    port: int = _DEFAULT_PORT
    path: str = ""
    username: str = ""
    password: str = field(default="", repr=False)
    database: int = 0
    tls: ssl.SSLContext | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"unix://{self.path}" if self.path else f"{self.host}:{self.port}"


def _escapes(text: str) -> str:
    return " ".join(f"{each} as {quote(each, safe='')}" for each in text)


_UNREADABLE = f"it cannot be read; in a user's name and password write {_escapes('%/#?@[]')}"
"""The error for a URL that libraries refuse: their own messages would repeat pieces of the password."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The servers in a store's URL: one server, the Sentinels of the primary `name`, or servers of a Cluster."""

    kind: Literal["server", "sentinel", "cluster"]
    addresses: list[Address]
    name: str = ""
    primary: Address = Address()
    """How to log in at the primary that Sentinels find; its host and port are not known yet."""

    def __str__(self) -> str:
        return ",".join(map(str, self.addresses)) + (f"/{self.name}" if self.name else "")


_KINDS: dict[str, Literal["sentinel", "cluster"]] = {"sentinel": "sentinel", "cluster": "cluster"}


def parse_store_url(url: str) -> ServerAddress:
    """Read any store's URL: those of `parse`, and

    - `redis+sentinel://[user:password@]host[:port],host[:port],…/name[/database]`: user and password are the
      primary's; the Sentinels' own, if they have any, are `?sentinel_username=…&sentinel_password=…`;
    - `redis+cluster://[user:password@]host[:port],host[:port],…`.

    `rediss+…` and `valkeys+…` take TLS and its options, as in `parse`.

    Raises:
        ValueError: another scheme, an unknown option or a malformed part; nothing of the URL is repeated.
    """
    try:
        return _parse_any(url)
    except _BadUrl:
        raise
    except ValueError:
        raise _BadUrl(_UNREADABLE) from None


class _BadUrl(ValueError):
    """An invalid URL, described in words that repeat nothing of it."""


def _parse_any(url: str) -> ServerAddress:
    scheme, _, rest = url.partition("://")
    authority, query = re.split("[/?#]", rest, maxsplit=1)[0], rest.partition("?")[2]
    astray = "@" in rest and "@" not in authority and not scheme.startswith("unix")
    if "#" in rest or any(each.isspace() for each in url) or (astray and not set(dict(parse_qsl(query))) & _OPTIONS):
        raise ValueError  # a part of the password after a special character was taken for a path or options
    base, _, plural = scheme.partition("+")
    if not plural:
        return ServerAddress("server", [parse(url)])
    if plural not in _KINDS or base not in SCHEMES - {"unix"}:
        raise _BadUrl(f"a store's URL begins with {SUPPORTED}")
    login, at, hosts = rest.partition("/")[0].rpartition("@")
    paths, _, query = rest.partition("/")[2].partition("?")
    hosts, _, early = hosts.partition("?")
    options = _options(query or early)
    username, password = options.pop("sentinel_username", ""), options.pop("sentinel_password", "")
    tail = f"?{urlencode(options)}" if options else ""
    if plural == "cluster":
        if paths.strip("/"):
            raise _BadUrl("a Cluster has no databases: its URL ends with the last host")
        return ServerAddress("cluster", [parse(f"{base}://{login}{at}{host}{tail}") for host in hosts.split(",")])
    name, _, database = paths.strip("/").partition("/")
    if not name:
        raise _BadUrl("a Sentinel's URL names the primary, as in redis+sentinel://host,host/name")
    primary = parse(f"{base}://{login}{at}primary/{database}{tail}")
    seeds = [
        replace(
            parse(f"redis://{host}"),
            port=_port(urlsplit(f"redis://{host}")) or _SENTINEL_PORT,
            username=username,
            password=password,
        )
        for host in hosts.split(",")
    ]
    return ServerAddress("sentinel", seeds, unquote(name), primary)


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        raise _BadUrl("its port must be a number from 1 to 65535") from None


def parse(url: str) -> Address:
    """Read `redis://[user:password@]host[:port][/database]`, `rediss://` (TLS) or `unix://path[?db=n]`.

    TLS takes `ssl_ca_certs`, `ssl_certfile`, `ssl_keyfile` (paths) and `ssl_check_hostname=false` as options.

    Raises:
        ValueError: as `parse_store_url`.
    """
    parts = urlsplit(url)
    options = _options(parts.query)
    if parts.scheme in ("redis", "valkey"):
        address = _tcp(parts, None)
    elif parts.scheme in ("rediss", "valkeys"):
        address = _tcp(parts, _tls({name: options.pop(name) for name in _TLS_OPTIONS & options.keys()}))
    elif parts.scheme == "unix":
        address = _unix(parts, options.pop("db", "0"))
    else:
        raise _BadUrl(f"a store's URL begins with {SUPPORTED}")
    if options:
        raise _BadUrl(f"it has an unknown option; TLS takes {', '.join(sorted(_TLS_OPTIONS))}, a unix socket db")
    return address


def _options(query: str) -> dict[str, str]:
    """The options of a query; a part without `=` would be of a password, with nothing said."""
    return dict(parse_qsl(query, strict_parsing=True)) if query else {}


def _tcp(parts: SplitResult, tls: ssl.SSLContext | None) -> Address:
    return Address(
        host=parts.hostname or "localhost",
        port=_port(parts) or _DEFAULT_PORT,
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(parts.path.strip("/") or "0"),
        tls=tls,
    )


def _unix(parts: SplitResult, database: str) -> Address:
    if parts.hostname or not parts.path:
        raise _BadUrl("a unix socket's URL has three slashes and a path, as in unix:///run/valkey.sock")
    return Address(
        path=unquote(parts.path),
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(database),
    )


def _database(text: str) -> int:
    if not text.isdecimal():
        raise _BadUrl("its database must be a number, as in redis://host:6379/0")
    return int(text)


def _tls(options: dict[str, str]) -> ssl.SSLContext:
    names = [name for name in ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile") if name in options]
    try:
        context = ssl.create_default_context(cafile=options.get("ssl_ca_certs"))
        if certificate := options.get("ssl_certfile"):
            context.load_cert_chain(certificate, options.get("ssl_keyfile"))
    except OSError as error:
        why = "no PEM of a certificate and its key" if isinstance(error, ssl.SSLError) else error.strerror
        raise _BadUrl(f"{' and '.join(names)} cannot be used: {why}") from None
    context.check_hostname = options.get("ssl_check_hostname", "true").lower() != "false"
    return context
