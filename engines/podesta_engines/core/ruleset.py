"""A ruleset: one game's rules as a value, its editions, and the registry of all rulesets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from inspect import isgeneratorfunction
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct, msgpack

from .board import NO_BOARD, Board
from .editions import Edition
from .errors import BadSetup, UnknownRules, UnknownRuleset
from .notes import NoteKind
from .position import Position
from .script import Ask, Kind, Script
from .texts import Texts
from .texts.sentences import sentence, unread
from .value import Features, Judge, Value
from .words import ENGLISH, LANGUAGES, Form, Language, Said, Vocabulary

_OTHERS = LANGUAGES[1:]


class Setup(Struct, frozen=True):
    """The settings of a new game: players, edition and the game's own options (rulings among them)."""

    seats: int
    edition: Edition
    options: Any


class Standing(Struct, frozen=True):
    """The final standing of a seat."""

    seat: int
    """The seat, from 0."""
    rank: int
    """Its rank, from 1, with ties: 1, 1, 3."""
    score: int
    """Its score."""
    parts: dict[str, int]
    """The parts of the score, by their words."""


class Result(Struct, frozen=True):
    """How a game ended, with a standing for every seat in seat order."""

    reason: str
    """Why it ended: one of the ruleset's reasons, or of the reasons common to all games."""
    rounds: int
    """How many rounds were played."""
    standings: list[Standing]
    """A standing for every seat, in seat order."""

    @property
    def winners(self) -> list[int]:
        """Every seat of rank 1."""
        return [standing.seat for standing in self.standings if standing.rank == 1]


def rank(keys: Sequence[tuple[int, ...]], parts: Sequence[dict[str, int]]) -> list[Standing]:
    """The standing of every seat: a key is the score, then the tie-breakers; equal keys share a rank (1, 1, 3)."""
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return [Standing(seat, ranks[seat], key[0], parts[seat]) for seat, key in enumerate(keys)]


VALUE = "data/value.json"
"""The file of a game's package with the weights of its features."""
GREEDY = "greedy"
"""The policy that every ruleset has: the house bot used when none is named, or when the named one cannot play."""
Policy = Callable[[Any, Ask, Random], int]
"""A bot inside the process: takes the state as its seat observes it, the question and a source of chance; returns an
option."""


def random_policy(_state: Any, ask: Ask, rnd: Random) -> int:
    """Any option, all equally likely."""
    return ask.options[int(rnd.random() * len(ask.options))]


Prompted = Callable[[Any, Ask], Said]
"""Returns a question's text, from the state as its seat observes it and the question."""
Labelled = Callable[[Any, Ask, int], Said | None]
"""Returns an option's text, from the state as its seat observes it; None for the text of its word."""


class Ruleset(Struct, frozen=True, eq=False, dict=True):
    """What a game provides. `rules` pins the version (`golden-horn/1`); everything else is data or a function.

    lots: the kinds that fate answers; every other kind is a question to seats. bound: the maximum number of decisions
    of a game, by the number of seats. check: raises AssertionError if a state breaks one of the game's invariants
    (every piece is somewhere, and only once). retired: editions no longer offered, for games that were opened with
    them. read: the text of a file of the game's package. prompts and labels: for kinds whose texts depend on the table,
    the text of a prompt or an option there; forms: every text that these may choose. cards: the vocabularies of cards
    and components that have sentences about what they do; figures: the values of an edition's components that fill such
    a sentence, by vocabulary and word. board: for clients that draw the table. features: what a search may judge a
    table by, if the game declares it. since: the level of the store from which games are opened with this version, so
    that none is opened that a process of the previous release cannot play.
    """

    id: str
    rules: str
    seats: range
    editions: Mapping[str, Edition]
    options: type[Struct]
    state: type[Struct]
    view: type[Struct]
    tasks: Mapping[str, Callable[..., Script | None]]
    kinds: Sequence[Kind]
    lots: Collection[Kind]
    notes: Sequence[NoteKind]
    vocabularies: Sequence[Vocabulary]
    reasons: Vocabulary
    parts: Vocabulary
    set_up: Callable[[Setup], Any]
    observe: Callable[[Any, int | None], Any]
    resample: Callable[[Any, int, Random], Any]
    render: Callable[[Any], Any]
    result: Callable[[Any], Result]
    bound: Callable[[int], int]
    policies: Mapping[str, Policy]
    read: Callable[[str], str]
    check: Callable[[Any], None] = lambda _: None
    retired: Mapping[str, Edition] = {}
    prompts: Mapping[str, Prompted] = {}
    labels: Mapping[str, Labelled] = {}
    forms: Sequence[Form] = ()
    cards: Sequence[Vocabulary] = ()
    figures: Callable[[Any, str, str], Mapping[str, int]] = lambda *_: {}
    board: Board = NO_BOARD
    features: Features | None = None
    since: int = 1

    @cached_property
    def asking(self) -> frozenset[str]:
        """The tasks that are scripts, that is generator functions; the others return None and finish at once."""
        return frozenset(name for name, task in self.tasks.items() if isgeneratorfunction(task))

    @cached_property
    def pack(self) -> Callable[[Any], bytes]:
        """State to msgpack bytes; a compiled state has its own method, which returns the same bytes."""
        return getattr(self.state, "pack", None) or msgpack.Encoder().encode

    @cached_property
    def unpack(self) -> Callable[[bytes], Any]:
        """Msgpack bytes to state."""
        return getattr(self.state, "unpack", None) or msgpack.Decoder(self.state).decode

    @property
    def compiled(self) -> bool:
        """Whether the rules are compiled to C, as in a platform wheel; the plain package plays the same, but slower."""
        return not issubclass(self.state, Struct)

    @cached_property
    def judge(self) -> Judge | None:
        """A judge of tables by the value in `data/value.json`; None without that file. Raises OtherFeatures."""
        if self.features is None:
            return None
        try:
            raw = self.read(VALUE)
        except FileNotFoundError:
            return None
        return Judge(msgspec.json.decode(raw, type=Value), self.rules, self.features)

    @cached_property
    def kind(self) -> Mapping[str, Kind]:
        """Questions and draws by name."""
        return {kind.name: kind for kind in self.kinds}

    @cached_property
    def note(self) -> Mapping[str, NoteKind]:
        """Note kinds by name."""
        return {kind.name: kind for kind in self.notes}

    @cached_property
    def texts(self) -> Mapping[Language, Texts]:
        """The texts of the game, by language."""
        english = Texts(self.read(f"texts/{ENGLISH}.toml"), ENGLISH)
        others = {each: Texts(self._translated(f"texts/{each}.toml"), each, english) for each in _OTHERS}
        return {ENGLISH: english, **others}

    @cached_property
    def rulebooks(self) -> Mapping[Language, str]:
        """The numbered rules, by language; the English ones for a language without its own."""
        english = self.read("RULES.md")
        return {ENGLISH: english, **{each: self._translated(f"RULES.{each}.md") or english for each in _OTHERS}}

    def _translated(self, name: str) -> str:
        """A file that not every language has; empty if it does not exist."""
        try:
            return self.read(name)
        except FileNotFoundError:
            return ""

    def name(self, language: Language = ENGLISH) -> str:
        """The published name of the game."""
        return self.texts[language].text("name")

    def start(
        self,
        seats: int,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        keep: bool = True,
        listen: bool = False,
    ) -> Position:
        """The first position of a game; raises BadSetup. An empty edition means the ruleset's first."""
        if seats not in self.seats:
            raise BadSetup(
                "seats",
                sentence(
                    "players-range",
                    ruleset=self.id,
                    fewest=self.seats.start,
                    most=self.seats.stop - 1,
                    seats=seats,
                ),
            )
        state = self.set_up(Setup(seats, self.edition(edition), self._convert(options or {})))
        if listen:
            state.journal = []
        return Position(self, state, keep)

    def edition(self, wanted: str = "") -> Edition:
        """An edition by id, including a retired one; raises BadSetup."""
        edition = self.editions.get(wanted or next(iter(self.editions))) or self.retired.get(wanted)
        if edition is None:
            raise BadSetup("edition", sentence("not-one-of", wanted=wanted, known=list(self.editions)))
        return edition

    def _convert(self, options: Mapping[str, Any]) -> Struct:
        """The options as the game's own struct; raises BadSetup for unknown names and wrong types."""
        try:
            return msgspec.convert(dict(options), self.options)
        except msgspec.ValidationError as error:
            raise BadSetup("options", unread(error)) from None


def reader(package: str) -> Callable[[str], str]:
    """A function that reads a text file of a game's package."""
    return lambda name: files(package).joinpath(*name.split("/")).read_text("utf-8")


Build = Literal["compiled", "mixed", "plain"]
"""How rulesets are played: compiled to C, in plain Python, or some of each."""


class Registry:
    """Rulesets by id (the newest version) and by rules id (any version, frozen ones included)."""

    def __init__(self) -> None:
        self._by_rules: dict[str, Ruleset] = {}
        self._newest: dict[str, Ruleset] = {}

    def add(self, ruleset: Ruleset, *, frozen: bool = False) -> None:
        """Register a ruleset; a frozen one serves old games only."""
        self._by_rules[ruleset.rules] = ruleset
        if not frozen:
            self._newest[ruleset.id] = ruleset

    def all(self) -> list[Ruleset]:
        """The newest version of every ruleset, by id."""
        return [self._newest[name] for name in sorted(self._newest)]

    def versions(self, of: str = "") -> list[Ruleset]:
        """Every version of a ruleset, or of all rulesets, including frozen ones: by id, the oldest first."""
        found = [each for each in self._by_rules.values() if not of or each.id == of]
        return sorted(found, key=lambda each: (each.id, each.since))

    @property
    def build(self) -> Build:
        """How the newest rulesets are played."""
        found = {ruleset.compiled for ruleset in self._newest.values()}
        return "mixed" if len(found) > 1 else "compiled" if True in found else "plain"

    def named(self, wanted: str) -> Ruleset:
        """The newest version under an id; raises UnknownRuleset."""
        return _find(self._newest, wanted)

    def opened(self, wanted: str, level: int) -> Ruleset:
        """The newest version under an id with which a store at a level may open games; raises UnknownRuleset."""
        newest = self.named(wanted)
        known = [each for each in self._by_rules.values() if each.id == newest.id and each.since <= level]
        return max(known, key=lambda each: each.since, default=newest)

    def version(self, wanted: str) -> Ruleset:
        """A ruleset by its rules id; raises UnknownRules."""
        if wanted not in self._by_rules:
            raise UnknownRules(wanted, sorted(self._by_rules))
        return self._by_rules[wanted]


def _find(table: Mapping[str, Ruleset], wanted: str) -> Ruleset:
    if wanted not in table:
        raise UnknownRuleset(wanted, sorted(table))
    return table[wanted]
