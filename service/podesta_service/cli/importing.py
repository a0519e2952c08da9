"""Importing many modules at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_is_garbage() -> Iterator[None]:
    """Disable garbage collection for a block that only imports, and exempt its objects from later collections.

    Collections took a tenth of the start, and a single one at the end nearly as long, to free half a megabyte of fifty.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
