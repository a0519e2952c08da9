"""Backups of a whole store: a snapshot, a copy of its append-only files, these shipped as they grow; and back again."""

from .appendlog import copy_log
from .restoring import lay_out, settle
from .shipped import Shipped, fetch_copy, newest
from .shipping import Shipper
from .snapshot import snapshot

__all__ = ["Shipped", "Shipper", "copy_log", "fetch_copy", "lay_out", "newest", "settle", "snapshot"]
