"""The labels of metrics: a contract with dashboards and alerts."""

from __future__ import annotations

from typing import Literal, get_args

from podesta_eventstore import Weakness
from podesta_service.problems import DRIFTED, INTERNAL, LOG_BROKEN

Wire = Literal["rest", "grpc"]
WIRES: tuple[Wire, ...] = ("rest", "grpc")
APPENDS = ("appended", "duplicate", "conflict", "unknown", "unavailable", "refused")
"""Outcomes of an append; `unknown` may have been written, `refused` was too large or to a sealed game."""
FAULTS = (INTERNAL.slug, DRIFTED.slug, LOG_BROKEN.slug)
"""Outcomes that only a developer or an operator can fix."""
REFUSED = ("address", "all", "files")
"""Why a connection is refused: too many of its address, too many in all, no file descriptors left."""
CLOSED = ("room", "unread")
"""Why a connection is closed: another needed its slot, or it did not read its responses."""
LimitedBy = Literal["token", "address", "token-computing", "address-computing", "guesses"]
LIMITED_BY: tuple[LimitedBy, ...] = get_args(LimitedBy)
"""Which limit a call exceeds: calls or computing time of a token or an address, or guesses of invitations."""
DROPPED = ("backlog", "stalled")
"""Why a follower is dropped: too many updates behind, or nothing read for too long."""

OPENING_REFUSED = ("games", "forks", "bot-games", "reissues", "store-full")
"""Which quota is used up, or `store-full`."""
WEAKNESSES: tuple[Weakness, ...] = get_args(Weakness)
"""The ways in which the store may lose entries."""
Written = Literal["ok", "away", "read-only", "full", "disk-failing", "too-few-replicas", "refuses"]
WRITTEN: tuple[Written, ...] = get_args(Written)
"""What the store does with writes."""
WORK = ("put", "taken", "stolen", "finished")
NOTICES = ("delivered", "failed", "given-up")
"""Outcomes of an attempt to send a webhook's notice; one that is given up has failed for too long."""
