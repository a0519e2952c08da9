"""Importing much at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_is_garbage() -> Iterator[None]:
    """For the time of a block that only imports: what comes of it stays, and is never looked through for garbage.

    To look again and again took a tenth of a start, and to do it once at the end nearly as long. What would have been
    found is half a megabyte in fifty.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
