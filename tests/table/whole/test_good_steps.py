"""Lessons teach good play: their deals are replayed by the engines alone, with a search at each step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.decide import asked, execute, settle
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask
from podesta_engines.game.lottery import Counts, Lottery, counted
from podesta_engines.play.bots import LEVELS
from podesta_engines.play.forward import determinize
from podesta_engines.play.search import Search
from podesta_service.bots.thinking import task, think
from podesta_service.bots.worker import practised
from tests.table.whole.lessons import DEAL, SHOWN, TEXTS, does_of

PUPIL = 0
"""The seat of the pupil; easy bots have the others."""
SEEDS = (1, 2)
"""Searches of a step: their findings are added up."""
WORSE = 0.12
"""An answer needs a reason if it is worth less than the best one by this much.

A search has been seen to err by 0.09: it prefers 6 deniers to 8 of Troyes' Miller.
"""
AS_GOOD = 0.05
"""No reason may be given if it is worth less by under this much."""
SAYS_WHY = {"en": "strong player", "it": "giocatore forte"}
"""The words in a text for a step that is shown although another answer is better."""


class Deal:
    """A lesson's deal: the pupil's answers are given, easy bots answer as in the service."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.seats = ruleset.seats[0]
        self.drawn: Counts = {}
        self.position = ruleset.start(self.seats)
        self.drawn = counted(self.drawn, settle(self.position, self._lots()))

    def _lots(self) -> Lottery:
        return Lottery(bytes.fromhex(DEAL), [""] * self.seats, self.drawn)

    def answer(self, seat: int, kind: str, word: str) -> None:
        """A seat's answer, and the draws that follow."""
        self.position, made = execute(self.position, seat, [(kind, word)], self._lots())
        self.drawn = counted(self.drawn, made)

    def question(self, kind: str) -> Ask:
        """The pupil's next question of a kind; all bots have answered, and forced answers are given."""
        while others := [ask.seat for ask in self.position.asks if ask.seat != PUPIL]:
            seed = practised(DEAL, self.position, others[0])
            self.answer(others[0], *think(task(self.position, others[0], "easy", seed, 1.0, 1.0)))
        ask = asked(self.position, PUPIL)
        assert ask is not None
        if ask.kind.name == kind:
            return ask
        (only,) = ask.options
        self.answer(PUPIL, ask.kind.name, ask.kind.words.slug(only))
        return self.question(kind)


def replayed(ruleset: Ruleset) -> Iterator[tuple[str, Position, Ask, int]]:
    """Each step to be done: its text, the position, its question, and the option that it requires."""
    deal = Deal(ruleset)
    for text, kind, wants in does_of(ruleset.id):
        ask = deal.question(kind)
        (option,) = [each for each in ask.options if re.search(wants, ask.kind.words.slug(each))]
        yield text, deal.position, ask, option
        deal.answer(PUPIL, kind, ask.kind.words.slug(option))


def behind(p: Position, ask: Ask, option: int) -> float:
    """How much less an option is worth than the best one, according to `strong`."""
    credit, visits = dict.fromkeys(ask.options, 0.0), dict.fromkeys(ask.options, 0)
    for seed in SEEDS:
        (table,) = determinize(p, PUPIL, 1, seed)
        search = Search(table, PUPIL, Random(seed), LEVELS["strong"])
        search.think()
        for found in search.option_stats:
            credit[found.option] += found.value * found.visits
            visits[found.option] += found.visits
    worth = {each: credit[each] / max(1, visits[each]) for each in ask.options}
    return max(worth.values()) - worth[option]


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda each: each.id)
def test_each_step_can_be_done(ruleset: Ruleset) -> None:
    """On the lesson's deal, its question comes and has one option that it wants."""
    assert [text for text, *_ in replayed(ruleset)] == [text for text, *_ in does_of(ruleset.id)]


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda each: each.id)
def test_a_step_is_good_or_says_why_it_is_shown(ruleset: Ruleset) -> None:
    """If `strong` finds an answer clearly better than the one taught, a text says so; elsewhere none does."""
    reasons = SHOWN.get(ruleset.id, {})
    found = {text: behind(p, ask, option) for text, p, ask, option in replayed(ruleset)}
    assert {text for text, worse in found.items() if worse > WORSE} <= set(reasons)
    assert [text for text in reasons if found[text] < AS_GOOD] == []


@pytest.mark.parametrize("language", sorted(SAYS_WHY))
def test_reasons_are_given_where_they_are_promised(language: str) -> None:
    """The texts that say why a step is shown are those known to the tests."""
    for ruleset, texts in TEXTS[language].items():
        said = {text for text, said in texts.items() if SAYS_WHY[language] in said}
        assert said == set(SHOWN.get(ruleset, {}).values())
