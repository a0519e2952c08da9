"""Adopting games that are older than seals: one seal over all that stands in a log, kept beside it as a label."""

from __future__ import annotations

from collections.abc import Mapping

from podesta_engines.game.format.seals import adoption

from .seals import Head, LogBroken, SealKeys

ADOPTED = "adopted"
"""The label: how many entries, a dot, and the seal over them in hex."""


def adopted(game: str, head: Head, keys: SealKeys) -> str:
    """What the label of a game with plain entries up to a head says."""
    return _labels(game, head, keys)[0]


def check_adopted(game: str, head: Head, labels: Mapping[str, str], keys: SealKeys) -> None:
    """Refuse a game with plain entries that was not adopted as it stands; raises LogBroken."""
    if ADOPTED not in labels:
        raise LogBroken("the log has no seals, and was not adopted", 1)
    if labels[ADOPTED] not in _labels(game, head, keys):
        raise LogBroken("the log is not the one that was adopted", 1)


def _labels(game: str, head: Head, keys: SealKeys) -> list[str]:
    """What the label may be, by each key."""
    prefix = head.prefix
    assert prefix is not None
    return [f"{head.revision}.{adoption(key, head.revision, prefix).hex()}" for key in keys(game)]
