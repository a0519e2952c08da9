"""Standing orders: the small language in which a seat says now what it will answer later.

A set of orders is a list of rules, tried in turn whenever the seat is asked something: the first that speaks of the
question and has an answer that is open gives it. Conditions are about nothing but what the seat itself can see.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

MOST_RULES = 32
MOST_CONDITIONS = 8
MOST_WORDS = 64
MOST_BYTES = 8 * 1024
"""Of a whole set of orders as JSON."""

Word = Annotated[str, Meta(max_length=100)]
Words = Annotated[dict[Word, Word], Meta(max_length=8)]
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Value = bool | Number | Annotated[str, Meta(max_length=200)] | None
"""What stands in a view, where it is neither a list nor an object."""


class AskedCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat is asked: this kind of question (empty: any), about these words, with this word among the options."""

    question: Word = ""
    about: Words = {}
    open: Word = ""


class ToldCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat is told a note of this kind: about this seat (absent: any or none), with these words among its own."""

    note: Word
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    args: Words = {}


class GivenCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another seat (absent: any other) answers: this kind of question (empty: any), with this word (empty: any)."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    question: Word = ""
    option: Word = ""


class SeenCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands in the seat's view at a JSON pointer such as `/players/0/gold`; all that is given must hold.

    changed: it is not what it was when the orders were left.
    """

    at: Annotated[str, Meta(max_length=200)]
    equals: Value | UnsetType = UNSET
    at_least: Number | UnsetType = UNSET
    at_most: Number | UnsetType = UNSET
    changed: bool = False


class OrderCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that may come to pass: exactly one of the four is given."""

    asked: AskedCondition | None = None
    told: ToldCondition | None = None
    given: GivenCondition | None = None
    seen: SeenCondition | None = None


Conditions = Annotated[list[OrderCondition], Meta(max_length=MOST_CONDITIONS)]
"""Met when one of them is."""


class OrderRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to answer: the first of these words that is open; without words, the only option, where there is just one.

    The rule speaks of this kind of question (empty: any), about these words, while all of `when` holds. It has served
    its turn after `times` answers (0: never), or once one of `until` has come to pass.
    """

    question: Word = ""
    about: Words = {}
    when: Annotated[list[SeenCondition], Meta(max_length=MOST_CONDITIONS)] = []
    answer: Annotated[list[Word], Meta(max_length=MOST_WORDS)] = []
    times: Annotated[int, Meta(ge=0, le=1000)] = 0
    until: Conditions = []


class Orders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules in the order in which they are tried, and what cancels them all.

    otherwise: what to do when the seat is asked something that no rule answers: wait for the seat, or cancel the orders
    and wait.
    """

    rules: Annotated[list[OrderRule], Meta(min_length=1, max_length=MOST_RULES)]
    until: Conditions = []
    otherwise: Literal["wait", "cancel"] = "wait"


Reason = Literal["withdrawn", "until", "done", "unanswered", "overruled", "retracted", "ended"]
"""Why orders stand no more.

withdrawn: by the seat. until: a condition of `until` came to pass. done: every rule has served its turn. unanswered:
the seat was asked something that no rule answers, and that was to cancel them. overruled: the seat answered otherwise
by hand. retracted: the game went back. ended: the game is over.
"""


class OrdersCancelled(Struct, frozen=True):
    """Why orders stand no more, at which revision that was, and the condition that was met, such as `until[0]`."""

    reason: Reason
    revision: int
    condition: str = ""


class RuleState(Struct, frozen=True):
    """How often a rule has answered, and whether it has served its turn."""

    used: int
    over: bool


class StandingOrders(Struct, frozen=True):
    """A seat's latest orders, null without any, and how they stand at a revision.

    `since` is the revision at which they were left; `rules` has a state for each rule; `cancelled` is null while they
    stand.
    """

    game: str
    seat: int
    revision: int
    orders: Orders | None = None
    since: int = 0
    rules: list[RuleState] = []
    cancelled: OrdersCancelled | None = None
