"""Refusals of the core; each error says what was asked and what would have been legal."""

from __future__ import annotations

from collections.abc import Sequence

from .texts.sentences import Sentence, sentence, verbatim


class RulesError(Exception):
    """Any refusal of the core. Its text is English; `sentence` can be rendered in any language."""

    def __init__(self, said: Sentence | str) -> None:
        super().__init__(said)
        self.sentence = verbatim(said) if isinstance(said, str) else said


class UnknownRuleset(RulesError):
    """No such ruleset, or no such version of it."""

    key = "unknown-ruleset"

    def __init__(self, wanted: str, known: Sequence[str]) -> None:
        super().__init__(sentence(self.key, wanted=wanted, known=list(known)))
        self.wanted, self.known = wanted, list(known)


class UnknownRules(UnknownRuleset):
    """The rules of a game that was begun elsewhere, or with another release, do not exist in that version here."""

    key = "unknown-rules"


class BadSetup(RulesError):
    """The settings of a game are invalid; `field` names the one at fault."""

    def __init__(self, field: str, problem: Sentence, rule: str = "") -> None:
        key = "bad-setup-by-rule" if rule else "bad-setup"
        super().__init__(sentence(key, field=field, problem=problem, rule=rule))
        self.field, self.problem, self.rule = field, problem, rule


class NotAsked(RulesError):
    """The seat has no open question; `actors` are the seats that have one."""

    def __init__(self, seat: int, actors: Sequence[int]) -> None:
        super().__init__(sentence("not-asked", seat=seat))
        self.seat, self.actors = seat, list(actors)


class Illegal(RulesError):
    """An answer that is not open: what was asked, what was answered, and what would have been legal."""

    def __init__(self, index: int, answer: tuple[str, str], asked: str, rule: str, legal: Sequence[str]) -> None:
        super().__init__(sentence("illegal", number=index + 1, answered=answer[1], asked=asked, rule=rule))
        self.index, self.answer, self.asked, self.rule, self.legal = index, answer, asked, rule, list(legal)


class TooManyAnswers(RulesError):
    """The answers up to this one lead to a draw, another seat or the end; send the rest when asked again."""

    def __init__(self, accepted: int, given: int) -> None:
        super().__init__(sentence("too-many-answers", given=given, accepted=accepted))
        self.accepted, self.given = accepted, given


class Unkept(RulesError):
    """A position that keeps no checkpoints cannot be cloned, copied, saved or pickled."""

    def __init__(self) -> None:
        super().__init__(sentence("keeps-no-checkpoints"))


class Drifted(RulesError):
    """A stored game does not replay on this code: `why` the log and the rules disagree, and at which revision."""

    def __init__(self, why: Sentence | str, revision: int | None = None) -> None:
        self.why, self.revision = why, revision
        self.where = why if revision is None else sentence("at-revision", revision=revision, why=why)
        super().__init__(sentence("log-does-not-replay", where=self.where))
