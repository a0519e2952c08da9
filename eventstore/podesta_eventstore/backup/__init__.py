"""Backups of a whole store: a snapshot, a copy of its append-only files, or those shipped as they grow; restoring."""

from .appendlog import copy_log
from .authentic import Trust
from .comparing import check_like_new
from .restoring import discard, lay_out, settle
from .shipped import Shipped, fetch_copy, newest
from .shipping import Shipper
from .snapshot import snapshot

__all__ = [
    "Shipped",
    "Shipper",
    "Trust",
    "check_like_new",
    "copy_log",
    "discard",
    "fetch_copy",
    "lay_out",
    "newest",
    "settle",
    "snapshot",
]
