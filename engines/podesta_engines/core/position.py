"""A position: the state on the table, the script in progress, and the question at which it stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from operator import index
from typing import Any, Protocol, SupportsIndex
from zlib import crc32

from msgspec import msgpack

from .errors import NotAsked, Unkept
from .legal import open_option
from .notes import Note
from .script import FATE, NOBODY, Ask, Draw, Script, Together


class Rules(Protocol):
    """What a position needs from a ruleset."""

    @property
    def tasks(self) -> Mapping[str, Callable[..., Script | None]]:
        """The scripts by task name."""

    @property
    def asking(self) -> Set[str]:
        """The tasks that are scripts; the others finish at once and need no checkpoint."""

    @property
    def pack(self) -> Callable[[Any], bytes]:
        """State to bytes."""

    @property
    def unpack(self) -> Callable[[bytes], Any]:
        """Bytes to state."""


Given = tuple[int, int]
"""An answer in the current task: (option, seat), with seat FATE for a draw."""


class Position:
    """Runs the tasks of `state.agenda` one answer at a time, the last of that list first.

    A state is the game's own struct; only three fields are used here: `agenda`, a list of `Task`; `journal`, a list of
    `Note`, or None until `listen` is called; and `players`, one per seat.

    With checkpoints (`keep`), the state is packed at the start of each task, so that a position can be cloned, saved or
    resampled in the middle of one: unpack, then repeat the answers `given` since. Play-outs run without checkpoints.
    """

    __slots__ = ("ask", "checkpoint", "given", "keep", "rules", "script", "state", "waiting")

    def __init__(self, rules: Any, state: Any, keep: bool = True) -> None:
        self.rules = rules
        self.keep = keep
        self.state = state
        self.given: list[Given] = []
        self.checkpoint = b""
        self.ask: Ask | Draw | Together | None = None
        self.waiting: list[Ask] = []
        self.script: Script | None = None
        self._next_task()

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.state.players)

    @property
    def actor(self) -> int:
        """A seat that may act now, FATE, or NOBODY at the end of the game."""
        ask = self.ask
        if type(ask) is Ask:
            return ask.seat
        if ask is None:
            return NOBODY
        return FATE if type(ask) is Draw else self.waiting[0].seat

    @property
    def asks(self) -> Sequence[Ask]:
        """The open questions, at most one per seat."""
        ask = self.ask
        if type(ask) is Ask:
            return (ask,)
        return self.waiting if type(ask) is Together else ()

    @property
    def options(self) -> Sequence[int]:
        """The options of `actor`; empty at the end."""
        ask = self.ask
        if ask is None:
            return ()
        return self.waiting[0].options if type(ask) is Together else ask.options  # type: ignore[union-attr]

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, option: SupportsIndex | str, seat: SupportsIndex | None = None) -> None:
        """Check one answer, an int or a word, and play it; the safe but slower form of `answer`.

        `seat` may be omitted if only one seat is asked, and for a draw. Raises NotAsked if that seat has no open
        question (or several are asked and none is named), and Illegal, with every legal word, if the option is not open
        or is an outcome of weight 0; the position is then unchanged.
        """
        ask = self._open(None if seat is None else index(seat))
        self.answer(open_option(ask, option), FATE if type(ask) is Draw else ask.seat)  # type: ignore[union-attr]

    def _open(self, seat: int | None) -> Ask | Draw:
        """The open question of a seat, or the open draw; raises NotAsked."""
        if type(self.ask) is Draw and seat in (None, FATE):
            return self.ask
        found = [ask for ask in self.asks if seat in (None, ask.seat)]
        if len(found) != 1:
            raise NotAsked(NOBODY if seat is None else seat, [ask.seat for ask in self.asks])
        return found[0]

    def answer(self, option: SupportsIndex, seat: SupportsIndex = FATE) -> None:
        """Play one answer and run to the next question. Both arguments may be any integer type, including numpy's.

        Nothing is checked, for speed: neither that the option is one of `options` (the rules would accept any int), nor
        that the game goes on, nor, if a single seat is asked, the seat. `play` checks. `seat` matters only if several
        are asked together; then it must be one of those still asked.
        """
        ask, option = self.ask, index(option)
        if type(ask) is not Together:
            if self.keep:
                self.given.append((option, FATE if type(ask) is Draw else ask.seat))  # type: ignore[union-attr]
        elif self._gather(ask, option, seat):
            return
        else:
            option = 0
        try:
            self._run(self.script.send(option))  # type: ignore[union-attr]
        except StopIteration:
            self._next_task()

    def _gather(self, together: Together, option: int, seat: SupportsIndex) -> bool:
        """Record the answer of one of several seats; returns whether others are still asked."""
        ask = next(ask for ask in self.waiting if ask.seat == seat)
        if self.keep:
            self.given.append((option, ask.seat))
        self.waiting.remove(ask)
        together.answers[ask.seat] = option
        return bool(self.waiting)

    def _run(self, ask: Ask | Draw | Together) -> None:
        """Stop at the first real choice; a single option is answered automatically unless its question is `sole`."""
        send = self.script.send  # type: ignore[union-attr]
        while True:
            if type(ask) is Ask:
                if len(ask.options) > 1 or ask.sole:
                    self.ask = ask
                    return
                ask = send(ask.options[0])
            elif type(ask) is Draw or self._wait_for(ask):  # type: ignore[arg-type]
                self.ask = ask
                return
            else:
                ask = send(0)

    def _wait_for(self, together: Together) -> bool:
        """Open the questions of a `Together`; returns False if all of them are answered automatically."""
        together.answers.update({ask.seat: ask.options[0] for ask in together.asks if _single(ask)})
        self.waiting = [ask for ask in together.asks if not _single(ask)]
        return bool(self.waiting)

    def _next_task(self) -> None:
        state, tasks, asking = self.state, self.rules.tasks, self.rules.asking
        agenda = state.agenda
        self.given = []
        while agenda:
            name = agenda[-1][0]
            if name not in asking:
                tasks[name](state, *agenda.pop()[1:])
                continue
            if self.keep:
                self._pack()
            script = tasks[name](state, *agenda.pop()[1:])
            self.script = script
            try:
                self._run(next(script))
            except StopIteration:
                continue
            return
        self.ask = None
        self.script = None
        if self.keep:
            self._pack()

    def _pack(self) -> None:
        """Pack the state without its journal, so that clones do not report the same notes again."""
        state = self.state
        journal, state.journal = state.journal, None
        self.checkpoint = self.rules.pack(state)
        state.journal = journal

    # -- notes ---------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Keep a journal from now on."""
        self.state.journal = []

    def heard(self) -> list[Note]:
        """The notes since `listen` or the last call."""
        notes: list[Note] = self.state.journal or []
        if notes:
            self.state.journal = []
        return notes

    # -- copying -------------------------------------------------------------------------------------------------

    def clone(self, keep: bool = True) -> Position:
        """An independent copy of the position; without checkpoints it plays faster but cannot be cloned.

        Raises Unkept for a position that keeps no checkpoints. `copy.copy` and `copy.deepcopy` also clone; pickle works
        for every ruleset of the registry.
        """
        if not self.keep:
            raise Unkept
        return restore(self.rules, self.checkpoint, self.given, keep)

    def before(self) -> Any:
        """A copy of the state at the start of the task; the caller may change it."""
        return self.rules.unpack(self.checkpoint)

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Position:
        return self.clone()

    def moment(self) -> tuple[bytes, tuple[Given, ...]]:
        """What identifies the open questions, no matter which of the seats asked together have already answered.

        It is the checkpoint and the answers given before they were asked. Question and options alone would not be
        enough: the same task may ask the same question twice.
        """
        ask = self.ask
        answered = 0
        if type(ask) is Together:
            answered = sum(not _single(each) for each in ask.asks) - len(self.waiting)
        return self.checkpoint, tuple(self.given[: len(self.given) - answered])

    def fingerprint(self) -> int:
        """A 32-bit checksum of the checkpoint and the answers since; equal positions have equal checksums."""
        return checksum(self.checkpoint, self.given)


def checksum(checkpoint: bytes, given: Sequence[Given]) -> int:
    """A 32-bit checksum of a checkpoint and the answers since."""
    check = crc32(checkpoint)
    if not given:
        return check
    return crc32(msgpack.encode(given if len(given) == 1 else sorted(given)), check)


def _single(ask: Ask) -> bool:
    return len(ask.options) == 1 and not ask.sole


def restore(rules: Rules, checkpoint: bytes, given: Sequence[Given], keep: bool = True) -> Position:
    """A position from a checkpoint and the answers given since."""
    position = Position(rules, rules.unpack(checkpoint), keep)
    for option, seat in given:
        position.answer(option, seat)
    return position
