"""The laws that a client must keep, numbered as on the page "Write your own client"; each returns any violation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise

from .journal import HARMLESS, MOST_LOOKS, MOVED_ON, REVOKED, TAKEN, UNKNOWN, Command, Journal

Law = Callable[[Journal], str]
"""Returns the violation, or an empty text if the law was kept."""

MOST_TRIES = 15
"""Maximum commands and calls in one second, while the service refuses all of them."""
MOST_AFTER = 3
"""Maximum calls by a client after its token was refused."""
_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
_DEFINITE = {"illegal-answer", "too-many-answers", *HARMLESS}
"""Refusals after which a new decision may be made: nothing was carried out."""


def one_id(journal: Journal) -> str:
    """C-1: A command id of 16 to 64 characters identifies one decision: the same id, the same answers."""
    said: dict[str, Command] = {}
    for command in journal.commands:
        if not _ID.fullmatch(command.id):
            return f"the command id {command.id!r} is none"
        first = said.setdefault(command.id, command)
        if (first.answers, first.revision) != (command.answers, command.revision):
            return f"{command.id} stood for {first.answers} on {first.revision}, then for {command.answers}"
    return ""


def same_again(journal: Journal) -> str:
    """C-2: An answer with an unknown outcome is sent again under its id, before anything else is decided."""
    for earlier, later in _decided_anew(journal):
        if earlier.status in (UNKNOWN, "outcome-unknown"):
            return f"{earlier} may have been carried out, and {later.id} was sent instead of it"
    return ""


def decides_again(journal: Journal) -> str:
    """C-3: After `stale-revision` or `not-your-turn` the game is read again, and the command is not resent."""
    moved = {command.id for command in journal.commands if command.status in MOVED_ON}
    for command_id in moved:
        tries = [command for command in journal.commands if command.id == command_id]
        refused = next(place for place, each in enumerate(tries) if each.status in MOVED_ON)
        if more := len(tries) - refused - 1:
            return f"{command_id} was sent {more} times more after {tries[refused].status}"
    for earlier, later in _decided_anew(journal):
        if earlier.status in MOVED_ON:
            return f"{later.id} was decided on revision {later.revision} again, which the game has left"
    return ""


def newest_only(journal: Journal) -> str:
    """C-4: Only the newest question is answered: not one that was answered before and is sent again."""
    for earlier, later in _decided_anew(journal):
        if earlier.status == TAKEN:
            return f"{earlier} was carried out, and {later.id} answers the same question"
    for command in journal.commands:
        if command.status in MOVED_ON and not command.excused:
            return f"{command} was refused: {command.status} (the client had been told {command.newest})"
    return ""


def legal(journal: Journal) -> str:
    """C-5: An answer is one of the options of the question, under the revision that it was sent with."""
    for command in journal.commands:
        if not command.excused and command.status not in (
            TAKEN,
            UNKNOWN,
            "outcome-unknown",
            *HARMLESS,
            *MOVED_ON,
            *REVOKED,
        ):
            return f"{command} was refused: {command.status}"
    return ""


def comes_back(journal: Journal) -> str:
    """C-6: A stream that ends before the game does is opened again, and the game played to its end."""
    return "" if journal.ended or journal.exits[-1:] == [0] else "the game was not played to its end"


def paces(journal: Journal) -> str:
    """C-7: Between two tries one waits, longer each time, and as long as the service says; between two looks, too."""
    tries = sorted([each.at for each in journal.commands if each.excused] + [c.at for c in journal.calls if c.failed])
    for number in range(len(tries) - MOST_TRIES):
        if tries[number + MOST_TRIES] - tries[number] < 1:
            return f"{MOST_TRIES + 1} tries within a second"
    if journal.hurried:
        return f"more than {MOST_LOOKS} looks at the game within a second, without news"
    waits = [(each, later) for each, later in pairwise(journal.commands) if each.unary and each.id == later.id]
    for each, later in waits:
        if later.at - each.at < 0.8 * each.wait:
            return f"{each.id} again after {later.at - each.at:.2f} s, though told to wait {each.wait:.2f} s"
    return ""


def gives_up(journal: Journal) -> str:
    """C-8: A problem that no retry can resolve ends the program, with a non-zero exit code and without more calls."""
    refused = [number for number, command in enumerate(journal.commands) if command.status in REVOKED]
    more = len(journal.calls) - journal.refused_after if journal.refused_after else 0
    more += len(journal.commands) - refused[0] - 1 if refused else 0
    if more > MOST_AFTER:
        return f"{more} more calls after the token had been refused"
    if journal.exits[-1:] in ([None], [0]):
        return "the program went on" if journal.exits[-1] is None else "the program ended with exit code 0"
    return ""


def ends(journal: Journal) -> str:
    """C-9: When the game is over the client sends nothing more, and its program ends with exit code 0."""
    if journal.after_end:
        return f"{journal.after_end} commands after the end of the game"
    code = journal.exits[-1] if journal.exits else None
    return "" if code == 0 else "the program did not end in time" if code is None else f"exit code {code}"


def _decided_anew(journal: Journal) -> list[tuple[Command, Command]]:
    """Pairs of commands with different ids on the same revision, the later one sent after the earlier one."""
    by_revision: dict[int, list[Command]] = defaultdict(list)
    for command in journal.commands:
        by_revision[command.revision].append(command)
    found = []
    for commands in by_revision.values():
        for earlier, later in pairwise(commands):
            if earlier.id != later.id and earlier.status not in _DEFINITE:
                found.append((earlier, later))
    return found


ALWAYS: tuple[Law, ...] = (one_id, same_again, decides_again, newest_only, legal)
"""The laws that hold in every check."""


def number(law: Law) -> str:
    """The number of a law on the page."""
    return (law.__doc__ or "").split(":")[0]


def sentence(law: Law) -> str:
    """The text of a law."""
    return (law.__doc__ or "").split(": ", 1)[1]
