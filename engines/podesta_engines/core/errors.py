"""What the core refuses, each error with what was asked and what would have been legal."""

from __future__ import annotations

from collections.abc import Sequence


class RulesError(Exception):
    """Any refusal of the core."""


class UnknownRuleset(RulesError):
    """No such ruleset, or no such version of it."""

    def __init__(self, wanted: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown ruleset {wanted!r}; known: {', '.join(known)}")
        self.wanted, self.known = wanted, list(known)


class UnknownRules(UnknownRuleset):
    """The rules of a game that began elsewhere, or with another release: no such version is here."""

    def __init__(self, wanted: str, known: Sequence[str]) -> None:
        super().__init__(wanted, known)
        self.args = (f"no rules {wanted!r} are here, only {', '.join(known)}: a later release has them",)


class BadSetup(RulesError):
    """A game cannot be set up like that; `field` names the part at fault."""

    def __init__(self, field: str, problem: str, rule: str = "") -> None:
        super().__init__(f"{field}: {problem}" + (f" ({rule})" if rule else ""))
        self.field, self.problem, self.rule = field, problem, rule


class NotAsked(RulesError):
    """The seat has no open question; `actors` are those who have."""

    def __init__(self, seat: int, actors: Sequence[int]) -> None:
        super().__init__(f"seat {seat} is not asked anything now")
        self.seat, self.actors = seat, list(actors)


class Illegal(RulesError):
    """An answer that is not open: what was asked, what was answered, and what would have been legal."""

    def __init__(self, index: int, answer: tuple[str, str], asked: str, rule: str, legal: Sequence[str]) -> None:
        super().__init__(f"answer {index + 1}: {answer[1]!r} does not answer {asked!r} ({rule}) now")
        self.index, self.answer, self.asked, self.rule, self.legal = index, answer, asked, rule, list(legal)


class TooManyAnswers(RulesError):
    """The answers before this one lead to a draw, to another seat or to the end; send the rest when asked again."""

    def __init__(self, accepted: int, given: int) -> None:
        super().__init__(f"{given} answers were given, but after {accepted} it is no longer this seat's question")
        self.accepted, self.given = accepted, given


class Unkept(RulesError):
    """A position that keeps no checkpoints cannot be cloned, copied, saved or pickled."""

    def __init__(self) -> None:
        super().__init__("this position keeps no checkpoints: start or clone it with keep=True to copy or save it")


class Drifted(RulesError):
    """A stored game does not replay on this code: `why` the log and the rules disagree, and at which revision."""

    def __init__(self, why: str, revision: int | None = None) -> None:
        self.why, self.revision = why, revision
        self.where = why if revision is None else f"revision {revision}: {why}"
        super().__init__(f"the log does not replay: {self.where}")
