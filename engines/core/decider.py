"""Decide, evolve, draw: commands become events, and events become positions again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from msgspec import Struct, msgpack

from .clocks import Times, ticked, wound
from .ending import Gone, final, ranked, went
from .errors import Drifted, Illegal, NotAsked, TooManyAnswers
from .events import Answered, Clock, Created, Drawn, Ended, Entry, Event, Retracted, Seated, retracted_to
from .position import Given, Position, restore
from .ruleset import Registry, Result, Ruleset
from .script import EVERYBODY, FATE, NOBODY, Ask, Draw

Answer = tuple[str, str]
"""Question kind and option, both as words: `("act", "move.ship_a_one.blue")`."""
Chance = Callable[[int], int]
"""A source of chance: given a positive n, an int below n, each equally likely."""


# -- commands --------------------------------------------------------------------------------------------------------


def decide(p: Position, seat: int, answers: Sequence[Answer]) -> list[Answered]:
    """Check a seat's answers against its questions, one after another; raises Illegal and changes nothing."""
    if _asked(p, seat) is None:
        raise NotAsked(seat, actors(p))
    table = p.clone(keep=False) if len(answers) > 1 else p
    for index, answer in enumerate(answers):
        ask = _asked(table, seat)
        if ask is None:
            raise TooManyAnswers(index, len(answers))
        option = _choose(ask, index, answer)
        if table is not p:
            table.answer(option, seat)
    return [Answered(seat, question, option) for question, option in answers]


def _choose(ask: Ask, index: int, answer: Answer) -> int:
    """The int of an open option; raises Illegal."""
    words, (question, slug) = ask.kind.words, answer
    if question == ask.kind.name:
        try:
            option = words.parse(slug)
        except KeyError:
            option = NOBODY
        if option in ask.options:
            return option
    raise Illegal(index, answer, ask.kind.name, ask.kind.rule, [words.slug(i) for i in ask.options])


def draw(p: Position, chance: Chance) -> Drawn:
    """Let fate answer the open draw, and say what it was."""
    lot = p.ask
    assert type(lot) is Draw
    option = pick(lot, chance)
    p.answer(option)
    return _drawn(lot, option)


def pick(lot: Draw, chance: Chance) -> int:
    """One option of a lot, each as likely as its weight."""
    if lot.weights is None:
        return lot.options[chance(len(lot.options))]
    left = chance(sum(lot.weights))
    for index, weight in enumerate(lot.weights):
        left -= weight
        if left < 0:
            return lot.options[index]
    raise ValueError("a chance was not below its bound")


def _drawn(lot: Draw, option: int) -> Drawn:
    seen_by = None if lot.seen_by == EVERYBODY else lot.seen_by
    return Drawn(lot.kind.name, lot.kind.words.slug(option), seen_by)


def settle(p: Position, chance: Chance) -> list[Drawn]:
    """Draw until a seat is asked or the game is over; changes the position."""
    drawn = []
    while p.actor == FATE:
        drawn.append(draw(p, chance))
    return drawn


def execute(
    p: Position, seat: int, answers: Sequence[Answer], chance: Chance, listen: bool = False
) -> tuple[Position, list[Event]]:
    """A whole command: the position after it (the old one is left as it was) and the events it wrote."""
    answered = decide(p, seat, answers)
    after = p.clone()
    if listen:
        after.listen()
    for event in answered:
        evolve(after, event)
    return after, [*answered, *settle(after, chance)]


# -- reading ---------------------------------------------------------------------------------------------------------


def actors(p: Position) -> tuple[int, ...]:
    """The seats that are asked something now."""
    return tuple(ask.seat for ask in p.asks)


def _asked(p: Position, seat: int) -> Ask | None:
    ask = p.ask
    if type(ask) is Ask:
        return ask if ask.seat == seat else None
    return next((ask for ask in p.asks if ask.seat == seat), None)


def outcomes(p: Position) -> list[tuple[str, Fraction]]:
    """Every outcome of the open draw with its exact probability; empty if no draw is open."""
    lot = p.ask
    if type(lot) is not Draw:
        return []
    weights = lot.weights or [1] * len(lot.options)
    total = sum(weights)
    pairs = zip(lot.options, weights, strict=True)
    return [(lot.kind.words.slug(option), Fraction(weight, total)) for option, weight in pairs if weight]


def result(p: Position, gone: Sequence[Gone] = ()) -> Result | None:
    """The result of a game that its rules have ended, some seats of which have left it perhaps."""
    return ranked(p.rules.result(p.state), gone) if p.actor == NOBODY else None


# -- events ----------------------------------------------------------------------------------------------------------


def evolve(p: Position, event: Event, gone: Sequence[Gone] = ()) -> None:
    """Play an event of the log, after which some seats have left; raises Drifted if it cannot follow.

    `Retracted` needs the log: see `Replay`.
    """
    if type(event) is Answered:
        _play_answer(p, event)
    elif type(event) is Drawn:
        _play_draw(p, event)
    elif type(event) is Ended and final(p, gone) != event.result:
        raise Drifted("the result is another")
    elif type(event) is Retracted:
        raise Drifted("it goes back in the middle of an entry")


def _play_answer(p: Position, event: Answered) -> None:
    ask = _asked(p, event.seat)
    if ask is None:
        raise Drifted(f"seat {event.seat} is not asked {event.question!r}")
    try:
        option = _choose(ask, 0, (event.question or "", event.option or ""))
    except Illegal as error:
        raise Drifted(str(error)) from None
    p.answer(option, event.seat)


def _play_draw(p: Position, event: Drawn) -> None:
    lot = p.ask
    if type(lot) is not Draw or lot.kind.name != event.lot:
        raise Drifted(f"no {event.lot!r} is drawn here")
    try:
        option = lot.kind.words.parse(event.outcome or "")
        weight = lot.weights[lot.options.index(option)] if lot.weights else option in lot.options
    except (KeyError, ValueError):
        weight = 0
    if not weight:
        raise Drifted(f"{event.outcome!r} cannot come out of {event.lot!r}")
    p.answer(option)


def start(registry: Registry, created: Created, listen: bool = False) -> Position:
    """The first position of a game as its log opened it; raises Drifted if its edition's data have changed."""
    ruleset = registry.version(created.rules)
    if ruleset.edition(created.edition).sha256 != created.data:
        raise Drifted(f"the data of edition {created.edition!r} have changed since")
    return ruleset.start(created.seats, created.edition, created.options, listen=listen)


def opening(ruleset: Ruleset, seats: int, edition: str, options: dict[str, object], commitment: str = "") -> Created:
    """The first event of a game; raises BadSetup."""
    ruleset.start(seats, edition, options, keep=False)
    chosen = ruleset.edition(edition)
    return Created(ruleset.id, ruleset.rules, chosen.id, chosen.sha256, seats, options, commitment)


class Saved(Struct, array_like=True, frozen=True):
    """A position as bytes: the rules it needs, its checkpoint and the answers since."""

    rules: str
    checkpoint: bytes
    given: list[tuple[int, int]]


def save(p: Position) -> bytes:
    """A position as bytes that name their rules."""
    return msgpack.encode(Saved(p.rules.rules, p.checkpoint, p.given))


def load(registry: Registry, raw: bytes) -> Position:
    """A position from `save`; raises UnknownRuleset."""
    saved = msgpack.decode(raw, type=Saved)
    return restore(registry.version(saved.rules), saved.checkpoint, saved.given)


# -- whole logs ------------------------------------------------------------------------------------------------------


def apply(p: Position, entry: Entry) -> None:
    """Play one entry of a game that nobody has left, and compare its checksum; raises Drifted."""
    evolve_all(p, entry.events, (), 0)
    compare(p, entry)


def evolve_all(p: Position, events: Sequence[Event], gone: tuple[Gone, ...], revision: int) -> tuple[Gone, ...]:
    """Play the events of a revision: the seats that have left the game after them; raises Drifted."""
    for event in events:
        gone = went(gone, event, revision)
        evolve(p, event, gone)
    return gone


def compare(p: Position, entry: Entry) -> None:
    """Compare the checksum of an entry with the position after it; raises Drifted."""
    if entry.check and entry.check != p.fingerprint():
        raise Drifted("the checksum is another")


class Replay:
    """A log on its way into a position: takes its entries one after another, and can go back to any of them.

    It keeps a mark of every revision, which costs nothing: the checkpoint and how many answers were given since.
    """

    def __init__(self, registry: Registry, listen: bool = False) -> None:
        self._registry, self._listen = registry, listen
        self._marks: list[tuple[bytes, list[Given], int]] = []
        self.position: Position | None = None
        self.gone: tuple[Gone, ...] = ()
        """The seats that have left the game."""
        self.times: Times | None = None
        """The clocks, in a game that has some."""
        self._clock: Clock | None = None

    @property
    def revision(self) -> int:
        """The entries so far."""
        return len(self._marks)

    def add(self, entry: Entry) -> Position:
        """The position after the next entry; raises Drifted, naming the revision."""
        revision = self.revision + 1
        try:
            p = self._after(entry, revision)
        except Drifted as error:
            raise Drifted(f"revision {revision}: {error.where}") from None
        if self.times is not None and self._clock:
            self.times = ticked(self._clock, self.times, entry, revision, actors(p))
        self.mark(p)
        return p

    def mark(self, p: Position) -> None:
        """Go on with a position that somebody else made of the next entry."""
        self.position = p
        self._marks.append((p.checkpoint, p.given, len(p.given)))

    def at(self, revision: int) -> Position:
        """The position after an earlier revision, sharing nothing; raises Drifted if there is none."""
        if self.position is None or not 0 < revision <= self.revision:
            raise Drifted(f"it goes back to revision {revision}")
        checkpoint, given, length = self._marks[revision - 1]
        p = restore(self.position.rules, checkpoint, given[:length])
        if self._listen:
            p.listen()
        return p

    def _after(self, entry: Entry, revision: int) -> Position:
        p = self.position or self._first(entry)
        to = retracted_to(entry)
        self.gone = evolve_all(p, entry.events if to is None else entry.events[:-1], self.gone, revision)
        if to is not None:
            p = self.at(to)
        compare(p, entry)
        return p

    def _first(self, entry: Entry) -> Position:
        created = entry.events[0] if entry.events else None
        if type(created) is not Created:
            raise Drifted("it does not begin with Created")
        self.times, self._clock = wound(created), created.clock or None
        return start(self._registry, created, self._listen)


def fold(registry: Registry, entries: Iterable[Entry], listen: bool = False) -> Position:
    """The position after a whole log, whose first event is `Created`; raises Drifted, naming the revision."""
    replay = Replay(registry, listen)
    for entry in entries:
        replay.add(entry)
    if replay.position is None:
        raise Drifted("the log is empty")
    return replay.position


__all__ = [
    "Answer",
    "Chance",
    "Replay",
    "Seated",
    "actors",
    "apply",
    "compare",
    "decide",
    "draw",
    "evolve",
    "evolve_all",
    "execute",
    "fold",
    "load",
    "opening",
    "outcomes",
    "pick",
    "result",
    "save",
    "settle",
    "start",
]
