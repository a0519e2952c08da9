"""Where a server is and how to log in there, read from a URL."""

import ssl
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

SUPPORTED = "redis://, rediss://, valkey://, valkeys:// or unix:// (also redis+sentinel:// and redis+cluster://)"
_SENTINEL_PORT = 26379
_DEFAULT_PORT = 6379
_TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"})


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


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """What a store's URL names: one server, the Sentinels of the primary `name`, or servers of a Cluster."""

    kind: Literal["server", "sentinel", "cluster"]
    addresses: list[Address]
    name: str = ""
    primary: Address = Address()
    """How to log in at the primary that Sentinels find; its host and port are not known yet."""


_KINDS: dict[str, Literal["sentinel", "cluster"]] = {"sentinel": "sentinel", "cluster": "cluster"}


def parse_store_url(url: str) -> ServerAddress:
    """Read any store's URL: those of `parse`, and

    - `redis+sentinel://[user:password@]host[:port],host[:port],…/name[/database]`: user and password are the
      primary's; the Sentinels' own, if they have any, are `?sentinel_username=…&sentinel_password=…`;
    - `redis+cluster://[user:password@]host[:port],host[:port],…`.

    `rediss+…` and `valkeys+…` take TLS and its options, as in `parse`.

    Raises:
        ValueError: as `parse`.
    """
    scheme, _, rest = url.partition("://")
    base, _, plural = scheme.partition("+")
    if not plural:
        return ServerAddress("server", [parse(url)])
    if plural not in _KINDS or base not in ("redis", "rediss", "valkey", "valkeys"):
        raise ValueError(f"a store's URL begins with {SUPPORTED}, not {scheme!r}")
    login, at, hosts = rest.partition("/")[0].rpartition("@")
    paths, _, query = rest.partition("/")[2].partition("?")
    hosts, _, early = hosts.partition("?")
    options = dict(parse_qsl(query or early))
    username, password = options.pop("sentinel_username", ""), options.pop("sentinel_password", "")
    tail = f"?{urlencode(options)}" if options else ""
    if plural == "cluster":
        if paths.strip("/"):
            raise ValueError("a Cluster has no databases: its URL ends with the last host")
        return ServerAddress("cluster", [parse(f"{base}://{login}{at}{host}{tail}") for host in hosts.split(",")])
    name, _, database = paths.strip("/").partition("/")
    if not name:
        raise ValueError("a Sentinel's URL names the primary, as in redis+sentinel://host,host/name")
    primary = parse(f"{base}://{login}{at}primary/{database}{tail}")
    seeds = [
        replace(parse(f"redis://{host}"), port=_port(host), username=username, password=password)
        for host in hosts.split(",")
    ]
    return ServerAddress("sentinel", seeds, unquote(name), primary)


def _port(host: str) -> int:
    return urlsplit(f"redis://{host}").port or _SENTINEL_PORT


def parse(url: str) -> Address:
    """Read `redis://[user:password@]host[:port][/database]`, `rediss://` (TLS) or `unix://path[?db=n]`.

    TLS takes `ssl_ca_certs`, `ssl_certfile`, `ssl_keyfile` (paths) and `ssl_check_hostname=false` as options.

    Raises:
        ValueError: another scheme, an unknown option or a malformed part; the password is not repeated.
    """
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    if parts.scheme in ("redis", "valkey"):
        address = _tcp(parts, None)
    elif parts.scheme in ("rediss", "valkeys"):
        address = _tcp(parts, _tls({name: options.pop(name) for name in _TLS_OPTIONS & options.keys()}))
    elif parts.scheme == "unix":
        address = _unix(parts, options.pop("db", "0"))
    else:
        raise ValueError(f"a store's URL begins with {SUPPORTED}, not {parts.scheme or 'nothing'!r}")
    if options:
        raise ValueError(f"a store's URL has an unknown option: {', '.join(sorted(options))}")
    return address


def _tcp(parts: SplitResult, tls: ssl.SSLContext | None) -> Address:
    return Address(
        host=parts.hostname or "localhost",
        port=parts.port or _DEFAULT_PORT,
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(parts.path.strip("/") or "0"),
        tls=tls,
    )


def _unix(parts: SplitResult, database: str) -> Address:
    if parts.hostname or not parts.path:
        raise ValueError("a unix socket's URL has three slashes and a path, as in unix:///run/valkey.sock")
    return Address(
        path=unquote(parts.path),
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(database),
    )


def _database(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"a store's database is a number, not {text!r}")
    return int(text)


def _tls(options: dict[str, str]) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=options.get("ssl_ca_certs"))
    if certificate := options.get("ssl_certfile"):
        context.load_cert_chain(certificate, options.get("ssl_keyfile"))
    context.check_hostname = options.get("ssl_check_hostname", "true").lower() != "false"
    return context
