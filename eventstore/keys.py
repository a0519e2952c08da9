"""How streams are named in the data store.

Every key and channel of a stream carries the stream's name as its hash tag, so that on a Cluster they live on
one node and the append function reaches them all.
"""

import re

_STREAM = re.compile(r"[a-z0-9-]{1,64}")


def check(stream: str) -> str:
    """Answer the name itself when it is one; anything else could break out of the hash tag: `ValueError`."""
    if not _STREAM.fullmatch(stream):
        raise ValueError(f"a stream's name is 1 to 64 of a-z, 0-9 and '-', not {stream!r}")
    return stream


def log(stream: str) -> bytes:
    """Answer the key of the stream's entries."""
    return f"podesta:{{{check(stream)}}}:log".encode()


def doorbell(stream: str) -> bytes:
    """Answer the sharded channel on which each new revision is announced."""
    return f"podesta:{{{check(stream)}}}:bell".encode()
