"""Measurements that take minutes: what they do, on a terminal, and Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Steps:
    """What is done now; lines on standard error where that is a terminal."""

    def __init__(self) -> None:
        self.now = "beginning"

    def __call__(self, said: str) -> None:
        """Say what is done from now on."""
        self.now = said
        if sys.stderr.isatty():
            print(f"… {said}", file=sys.stderr, flush=True)


@contextmanager
def interruptible(again: str = "it begins anew") -> Iterator[Steps]:
    """Ctrl-C ends the process with 130, once all that it has started has been stopped, and says where it was."""
    steps = Steps()
    try:
        yield steps
    except KeyboardInterrupt:
        print(f"interrupted while {steps.now}; called again, {again}", file=sys.stderr)
        sys.exit(130)
