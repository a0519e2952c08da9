"""Plays any game by searching: every turn it tries its options on tables that look like the one it sees.

It needs nothing but the Simulator: `determinize` draws the tables, `apply` walks down a tree of its own decisions (a
policy answers for the others), `rollout` plays on from there. Sequential halving spends the iterations of a turn on the
options that may be best; all walks of a round go to the service together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from math import ceil, log, log2, sqrt, tanh
from random import Random

from runner import run_with

from podesta.v1.simulator_pb2 import Final, Outlook, Step
from podesta_client import LineOfPlay, Podesta, Turn, answer

ITERATIONS = 150
POLICY = "greedy"
HORIZON = 0
"""Decisions of a play-out, after which scores count as they stand; 0: to the end."""
EXPLORE, MARGIN = 0.5, 10.0
"""How much is spent on options that look worse; how many points ahead are as good as a sure win."""


@dataclass
class Node:
    """A decision of this seat, reached by the same decisions before it, whatever the others and fate did."""

    visits: int = 0
    credit: float = 0.0
    branches: dict[tuple[str, str], Node] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """Its expected value, 0 to 1."""
        return self.credit / max(1, self.visits)


@dataclass
class Walk:
    """One iteration: where it is, what it does next, and the nodes it came through."""

    position: bytes
    step: Step | None
    path: list[Node]


class Search:
    """The search of one turn."""

    def __init__(self, podesta: Podesta, token: str, turn: Turn, rnd: Random, horizon: int = HORIZON) -> None:
        self._simulator, self._token, self._turn, self._rnd = podesta.simulator, token, turn, rnd
        self._horizon = horizon
        self._root = Node()

    def think(self, iterations: int = ITERATIONS) -> str:
        """The word of the best option found."""
        race = self._line_up()
        while len(race) > 1 and iterations > 0:
            share = max(1, iterations // ceil(log2(len(race))))
            self._explore(list(islice(cycle(race), share)))
            iterations -= share
            race = sorted(race, key=self._value, reverse=True)[: (len(race) + 1) // 2]
        return race[0]

    def _line_up(self) -> list[str]:
        """The options in random order, but the policy's own first: those that are not tried at all fall out first."""
        words = [option.word for option in self._turn.question.options]
        self._rnd.shuffle(words)
        (outlook,) = self._simulator.apply(self._tables(1), self._seed(), policy=POLICY)
        pairs = zip(outlook.questions, outlook.advice, strict=True)
        first = next(advice for question, advice in pairs if question.seat == self._turn.seat)
        return sorted(words, key=lambda word: word != first)

    def _value(self, word: str) -> float:
        return self._branch(self._root, self._turn.question.kind, word).value

    def _explore(self, words: Sequence[str]) -> None:
        """A walk for each word, all at once."""
        walks = [self._start(position, word) for position, word in zip(self._tables(len(words)), words, strict=True)]
        going = walks
        while going:
            lines = [LineOfPlay(walk.position, [walk.step] if walk.step else []) for walk in going]
            outlooks = self._simulator.apply(lines, self._seed(), policy=POLICY, seat=self._turn.seat)
            for walk, outlook in zip(going, outlooks, strict=True):
                self._arrive(walk, outlook)
            going = [walk for walk in going if walk.step]
        ends = [walk.position for walk in walks]
        finals = self._simulator.rollout(ends, POLICY, self._seed(), horizon=self._horizon)
        for walk, (final,) in zip(walks, finals, strict=True):
            self._credit(walk, final)

    def _tables(self, count: int) -> list[bytes]:
        return self._simulator.determinize(self._turn.game.game, self._token, count, self._seed())

    def _seed(self) -> int:
        return self._rnd.getrandbits(63)

    # -- one walk ----------------------------------------------------------------------------------------------------

    def _start(self, position: bytes, word: str) -> Walk:
        walk = Walk(position, None, [])
        self._go(walk, self._root, self._turn.question.kind, word)
        return walk

    def _arrive(self, walk: Walk, outlook: Outlook) -> None:
        """Stop at a node that is new, or at the end; else decide again. Walks under way count as visits."""
        walk.position, walk.step, node = outlook.position, None, walk.path[-1]
        mine = [pair for pair in zip(outlook.questions, outlook.advice, strict=True) if pair[0].seat == self._turn.seat]
        if mine and node.visits > 1:
            (question, advice), *_ = mine
            words = [option.word for option in question.options]
            self._go(walk, node, question.kind, self._choose(node, question.kind, words, advice))

    def _go(self, walk: Walk, node: Node, kind: str, word: str) -> None:
        branch = self._branch(node, kind, word)
        branch.visits += 1
        walk.path.append(branch)
        walk.step = answer(self._turn.seat, kind, word)

    def _branch(self, node: Node, kind: str, word: str) -> Node:
        return node.branches.setdefault((kind, word), Node())

    def _choose(self, node: Node, kind: str, words: list[str], advice: str) -> str:
        """The policy's advice first, others as visits grow; else the word with the highest upper confidence bound."""
        known = [word for word in words if (kind, word) in node.branches]
        if len(known) < len(words) and len(known) <= sqrt(node.visits):
            fresh = [word for word in words if word not in known]
            return advice if advice in fresh else self._rnd.choice(fresh)
        return max(known, key=lambda word: self._promise(node, node.branches[kind, word]))

    def _promise(self, node: Node, branch: Node) -> float:
        return branch.value + EXPLORE * sqrt(log(node.visits + 1) / branch.visits)

    def _credit(self, walk: Walk, final: Final) -> None:
        """Credit every decision of a walk: half by rank, half by the points ahead or behind."""
        seat, seats = self._turn.seat, len(final.ranks)
        beaten = sum(rank > final.ranks[seat] for rank in final.ranks) / (seats - 1)
        ahead = final.scores[seat] - max(score for other, score in enumerate(final.scores) if other != seat)
        for node in walk.path:
            node.credit += 0.5 * beaten + 0.25 * (1 + tanh(2 * ahead / MARGIN))


def searching(podesta: Podesta, tokens: Sequence[str], iterations: int = ITERATIONS) -> Callable[[Turn], str]:
    """Chooses for the seats of one game: all of them in seat order, or one."""
    rnd = Random()

    def choose(turn: Turn) -> str:
        token = tokens[turn.seat] if len(tokens) > 1 else tokens[0]
        return Search(podesta, token, turn, rnd).think(iterations)

    return choose


if __name__ == "__main__":
    run_with(searching)
