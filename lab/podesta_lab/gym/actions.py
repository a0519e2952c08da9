"""Actions: a permanent integer for each answer of a seat, kept in a lock file for each version of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from operator import index
from typing import Any, SupportsIndex

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask, Kind

ActionName = tuple[str, str]
"""A kind of question and a word that answers it; a line of a lock file."""


class LockMismatch(RulesError):
    """The lock file of a ruleset lacks answers, or has unknown ones."""

    def __init__(self, rules: str, lines: Sequence[ActionName]) -> None:
        shown = ", ".join(" ".join(line) for line in lines[:3])
        super().__init__(
            f"the actions of {rules} and its lock file differ in {len(lines)}, {shown} among them; "
            "new ones are appended by python -m podesta_lab.gym.locking"
        )


class IllegalAction(RulesError):
    """The action is not open to the seat to move; nothing has changed."""

    def __init__(self, action: Any, said: str, seat: int) -> None:
        super().__init__(f"action {action} ({said}) is not open to seat {seat}; the mask says which are")


class ActionSpace:
    """The actions of a ruleset, from 0: within a version of the rules, a number always means the same answer.

    Draws have no actions. Raises LockMismatch if the lock file does not match the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.rules = ruleset.rules
        self.lines = locked(ruleset.rules)
        wrong = sorted(set(self.lines) ^ set(answers(ruleset)))
        if wrong:
            raise LockMismatch(ruleset.rules, wrong)
        numbers = {line: action for action, line in enumerate(self.lines)}
        self._of = {kind: _numbers(kind, numbers) for kind in asked(ruleset)}
        self._option = [(ruleset.kind[name], ruleset.kind[name].words.parse(word)) for name, word in self.lines]

    def __len__(self) -> int:
        return len(self.lines)

    def index(self, kind: str, word: str) -> int:
        """The action of a word that answers a kind of question; raises KeyError."""
        return next(actions[kinds.words.parse(word)] for kinds, actions in self._of.items() if kinds.name == kind)

    def word(self, action: SupportsIndex) -> ActionName:
        """The kind of question of an action, and the word that answers it; raises IndexError."""
        return self.lines[action.__index__()]

    def option(self, action: SupportsIndex) -> tuple[Kind, int]:
        """The kind of question and the option of an action."""
        return self._option[action.__index__()]

    def legal(self, ask: Ask) -> list[int]:
        """The actions that answer an open question, in the order of its options."""
        return [*map(self._of[ask.kind].__getitem__, ask.options)]

    def row(self, ask: Ask | None) -> bytearray:
        """The mask of a question, one byte per action; all zeros for a seat that is not asked."""
        row = bytearray(len(self.lines))
        if ask is not None:
            actions = self._of[ask.kind]
            for option in ask.options:
                row[actions[option]] = 1
        return row

    def mask(self, position: Position, seat: int, out: Any) -> None:
        """Write a seat's mask of open actions into a writable buffer of bytes, such as a row of numpy's int8."""
        memoryview(out).cast("B")[:] = self.row(question(position, seat))

    def opened(self, ask: Ask, action: SupportsIndex) -> int:
        """The option of an open question for an action; raises IllegalAction."""
        try:
            number = index(action)
        except TypeError:
            raise IllegalAction(repr(action), "no integer", ask.seat) from None
        kind, option = self._option[number] if 0 <= number < len(self.lines) else (None, 0)
        if kind is not ask.kind or option not in ask.options:
            raise IllegalAction(number, " ".join(self.lines[number]) if kind else "no such action", ask.seat)
        return option


def question(position: Position, seat: int) -> Ask | None:
    """The open question of a seat; None if it has none."""
    ask = position.ask
    if type(ask) is Ask:
        return ask if ask.seat == seat else None
    return next((each for each in position.asks if each.seat == seat), None)


def asked(ruleset: Ruleset) -> list[Kind]:
    """The kinds of question that seats are asked, in the ruleset's order."""
    return [kind for kind in ruleset.kinds if kind not in ruleset.lots]


def answers(ruleset: Ruleset) -> Iterator[ActionName]:
    """Every answer that a seat of a ruleset can give, kind by kind."""
    for kind in asked(ruleset):
        yield from ((kind.name, word.slug) for word in kind.words.words)


def lock_name(rules: str) -> str:
    """The name of the lock file for a version of the rules."""
    return f"{rules.replace('/', '-')}.txt"


@cache
def locked(rules: str) -> tuple[ActionName, ...]:
    """The lines of a lock file; empty if the file does not exist."""
    found = files(__package__).joinpath("locks", lock_name(rules))
    return tuple(map(line, found.read_text("utf-8").splitlines())) if found.is_file() else ()


def line(text: str) -> ActionName:
    """A line of a lock file."""
    kind, _, word = text.partition(" ")
    return kind, word


def _numbers(kind: Kind, numbers: dict[ActionName, int]) -> tuple[int, ...]:
    return tuple(numbers[kind.name, word.slug] for word in kind.words.words)
