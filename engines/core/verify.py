"""Verify: play an ended game again from its record, and draw again what fate drew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET, Struct

from .clocks import abandoned_at, abandoning, running_out, ticked, wound
from .decider import Replay, _drawn, actors, evolve, pick, start
from .ending import HOUSE, Gone, players, resigning, went
from .errors import Drifted, RulesError
from .events import (
    Answered,
    Created,
    Drawn,
    Ended,
    Entry,
    Event,
    Forked,
    Resigned,
    Retracted,
    Seated,
    TimedOut,
    retracted_to,
)
from .fairness import chance, commitment_of, draw_key
from .position import Position
from .records import Tampered, read_entry, split, unchain
from .ruleset import Registry, Result
from .script import FATE, NOBODY, Draw
from .undo import Proposal, asked_for_consent, obstacle, proposed, since


class Verified(Struct, frozen=True):
    """What a sound record says.

    `draws` were drawn again and came out the same. `copied` ones come from the game that this one was forked from: of
    these it is only known that they were possible. `entropy` is what each seat added to the draws' key. `chain` is the
    last line's: two records with the same one are the same to the byte.
    """

    ruleset: str
    seats: list[str]
    revisions: int
    answers: int
    draws: int
    copied: int
    retractions: int
    entropy: list[str]
    commitment: str
    chain: str
    forked: Forked | None
    result: Result


def verify(record: bytes, registry: Registry) -> Verified:
    """Check a record, byte by byte and rule by rule; raises Tampered, naming the line."""
    texts = list(unchain(split(record)))
    log = [read_entry(number, text) for number, (text, _) in enumerate(texts, 1)]
    chains = ["", *(chain for _, chain in texts)]
    created, ended = _frame(log, chains)
    return _Game(registry, log, created, bytes.fromhex(ended.seed)).play(ended, chains[-1])


def _frame(log: Sequence[Entry], chains: Sequence[str]) -> tuple[Created, Ended]:
    """The first and the last event, and that the one keeps what the other promised; raises Tampered."""
    created = log[0].events[0] if log[0].events else None
    if type(created) is not Created:
        raise Tampered(1, "a record begins with the game's creation")
    ended = log[-1].events[-1] if log[-1].events else None
    if type(ended) is not Ended:
        raise Tampered(len(log), "the game does not end here")
    if commitment_of(_seed(ended, len(log))) != created.commitment:
        raise Tampered(len(log), "the seed is not the one that line 1 committed to")
    if ended.chain is not UNSET and ended.chain != chains[-2]:
        raise Tampered(len(log), "the end was told with another chain value than that of the line before")
    return created, ended


def _seed(ended: Ended, line: int) -> bytes:
    try:
        return bytes.fromhex(ended.seed)
    except ValueError:
        raise Tampered(line, "the seed is not hexadecimal") from None


class _Game:
    """One game, played again."""

    def __init__(self, registry: Registry, log: Sequence[Entry], created: Created, seed: bytes) -> None:
        self._registry, self._log, self._created, self._seed = registry, log, created, seed
        self._replay = Replay(registry)
        self._holders: list[Seated | None] = [None] * created.seats
        self._entropy = [""] * created.seats
        self._proposal: Proposal | None = None
        self._copies = created.forked.answers + created.forked.draws if created.forked else 0
        self._answers = self._draws = self._retractions = 0
        self._gone: tuple[Gone, ...] = ()
        self._clock, self._times = created.clock or None, wound(created)

    def play(self, ended: Ended, chain: str) -> Verified:
        """Play every line; raises Tampered."""
        for number, entry in enumerate(self._log, 1):
            try:
                self._play(number, entry)
            except (RulesError, AssertionError, LookupError) as error:
                raise Tampered(number, error.where if isinstance(error, Drifted) else str(error)) from None
        created = self._created
        return Verified(
            ruleset=created.rules,
            seats=[holder.name if holder else "" for holder in self._holders],
            revisions=len(self._log),
            answers=self._answers,
            draws=self._draws,
            copied=created.forked.draws if created.forked else 0,
            retractions=self._retractions,
            entropy=self._entropy,
            commitment=created.commitment,
            chain=chain,
            forked=created.forked or None,
            result=ended.result,
        )

    def _play(self, number: int, entry: Entry) -> None:
        """Play one line; raises Drifted."""
        _expect(entry.at >= 0 and len(entry.events) > 0, "this is no entry of this format")
        p = self._replay.position or start(self._registry, self._created)
        to = retracted_to(entry)
        luck: list[Callable[[int], int]] = []
        over = self._follows(entry, p)
        for place, event in enumerate(entry.events if to is None else entry.events[:-1]):
            self._check(number, entry, place, event)
            if type(event) is Drawn:
                luck = luck or [chance(draw_key(self._seed, self._entropy), number)]
                self._draw(p, event, luck[0])
            self._gone = went(self._gone, event, number)
            evolve(p, event, self._gone)
        ends = type(entry.events[-1]) is Ended
        _expect(ends == (over or (p.actor == NOBODY and to is None)), "the game does not end here, or should have")
        self._proposal, before = proposed(self._proposal, entry, number), self._proposal
        if to is not None:
            p = self._go_back(number, entry, to, before)
        _expect(entry.check == p.fingerprint(), "the checksum is another")
        _expect(self._copies > 0 or p.actor != FATE or None in self._holders, "a draw is missing")
        if self._clock and self._times:
            self._times = ticked(self._clock, self._times, entry, number, actors(p))
        self._replay.mark(p)

    def _follows(self, entry: Entry, p: Position) -> bool:
        """Whether a game is over by seats' leaving it. What follows from that, and from time's running out, is known.

        Raises Drifted where the entry says anything else.
        """
        first = entry.events[0]
        if type(first) not in (TimedOut, Resigned, Ended):
            _expect(not any(type(event) in (TimedOut, Resigned) for event in entry.events), "a seat leaves out of turn")
            return False
        expected, over = self._left(entry, p, first)
        _expect(entry.events[: len(expected)] == expected, "something else follows when a seat leaves or is too late")
        rest = [type(event) for event in entry.events[len(expected) :]]
        _expect(rest == [Ended] if over else {*rest} <= {Drawn, Ended}, "the game ends when nobody is left to play it")
        return over

    def _left(self, entry: Entry, p: Position, first: Event) -> tuple[list[Event], bool]:
        """What an entry must begin with, and whether the game is over by it; raises Drifted."""
        clock, times = self._clock, self._times
        if type(first) is TimedOut:
            due = times.deadline(first.seat) if times and 0 <= first.seat < len(times.left) else None
            _expect(due is not None and due <= entry.at, "the seat had time left, or its clock did not run")
            assert clock is not None
            return running_out(clock, p, self._holders, self._gone, first.seat)
        if type(first) is Resigned and first.why == "asked":
            _expect(None not in self._holders, "nobody leaves before every seat is taken")
            _expect(first.seat in players(self._holders, self._gone), "the seat had left the game before")
            return resigning(self._holders, self._gone, [first.seat], "asked", clock.bot if clock else HOUSE)
        due = abandoned_at(clock, times) if clock and times else None
        _expect(due is not None and due <= entry.at, "the game was not left alone for so long")
        assert clock is not None
        return abandoning(clock, p, self._holders, self._gone)

    def _check(self, number: int, entry: Entry, place: int, event: Event) -> None:
        """What an event must be by itself, and where it may stand."""
        if type(event) is Created:
            _expect(number == 1 and place == 0, "a game is created once, at the beginning")
        elif type(event) is Ended:
            _expect(entry is self._log[-1] and event is entry.events[-1], "a game ends once, at the end")
        elif type(event) is Retracted:
            raise Drifted("it goes back in the middle of an entry")
        elif type(event) is Seated:
            self._seat(event)
        elif type(event) is Answered:
            self._answers += 1
            self._copied()

    def _seat(self, event: Seated) -> None:
        """The first holder of a seat adds to the key; every later one has the next epoch."""
        _expect(0 <= event.seat < len(self._holders), f"there is no seat {event.seat}")
        before = self._holders[event.seat]
        _expect(event.epoch == (before.epoch if before else 0) + 1, "the seat's epochs do not follow one another")
        if before is None:
            self._entropy[event.seat] = event.entropy or ""
        self._holders[event.seat] = event

    def _copied(self) -> bool:
        """Whether an answer or a draw was copied from the game that this one was forked from: the first ones were."""
        if self._copies:
            self._copies -= 1
            return True
        _expect(None not in self._holders, "nobody acts before every seat is taken")
        return False

    def _draw(self, p: Position, event: Drawn, luck: Callable[[int], int]) -> None:
        """Draw again; what was copied from another game was drawn from its seed."""
        lot = p.ask
        if self._copied():
            return
        self._draws += 1
        if type(lot) is not Draw:
            return
        again = _drawn(lot, pick(lot, luck))
        _expect(again == event, f"{again.lot} {again.outcome!r} was drawn, not {event.lot} {event.outcome!r}")

    def _go_back(self, number: int, entry: Entry, to: int, proposal: Proposal | None) -> Position:
        """The position that a retraction goes back to, which must have been lawful."""
        self._retractions += 1
        log = self._log[: number - 1]
        if len(entry.events) == 1:
            why = obstacle(log, to, _taker(log, to))
            _expect(why is None, f"nobody could take this back without consent: {why.value if why else ''}")
        else:
            asked = proposed(proposal, Entry(entry.events[:-1]), number)
            agreed = asked and asked.to_revision == to and asked_for_consent(self._holders) <= {*asked.consents}
            _expect(bool(agreed) and since(log, to) is not None, "not every seat had consented")
        return self._replay.at(to)


def _taker(log: Sequence[Entry], to: int) -> int:
    """The seat whose answers are taken back, if it is only one; -1 is nobody's."""
    events = [event for entry in since(log, to) or () for event in entry.events]
    return next((event.seat for event in events if type(event) is Answered), -1)


def _expect(holds: bool, why: str) -> None:
    if not holds:
        raise Drifted(why)


__all__ = ["Tampered", "Verified", "verify"]
