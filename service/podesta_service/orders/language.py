"""Standing orders: the small language in which a seat gives answers in advance.

A set of orders is a list of rules, tried in turn whenever the seat has a question: the first that applies to the
question and has an open answer gives it. Conditions use only what the seat itself can see.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

MOST_RULES = 32
MOST_CONDITIONS = 8
MOST_WORDS = 64
MOST_BYTES = 8 * 1024
"""Maximum size of a set of orders as JSON."""

Word = Annotated[str, Meta(max_length=100)]
Words = Annotated[dict[Word, Word], Meta(max_length=8)]
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Value = bool | Number | Annotated[str, Meta(max_length=200)] | None
"""A value in a view that is neither a list nor an object."""


class AskedCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat has a question."""

    question: Word = ""
    """This kind of question; empty: any."""
    about: Words = {}
    """About these words."""
    open: Word = ""
    """With this word among the options; empty: any."""


class ToldCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat receives a note."""

    note: Word
    """A note of this kind."""
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    """About this seat; without one, any or none."""
    args: Words = {}
    """With these words among its own."""


class GivenCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another seat answers."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    """This seat; without one, any other."""
    question: Word = ""
    """This kind of question; empty: any."""
    option: Word = ""
    """With this word; empty: any."""


class SeenCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value in the seat's view; all given tests must hold."""

    at: Annotated[str, Meta(max_length=200)]
    """Where: a JSON pointer such as `/players/0/gold`."""
    equals: Value | UnsetType = UNSET
    """It is this."""
    at_least: Number | UnsetType = UNSET
    """It is this much, or more."""
    at_most: Number | UnsetType = UNSET
    """It is this much, or less."""
    changed: bool = False
    """The value differs from the one at the time the orders were left."""


class OrderCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One possible event: exactly one of the four is given."""

    asked: AskedCondition | None = None
    """The seat has a question."""
    told: ToldCondition | None = None
    """The seat receives a note."""
    given: GivenCondition | None = None
    """Another seat answers."""
    seen: SeenCondition | None = None
    """A value in the seat's view."""


Conditions = Annotated[list[OrderCondition], Meta(max_length=MOST_CONDITIONS)]
"""Met when any of them is."""


class OrderRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to answer, and when."""

    question: Word = ""
    """This kind of question; empty: any."""
    about: Words = {}
    """About these words."""
    when: Annotated[list[SeenCondition], Meta(max_length=MOST_CONDITIONS)] = []
    """Conditions on the view; all must hold."""
    answer: Annotated[list[Word], Meta(max_length=MOST_WORDS)] = []
    """The first of these words that is open is the answer; without words, the only option, if there is just one."""
    times: Annotated[int, Meta(ge=0, le=1000)] = 0
    """After this many answers the rule is used up; 0: never."""
    until: Conditions = []
    """The rule is used up once one of these has happened."""


Otherwise = Literal["wait", "cancel"]
"""What to do when the seat has a question that no rule answers."""


class Orders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules in the order in which they are tried, and conditions that cancel them all."""

    rules: Annotated[list[OrderRule], Meta(min_length=1, max_length=MOST_RULES)]
    """The rules, in the order in which they are tried."""
    until: Conditions = []
    """Conditions, any of which cancels all rules."""
    otherwise: Otherwise = "wait"
    """What to do when the seat has a question that no rule answers: wait for the seat, or cancel the orders and wait.
    """
    link: str = ""
    """In a shared game: the next link of the seat's chain, deposited for the first visit that the orders begin; at any
    further visit they wait for the seat."""


Reason = Literal["withdrawn", "until", "done", "unanswered", "overruled", "retracted", "ended"]
"""Why orders are no longer in force.

withdrawn: by the seat. until: a condition of `until` was met. done: every rule is used up. unanswered: the seat had a
question that no rule answers, with `otherwise` set to cancel. overruled: the seat answered differently by hand.
retracted: the game went back. ended: the game is over.
"""


class OrdersCancelled(Struct, frozen=True):
    """Why orders are no longer in force."""

    reason: Reason
    """What ended them."""
    revision: int
    """The revision at which that was."""
    condition: str = ""
    """The condition that was met, such as `until[0]`; empty if there is none."""


class RuleState(Struct, frozen=True):
    """The state of a rule."""

    used: int
    """How often it has answered."""
    over: bool
    """Whether it is used up."""


class StandingOrders(Struct, frozen=True):
    """A seat's latest orders, and their state."""

    game: str
    """The game's id."""
    seat: int
    """The seat, from 0."""
    revision: int
    """The revision of this state."""
    orders: Orders | None = None
    """The orders; null without any."""
    since: int = 0
    """The revision at which they were left."""
    rules: list[RuleState] = []
    """A state for each rule."""
    cancelled: OrdersCancelled | None = None
    """Why they are no longer in force; null while they are."""
