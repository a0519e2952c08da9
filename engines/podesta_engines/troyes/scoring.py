"""The points at the end (T-260 to T-266); numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.ruleset import Result, rank

from .components import FIGURES
from .pieces import secret_of
from .state import Player, State
from .words import CHARACTER, REASON


def open_parts(g: State, seat: int) -> dict[str, int]:
    """T-261, T-262: the public parts: events with an own cube, tradesmen, levels of the cathedral without one."""
    here = FIGURES[g.edition]
    spaces = [space for card in g.activities for space in (here.cards[card].spaces if card >= 0 else (0, 0))]
    levels = here.cathedral.levels
    empty = sum(seat not in g.cathedral[level::levels] for level in range(levels))
    return {
        "events": sum(seat in marks for marks in g.marks),
        "tradesmen": sum(space for space, owner in zip(spaces, g.tradesmen, strict=True) if owner == seat),
        "cathedral": -empty * here.cathedral.empty_level_vp,
    }


def counts(g: State, seat: int) -> list[int]:
    """T-24, T-263, T-264: the count of each character for a seat, in the order of CHARACTER."""
    me = g.players[seat]
    return [
        g.standing.count(seat),
        g.cathedral.count(seat),
        me.influence,
        me.deniers,
        me.posts.bit_count(),
        len(me.events),
    ]


def character_points(g: State, character: int, count: int) -> int:
    """T-263: the points of a character for a count; the highest threshold that is met counts."""
    here = FIGURES[g.edition]
    steps = zip(here.thresholds[len(g.players) == 2][character], here.rewards[character], strict=True)
    return max((points for threshold, points in steps if count >= threshold), default=0)


def score(g: State, seat: int, won: int, characters: Sequence[int]) -> dict[str, int]:
    """T-260 to T-265: the parts of a seat's score, given its points from the game and the characters that count."""
    parts = {"won": won, **open_parts(g, seat)}
    for character, count in enumerate(counts(g, seat)):
        points = character_points(g, character, count) if character in characters else 0
        parts[CHARACTER.slug(character)] = points
    parts["total"] = sum(parts.values())
    return parts


def scores(g: State) -> list[dict[str, int]]:
    """T-263: every dealt character scores every player."""
    secrets = [secret_of(player) for player in g.players]
    dealt = [character for secret in secrets for character in secret.characters]
    return [score(g, seat, secret.vp, dealt) for seat, secret in enumerate(secrets)]


def result(g: State) -> Result:
    """T-266: the most points win, and equal points share the victory; other ranks by points, influence, deniers."""
    parts = scores(g)
    totals = [each["total"] for each in parts]
    keys = [_key(player, total, max(totals)) for player, total in zip(g.players, totals, strict=True)]
    return Result(REASON.slug(0), g.round, rank(keys, parts))


def _key(player: Player, total: int, most: int) -> tuple[int, ...]:
    """T-266: nothing breaks a tie for the victory."""
    return (total,) if total == most else (total, player.influence, player.deniers)


def bound(seats: int) -> int:
    """T-252: the maximum number of decisions: the first citizens, then a thousand in each round."""
    rounds = max(each.start.rounds_by_players[seats] for each in FIGURES.values())
    return 16 + 1000 * rounds
