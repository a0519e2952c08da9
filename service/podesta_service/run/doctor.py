"""Checks for common operator mistakes. Each reports what it found and how to fix it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from cryptography import x509

from podesta_engines.core.texts.printing import why
from podesta_eventstore import Erasures, EventStore, StoreError, Vitals, open_store, server_program, weaknesses
from podesta_eventstore.archive.generations import Generations
from podesta_eventstore.errors import shown_address
from podesta_service.chores.store_vitals import WEAK
from podesta_service.identity.tls import load_certificate
from podesta_service.listening import is_local
from podesta_service.model import LISTS
from podesta_service.randomness import find_keys
from podesta_service.settings import BadSetting, Settings
from podesta_service.table.level import check_readable
from podesta_service.webhooks.storage import refusals

from .archive import archive_of
from .archive_runs import ArchiveRun, last_run
from .exposure import check_front_door, remarks
from .shipping import newest_backup

State: TypeAlias = Literal["ok", "warning", "wrong"]
DAY = 86_400.0
_STALE_ARCHIVE, _STALE_BACKUP, _STALE_SHIPMENT, _CERTIFICATE = 2 * DAY, 26 * 3600.0, 60.0, 14 * DAY
_NARROW = {4: 16, 6: 48}
"""Minimum prefix lengths, by IP version, of networks in which probably only proxies are."""


_GAMES = 200
"""Number of running games that are checked for notices."""


class Finding(msgspec.Struct, frozen=True):
    """The outcome of a check."""

    check: str
    state: State
    seen: str
    """What was found, and how to fix it."""


async def examine(settings: Settings, backups: str | None) -> list[Finding]:
    """Run every check, in order; changes nothing."""
    found = [*await _opened(settings), *_settings(settings), await _archive(settings), await _backup(backups)]
    return [msgspec.structs.replace(each, seen=shown_address(each.seen)) for each in found]


async def _opened(settings: Settings) -> list[Finding]:
    """The store's own findings; if it may not be used as it is, only that one."""
    try:
        if not settings.store_url and not settings.data_path.exists():
            made = f"`podesta serve` makes one in {settings.data_path}, by {server_program().path}"
            return [Finding("store", "warning", f"there is none yet: {made}")]
        opening = open_store(settings.store_url or None, settings.data_path, settings.durability, lists=LISTS)
        async with await opening as store:
            return [Finding("store", "ok", "it answers"), *await _store(store, settings)]
    except (StoreError, OSError, ValueError) as error:
        return [Finding("store", "wrong", why(error))]


async def _store(store: EventStore, settings: Settings) -> list[Finding]:
    vitals = await store.vitals()
    about = [_eviction(vitals), _memory(vitals, settings), _replicas(vitals, settings), _users(settings)]
    beat, wall = await store.beat(serving=False), time.time()
    clock = _clock(wall - beat.now / 1000, settings)
    more = [await _level(store), await _age(store, settings), await _calls(store, settings)]
    return [_persistence(vitals, settings), *about, clock, *more]


async def _age(store: EventStore, settings: Settings) -> Finding:
    """Whether the store is older than its archive, and whether all erasures can be repeated."""
    try:
        if (archive := archive_of(settings)) is None:
            return Finding("restored", "ok", "there is no archive to compare the store with")
        await Generations(store, archive).check()
        missing = await Erasures(archive, find_keys(settings).erasures).unknown() if settings.master_key else set[str]()
    except (StoreError, OSError, ValueError) as error:
        return Finding("restored", "wrong", why(error))
    if missing:
        told = f"games were erased under master keys that are in no setting ({', '.join(sorted(missing))})"
        return Finding("restored", "warning", f"{told}: a restore could bring them back")
    return Finding("restored", "ok", "the store knows everything that its archive has")


async def _calls(store: EventStore, settings: Settings) -> Finding:
    """Whether push services deliver messages for browsers, judging by the newest running games."""
    names, _ = await store.streams("running", limit=_GAMES)
    labels = [(await store.metadata(name)).labels for name in names]
    refused = [why for each in labels for why in refusals(each)]
    if refused:
        told = f"push services refuse messages of {len(refused)} browsers, the last one {refused[-1]}"
        return Finding("calls", "wrong", f"{told}: look at PODESTA_PUBLIC_URL, which they are told, and at the log")
    if settings.webhooks == "open" and not settings.public_url.startswith("https://"):
        told = (
            "PODESTA_PUBLIC_URL is no https address: push services, which ask whom to contact, are told the page's own"
        )
        return Finding("calls", "warning", told)
    return Finding("calls", "ok", "no push service refuses any")


async def _level(store: EventStore) -> Finding:
    try:
        await check_readable(store)
        return Finding("level", "ok", f"{(await store.level_status()).level}")
    except StoreError as error:
        return Finding("level", "wrong", f"it cannot be read, or is too high: {error}")


def _persistence(vitals: Vitals, settings: Settings) -> Finding:
    weak = [WEAK[each] for each in weaknesses(vitals, settings.durability)]
    if vitals.log_failing:
        weak.append("it cannot write its append-only file: give its disk room")
    if weak:
        return Finding("persistence", "wrong", "; ".join(weak))
    unknown = "it may not be asked when it syncs: see to `appendfsync` in its file, as PODESTA_DURABILITY asks for"
    return Finding("persistence", "ok", f"it syncs its append-only file: {vitals.fsync}" if vitals.fsync else unknown)


def _eviction(vitals: Vitals) -> Finding:
    if vitals.evicted:
        told = f"{vitals.evicted} keys were thrown away: set `maxmemory-policy noeviction`, and restore from a backup"
        return Finding("eviction", "wrong", told)
    return Finding("eviction", "ok", "no key was thrown away")


def _memory(vitals: Vitals, settings: Settings) -> Finding:
    if not vitals.most:
        told = "the store has no bound, and takes all of its machine's: set `maxmemory`"
        return Finding("memory", "warning" if settings.store_url else "ok", told if settings.store_url else "unbounded")
    share = 100 * vitals.used / vitals.most
    told = f"{share:.0f} % of {vitals.most >> 20} MiB are used"
    if share >= 0.9 * settings.full_percent:
        more = f"; at {settings.full_percent:g} % no game is opened: archive ended games, or raise `maxmemory`"
        return Finding("memory", "wrong" if share >= settings.full_percent else "warning", told + more)
    return Finding("memory", "ok", told)


def _replicas(vitals: Vitals, settings: Settings) -> Finding:
    if settings.durability == "replicated" and not vitals.replicas:
        told = "PODESTA_DURABILITY is `replicated`, and the store has no replica: no move can be confirmed"
        return Finding("replicas", "wrong", told)
    return Finding("replicas", "ok", f"{vitals.replicas}")


def _clock(ahead: float, settings: Settings) -> Finding:
    told = f"this machine's clock is {abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} the store's"
    if abs(ahead) > settings.clock_seconds:
        return Finding("clock", "wrong", f"{told}, which decides: look at the time synchronisation of both")
    return Finding("clock", "ok", told)


def _users(settings: Settings) -> Finding:
    if settings.store_url and not urlsplit(settings.store_url).username:
        told = (
            "PODESTA_STORE_URL names no user: whoever reaches the store may do everything; give each job its own user"
        )
        return Finding("users", "warning", told)
    return Finding("users", "ok", "the store is private" if not settings.store_url else "the URL names a user")


async def _archive(settings: Settings) -> Finding:
    try:
        archive = archive_of(settings)
        if archive is None:
            told = "PODESTA_ARCHIVE_URL is not set: ended games stay in the store's memory"
            return Finding("archive", "warning", told)
        run = await last_run(archive)
    except (StoreError, OSError, ValueError) as error:
        return Finding("archive", "wrong", why(error))
    if run is None:
        return Finding("archive", "warning", "no run came to its end yet: run `podesta archive` from a timer")
    return _weighed(run)


def _weighed(run: ArchiveRun) -> Finding:
    told = f"the last run was {_ago(time.time() - run.at)} ago"
    if run.left:
        more = f"{run.left} games whose logs are missing or broken ({', '.join(run.games[:5])}): see `podesta audit`"
        return Finding("archive", "wrong", f"{told}; it left {more}")
    if time.time() - run.at > _STALE_ARCHIVE:
        return Finding("archive", "wrong", f"{told}: look at its timer")
    return Finding("archive", "ok", told)


async def _backup(place: str | None) -> Finding:
    if place is None:
        return Finding("backup", "warning", "not looked at: name the place of the backups with --backups")
    try:
        made, shipped = await newest_backup(place)
    except (StoreError, OSError, ValueError) as error:
        return Finding("backup", "wrong", why(error))
    if shipped:
        return _aged(made, _STALE_SHIPMENT, "look at what runs `podesta backup --follow`")
    return _aged(made, _STALE_BACKUP, "run `podesta backup` from a timer")


def _aged(made: float, most: float, to_do: str) -> Finding:
    told = f"the newest is {_ago(time.time() - made)} old" if made else "there is none"
    if time.time() - made > most:
        return Finding("backup", "wrong", f"{told}: {to_do}")
    return Finding("backup", "ok", told)


def _settings(settings: Settings) -> Iterator[Finding]:
    """Findings about the settings alone: who can reach the service, and how."""
    try:
        check_front_door(settings)
    except BadSetting as error:
        yield Finding("front door", "wrong", why(error))
    for remark in (said := remarks(settings)):
        yield Finding("exposure", "warning", remark)
    if not said:
        yield Finding("exposure", "ok", "nothing is open that is likely not meant to be")
    yield _proxies(settings)
    yield _address(settings)
    yield _certificate(settings)


def _proxies(settings: Settings) -> Finding:
    networks = [ip_network(each, strict=False) for each in settings.proxies]
    wide = [str(each) for each in networks if each.prefixlen < _NARROW[each.version]]
    if wide:
        told = (
            f"{', '.join(wide)} has room for others than proxies, who could pass as any address: name the proxies alone"
        )
        return Finding("trusted proxies", "warning", told)
    return Finding("trusted proxies", "ok", ", ".join(settings.proxies) or "none")


def _address(settings: Settings) -> Finding:
    if not settings.public_url and not is_local(settings.rest_host):
        told = "PODESTA_PUBLIC_URL is not set: links that invite are guessed from what the caller asked for"
        return Finding("public address", "warning", told)
    if urlsplit(settings.public_url).scheme == "http" and not is_local(urlsplit(settings.public_url).hostname or ""):
        return Finding(
            "public address", "wrong", f"{settings.public_url} is without TLS, and its links hold invitations"
        )
    return Finding("public address", "ok", settings.public_url or "this machine only")


def _certificate(settings: Settings) -> Finding:
    try:
        held = load_certificate(settings)
    except BadSetting as error:
        return Finding("certificate", "wrong", why(error))
    if held is None:
        return Finding("certificate", "ok", "none")
    left = x509.load_pem_x509_certificate(held.chain).not_valid_after_utc.timestamp() - time.time()
    told = f"it is good for {_ago(left)}" if left > 0 else "it has expired"
    if left < _CERTIFICATE:
        return Finding("certificate", "wrong" if left <= 0 else "warning", f"{told}: renew it; the service rereads it")
    return Finding("certificate", "ok", told)


def _ago(seconds: float) -> str:
    """A length of time in words."""
    for size, name in ((DAY, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if abs(seconds) >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} seconds"
