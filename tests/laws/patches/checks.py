"""The checks of one game's patches: patched games equal whole ones, and how much smaller patches are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from podesta_client.patching import digest as digest_of_json
from podesta_client.patching import patched as apply
from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.words import LANGUAGES, Language
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.game import opening, start
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of
from podesta_service.model import Game, Update
from podesta_service.table.table import Step, Viewer, next_step, open_table
from podesta_service.views.patching import digest, patched
from tests.kit.games import choose
from tests.kit.walks import Table, options_for

KEY = bytes(32)
Audience = tuple[Viewer, Language]


class Sent(NamedTuple):
    """How many patches were checked, and the bytes of the games and of the patches."""

    patches: int = 0
    whole: int = 0
    light: int = 0

    def more(self, other: Sent) -> Sent:
        """The sum of both."""
        return Sent(*(a + b for a, b in zip(self, other, strict=True)))


def steps(table: Table, seed: int) -> Iterator[Step]:
    """Every step of a random game."""
    rnd, ruleset = Random(seed), table.ruleset
    opened = opening(ruleset, table.seats, "", options_for(table, seed), commitment_of(KEY))
    created, entropy = replace(opened, draws=BY_LOT), [""] * table.seats
    position = start(RULESETS, created)
    seated = [Seated(seat, f"P{seat}") for seat in range(table.seats)]
    first: list[Event] = [created, *seated, *settle(position, Lottery(KEY, entropy, {}))]
    step = open_table("a" * 21, Entry(first, position.fingerprint(), 1))
    yield step
    while step.table.position.asks:
        seat, answers = choose(step.table, rnd)
        after, events = execute(step.table.position, seat, answers, Lottery(KEY, entropy, step.table.drawn))
        step = next_step(step.table, Entry(list(events), after.fingerprint(), 1_000 * step.revision), after)
        yield step


def audiences(table: Table) -> list[Audience]:
    """Every seat, and spectators, in both languages."""
    return [(viewer, language) for viewer in (None, *range(table.seats)) for language in LANGUAGES]


def check_patches(table: Table, seed: int, eyes: Sequence[Audience]) -> Sent:
    """For each of some audiences the patch of the game before makes the game after it, throughout a random game."""
    readers = [Reader(*who) for who in eyes]
    sent = Sent()
    for step in steps(table, seed):
        for reader in readers:
            sent = sent.more(reader.check(step.show(reader.viewer, reader.language)))
    return sent


@dataclass
class Reader:
    """A follower of a game: the service's last view, the reader's from patches, and its digest."""

    viewer: Viewer
    language: Language
    before: Game | None = None
    mine: Any = None
    digest: str = ""

    def check(self, update: Update) -> Sent:
        """The patch of an update, applied to the reader's game, gives the whole new game."""
        said = patched(update, digest(update.after), self.before, self.digest)
        operations, whole = msgspec.json.encode(said.operations), msgspec.json.encode(update.after)
        self.before, self.mine = update.after, apply(self.mine, operations)
        assert self.mine == msgspec.json.decode(whole), (self.viewer, self.language)
        self.digest = digest_of_json(self.mine)
        assert said.leads_to == self.digest
        return Sent(1, len(whole), len(operations))
