"""How every part of an inspection reports a failed check."""

from __future__ import annotations

import re

from podesta_engines.core.errors import Drifted

_HASH = re.compile("[0-9a-f]{64}")


def expect(holds: bool, why: str) -> None:
    """Check a condition; raises Drifted with the reason if it does not hold."""
    if not holds:
        raise Drifted(why)


def check_commitment(said: str) -> None:
    """Check the form of a commitment to a seed; raises Drifted."""
    expect(bool(_HASH.fullmatch(said)), "a commitment is 64 hexadecimal digits")
