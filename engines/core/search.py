"""Search: single-observer information-set Monte Carlo tree search, generic over rulesets.

Every iteration draws a table that the searching seat cannot tell apart from the true one, walks down a tree that is
shared by all of them, adds one node, plays on by a house policy and credits what came out to every seat that chose on
the way. At the root, sequential halving spends the iterations on the options that may be best; below, upper confidence
bounds do. Time and chance are the caller's: bounded by iterations, and by a callable that says when to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import cycle, islice
from math import ceil, log, log2, sqrt, tanh
from random import Random

from msgspec import Struct, field

from .decider import pick
from .disclose import resample
from .forward import advice, play_on
from .position import Position
from .ruleset import Policy
from .script import EVERYBODY, FATE, Ask, Draw

UNTOLD = -1
"""The branch of everything that the searching seat does not see, or that is not yet worth telling apart."""


class Plan(Struct, frozen=True):
    """How to search.

    iterations: at most so many. policy: plays on below the tree, and is tried first everywhere. horizon: decisions of a
    play-out before the table is judged by its scores as they stand (0: play to the end). explore: how much is spent,
    below the root, on options that look worse. widen: how fast a node there gets more options. split: visits for each
    outcome of a public draw before the outcomes are told apart. margin: how many points ahead are as good as a sure
    win.
    """

    iterations: int = 200
    policy: str = "greedy"
    horizon: int = 0
    explore: float = 0.5
    widen: float = 1.0
    split: float = 4.0
    margin: float = 10.0


class Tried(Struct, frozen=True):
    """What a search found about one option: how often it was tried, and what it promises (0 to 1)."""

    option: int
    visits: int
    value: float


class Node(Struct, gc=False):
    """What is known of a branch: visits, how often it could be chosen, and the credit of the seat that chose it."""

    visits: int = 0
    offered: int = 0
    credit: float = 0.0
    branches: dict[Hashable, Node] = field(default_factory=dict)


Step = tuple[Node, int]
"""A node that was walked through, and the seat whose choice led there (FATE: nobody's)."""


def never() -> bool:
    """The deadline of a search that is bounded by its iterations alone."""
    return False


class Search:
    """One search for one seat that is asked, at one position, which stays as it is.

    It uses nothing of the position that the seat does not know. The same position as the seat knows it, plan and source
    of chance give the same answer, unless a deadline cuts it short.
    """

    def __init__(self, p: Position, seat: int, rnd: Random, plan: Plan | None = None) -> None:
        self.plan = plan or Plan()
        self.root = Node()
        self._p, self._seat, self._rnd = p, seat, rnd
        self._policy: Policy = p.rules.policies[self.plan.policy]
        self._ask = next(ask for ask in p.asks if ask.seat == seat)
        self._through = [self._advice(p, self._ask)]

    def think(self, over: Callable[[], bool] = never) -> int:
        """Iterate until the plan's bound, or until `over` says so after at least one iteration; the best option."""
        for option in self._schedule():
            self._iterate(option)
            if over():
                break
        return self.best

    @property
    def tried(self) -> list[Tried]:
        """What was found about each option, in the order of the question."""
        nodes = [self._node(option) for option in self._ask.options]
        return [
            Tried(option, node.visits, self._value(option))
            for option, node in zip(self._ask.options, nodes, strict=True)
        ]

    @property
    def best(self) -> int:
        """Of the options that have come through so far, the one that promises most; at first, the policy's own."""
        return max(self._through, key=self._value)

    def _node(self, option: int) -> Node:
        return self.root.branches.get((self._seat, option)) or Node()

    def _value(self, option: int) -> float:
        node = self._node(option)
        return node.credit / max(1, node.visits)

    def _schedule(self) -> Iterator[int]:
        """Sequential halving: the options to try, one an iteration; after each round the better half comes through."""
        race = sorted(self._ask.options, key=lambda option: (option not in self._through, self._rnd.random()))
        left = self.plan.iterations
        while len(race) > 1 and left > 0:
            share = max(1, left // ceil(log2(len(race))))
            yield from islice(cycle(race), share)
            left -= share
            race = sorted(race, key=self._value, reverse=True)[: (len(race) + 1) // 2]
            self._through = race

    # -- one iteration -----------------------------------------------------------------------------------------------

    def _iterate(self, option: int) -> None:
        p = resample(self._p, self._seat, self._rnd)
        p.keep = False
        path = self._descend(p, option)
        play_on(p, self._policy, self._rnd, self.plan.horizon)
        self._credit(path, self._judge(p))

    def _descend(self, p: Position, option: int) -> list[Step]:
        """Walk down from an option to a new node or the end of the game, answering on the way."""
        p.answer(option, self._seat)
        node, who = self.root.branches.setdefault((self._seat, option), Node()), self._seat
        path = [(self.root, FATE), (node, who)]
        while p.ask is not None and (node.visits or who == FATE):
            who, branch = self._draw(p, p.ask, node) if type(p.ask) is Draw else self._answer(p, node)
            node = node.branches.setdefault((who, branch), Node())
            path.append((node, who))
        return path

    def _draw(self, p: Position, lot: Draw, node: Node) -> tuple[int, int]:
        """Fate's branch: the outcome, once there are visits enough to tell outcomes apart."""
        option = pick(lot, self._rnd.randrange)
        p.answer(option)
        told = lot.seen_by in (EVERYBODY, self._seat) and node.visits >= self.plan.split * len(lot.options)
        return FATE, option if told else UNTOLD

    def _answer(self, p: Position, node: Node) -> tuple[int, int]:
        """A seat's branch. What others answer in secret is no branch of its own: the policy stands in for them."""
        ask = next((ask for ask in p.asks if ask.seat == self._seat), p.asks[0])
        hidden = ask.seat != self._seat and (ask.kind.secret or ask.kind.masked)
        option = self._advice(p, ask) if hidden else self._choose(p, ask, node)
        p.answer(option, ask.seat)
        return ask.seat, UNTOLD if hidden else option

    def _choose(self, p: Position, ask: Ask, node: Node) -> int:
        """A new option while the node may have more of them, the policy's own first; else the most promising one."""
        seat, known = ask.seat, node.branches
        old = [option for option in ask.options if (seat, option) in known]
        for option in old:
            known[seat, option].offered += 1
        if len(old) < len(ask.options) and len(old) <= self.plan.widen * sqrt(node.visits):
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
        """Upper confidence bound, by how often the option could be chosen rather than how often its parent was met."""
        return node.credit / node.visits + self.plan.explore * sqrt(log(node.offered + 1) / node.visits)

    # -- what came out -----------------------------------------------------------------------------------------------

    def _judge(self, p: Position) -> list[float]:
        """How good the table is for each seat, 0 to 1: half by rank, half by the points it is ahead or behind."""
        standings = p.rules.result(p.state).standings
        scores = [standing.score for standing in standings]
        values = []
        for mine in standings:
            beaten = sum(other.rank > mine.rank for other in standings) / (len(scores) - 1)
            ahead = mine.score - max(score for seat, score in enumerate(scores) if seat != mine.seat)
            values.append(0.5 * beaten + 0.25 * (1 + tanh(2 * ahead / self.plan.margin)))
        return values

    def _credit(self, path: list[Step], values: list[float]) -> None:
        for node, who in path:
            node.visits += 1
            if who != FATE:
                node.credit += values[who]


def search(p: Position, seat: int, rnd: Random, plan: Plan | None = None, over: Callable[[], bool] = never) -> int:
    """The option that a search finds best for a seat that is asked; see `Search`."""
    return Search(p, seat, rnd, plan).think(over)
