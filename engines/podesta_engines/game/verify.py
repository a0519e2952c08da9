"""Verify: play an ended game again from its record, and draw again what fate drew."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct

from podesta_engines.core.decide import Chance, drawn, pick
from podesta_engines.core.errors import Drifted, RulesError, UnknownRules
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry, Result
from podesta_engines.core.script import FATE, NOBODY, Draw

from .clocks import abandoned_at, abandoning, default, former, running_out
from .endings import HOUSE, players, resigning
from .events import (
    Closed,
    Created,
    Ended,
    Entry,
    Event,
    Freed,
    Hosted,
    Invited,
    Listed,
    Resigned,
    Retracted,
    Seated,
    Shared,
    TimedOut,
    retracted_to,
)
from .facts import created_in, freeable
from .fairness import BY_REVISION, commitment_of, luck
from .format.terms import Clock, Forked
from .game import Game, Replay
from .heads import blinding, head
from .lottery import counted
from .record import Tampered, read_entry, split, unchain
from .takebacks import asked_for_consent, obstacle, since
from .visits import Sharing


class Verified(Struct, frozen=True):
    """What a sound record says.

    `draws` were drawn again and came out the same. `copied` ones come from the game that this one was forked from: of
    these it is only known that they were possible. `rule` is the one that draws follow (2, by lot; 1, by revision and
    index). What is not excluded: how often each seat was `reissued`, and how often of these `by_operator`, so that
    somebody else may have played it; how many answers came by `timeouts`; how many draws were taken back (`undrawn`)
    after they had been seen. `entropy` is what each seat added to the draws' key. In a shared game `links` says how
    many each seat told of its chain, `anchored` how often it began another chain, `withheld` how many answers came by
    time-outs where a link was due. A game of `practice` is no fair one: whoever opened it had chosen its deal. `chain`
    is the last line's: two records with the same one are the same to the byte. `signature` is the service's, of the
    head before the last, by `key`: whether it is that key's is not looked at here.
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
    rule: int = BY_REVISION
    reissued: list[int] = []
    by_operator: list[int] = []
    timeouts: int = 0
    undrawn: int = 0
    links: list[int] = []
    anchored: list[int] = []
    withheld: int = 0
    practice: bool = False
    key: str = ""
    signature: str = ""


def verify(record: bytes, registry: Registry) -> Verified:
    """Check a record, byte by byte and rule by rule; raises Tampered, naming the line, or UnknownRules."""
    texts = list(unchain(split(record)))
    log = [read_entry(number, text) for number, (text, _) in enumerate(texts, 1)]
    chains = ["", *(chain for _, chain in texts)]
    ended = _frame(log, chains)
    return _Inspection(registry, log, bytes.fromhex(ended.seed)).run(ended, chains[-1])


def heads_of(record: bytes, game: str) -> list[str]:
    """The head of each revision of an ended game, as everybody was told, from its record; raises Tampered."""
    texts = list(unchain(split(record)))
    log = [read_entry(number, text) for number, (text, _) in enumerate(texts, 1)]
    key = blinding(bytes.fromhex(_frame(log, ["", *(chain for _, chain in texts)]).seed))
    return [head(key, game, revision, chain) for revision, (_, chain) in enumerate(texts, 1)]


def redraw(log: Sequence[Entry], registry: Registry, seed: bytes) -> None:
    """Check a log that need not have ended yet, as `verify` does, with a seed from elsewhere; raises Tampered."""
    _Inspection(registry, log, seed).play()


def _frame(log: Sequence[Entry], chains: Sequence[str]) -> Ended:
    """The last event, which must keep what the first one promised; raises Tampered."""
    created = log[0].events[0] if log[0].events else None
    if type(created) is not Created:
        raise Tampered(1, "a record begins with the game's creation")
    ended = log[-1].events[-1] if log[-1].events else None
    if type(ended) is not Ended:
        raise Tampered(len(log), "the game does not end here")
    if commitment_of(_seed(ended, len(log))) != created.commitment:
        raise Tampered(len(log), "the seed is not the one that line 1 committed to")
    if created.practice and created.salt != ended.seed:
        raise Tampered(1, "a practice game names the deal that it was played on")
    if ended.chain is not UNSET and ended.chain != chains[-2]:
        raise Tampered(len(log), "the end was told with another chain value than that of the line before")
    return ended


def _seed(ended: Ended, line: int) -> bytes:
    try:
        return bytes.fromhex(ended.seed)
    except ValueError:
        raise Tampered(line, "the seed is not hexadecimal") from None


class _Inspection:
    """One game, played again, every event of it held against what the rules and the seed make of it."""

    def __init__(self, registry: Registry, log: Sequence[Entry], seed: bytes) -> None:
        self._log, self._seed, self._replay = log, seed, Replay(registry)
        forked = created_in(log[0]).forked
        self._sharing = Sharing(created_in(log[0]))
        self._copies = forked.answers + forked.draws if forked else 0
        self._answers = self._draws = self._retractions = self._timeouts = self._undrawn = 0
        seats = created_in(log[0]).seats
        self._reissued, self._by_operator = [0] * seats, [0] * seats
        self._luck: Chance | None = None
        self._passed: list[Event] = []

    def run(self, ended: Ended, chain: str) -> Verified:
        """Play every line, and say what the record says; raises Tampered."""
        game = self.play()
        created = game.created
        return Verified(
            ruleset=created.rules,
            seats=[holder.name if holder else "" for holder in game.holders],
            revisions=game.revision,
            answers=self._answers,
            draws=self._draws,
            copied=created.forked.draws if created.forked else 0,
            retractions=self._retractions,
            entropy=[*game.entropy],
            commitment=created.commitment,
            chain=chain,
            forked=created.forked or None,
            result=ended.result,
            rule=created.draws or BY_REVISION,
            reissued=self._reissued,
            by_operator=self._by_operator,
            timeouts=self._timeouts,
            undrawn=self._undrawn,
            links=self._sharing.links,
            anchored=self._sharing.anchored,
            withheld=self._sharing.withheld,
            practice=bool(created.practice),
            key=ended.key or "",
            signature=ended.signature or "",
        )

    def play(self) -> Game:
        """Play every line; raises Tampered, or UnknownRules."""
        for number, entry in enumerate(self._log, 1):
            try:
                self._play(entry)
            except UnknownRules:
                raise  # the record may be true: whoever has these rules can say
            except (RulesError, AssertionError, LookupError) as error:
                raise Tampered(number, error.why if isinstance(error, Drifted) else str(error)) from None
        game = self._replay.game
        assert game is not None
        return game

    def _play(self, entry: Entry) -> None:
        """Play one line; raises Drifted."""
        _expect(entry.at >= 0 and len(entry.events) > 0, "this is no entry of this format")
        _expect(entry.check != 0, "the checksum is missing")
        self._luck, self._passed = None, []
        over = _leaves(self._replay.game, entry)
        game = self._replay.add(entry, lambda game, p, event: self._look(game, p, event, entry))
        p, back = game.position, retracted_to(entry) is not None
        _expect(game.ended == (over or (p.actor == NOBODY and not back)), "the game does not end here, or should have")
        _expect(self._copies > 0 or p.actor != FATE or game.waits, "a draw is missing")

    def _look(self, game: Game, p: Position, event: Event, entry: Entry) -> None:
        """What an event must be by itself, and where it may stand."""
        if type(event) is Created:
            _expect(game.revision == 0 and event is entry.events[0], "a game is created once, at the beginning")
            self._sharing.created(event)
        elif type(event) is Ended:
            _expect(entry is self._log[-1] and event is entry.events[-1], "a game ends once, at the end")
        elif type(event) is Retracted:
            self._go_back(game, entry, event)
        elif type(event) is Seated:
            _check_seat(game, event)
            self._sharing.seated(game, event)
            self._seated(game, event, entry)
        elif type(event) is TimedOut:
            self._timeouts += 1
            self._sharing.late(game, p, event)
        elif type(event) is Shared:
            _expect(event is entry.events[0] and game.status == "open", "a first link is told before anything is drawn")
            self._sharing.first(game, event)
        elif type(event) in (Freed, Hosted, Invited, Listed):
            _check_host(game, event, entry)
        elif type(event) is Answered:
            self._answers += 1
            if not self._copied(game):
                self._sharing.answered(game, p, event)
        elif type(event) is Drawn:
            self._draw(game, p, event)

    def _seated(self, game: Game, event: Seated, entry: Entry) -> None:
        """Count a seat that was given out anew while somebody held it."""
        if event is entry.events[0] and game.holders[event.seat] is not None:
            self._reissued[event.seat] += 1
            self._by_operator[event.seat] += event.by == "operator"

    def _copied(self, game: Game) -> bool:
        """Whether an answer or a draw was copied from the game that this one was forked from: the first ones were."""
        if self._copies:
            self._copies -= 1
            return True
        _expect(game.status != "open", "nobody acts before every seat is taken")
        return False

    def _draw(self, game: Game, p: Position, event: Drawn) -> None:
        """Draw again; what was copied from another game was drawn from its seed."""
        if self._copied(game):
            self._passed.append(event)
            return
        counts = counted(game.drawn, self._passed)
        mix = game.shares.mix if game.shares else b""
        self._luck = self._luck or luck(game.created, self._seed, game.entropy, game.revision + 1, counts, mix)
        self._draws += 1
        lot = p.ask
        if type(lot) is not Draw:
            return
        again = drawn(lot, pick(lot, self._luck))
        _expect(again == event, f"{again.lot} {again.outcome!r} was drawn, not {event.lot} {event.outcome!r}")

    def _go_back(self, game: Game, entry: Entry, event: Retracted) -> None:
        """A retraction must have been lawful: alone where the law lets a seat, else with everybody's consent."""
        _expect(event is entry.events[-1], "it goes back in the middle of an entry")
        self._retractions += 1
        self._undrawn += sum(game.drawn.values()) - sum(self._replay.at(event.to_revision).drawn.values())
        log, to = self._log[: game.revision], event.to_revision
        if len(entry.events) == 1:
            why = obstacle(log, to, _taker(log, to))
            _expect(why is None, f"nobody could take this back without consent: {why.value if why else ''}")
        else:
            asked = game.proposal
            agreed = asked and asked.to_revision == to and asked_for_consent(game.holders) <= {*asked.consents}
            _expect(bool(agreed) and since(log, to) is not None, "not every seat had consented")


def _check_seat(game: Game, event: Seated) -> None:
    """A seat exists, and its holders' epochs follow one another."""
    _expect(0 <= event.seat < len(game.holders), f"there is no seat {event.seat}")
    _expect(event.epoch == game.next_epoch(event.seat), "the seat's epochs do not follow one another")


def _check_host(game: Game, event: Event, entry: Entry) -> None:
    """A host acts by itself, frees only seats that have answered nothing, and counts its invitations."""
    _expect(len(entry.events) == 1 and game.revision > 0 and not game.ended, "a host acts in a game that is not over")
    if type(event) is Freed:
        _expect(0 <= event.seat < len(game.holders) and freeable(game, event.seat), "the seat could not be freed")
    elif type(event) is Invited:
        _expect(event.number == game.reserved.following(event.seat), "invitations do not follow one another")
    elif type(event) is Hosted:
        _expect(event.epoch == game.host + 1, "the host's epochs do not follow one another")


# -- what follows when seats leave -----------------------------------------------------------------------------------


def _leaves(game: Game | None, entry: Entry) -> bool:
    """Whether a game is over by seats' leaving it. What follows from that, and from time's running out, is known.

    Raises Drifted where the entry says anything else.
    """
    first = entry.events[0]
    if game is None or type(first) not in (TimedOut, Resigned, Ended, Closed):
        _expect(
            not any(type(event) in (TimedOut, Resigned, Closed) for event in entry.events), "a seat leaves out of turn"
        )
        return False
    expected, over = _left(game, entry, first)
    _expect(entry.events[: len(expected)] == expected, "something else follows when a seat leaves or is too late")
    rest = [type(event) for event in entry.events[len(expected) :]]
    _expect(rest == [Ended] if over else {*rest} <= {Drawn, Ended}, "the game ends when nobody is left to play it")
    return over


def _left(game: Game, entry: Entry, first: Event) -> tuple[list[Event], bool]:
    """What an entry must begin with, and whether the game is over by it; raises Drifted."""
    clock, times = game.clock, game.times
    if type(first) is TimedOut:
        due = times.deadline(first.seat) if times and 0 <= first.seat < len(times.left) else None
        _expect(due is not None and due <= entry.at, "the seat had time left, or its clock did not run")
        assert clock is not None
        return _late(game, clock, entry, first.seat)
    if type(first) is Resigned and first.why == "asked":
        _expect(game.status == "running", "nobody leaves before every seat is taken")
        _expect(first.seat in players(game.holders, game.gone), "the seat had left the game before")
        return resigning(game.holders, game.gone, [first.seat], "asked", clock.bot if clock else HOUSE)
    if type(first) is Closed:
        _expect(game.status == "open", "a host closes only a game that waits for players")
        return [first], True
    due = abandoned_at(clock, times) if clock and times else None
    _expect(due is not None and due <= entry.at, "the game was not left alone for so long")
    assert clock is not None
    return abandoning(clock, game.position, game.holders, game.gone)


def _late(game: Game, clock: Clock, entry: Entry, seat: int) -> tuple[list[Event], bool]:
    """What follows when a seat is too late; an answer that stood for it in an earlier version stands still."""
    found = [running_out(clock, game.position, game.holders, game.gone, seat, each) for each in (default, former)]
    return found[entry.events[: len(found[1][0])] == found[1][0]]


def _taker(log: Sequence[Entry], to: int) -> int:
    """The seat whose answers are taken back, if it is only one; -1 is nobody's."""
    events = [event for entry in since(log, to) or () for event in entry.events]
    return next((event.seat for event in events if type(event) is Answered), -1)


def _expect(holds: bool, why: str) -> None:
    if not holds:
        raise Drifted(why)


__all__ = ["Tampered", "Verified", "heads_of", "redraw", "verify"]
