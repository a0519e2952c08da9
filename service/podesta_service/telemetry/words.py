"""The words that metrics have for labels: a contract with dashboards and alerts."""

from __future__ import annotations

from typing import Literal

from podesta_service.problems import DRIFTED, INTERNAL, LOG_BROKEN

Wire = Literal["rest", "grpc"]
WIRES: tuple[Wire, ...] = ("rest", "grpc")
APPENDS = ("appended", "duplicate", "conflict", "unknown", "unavailable", "refused")
"""What may become of an append; `unknown` is perhaps written, `refused` too large, or to a sealed game."""
FAULTS = (INTERNAL.slug, DRIFTED.slug, LOG_BROKEN.slug)
"""Outcomes that nobody but a developer, or an operator, can mend."""
REFUSED = ("address", "all", "files")
"""Why a connection is refused: too many of its address, too many in all, no file left in the system's hands."""
CLOSED = ("room", "unread")
"""Why a connection is closed: another needed its place, or it left unread what it was sent."""
LIMITED_BY = ("token", "address")
DROPPED = ("backlog", "stalled")
"""Why a follower is let go: too many updates behind, or nothing read for too long."""

OPENING_REFUSED = ("games", "forks", "bot-games", "reissues", "store-full")
"""Whose quota is used up, or that the store is full."""
WORK = ("put", "taken", "stolen", "finished")
NOTICES = ("delivered", "failed", "given-up")
"""What may become of an attempt to send a webhook's notice; one that is given up has failed for too long."""
