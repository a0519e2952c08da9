"""Invariants of every table: every piece is somewhere, and only once (T-500)."""

from __future__ import annotations

from .components import FIGURES
from .dice import values
from .state import NEUTRAL, NONE, OWNERS, State
from .words import CHARACTER, MARAUDERS


def check(g: State) -> None:
    """T-500: raises AssertionError if a piece is missing or duplicated, or if a figure is out of its range."""
    for owner in (*range(len(g.players)), NEUTRAL):
        _check_citizens(g, owner)
    _check_dice(g)
    _check_events(g)
    _check_activities(g)
    _check_cathedral(g)
    _check_players(g)
    _check_characters(g)


def _check_citizens(g: State, owner: int) -> None:
    """T-5: twelve citizens for each player and eight grey ones."""
    board = g.standing.count(owner) + sum(mask >> owner & 1 for mask in g.lying)
    if owner == NEUTRAL:
        assert g.neutral >= 0
        assert board + g.neutral == FIGURES[g.edition].neutrals, f"neutral citizens: {board} + {g.neutral}"
        return
    me = g.players[owner]
    assert min(me.supply, me.reserve) >= 0
    board += me.posts.bit_count()
    assert board + me.supply + me.reserve == FIGURES[g.edition].start.citizens, f"citizens of seat {owner}"


def _check_dice(g: State) -> None:
    """T-62, T-76: at most six dice of each colour, and six black ones."""
    here = FIGURES[g.edition]
    for colour in range(3):
        heap = sum(g.dice[OWNERS * colour : OWNERS * colour + OWNERS])
        assert len(values(heap)) <= here.per_colour, f"dice of colour {colour}"
    assert len(values(g.black)) <= here.black, "black dice"
    assert min(g.dice) >= 0


def _check_events(g: State) -> None:
    """T-70, T-185, T-186: every card is unseen, queued, taken or discarded; no event is full; Marauders are first."""
    assert g.queue[0] == MARAUDERS
    assert len(g.queue) == len(g.marks)
    taken = [kind for player in g.players for kind in player.events]
    for kind, event in enumerate(FIGURES[g.edition].events):
        if kind != MARAUDERS:
            there = g.unseen[kind] + g.queue.count(kind) + taken.count(kind) + g.discard.count(kind)
            assert there == event.copies, f"event {kind}: {there}"
    for kind, marks in zip(g.queue, g.marks, strict=True):
        assert len(marks) < FIGURES[g.edition].events[kind].spaces, f"event {kind} is full"


def _check_activities(g: State) -> None:
    """T-40, T-143, T-147: cards on their spaces, at most one tradesman of a seat on a card, none on a hidden one."""
    for slot, card in enumerate(g.activities):
        posts = [owner for owner in g.tradesmen[2 * slot : 2 * slot + 2] if owner != NONE]
        assert len(posts) == len(set(posts)), f"two tradesmen on space {slot}"
        assert all(g.players[owner].posts >> slot & 1 for owner in posts), f"a stranger on space {slot}"
        assert card in (NONE, *FIGURES[g.edition].by_slot[slot])
        assert card != NONE or not any(player.posts >> slot & 1 for player in g.players)
    in_play = {FIGURES[g.edition].modifier[card] for card in g.activities if card != NONE}
    for player in g.players:
        assert all(modifier in in_play for modifier, count in enumerate(player.cubes) if count), "cubes without a card"
        assert min(player.cubes) >= 0


def _check_cathedral(g: State) -> None:
    """T-171: no cube without cubes on all levels below it."""
    for column in range(6):
        levels = g.cathedral[3 * column : 3 * column + 3]
        assert NONE not in levels[: 3 - levels.count(NONE)], f"column {column + 1}: {levels}"


def _check_players(g: State) -> None:
    """T-20 to T-22: deniers and points are never negative, influence stays on its track."""
    for seat, me in enumerate(g.players):
        assert me.deniers >= 0, f"deniers of seat {seat}"
        assert me.purse >= 0
        assert 0 <= me.influence <= FIGURES[g.edition].start.most_influence, f"influence of seat {seat}"
        assert me.secret is None or me.secret.vp >= 0, f"points of seat {seat}"


def _check_characters(g: State) -> None:
    """T-6: each character is in one hand, or was not dealt."""
    if g.hidden is not None and all(player.secret for player in g.players):
        dealt = [c for player in g.players if player.secret for c in player.secret.characters]
        assert sorted(dealt + g.hidden.characters) == list(range(len(CHARACTER))), "characters"
