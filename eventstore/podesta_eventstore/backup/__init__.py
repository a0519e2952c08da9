"""Backups of a whole store: a snapshot over the wire, a copy of its append-only files, and either laid out again."""

from .appendlog import copy_log
from .restoring import lay_out, settle
from .snapshot import snapshot

__all__ = ["copy_log", "lay_out", "settle", "snapshot"]
