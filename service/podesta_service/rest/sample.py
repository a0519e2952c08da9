"""A small real game, always the same: the API's examples are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.fairness import chance, commitment_of
from podesta_engines.game.game import opening, start
from podesta_service.commands.places import Invitation
from podesta_service.identity.tokens import HostToken, SeatToken
from podesta_service.model import Game, Update
from podesta_service.randomness import Keys, seed_of
from podesta_service.signing import SignedHead, Signer
from podesta_service.table.table import Step, advance, open_table

_GAME = "kq3uvxa4tmzc2b7h"
_SEED = seed_of(bytes(32), _GAME)
AT = 1_767_225_600_000
"""When the game was opened, ms since 1970."""
TOKEN = SeatToken(0, "eyJhbGciOiJIUzI1NiIs…", datetime(2026, 4, 1, tzinfo=UTC))
HOST = HostToken("eyJhbGciOiJIUzI1NiIs…", datetime(2026, 4, 1, tzinfo=UTC))
INVITATION = Invitation(1, "r7m2…")


@dataclass(frozen=True)
class Sample:
    """A game just opened, and its first answer: by whom, to which question, with which option."""

    opened: Step
    answered: Step
    seat: int
    question: str
    option: str

    @property
    def game(self) -> Game:
        """The game just opened, as that seat sees it."""
        return self.opened.table.show(self.seat, "en")

    @property
    def update(self) -> Update:
        """What the answer changed, as that seat sees it."""
        return self.answered.show(self.seat, "en")

    @property
    def signer(self) -> Signer:
        """What signs the heads of examples."""
        return Keys(bytes(32)).signer

    @property
    def signed(self) -> SignedHead:
        """The head of the game just opened, signed."""
        return self.signer.sign(_GAME, self.game.revision, self.game.head or "c3" * 32)


@cache
def sample() -> Sample:
    """The game of every example."""
    opened = _opened()
    seat = opened.table.show(None, "en").waiting[0].seat
    question = opened.table.show(seat, "en").questions[0]
    answer = (question.kind, question.options[0].word)
    after, events = execute(opened.table.position, seat, [answer], chance(_SEED, 2))
    answered = advance(opened.table, Entry(list(events), after.fingerprint(), AT + 20_000))
    return Sample(opened, answered, seat, *answer)


def _opened() -> Step:
    """A game of one ruleset for two, just opened."""
    created = opening(RULESETS.named("golden-horn"), 2, "", {}, commitment_of(_SEED))
    position = start(RULESETS, created)
    drawn = settle(position, chance(_SEED, 1))
    events: list[Event] = [created, Seated(0, "Ada"), Seated(1, "Bruno"), *drawn]
    return open_table(_GAME, Entry(events, position.fingerprint(), AT))
