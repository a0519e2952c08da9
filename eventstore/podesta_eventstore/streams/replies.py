"""The servers' replies, turned into the contract's values and errors."""

from typing import Any, cast

from podesta_eventstore.contract import Appended, Card, Glimpse, Metadata, Phase, Stored
from podesta_eventstore.errors import (
    Conflict,
    StoreError,
    StoreUnavailable,
    StreamArchived,
    StreamDamaged,
    StreamErased,
    StreamFull,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
)

_STATUS = b"status"
_LABEL = b"label:"


def not_appended(stream: str, expected: int, most: int, reply: list[Any]) -> Appended:
    """Return the result of the append that this one repeats, or raise the error that prevented it."""
    match reply:
        case [b"duplicate", entry_id, mark]:  # b"<revision>-0"
            return Appended(int(entry_id[:-2]), duplicate=True, marked=mark is not None)
        case [b"conflict", head, unseen]:
            raise Conflict(head, entries(unseen, expected))
        case [b"full"]:
            raise StreamFull(stream, most)
        case [b"sealed"]:
            raise StreamSealed(stream)
    check(stream, reply, b"appended")
    raise StoreError(f"the server replied {reply!r} to an append")


def check(stream: str, reply: list[Any], wanted: bytes) -> None:
    """Return if the reply is the expected one; otherwise raise the error that it means."""
    match reply:
        case [word, *_] if word == wanted:
            return
        case [b"erased", *_]:
            raise StreamErased(stream)
        case [b"archived", head, digest]:
            raise StreamArchived(stream, int(head), digest.decode())
        case [b"unsealed"]:
            raise StreamNotSealed(stream)
        case [b"conflict", head]:
            raise Conflict(head, [])
        case [b"damaged", last]:
            raise StreamDamaged(f"the stream {stream!r} has lost entries, or has one that was not appended: {last!r}")
        case [b"interrupted"]:
            raise StoreUnavailable(f"another process is restoring {stream!r} as well: begin again")
        case _:
            raise StreamNotFound(stream)


def entries(reply: list[Any], after: int) -> list[Stored]:
    """Number the entries by counting from `after`, which is exact if the last one's id agrees."""
    if reply and reply[-1][0] != b"%d-0" % (after + len(reply)):
        raise StreamDamaged(f"a stream has a gap: {len(reply)} entries after {after} end with {reply[-1][0]!r}")
    return [Stored(revision, fields[1], fields[3]) for revision, (_, fields) in enumerate(reply, after + 1)]


def entries_backward(reply: list[Any]) -> list[Stored]:
    """Number the entries, newest first, by counting from the oldest."""
    if not reply:
        return []
    return entries(reply[::-1], int(reply[-1][0][:-2]) - 1)[::-1]


def metadata(stream: str, fields: dict[bytes, bytes], head: int) -> Metadata:
    """Return the metadata in the hash; a stream without a phase is live."""
    if not head and b"phase" not in fields:
        raise StreamNotFound(stream)
    return Metadata(
        status=fields.get(_STATUS, b"").decode(),
        phase=cast("Phase", fields.get(b"phase", b"live").decode()),
        head=head or int(fields[b"head"]),
        labels={name[len(_LABEL) :].decode(): fields[name].decode() for name in sorted(fields) if name[:6] == _LABEL},
        digest=fields.get(b"digest", b"").decode(),
        card=Card(fields[b"topic"].decode(), fields.get(b"card", b"")) if b"topic" in fields else None,
    )


def glimpse(fields: list[bytes | None], head: int) -> Glimpse | None:
    """Return a glimpse from a stream's phase, the head of an archived one, its card, and its length."""
    phase, archived, card = fields
    if phase == b"erased" or not (head or phase):
        return None
    return Glimpse(head or int(archived or 0), cast("Phase", (phase or b"live").decode()), card or b"")


def check_phase(stream: str, fields: dict[bytes, bytes]) -> None:
    """Raise the error of a stream that was erased or archived."""
    if fields.get(b"phase") == b"erased":
        raise StreamErased(stream)
    if fields.get(b"phase") == b"archived":
        raise StreamArchived(stream, int(fields[b"head"]), fields[b"digest"].decode())
