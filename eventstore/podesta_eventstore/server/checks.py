"""Checks of a server's configuration, at the start and while it runs."""

import logging
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import hiredis

from podesta_eventstore.contract import Vitals
from podesta_eventstore.errors import StoreRefused, StoreUnavailable

from .connection import ConnectionLost
from .link import Link
from .program import OLDEST

Durability: TypeAlias = Literal["replicated", "fsync", "everysec"]
"""When an append is acknowledged: once the primary's disk and a replica have it, once the primary's disk has it, or up
to a second before."""

_log = logging.getLogger(__name__)
Weakness: TypeAlias = Literal["unlogged", "evicting", "fsync"]
"""A way in which a server loses entries: it has no append-only file, evicts keys, or syncs that file too late."""

_STRENGTH = {"no": 0, "everysec": 1, "always": 2}
_WANTED = {"replicated": "always", "fsync": "always", "everysec": "everysec"}


async def check_server(link: Link, durability: Durability) -> list[str]:
    """Refuse a server that would lose entries; return warnings about one that might.

    Raises:
        StoreRefused: too old, a replica, without append-only file, set to evict keys, or forbidding INFO.
        StoreUnavailable: it cannot be reached.
    """
    info = await _info(link)
    _log.info("the store at %s is %s", link.where, _program(info))
    if faults := _faults(info):
        raise StoreRefused(f"the store at {link.where} cannot hold streams: {'; '.join(faults)}")
    return [*_fsync_warnings(await _fsync_policy(link), durability), *_replica_warnings(info, link, durability)]


async def _info(link: Link) -> dict[str, str]:
    """Ask for INFO rather than CONFIG, which managed servers forbid."""
    try:
        reply = await link.call("INFO")
    except hiredis.ReplyError as error:
        raise StoreRefused(f"the store at {link.where} cannot be checked: INFO fails: {error}") from error
    except ConnectionLost as error:
        raise StoreUnavailable(f"the store at {link.where} does not reply to INFO: {error}") from error
    lines = (reply if isinstance(reply, str) else reply.decode()).splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


async def vitals_of(link: Link) -> Vitals:
    """Return one server's vitals; raises as `check_server` does."""
    info, (commands, seconds), fsync = await _info(link), await _slow(link), await _fsync_policy(link)
    states = (info.get("aof_last_write_status", "ok"), info.get("aof_last_bgrewrite_status", "ok"))
    return Vitals(
        used=int(info["used_memory"]),
        most=int(info.get("maxmemory", "0")),
        fragmentation=float(info.get("mem_fragmentation_ratio", "1")),
        log_bytes=int(info.get("aof_current_size", "0")),
        rewriting=info.get("aof_rewrite_in_progress") == "1",
        log_failing=any(state != "ok" for state in states),
        evicted=int(info.get("evicted_keys", "0")),
        replicas=int(info.get("connected_slaves", "0")),
        lag_seconds=max(_lags(info), default=0),
        libraries=int(info.get("number_of_libraries", "0")),
        slow_commands=commands,
        slow_seconds=seconds,
        logged=info.get("aof_enabled") != "0",
        evicts=_evicts(info),
        fsync=fsync or "",
    )


async def _slow(link: Link) -> tuple[int, float]:
    """The number of slow commands in a server's log, and the seconds of the newest; zeros where asking is forbidden."""
    try:
        noted: list[list[Any]] = await link.call("SLOWLOG", "GET", 1)
    except hiredis.ReplyError:  # managed servers forbid it
        return 0, 0.0
    except ConnectionLost as error:
        raise StoreUnavailable(f"the store at {link.where} does not reply to SLOWLOG: {error}") from error
    return (noted[0][0] + 1, noted[0][2] / 1e6) if noted else (0, 0.0)  # ids begin with 0


def _lags(info: dict[str, str]) -> list[int]:
    """The lag of each replica in seconds, from `slave0:ip=…,port=…,state=online,offset=…,lag=1`."""
    replicas = [value.split(",") for name, value in info.items() if name.startswith("slave") and name[5:].isdigit()]
    parsed = [dict(field.partition("=")[::2] for field in fields) for fields in replicas]
    return [int(each["lag"]) for each in parsed if "lag" in each]


def worst(found: Sequence[Vitals]) -> Vitals:
    """The vitals of several servers as one. Memory is the fullest server's, since a game cannot move to another."""
    fullest = max(found, key=lambda each: each.used / each.most if each.most else 0.0)
    return Vitals(
        used=fullest.used,
        most=fullest.most,
        fragmentation=max(each.fragmentation for each in found),
        log_bytes=max(each.log_bytes for each in found),
        rewriting=any(each.rewriting for each in found),
        log_failing=any(each.log_failing for each in found),
        evicted=sum(each.evicted for each in found),
        replicas=min(each.replicas for each in found),
        lag_seconds=max(each.lag_seconds for each in found),
        libraries=min(each.libraries for each in found),
        slow_commands=sum(each.slow_commands for each in found),
        slow_seconds=max(each.slow_seconds for each in found),
        logged=all(each.logged for each in found),
        evicts=any(each.evicts for each in found),
        fsync=min((each.fsync for each in found if each.fsync), key=lambda each: _STRENGTH.get(each, 0), default=""),
    )


def _program(info: dict[str, str]) -> str:
    """A server's name, version and path."""
    name = "valkey" if "valkey_version" in info else "redis"
    return f"{name.capitalize()} {info.get(f'{name}_version')} ({info.get('executable')})"


def _faults(info: dict[str, str]) -> list[str]:
    version = info.get("redis_version", "0")
    faults = {
        f"it is Redis {version}; {OLDEST}.0 or newer, or Valkey, is needed": int(version.split(".")[0]) < OLDEST,
        "it is a replica; give the primary's address": info.get("role") == "slave",
        "its append-only file is off; set `appendonly yes`": info.get("aof_enabled") == "0",
        f"it evicts keys when memory is short (`maxmemory-policy {info.get('maxmemory_policy')}`); "
        "set `maxmemory-policy noeviction`": _evicts(info),
    }
    return [fault for fault, present in faults.items() if present]


def _evicts(info: dict[str, str]) -> bool:
    return info.get("maxmemory_policy", "noeviction") != "noeviction"


def weaknesses(vitals: Vitals, durability: Durability) -> list[Weakness]:
    """Return the weaknesses of the servers' configuration; what cannot be read is unknown."""
    weak: dict[Weakness, bool] = {
        "unlogged": not vitals.logged,
        "evicting": vitals.evicts,
        "fsync": bool(vitals.fsync) and _is_weaker(vitals.fsync, durability),
    }
    return [word for word, found in weak.items() if found]


def _is_weaker(policy: str, durability: Durability) -> bool:
    return _STRENGTH.get(policy, 0) < _STRENGTH[_WANTED[durability]]


async def _fsync_policy(link: Link) -> str | None:
    """Return `appendfsync`, or None if CONFIG is not allowed."""
    try:
        reply: dict[bytes, Any] = await link.call("CONFIG", "GET", "appendfsync")
    except (hiredis.ReplyError, StoreUnavailable, ConnectionLost):
        return None
    return bytes(reply.get(b"appendfsync", b"")).decode() or None


def _fsync_warnings(policy: str | None, durability: Durability) -> list[str]:
    wanted = _WANTED[durability]
    if policy is None:
        _log.info("the store does not allow CONFIG GET, so this cannot see whether it fsyncs %r: look there", wanted)
        return []
    if _is_weaker(policy, durability):
        return [f"the store fsyncs {policy!r}, weaker than the {wanted!r} asked for: a crash may lose entries"]
    return []


def _replica_warnings(info: dict[str, str], link: Link, durability: Durability) -> list[str]:
    """Warn at the start that without a replica the outcome of every append of this durability will be unknown.

    A primary that may write without a replica shows its readers entries that the next failover takes back.
    """
    if durability != "replicated":
        return []
    warnings = []
    if int(info.get("connected_slaves", "0")) == 0:
        warnings.append(f"the store at {link.where} has no replica: until it has one, no append can be confirmed")
    if "min_slaves_good_slaves" not in info:
        warnings.append(f"the store at {link.where} takes writes without a replica: set `min-replicas-to-write 1`")
    return warnings
