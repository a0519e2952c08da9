"""An agent's actions at tables, over the public API: each call is independent, and names its game and revision."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from google.protobuf import json_format

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Note, Question
from podesta_client import AsyncPodesta, Bot, Problem

from . import telling, texts
from .seats import Seat, Seats

OptionRef = str | int
"""An option, by its word or by its number in the question."""
MOST_LISTED = 20
"""Maximum number of the lobby's games that are listed at a time."""


@dataclass(frozen=True)
class Reply:
    """A tool's text, and the game after the call."""

    text: str
    game: pb.Game


class UnclearRequest(Exception):
    """The call cannot be sent to the service; the text says why."""


@dataclass
class Tables:
    """The tables of one agent. `patience` is the maximum seconds to wait for other players."""

    podesta: AsyncPodesta
    seats: Seats
    patience: float = 20.0
    key: str | None = None
    """An operator's key, for services that require one to open games."""

    async def tables(self, ruleset: str = "") -> str:
        """Own games, and games with free seats."""
        lines = [f"yours: {seat.game} seat {seat.seat}" for seat in self.seats.all()]
        found = self.podesta.games(ruleset, "open", 1)
        async for game in found:
            lines.append(f"open: {game.game} {game.ruleset}, {game.free} of {len(game.seats)} seats free")
            if len(lines) >= MOST_LISTED:
                break
        return "\n".join(lines) or "no games: open one"

    async def open(self, ruleset: str, others: Sequence[str], name: str) -> Reply:
        """A new game: the agent's seat first, then house bots by their names, or `open` seats."""
        bots = (None if other == "open" else _bot(other, seat) for seat, other in enumerate(others, 1))
        plans = [name, *bots]
        self.seats.add()  # open no game if the token of its seat cannot be stored
        made = await self.podesta.create(ruleset, plans, operator_key=self.key)
        self.seats.add(Seat(made.id, 0, made.tokens[0]))
        return await self.look(made.id)

    async def join(self, game: str, name: str, invitation: str = "") -> Reply:
        """A free seat of an open game."""
        self.seats.add()
        taken = await self.podesta.claim(game, name=name, invitation=invitation)
        self.seats.add(Seat(game, taken.seat, taken.token))
        return await self.look(game, taken.seat)

    async def look(self, game: str, seat: int | None = None, full: bool = False) -> Reply:
        """The state of a game and its question, once it is the seat's turn; with the whole table if requested."""
        held = self.seats.find(game, seat)
        now = await self.podesta.get(game, held.token if held else None)
        if held and not full and _waits(now):
            _, now = await self._until_asked(held, now)
        parts = [telling.head(now), telling.whole(now) if full else "", telling.labels(now), telling.asked(now)]
        return Reply("\n".join(part for part in parts if part), now)

    async def why_not(self, game: str, question: str, option: str, seat: int | None = None) -> str:
        """Whether an answer is open, and if not, why."""
        found = await self.podesta.explain(game, question, option, self.seats.of(game, seat).token)
        return "\n".join([f"{found.reason}: {found.text}", *_rule(found.rule, found.rule_text)])

    async def rules(self, game: str, numbers: Sequence[str]) -> str:
        """Rules of a game's version by their numbers; the number of a chapter means all of its rules."""
        return texts.rules(await self._catalogue_of(game), numbers)

    async def cards(self, game: str, words: Sequence[str]) -> str:
        """The effects of cards and components of a game, by their words."""
        return texts.cards(await self._catalogue_of(game), words)

    async def catalogue(self, ruleset: str, version: str = "") -> texts.Catalogue:
        """The catalogue of a ruleset; `version` is that of its rules, the newest if empty."""
        found = await self.podesta.ruleset(ruleset, version)
        catalogue: texts.Catalogue = json_format.MessageToDict(found.catalogue)
        return catalogue

    async def _catalogue_of(self, game: str) -> texts.Catalogue:
        held = next((each.token for each in self.seats.all() if each.game == game), None)
        now = await self.podesta.get(game, held)
        return await self.catalogue(now.ruleset, now.rules)

    async def resign(self, game: str, seat: int | None = None) -> Reply:
        """Resign; returns the state of the game afterwards."""
        held = self.seats.of(game, seat)
        command = str(uuid5(NAMESPACE_URL, f"{game}/{held.seat}/resign"))
        update = await self.podesta.resign(game, held.token, command)
        return Reply(f"resigned; {telling.short_head(update.after)}, {telling.asked(update.after)}", update.after)

    async def preview(self, game: str, options: Sequence[OptionRef], seat: int | None = None) -> Reply:
        """The result of answers; nothing changes."""
        held = self.seats.of(game, seat)
        now = await self.podesta.get(game, held.token)
        found = await self.podesta.preview(game, held.token, await self._answers(held, now, options))
        told = telling.turn(now, found.notes, found.after)
        return Reply(f"{found.taken} played, then: {found.stop}\n{told}", found.after)

    async def answer(self, game: str, revision: int, options: Sequence[OptionRef], seat: int | None = None) -> Reply:
        """Answer; returns what others did since, what has changed, and the next question."""
        held = self.seats.of(game, seat)
        before = await self.podesta.get(game, held.token, at=revision)
        answers = await self._answers(held, before, options)
        command = str(uuid5(NAMESPACE_URL, f"{game}/{held.seat}/{revision}/{answers}"))
        update = await self.podesta.answer(game, held.token, revision, answers, command)
        notes, after = [*update.notes], update.after
        if _waits(after):
            more, after = await self._until_asked(held, after)
            notes += more
        return Reply(telling.turn(before, notes, after), after)

    async def _answers(self, held: Seat, game: pb.Game, options: Sequence[OptionRef]) -> list[tuple[str, str]]:
        """Options as answers, each to the question that follows the previous ones."""
        found: list[tuple[str, str]] = []
        for option in options:
            if found:
                game = (await self.podesta.preview(held.game, held.token, found)).after
            if not game.questions:
                raise UnclearRequest(f"{telling.short_head(game)}: {telling.asked(game)}")
            found.append((game.questions[0].kind, _word(game.questions[0], option)))
        if not found:
            raise UnclearRequest("name at least one option")
        return found

    async def _until_asked(self, held: Seat, game: pb.Game) -> tuple[list[Note], pb.Game]:
        """What others do until a seat of the agent has a question, the game is over, or patience runs out."""
        notes: list[Note] = []
        own = {each.seat for each in self.seats.all() if each.game == held.game}
        if own & {each.seat for each in game.waiting}:
            return notes, game
        try:
            async with asyncio.timeout(self.patience):
                async for update in self.podesta.watch(held.game, held.token, game.revision):
                    notes, game = [*notes, *update.notes], update.after
                    if not _waits(game) or own & {each.seat for each in game.waiting}:
                        break
        except TimeoutError:
            pass
        return notes, game


def _bot(bot: str, seat: int) -> Bot:
    """A house bot, named after its kind and its seat number as on the wire."""
    return Bot(bot, f"{bot.partition(':')[0].title()} {seat}")


def _waits(game: pb.Game) -> bool:
    """Whether the game is running and the seat has no question."""
    return not game.questions and game.status != pb.STATUS_ENDED


def _word(question: Question, option: OptionRef) -> str:
    """The word of an option given by its word or its number."""
    text = str(option)
    if text.isdecimal() and text not in [each.word for each in question.options]:
        if not 1 <= int(text) <= len(question.options):
            raise UnclearRequest(f"{question.kind} has the options 1 to {len(question.options)}")
        return question.options[int(text) - 1].word
    return text


def refused(problem: Problem) -> str:
    """A refusal in few words: what, why, the rule, and what would be legal."""
    parts = [f"{problem.type}: {problem.detail}", *_rule(problem.rule, problem.rule_text)]
    if problem.legal:
        parts.append("legal: " + " | ".join(problem.legal))
    if problem.revision is not None:
        parts.append(f"the game is at revision {problem.revision}: look")
    return "\n".join(parts)


def _rule(number: str, text: str) -> list[str]:
    """A rule with its number, which its text usually begins with; empty if none was broken."""
    plain = text.replace("**", "")
    return [plain if plain.startswith(number) else f"{number}: {plain}"] if number else []
