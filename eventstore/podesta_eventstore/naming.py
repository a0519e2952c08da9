"""Stream names that contain their beginning and determine where streams are stored.

A *dated* name has 21 letters and digits of base32: four count the hours since 1970, until 2089; the other 17 are
random. The bucket that stores a stream follows from the first two of these; for any other name, from its checksum.
"""

import re
import zlib

BUCKETS = 256
"""The number of parts that streams are divided into. Each bucket is on one server, so that a stream changes together
with its lists. More buckets would spread better, but a page of a list asks all of them."""

HOUR = 3600
_DIGITS = "abcdefghijklmnopqrstuvwxyz234567"
_DATED = re.compile(r"([a-z2-7]{4})([a-z2-7]{2})[a-z2-7]{15}")


def dated(seconds: float, letters: str) -> str:
    """Return the name of a stream that begins at a time (seconds since 1970), from 17 letters of base32."""
    name = hour_at(seconds) + letters
    if not _DATED.fullmatch(name):
        raise ValueError(f"a dated name ends with 17 letters and digits of base32, not {letters!r}")
    return name


def hour_at(seconds: float) -> str:
    """Return the four letters of the hour of a time (seconds since 1970)."""
    hours = int(seconds // HOUR)
    return "".join(_DIGITS[hours >> shift & 31] for shift in (15, 10, 5, 0))


def hour_of(stream: str) -> str | None:
    """Return the four letters of the hour in which a stream began, None if its name has no date."""
    found = _DATED.fullmatch(stream)
    return found[1] if found else None


def began(stream: str) -> int | None:
    """Return the beginning of the hour in which a stream began (seconds since 1970), None if its name has no date."""
    hour = hour_of(stream)
    return None if hour is None else HOUR * sum(_DIGITS.index(each) << 5 * (3 - at) for at, each in enumerate(hour))


def bucket_of(stream: str) -> int:
    """Return the bucket that stores a stream."""
    found = _DATED.fullmatch(stream)
    if found is None:
        return zlib.crc32(stream.encode()) % BUCKETS
    return (_DIGITS.index(found[2][0]) << 5 | _DIGITS.index(found[2][1])) >> 2
