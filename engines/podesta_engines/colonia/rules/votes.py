"""The votes of every day on its ordinances; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import DECIDED, MAYOR_DECIDED, VOTED
from podesta_engines.colonia.state import NONE, ORDINANCE, VOTING, State
from podesta_engines.colonia.words import NO, VOTE, YES
from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, Together, in_order

from .ordinances import EFFECTS

EITHER = (YES, NO)


def vote_day(g: State, day: int) -> None:
    """C-36: the ordinances of a day are voted on one after the other, from left to right."""
    days = FIGURES[g.edition].days
    g.agenda += in_order(*[("vote", i) for i, ordinance in enumerate(g.ordinances) if days[ordinance] == day])


def vote(g: State, index: int) -> Script:
    """C-37: every seat with a face-up card votes yes or no, in secret; without a voter it is rejected (C-41)."""
    g.phase, g.voting = VOTING, index
    about = (g.ordinances[index],)
    together = Together([Ask(VOTE, seat, EITHER, about=about) for seat in g.order if g.players[seat].votes])
    if together.asks:
        yield together
    if count_votes(g, index, together.answers):
        g.phase = ORDINANCE
        EFFECTS[g.ordinances[index]](g)


def count_votes(g: State, index: int, answers: dict[int, int]) -> bool:
    """C-39: the sums of the votes decide; on a tie, the mayor decides (C-40)."""
    ordinance = g.ordinances[index]
    sums = [0, 0]
    for seat in g.order:
        if seat in answers:
            votes = g.players[seat].votes
            sums[answers[seat]] += votes
            note(g, VOTED, seat, answers[seat], votes, ordinance)
    yes, no = sums
    if yes == no and answers:
        note(g, MAYOR_DECIDED, g.order[0])
    passed = yes > no or (yes == no and answers.get(g.order[0]) == YES)
    g.decided[index] = int(passed)
    note(g, DECIDED, NONE, ordinance, yes, no, int(passed), index + 1)
    return passed
