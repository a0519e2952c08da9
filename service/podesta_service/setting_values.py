"""Parsers of settings' values: one for each kind of text; a bad value is refused under its setting's name.

No refusal repeats a value that may hold a secret.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address, ip_network
from pathlib import Path

from msgspec import inspect

PREFIX = "PODESTA_"
SCOPES = frozenset({"create", "admin"})
"""What an operator's key may allow: opening games, reissuing seats."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""A host name."""
_ORIGIN = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(\[[0-9A-Fa-f:.]+\]|[^\s/?#@\\:\[\]\"'<>]+)(?::(\d{1,5}))?")
_RECEIVER = re.compile(r"(https?://[^/]+)(/[^\s?#\\]*)?")
_LAST_PORT = 65535
_SHORTEST_KEY = 16
"""Minimum length of an operator's key, in characters."""


class BadSetting(ValueError):
    """A setting cannot be used; the message names it and says why."""


def variable(name: str) -> str:
    """The environment variable of a field."""
    return PREFIX + name.upper()


def parts(text: str) -> list[str]:
    """The parts of a text that is separated by commas, stripped, without empty ones."""
    return [part.strip() for part in text.split(",") if part.strip()]


def meant(kind: inspect.Type) -> str:
    """What a value of a type must be, in words, for error messages."""
    match kind:
        case inspect.UnionType():
            return meant(next(each for each in kind.types if not isinstance(each, inspect.NoneType)))
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, kind.values))}"
        case inspect.IntType():
            return f"a whole number from {kind.ge} to {kind.le}"
        case inspect.FloatType(gt=None):
            return f"a number from {kind.ge:g} to {kind.le:g}"
        case inspect.FloatType():
            return f"a number above {kind.gt:g}, {kind.le:g} at most"
    return "text"


def read_key(text: str, name: str = "master_key") -> bytes:
    """A key from hex; raises BadSetting."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        detail = "must be hexadecimal, for instance from `openssl rand -hex 32`"
        raise BadSetting(f"{variable(name)} {_PRINTED.get(name, detail)}") from None
    if len(key) < 32:
        raise BadSetting(f"{variable(name)} must have at least 32 bytes (64 hex digits), not {len(key)}")
    return key


_PRINTED = {"seal_keys": "takes what `podesta keys --seal` prints: 64 hex digits each"}
_SIGNING = "PODESTA_SIGNING_KEYS takes what `podesta keys --signing` prints: an id, a colon, and 64 hex digits"


def read_signing_keys(text: str) -> dict[str, str]:
    """Public keys in hex, by the ids of their master keys; raises BadSetting."""
    if not all(re.fullmatch(r"[0-9a-f]{8}:[0-9a-fA-F]{64}", part) for part in parts(text)):
        raise BadSetting(_SIGNING)
    return {key: public.lower() for key, public in (part.split(":") for part in parts(text))}


def read_operators(one: str, several: str) -> dict[str, frozenset[str]]:
    """The scopes of each operator's key: all for `one`, those given for `several`; raises BadSetting."""
    pairs = [part.partition(":")[::2] for part in parts(several)]
    keys = {key: frozenset(scopes.split("+")) for scopes, key in pairs} | ({one: SCOPES} if one else {})
    if not all(scopes <= SCOPES for scopes in keys.values()):
        raise BadSetting("PODESTA_OPERATOR_KEYS takes <scopes>:<key>; the scopes are create, admin, create+admin")
    both = "PODESTA_OPERATOR_KEY and each of PODESTA_OPERATOR_KEYS"
    if any(len(key) < _SHORTEST_KEY for key in keys):
        raise BadSetting(f"{both} must have at least {_SHORTEST_KEY} characters")
    if not all(key.isascii() and key.isprintable() and key == key.strip() for key in keys):
        raise BadSetting(f"{both} must be of printable ASCII characters, no space at an end: it is a bearer token")
    return keys


def read_networks(text: str, name: str) -> list[str]:
    """Addresses or networks; raises BadSetting."""
    try:
        for part in parts(text):
            ip_network(part, strict=False)
    except ValueError:
        raise BadSetting(f"{variable(name)} takes addresses or networks, such as 10.0.0.0/8,127.0.0.1") from None
    return parts(text)


def read_reachable(text: str, name: str) -> list[str]:
    """Networks, and receivers by scheme, host, port and path; raises BadSetting."""
    try:
        read_networks(",".join(part for part in parts(text) if not _is_receiver(part)), name)
    except BadSetting:
        told = "takes networks and receivers, such as 10.0.0.0/8,http://10.0.0.5:8000/hooks"
        raise BadSetting(f"{variable(name)} {told}") from None
    return parts(text)


def _is_receiver(text: str) -> bool:
    found = _RECEIVER.fullmatch(text)
    return found is not None and _is_origin(found[1])


def read_host(text: str, name: str) -> str:
    """An address to listen on, or a host name; raises BadSetting."""
    try:
        ip_address(text)
    except ValueError:
        if not _NAME.fullmatch(text):
            detail = "must be an address of this machine, such as 127.0.0.1, or `::` for all, or a name of one"
            raise BadSetting(f"{variable(name)} {detail}") from None
    return text


def read_hosts(text: str) -> list[str]:
    """Host names that callers may use, in lower case; raises BadSetting."""
    for part in parts(text):
        if part != "*" and not _NAME.fullmatch(part) and not re.fullmatch(r"\[[0-9A-Fa-f:.]+\]", part):
            detail = "write names alone, as in games.example or [::1], without scheme and port, or *"
            raise BadSetting(f"{variable('allowed_hosts')}: {detail}")
    return parts(text.lower())


def read_origins(text: str) -> list[str]:
    """Origins that may call from browsers; raises BadSetting."""
    if not all(part in ("*", "null") or _is_origin(part) for part in parts(text)):
        detail = "write origins as browsers do, as in https://games.example, without a slash at the end, or *"
        raise BadSetting(f"{variable('cors_origins')}: {detail}")
    return parts(text)


def read_public_url(text: str) -> str:
    """The public address of the table, or an empty text; raises BadSetting."""
    if text and not (_is_origin(text.removesuffix("/")) and text.lower().startswith(("http://", "https://"))):
        detail = "must be an address as in https://games.example, without path, name and password"
        raise BadSetting(f"{variable('public_url')} {detail}")
    return text


def _is_origin(text: str) -> bool:
    found = _ORIGIN.fullmatch(text)
    return found is not None and int(found[3] or 0) <= _LAST_PORT


def read_folder(text: str, name: str, *, written: bool = False) -> Path:
    """The absolute path of a folder, which may not exist yet; raises BadSetting if it cannot be one."""
    try:
        path = Path(text).expanduser().absolute()
        there = next(each for each in (path, *path.parents) if each.exists())
    except (RuntimeError, OSError, ValueError):  # no such user; a name that is too long, or has a zero byte
        raise BadSetting(f"{variable(name)} is not the path of a folder: name another") from None
    if not text:
        raise BadSetting(f"{variable(name)} is empty: name a folder")
    if not there.is_dir():
        raise BadSetting(f"{variable(name)}: {there} is not a folder: name another")
    if written and not os.access(there, os.W_OK | os.X_OK):
        raise BadSetting(f"{variable(name)}: this user cannot write to {there}: name another folder")
    return path
