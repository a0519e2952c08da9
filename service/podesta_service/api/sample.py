"""A small deterministic game, from which the API's examples are made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from msgspec.structs import replace

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.words import ENGLISH
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.game import opening, start
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of, seed_of
from podesta_service.commands.places import Invitation
from podesta_service.identity.tokens import HostToken, SeatToken
from podesta_service.model import Game, Update
from podesta_service.randomness import Keys
from podesta_service.signing import SignedHead, Signer
from podesta_service.table.table import Step, advance, open_table
from podesta_service.webhooks.push import public_key

_GAME = "o7mqkq3uvxa4tmzc2b7hd"
_SEED = seed_of(bytes(32), _GAME, bytes(16))
AT = 1_767_225_600_000
"""When the game was opened, ms since 1970."""
TOKEN = SeatToken(0, "eyJhbGciOiJIUzI1NiIs…", datetime(2026, 4, 1, tzinfo=UTC))
HOST = HostToken("eyJhbGciOiJIUzI1NiIs…", datetime(2026, 4, 1, tzinfo=UTC))
INVITATION = Invitation(1, "r7m2…")


@dataclass(frozen=True)
class Sample:
    """A new game and its first answer: the seat, the question and the option."""

    opened: Step
    answered: Step
    seat: int
    question: str
    option: str

    @property
    def game(self) -> Game:
        """The new game, as that seat sees it."""
        return self.opened.table.show(self.seat, ENGLISH)

    @property
    def update(self) -> Update:
        """The changes made by the answer, as that seat sees them."""
        return self.answered.show(self.seat, ENGLISH)

    @property
    def signer(self) -> Signer:
        """The signer of the examples' heads."""
        return Keys(bytes(32)).signer

    @property
    def push_key(self) -> str:
        """The key that identifies the examples' service to push services."""
        return public_key(Keys(bytes(32)).push())

    @property
    def signed(self) -> SignedHead:
        """The signed head of the new game."""
        return self.signer.sign(_GAME, self.game.revision, self.game.head or "c3" * 32)


@cache
def sample() -> Sample:
    """The game of every example."""
    opened = _opened()
    seat = opened.table.show(None, ENGLISH).waiting[0].seat
    question = opened.table.show(seat, ENGLISH).questions[0]
    answer = (question.kind, question.options[0].word)
    after, events = execute(opened.table.position, seat, [answer], Lottery(_SEED, [""] * 2, opened.table.drawn))
    answered = advance(opened.table, Entry(list(events), after.fingerprint(), AT + 20_000))
    return Sample(opened, answered, seat, *answer)


def _opened() -> Step:
    """A new two-player game of one ruleset."""
    created = replace(opening(RULESETS.named("golden-horn"), 2, "", {}, commitment_of(_SEED)), draws=BY_LOT)
    position = start(RULESETS, created)
    drawn = settle(position, Lottery(_SEED, [""] * 2, {}))
    events: list[Event] = [created, Seated(0, "Ada"), Seated(1, "Bruno"), *drawn]
    return open_table(_GAME, Entry(events, position.fingerprint(), AT))
