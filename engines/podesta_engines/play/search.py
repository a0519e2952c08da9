"""Search: single-observer information-set Monte Carlo tree search, generic over rulesets.

Every iteration draws a table that the searching seat cannot distinguish from the true one, descends a tree shared by
all iterations, adds one node, plays on by a house policy and credits the outcome to every seat that chose on the way.
At the root, sequential halving spends the iterations on the options that may be best, all of them on the same tables
and with the same luck, so that luck does not decide; the policy's own option is only replaced by one that is surely
better. Below, upper confidence bounds choose. The caller supplies time and chance: a search is bounded by iterations,
and by a callable that says when to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import cycle, islice
from math import ceil, log, log2, pi, sqrt, tanh
from random import Random
from statistics import fmean, stdev

from msgspec import Struct, field

from podesta_engines.core.decide import pick
from podesta_engines.core.disclose import resample
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY, Policy
from podesta_engines.core.script import EVERYBODY, FATE, Ask, Draw
from podesta_engines.core.value import Judge, chance

from .forward import advice, play_on, source

_FEWEST = 4
"""The number of tables on which two options must be compared before one can be surely better."""
UNSEEN = -1
"""The branch for everything that the searching seat does not see, or that does not yet have a branch of its own."""


class Tuning(Struct, frozen=True):
    """How to search.

    iterations: the maximum. policy: plays on below the tree, and its option is tried first everywhere. horizon:
    decisions of a play-out before the table is judged, by the ruleset's value or, without one, by its current scores
    (0: play to the end; None: the value's depth, or to the end without one). explore: how much is spent, below the
    root, on options that look worse. widen: how fast a node there gets more options. split: visits for each outcome of
    a public draw before the outcomes get branches of their own. margin: how many points of lead are as good as a sure
    win. doubt: by how many standard errors an option must be better than the policy's own to be chosen.
    """

    iterations: int = 200
    policy: str = GREEDY
    horizon: int | None = None
    explore: float = 0.5
    widen: float = 1.0
    split: float = 4.0
    margin: float = 10.0
    doubt: float = 1.0


class OptionStats(Struct, frozen=True):
    """A search's statistics of one option: how often it was tried, and its value (0 to 1)."""

    option: int
    visits: int
    value: float


class Node(Struct, gc=False):
    """The statistics of a branch: visits, how often it could be chosen, and the credit of the seat that chose it."""

    visits: int = 0
    offered: int = 0
    credit: float = 0.0
    branches: dict[Hashable, Node] = field(default_factory=dict)


Spent = Callable[[], float]
"""A caller's clock: the share of the thinking time that has been spent; 1 or more: all of it."""
Visit = tuple[Node, int]
"""A node on the way down, and the seat that chose it (FATE: a draw)."""


def never() -> bool:
    """The default `over`: never ends a search before its iterations are done."""
    return False


class Search:
    """One search for an asked seat, at one position, which is not changed.

    It uses nothing of the position that the seat does not know. The same tuning, the same source of chance and the same
    position, as far as the seat knows it, return the same answer, unless a deadline cuts the search short.
    """

    def __init__(self, p: Position, seat: int, rnd: Random, tuning: Tuning | None = None) -> None:
        self.tuning = tuning or Tuning()
        self.root = Node()
        self._p, self._seat, self._rnd = p, seat, rnd
        self._policy: Policy = p.rules.policies[self.tuning.policy]
        self._judging: Judge | None = p.rules.judge
        self._horizon = self._judging.depth(p.seats) if self._judging else 0
        if self.tuning.horizon is not None:
            self._horizon = self.tuning.horizon
        self._ask = next(ask for ask in p.asks if ask.seat == seat)
        self._own = self._advice(p, self._ask)
        self._seed = rnd.getrandbits(64)
        self._rivals: list[int] = []
        self._order: list[int] = []
        self._worth: dict[int, list[float]] = {option: [] for option in self._ask.options}

    def think(self, over: Callable[[], bool] = never, spent: Spent | None = None) -> int:
        """Iterate to the tuning's bound, or until `over` returns True, but at least once; returns the best option.

        With `spent`, a caller's clock that runs from 0 to 1, the search is bounded by time, which is divided instead of
        iterations.
        """
        for option in self._timetable(spent) if spent else self._schedule():
            self._iterate(option)
            if over():
                break
        return self.best

    def explore(self) -> Iterator[None]:
        """Iterate to the tuning's bound, yielding after each iteration, for callers that must let others run."""
        for option in self._schedule():
            self._iterate(option)
            yield

    @property
    def ranking(self) -> list[OptionStats]:
        """The statistics of the best option, of the policy's own, then of the others, the last eliminated first."""
        found = {stats.option: stats for stats in self.option_stats}
        return [found[option] for option in dict.fromkeys([self.best, self._own, *self._order])]

    @property
    def option_stats(self) -> list[OptionStats]:
        """The statistics of each option, in the order of the question."""
        nodes = [self._node(option) for option in self._ask.options]
        return [
            OptionStats(option, node.visits, self._value(option))
            for option, node in zip(self._ask.options, nodes, strict=True)
        ]

    @property
    def best(self) -> int:
        """The best option not yet eliminated, if it is surely better than the policy's own; else the latter."""
        best = max(self._rivals, key=self._value, default=self._own)
        return best if best != self._own and self._is_better(best) else self._own

    def _is_better(self, rival: int) -> bool:
        """Whether an option is better than the policy's own, table by table, by more than the tuning's doubt."""
        ahead = [mine - own for mine, own in zip(self._worth[rival], self._worth[self._own], strict=False)]
        if len(ahead) < _FEWEST:
            return False
        return fmean(ahead) > self.tuning.doubt * stdev(ahead) / sqrt(len(ahead))

    def _node(self, option: int) -> Node:
        return self.root.branches.get((self._seat, option)) or Node()

    def _value(self, option: int) -> float:
        node = self._node(option)
        return node.credit / max(1, node.visits)

    def _schedule(self) -> Iterator[int]:
        """Sequential halving: the options to try, one per iteration; after each round the better half stays.

        The policy's own always stays.
        """
        rivals = [option for option in self._ask.options if option != self._own]
        self._rnd.shuffle(rivals)
        left = self.tuning.iterations
        while rivals and left > 0:
            share = max(1, left // _rounds(rivals))
            yield from islice(cycle([self._own, *rivals]), share)
            left -= share
            rivals = self._better_half(rivals)

    def _timetable(self, spent: Spent) -> Iterator[int]:
        """Sequential halving with equal shares of the time for each round."""
        rivals = [option for option in self._ask.options if option != self._own]
        self._rnd.shuffle(rivals)
        while rivals and (now := spent()) < 1:
            until = now + (1 - now) / _rounds(rivals)
            for option in cycle([self._own, *rivals]):
                yield option
                if spent() >= until:
                    break
            rivals = self._better_half(rivals)

    def _better_half(self, rivals: list[int]) -> list[int]:
        self._order[: len(rivals)] = sorted(rivals, key=self._value, reverse=True)
        self._rivals = self._order[: (len(rivals) + 1) // 2]
        return self._rivals

    # -- one iteration -----------------------------------------------------------------------------------------------

    def _iterate(self, option: int) -> None:
        self._rnd = source(self._seed, self._node(option).visits)
        p = resample(self._p, self._seat, self._rnd)
        p.keep = False
        path = self._descend(p, option)
        play_on(p, self._policy, self._rnd, self._horizon)
        values = self._judge(p)
        self._credit(path, values)
        self._worth[option].append(values[self._seat])

    def _descend(self, p: Position, option: int) -> list[Visit]:
        """Descend from an option to a new node or the end of the game, answering on the way."""
        p.answer(option, self._seat)
        node, who = self.root.branches.setdefault((self._seat, option), Node()), self._seat
        path = [(self.root, FATE), (node, who)]
        while p.ask is not None and (node.visits or who == FATE):
            who, branch = self._draw(p, p.ask, node) if type(p.ask) is Draw else self._answer(p, node)
            node = node.branches.setdefault((who, branch), Node())
            path.append((node, who))
        return path

    def _draw(self, p: Position, lot: Draw, node: Node) -> tuple[int, int]:
        """The branch of a draw: its outcome, once there are enough visits to give outcomes branches of their own."""
        option = pick(lot, self._rnd.randrange)
        p.answer(option)
        apart = lot.seen_by in (EVERYBODY, self._seat) and node.visits >= self.tuning.split * len(lot.options)
        return FATE, option if apart else UNSEEN

    def _answer(self, p: Position, node: Node) -> tuple[int, int]:
        """The branch of a seat. Secret answers of others share one branch, and the policy chooses them."""
        ask = next((ask for ask in p.asks if ask.seat == self._seat), p.asks[0])
        hidden = ask.seat != self._seat and (ask.kind.secret or ask.kind.masked)
        option = self._advice(p, ask) if hidden else self._choose(p, ask, node)
        p.answer(option, ask.seat)
        return ask.seat, UNSEEN if hidden else option

    def _choose(self, p: Position, ask: Ask, node: Node) -> int:
        """A new option while the node may have more of them, the policy's own first; otherwise the most promising."""
        seat, known = ask.seat, node.branches
        old = [option for option in ask.options if (seat, option) in known]
        for option in old:
            known[seat, option].offered += 1
        if len(old) < len(ask.options) and len(old) <= self.tuning.widen * sqrt(node.visits):
            return self._fresh(p, ask, old)
        return max(old, key=lambda option: self._promise(known[seat, option]))

    def _fresh(self, p: Position, ask: Ask, old: list[int]) -> int:
        first = self._advice(p, ask)
        if first not in old:
            return first
        fresh = [option for option in ask.options if option not in old]
        return fresh[int(self._rnd.random() * len(fresh))]

    def _advice(self, p: Position, ask: Ask) -> int:
        return advice(p, ask, self._policy, self._rnd)

    def _promise(self, node: Node) -> float:
        """The upper confidence bound, based on how often the option could be chosen, not on its parent's visits."""
        return node.credit / node.visits + self.tuning.explore * sqrt(log(node.offered + 1) / node.visits)

    # -- judging the outcome -----------------------------------------------------------------------------------------

    def _judge(self, p: Position) -> list[float]:
        """How good the table is for each seat, 0 to 1: half by rank, half by the points it is ahead or behind.

        If the game is not over, both are estimated by the value, if there is one.
        """
        if p.ask is not None and self._judging is not None:
            return self._promised(*self._judging.ahead(p.state))
        standings = p.rules.result(p.state).standings
        scores = [standing.score for standing in standings]
        values = []
        for mine in standings:
            beaten = sum(other.rank > mine.rank for other in standings) / (len(scores) - 1)
            ahead = mine.score - max(score for seat, score in enumerate(scores) if seat != mine.seat)
            values.append(self._worth_of(beaten, ahead))
        return values

    def _promised(self, scores: list[float], error: float) -> list[float]:
        """The same from estimated scores, averaged over their error, so that no seat counts as far ahead too soon."""
        sure = 1 / sqrt(1 + 2 * pi * (error / self.tuning.margin) ** 2)
        values = []
        for seat, mine in enumerate(scores):
            others = scores[:seat] + scores[seat + 1 :]
            beaten = fmean([chance(mine - other, error) for other in others])
            values.append(self._worth_of(beaten, sure * (mine - max(others))))
        return values

    def _worth_of(self, beaten: float, ahead: float) -> float:
        """The worth of beating a share of the others while `ahead` points ahead of the best of them."""
        return 0.5 * beaten + 0.25 * (1 + tanh(2 * ahead / self.tuning.margin))

    def _credit(self, path: list[Visit], values: list[float]) -> None:
        for node, who in path:
            node.visits += 1
            if who != FATE:
                node.credit += values[who]


def _rounds(rivals: list[int]) -> int:
    """The number of halvings until one rival is left."""
    return ceil(log2(len(rivals) + 1))


def search(
    p: Position,
    seat: int,
    rnd: Random,
    tuning: Tuning | None = None,
    over: Callable[[], bool] = never,
    spent: Spent | None = None,
) -> int:
    """The best option for an asked seat, found by a search; see `Search`."""
    return Search(p, seat, rnd, tuning).think(over, spent)
