"""Two versions of one game's rules live side by side: which is opened when, and in what they differ."""

from random import Random

import pytest

from podesta_engines import RULESETS, load, save
from podesta_engines.core.errors import UnknownRules
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.game.format.levels import GOLDEN_HORN_2, HIGHEST, LOWEST, SHARED
from podesta_engines.gym.actions import ActionSpace, answers, locked
from podesta_engines.gym.registry import encoder

FIRST, SECOND = RULESETS.version("golden-horn/1"), RULESETS.version("golden-horn/2")


def test_the_level_says_which_version_games_are_opened_with() -> None:
    """Before it a process of the release before can play whatever is opened; a version without a level is for all."""
    assert RULESETS.opened("golden-horn", SHARED) is FIRST
    assert RULESETS.opened("golden-horn", GOLDEN_HORN_2) is SECOND
    assert RULESETS.named("golden-horn") is SECOND
    assert all(RULESETS.opened(each.id, HIGHEST) is each for each in RULESETS.all())
    assert all(RULESETS.opened(each.id, LOWEST).since == LOWEST for each in RULESETS.all())


def test_rules_that_are_not_here_are_named() -> None:
    """And so are those that are."""
    with pytest.raises(UnknownRules, match=r"no rules 'golden-horn/9' are here, only .*golden-horn/1, golden-horn/2"):
        RULESETS.version("golden-horn/9")


def step(p: Position, choice: float, heard: list[str]) -> None:
    """Answer or draw by a number below 1, and hear what is told."""
    if p.actor == FATE:
        weights = p.ask.weights or [1] * len(p.ask.options)
        p.answer(Random(choice).choices(p.ask.options, weights)[0], FATE)
    else:
        ask = p.asks[0]
        p.answer(ask.options[int(choice * len(ask.options))], ask.seat)
    heard += [note.kind for note in p.heard()]


def parted(seed: int) -> tuple[list[str], list[str]]:
    """Play both versions by the same choices until one of them brings the discard pile back: what each told then."""
    rnd, tables = Random(seed), [FIRST.start(4), SECOND.start(4)]
    for p in tables:
        p.listen()
    while all(p.actor != NOBODY for p in tables):
        choice, told = rnd.random(), ([], [])
        for p, heard in zip(tables, told, strict=True):
            step(p, choice, heard)
        if "reshuffled" in told[0] + told[1]:
            return told
        assert tables[0].fingerprint() == tables[1].fingerprint()
    return [], []


def test_the_second_version_differs_where_its_rule_says() -> None:
    """Position by position the games are the same, until the deck's last card is drawn: the second shuffles then."""
    found = [parted(seed) for seed in range(12)]
    assert any("reshuffled" in second and "reshuffled" not in first for first, second in found)
    assert all("card_taken" in second for _, second in found if "reshuffled" in second)


def test_a_saved_position_stays_with_its_version() -> None:
    """Positions name their rules, whoever loads them."""
    for ruleset in (FIRST, SECOND):
        assert load(RULESETS, save(ruleset.start(3))).rules is ruleset


def test_the_first_version_keeps_its_actions() -> None:
    """Its lock file is still that of its rules, and a network for it would still be given what it was trained on."""
    assert list(locked(FIRST.rules)) == [*ActionSpace(FIRST).lines]
    assert set(locked(FIRST.rules)) == set(answers(FIRST))
    for seats in FIRST.seats:
        assert encoder(FIRST, seats).names == encoder(SECOND, seats).names
        assert encoder(FIRST, seats).version != encoder(SECOND, seats).version


@pytest.mark.parametrize("ruleset", [FIRST, SECOND], ids=lambda each: each.rules)
def test_both_have_their_own_rulebook_and_value(ruleset) -> None:
    """G-38 says in each what holds in it; a search judges each by weights that are for it."""
    waits = "must be drawn from an empty deck" in " ".join(ruleset.rulebooks["en"].replace("\n", " ").split())
    assert waits == (ruleset is FIRST)
    assert ruleset.judge is not None
