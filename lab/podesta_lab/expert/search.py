"""Search guided by a network: information-set Monte Carlo tree search with learned priors and values.

As in `podesta_engines.play.search`, every iteration draws a table that the searching seat cannot distinguish from the
true one, and sequential halving spends the iterations on the options that may be best, all of them on the same tables
with the same luck. There are no play-outs: the network rates the options, and the table where the tree ends. Below the
root, upper confidence bounds choose, weighted by the network's shares, as in AlphaZero.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import cycle, islice
from math import ceil, log, log2, sqrt
from random import Random
from statistics import fmean, stdev

from msgspec import Struct, field

from podesta_engines.core.decide import pick
from podesta_engines.core.disclose import resample
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, FATE, Ask, Draw
from podesta_engines.play.forward import source
from podesta_engines.play.search import UNSEEN, never

from .mind import Mind
from .worth import reward

_FEWEST = 4
"""The number of tables on which two options must be compared before one can be surely better."""
_NEXT_TO_NOTHING = 1e-4
"""The smallest share of an option when options are compared."""
_OPEN_ELSEWHERE = 0.02
"""The share of an option that was not open at the table that the network rated."""


class Guidance(Struct, frozen=True):
    """How to search.

    iterations: the maximum. options: how many of a question's are tried, the likeliest by the network. doubt: by how
    many standard errors an option must be better than the likeliest to be chosen. explore: how much is spent, below the
    root, on options with a large share. unseen: how much lower than its neighbours an untried option is rated. lean:
    the bonus for a tenfold share when halving compares options. split: visits for each outcome of a public draw before
    the outcomes get branches of their own.
    """

    iterations: int = 240
    options: int = 16
    doubt: float = 0.5
    explore: float = 2.0
    unseen: float = 0.2
    lean: float = 0.1
    split: float = 4.0


class Node(Struct, gc=False):
    """A branch: visits, the credit of the seat that chose it, and, once rated by the network, each option's share."""

    visits: int = 0
    credit: float = 0.0
    branches: dict[Hashable, Node] = field(default_factory=dict)
    priors: dict[int, float] | None = None


Visit = tuple[Node, int]
"""A node on the way down, and the seat that chose it (FATE: a draw)."""


class GuidedSearch:
    """One search for an asked seat, at one position, which is not changed.

    It uses nothing of the position that the seat does not know. The same guidance, the same source of chance and the
    same position, as far as the seat knows it, return the same answer, unless `over` cuts the search short. `worth` has
    the results of each option, table by table.
    """

    def __init__(self, p: Position, seat: int, rnd: Random, mind: Mind, guidance: Guidance | None = None) -> None:
        self.guidance = guidance or Guidance()
        self._p, self._seat, self._mind = p, seat, mind
        ask = next(ask for ask in p.asks if ask.seat == seat)
        self._priors = mind.priors(p, ask)
        self._own, *likely = sorted(ask.options, key=self._priors.__getitem__, reverse=True)
        self._rivals = likely[: max(0, self.guidance.options - 1)]
        self._seed = rnd.getrandbits(64)
        self._roots = {option: Node() for option in ask.options}
        self.worth: dict[int, list[float]] = {option: [] for option in ask.options}

    def think(self, over: Callable[[], bool] = never) -> int:
        """Iterate to the guidance's bound, or until `over` returns True; returns the best option."""
        for option in self._schedule():
            if over():
                break
            self._iterate(option)
        return self.best

    @property
    def best(self) -> int:
        """The best option not yet eliminated, if it is surely better than the network's own; else the latter."""
        best = max(self._rivals, key=self._promise, default=self._own)
        return best if self._is_better(best) else self._own

    def _is_better(self, rival: int) -> bool:
        """Whether an option is better than the network's own, table by table, by more than the doubt."""
        ahead = [mine - own for mine, own in zip(self.worth[rival], self.worth[self._own], strict=False)]
        if len(ahead) < _FEWEST or self._promise(rival) <= self._promise(self._own):
            return False
        return fmean(ahead) > self.guidance.doubt * stdev(ahead) / sqrt(len(ahead))

    def _promise(self, option: int) -> float:
        """The mean worth of an option so far, plus a little for a large share."""
        worth = self.worth[option]
        share = max(self._priors[option], _NEXT_TO_NOTHING)
        return (fmean(worth) if worth else -1.0) + self.guidance.lean * log(share) / log(10)

    def _schedule(self) -> Iterator[int]:
        """Sequential halving: the options to try, one per iteration; after each round the better half stays.

        The network's own always stays.
        """
        rivals, left = self._rivals, self.guidance.iterations
        while rivals and left > 0:
            share = max(1, left // ceil(log2(len(rivals) + 1)))
            yield from islice(cycle([self._own, *rivals]), share)
            left -= share
            rivals = self._better_half(rivals)

    def _better_half(self, rivals: list[int]) -> list[int]:
        self._rivals = sorted(rivals, key=self._promise, reverse=True)[: (len(rivals) + 1) // 2]
        return self._rivals if len(rivals) > 1 else []

    # -- one iteration -----------------------------------------------------------------------------------------------

    def _iterate(self, option: int) -> None:
        worth = self.worth[option]
        self._rnd = source(self._seed, len(worth))
        p = resample(self._p, self._seat, self._rnd)
        p.keep = False
        p.answer(option, self._seat)
        path, values = self._descend(p, self._roots[option])
        for node, who in path:
            node.visits += 1
            node.credit += values[who] if who != FATE else 0
        worth.append(values[self._seat])

    def _descend(self, p: Position, node: Node) -> tuple[list[Visit], list[float]]:
        """Descend to a node that has not been rated, or to the game's end; returns the path, and the worth there."""
        path = [(node, self._seat)]
        while (ask := p.ask) is not None:
            if type(ask) is Draw:
                who, branch = self._draw(p, ask, node)
            else:
                ask = next((ask for ask in p.asks if ask.seat == self._seat), p.asks[0])
                if node.priors is None:
                    node.priors, values = self._mind.look(p, ask)
                    return path, values
                who, branch = self._answer(p, ask, node)
            node = node.branches.setdefault((who, branch), Node())
            path.append((node, who))
        return path, reward(p.rules.result(p.state))

    def _draw(self, p: Position, lot: Draw, node: Node) -> tuple[int, int]:
        """The branch of a draw: its outcome, once there are enough visits to give outcomes branches of their own."""
        option = pick(lot, self._chance)
        p.answer(option)
        apart = lot.seen_by in (EVERYBODY, self._seat) and node.visits >= self.guidance.split * len(lot.options)
        return FATE, option if apart else UNSEEN

    def _chance(self, bound: int) -> int:
        return int(self._rnd.random() * bound)

    def _answer(self, p: Position, ask: Ask, node: Node) -> tuple[int, int]:
        """The branch of a seat. Secret answers of others share one branch, and are drawn by the network's shares."""
        hidden = ask.seat != self._seat and (ask.kind.secret or ask.kind.masked)
        option = self._drawn(self._mind.priors(p, ask)) if hidden else self._choose(ask, node)
        p.answer(option, ask.seat)
        return ask.seat, UNSEEN if hidden else option

    def _drawn(self, priors: dict[int, float]) -> int:
        return self._rnd.choices([*priors], [*priors.values()])[0]

    def _choose(self, ask: Ask, node: Node) -> int:
        """The most promising option, by its results and by the network's share."""
        kids = [node.branches.get((ask.seat, option)) for option in ask.options]
        tried = [kid for kid in kids if kid is not None]
        visits = sum([kid.visits for kid in tried])
        mean = sum([kid.credit for kid in tried]) / visits if visits else 0.0
        reach, fresh = self.guidance.explore * sqrt(node.visits + 1), mean - self.guidance.unseen
        best, most = ask.options[0], -9e9
        for option, kid in zip(ask.options, kids, strict=True):
            wish = reach * node.priors.get(option, _OPEN_ELSEWHERE)  # type: ignore[union-attr]
            promise = fresh + wish if kid is None else kid.credit / kid.visits + wish / (1 + kid.visits)
            if promise > most:
                best, most = option, promise
        return best
