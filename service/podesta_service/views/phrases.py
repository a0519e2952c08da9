"""Phrases: preset words that players say to each other, and that each reads in their own language.

They are not part of a game. Its stream keeps the last one of each seat as a label, next to the log, and none is shown
once it is older than `LASTS`. Spectators who see a game with a delay are shown what was said up to the revision that
they see: for them, each seat's last phrase at each revision that is held back is kept as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from podesta_engines.core.words import Language
from podesta_eventstore import Labels, Metadata
from podesta_service.fairness.stored import change
from podesta_service.model import moment
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal, refuse, sentence
from podesta_service.table.table import Table, Viewer
from podesta_service.table.trouble import store_problems

from .watching import spectators

Phrase = Literal[
    "hello",
    "good_luck",
    "thinking",
    "one_moment",
    "take_your_time",
    "back",
    "nice_move",
    "thanks",
    "sorry",
    "well_played",
    "again",
    "bye",
]
"""The phrases that can be said, in the order in which they are offered."""
LASTS = 600_000
"""Milliseconds for which a phrase is shown."""
PAUSE = 3_000
"""Milliseconds between two phrases of a seat."""
MOST_HELD_BACK = 32
"""Maximum phrases of a seat that are kept for spectators; the oldest are dropped."""
_LABEL, _AT_REVISIONS = "said-", "phrases-"
PHRASES: dict[str, Phrase] = {each: each for each in get_args(Phrase)}
"""All phrases."""


class _Kept(NamedTuple):
    """A phrase in storage, with its time (ms since 1970)."""

    at: int
    phrase: Phrase


class _HeldBack(NamedTuple):
    """A phrase in storage for spectators with a delay, also with its revision."""

    revision: int
    at: int
    phrase: Phrase


class PhraseChoice(Struct, frozen=True):
    """A phrase that can be said."""

    phrase: Phrase
    """Its id."""
    text: str
    """Its text, in the caller's language."""


class Said(Struct, frozen=True):
    """The last phrase of a seat."""

    seat: int
    """The seat, from 0."""
    phrase: Phrase
    """The phrase's id."""
    text: str
    """Its text, in the caller's language."""
    at: datetime
    """When."""


class PhrasesSaid(Struct, frozen=True):
    """The phrases said at a table in the last ten minutes, and those that can be said."""

    said: list[Said]
    """The last phrase of each seat, oldest first."""
    choices: list[PhraseChoice]
    """All phrases."""


class Phrases:
    """Takes and shows phrases; `now` returns the time in ms since 1970."""

    def __init__(self, store: Labels, now: Callable[[], int]) -> None:
        self._store, self._now = store, now

    async def say(self, table: Table, seat: int, phrase: Phrase, language: Language) -> PhrasesSaid:
        """Say a phrase for a seat; raises Refusal if it has just said one."""
        name = f"{_LABEL}{seat}"

        def one_more(found: Metadata) -> dict[str, str]:
            now, before = self._now(), _kept(found.labels).get(seat)
            if before and abs(now - before.at) < PAUSE:
                raise _too_soon(before.at + PAUSE - now)
            said = {name: f"{now} {phrase}"}
            if spectators(table).policy == "delayed":
                said |= _held_back(found.labels, table, seat, _HeldBack(found.head, now, phrase))
            return said

        with store_problems(table.game):
            return self._told(await change(self._store, table.game, name, one_more), language)

    async def said(self, table: Table, viewer: Viewer, language: Language) -> PhrasesSaid:
        """The recent phrases at a table that an audience may see, and those that can be said; raises Refusal."""
        labels = (await self._metadata(table.game)).labels
        if viewer is None and not table.ended and spectators(table).policy == "delayed":
            return self._listed(_as_seen(labels, table), table.at, language)
        return self._told(labels, language)

    async def _metadata(self, game: str) -> Metadata:
        with store_problems(game):
            return await self._store.metadata(game)

    def _told(self, labels: Mapping[str, str], language: Language) -> PhrasesSaid:
        return self._listed(_kept(labels), self._now(), language)

    def _listed(self, kept: Mapping[int, _Kept], now: int, language: Language) -> PhrasesSaid:
        since = now - LASTS
        found = sorted((at, seat, phrase) for seat, (at, phrase) in kept.items() if at > since)
        said = [Said(seat, phrase, _text(phrase, language), moment(at)) for at, seat, phrase in found]
        return PhrasesSaid(said, [PhraseChoice(each, _text(each, language)) for each in PHRASES.values()])


def _too_soon(wait: int) -> Refusal:
    """The refusal of a phrase that may be said only in `wait` ms."""
    return refuse(TOO_MANY_REQUESTS, "phrase-too-soon", seconds=PAUSE // 1000).after(wait / 1000)


def _kept(labels: Mapping[str, str]) -> dict[int, _Kept]:
    """The last phrase of each seat; phrases unknown to this version are left out."""
    found = {name.removeprefix(_LABEL): text.split(" ") for name, text in labels.items() if name.startswith(_LABEL)}
    return {int(seat): _Kept(int(at), PHRASES[phrase]) for seat, (at, phrase) in found.items() if phrase in PHRASES}


def _at_revisions(labels: Mapping[str, str], seat: int) -> list[_HeldBack]:
    """A seat's phrases at revisions, oldest first; phrases unknown to this version are left out."""
    found = [each.split(" ") for each in labels.get(f"{_AT_REVISIONS}{seat}", "").split(",") if each]
    return [_HeldBack(int(rev), int(at), PHRASES[phrase]) for rev, at, phrase in found if phrase in PHRASES]


def _held_back(labels: Mapping[str, str], table: Table, seat: int, said: _HeldBack) -> dict[str, str]:
    """The label with one more phrase, without those that spectators are no longer shown."""
    before = [each for each in _at_revisions(labels, seat) if each.revision < said.revision]
    seen = [each.revision for each in before if each.revision <= said.revision - spectators(table).delay]
    kept = [each for each in before if each.revision >= max(seen, default=0)][1 - MOST_HELD_BACK :]
    return {f"{_AT_REVISIONS}{seat}": ",".join(" ".join(map(str, each)) for each in (*kept, said))}


def _as_seen(labels: Mapping[str, str], table: Table) -> dict[int, _Kept]:
    """The last phrase of each seat when a game was at the given table."""
    seats = {seat: _at_revisions(labels, seat) for seat in range(len(table.holders))}
    told = {seat: [each for each in said if each.revision <= table.revision] for seat, said in seats.items()}
    return {seat: _Kept(said[-1].at, said[-1].phrase) for seat, said in told.items() if said}


def _text(phrase: Phrase, language: Language) -> str:
    return sentence(f"phrases.{phrase}").told(language)
