"""Games in few words, for models that pay by the token: the question, the changes, others' actions.

Everything comes from what the service sends to the seat. Seat tokens never appear in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Note, Question, Result

from .texts import first

NOTES = 360
"""Maximum characters of notes in one turn; the newest notes are kept."""
CHANGES = 240
"""Maximum characters of changes of the view in one turn."""
LABELS = 2000
"""Maximum characters of labels."""
_GONE = object()


def head(game: pb.Game) -> str:
    """The game's name, the seat, and the status."""
    status = pb.Status.Name(game.status).removeprefix("STATUS_").lower()
    who = f"you are seat {game.seat}" if game.HasField("seat") else "you look on"
    return f"{game.ruleset} {game.game} revision {game.revision}, {status}, {who}"


def short_head(game: pb.Game) -> str:
    """Only the revision, for readers that know the game."""
    return f"revision {game.revision}"


def asked(game: pb.Game) -> str:
    """The seat's question, with numbered options; or which seats the game waits for, or how it ended."""
    if game.HasField("result"):
        return over(game.result)
    if game.questions:
        return question(game.questions[0])
    others = ", ".join(str(each.seat) for each in game.waiting)
    return f"not your turn: the game waits for seat {others}" if others else "the game waits for players"


def question(given: Question) -> str:
    """A question: its kind, its rule, its prompt, and its options."""
    options = " | ".join(f"{number} {option.word}" for number, option in enumerate(given.options, 1))
    return f"{given.kind} ({given.rule}): {given.prompt}\n{options}"


def labels(game: pb.Game) -> str:
    """The labels of the options' words, where they say more, as many as fit."""
    options = game.questions[0].options if game.questions else ()
    found = [f"{each.word}: {each.label}" for each in options if _letters(each.label) != _letters(each.word)]
    return first(found, LABELS, "; ")


def _letters(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum())


def over(result: Result) -> str:
    """How a game ended."""
    ranks = sorted(result.standings, key=lambda standing: standing.rank)
    return f"over ({result.reason}): " + "; ".join(f"{each.rank}. seat {each.seat}: {each.score}" for each in ranks)


def happened(notes: Iterable[Note]) -> str:
    """The game's own notes: the newest ones that fit."""
    texts = [note.text for note in notes]
    kept, room = [], NOTES
    for text in reversed(texts):
        room -= len(text) + 1
        if room < 0:
            break
        kept.append(text)
    left = len(texts) - len(kept)
    return " ".join([*([f"({left} earlier)"] if left else []), *reversed(kept)])


def view_of(game: pb.Game) -> Any:
    """The seat's view of the table, as JSON; None if it may see nothing."""
    name = game.view.WhichOneof("view")
    return _plain(getattr(game.view, name)) if name else None


def _plain(message: Message) -> Any:
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def whole(game: pb.Game) -> str:
    """The whole table as compact JSON; values that are empty, null or 0 are left out."""
    return json.dumps(_dense(view_of(game)), separators=(",", ":"), ensure_ascii=False)


def _dense(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _dense(each) for name, each in value.items() if each not in ("", 0, False, None, [], {})}
    return [_dense(each) for each in value] if isinstance(value, list) else value


def changed(before: pb.Game, after: pb.Game) -> str:
    """The changes in the view, path by path, as many as fit."""
    found = [f"{path} {_value(old)}>{_value(new)}" for path, old, new in _differences(view_of(before), view_of(after))]
    return _within(found, CHANGES)


def _differences(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Paths at which two views differ, with the old and the new value."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in [*before, *(name for name in after if name not in before)]:
            yield from _differences(before.get(name, _GONE), after.get(name, _GONE), f"{path}.{name}".lstrip("."))
    elif _rows(before) and _rows(after) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, f"{path}.{number}")
    elif before != after:
        yield path, before, after


def _rows(value: Any) -> bool:
    """Whether a value is a list of rows, such as players, and not of words."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _value(value: Any) -> str:
    if value is _GONE:
        return "-"
    if isinstance(value, list) and not _rows(value):
        return "[" + ",".join(map(str, value)) + "]"
    return (
        json.dumps(value, separators=(",", ":"), ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    )


def _within(texts: Sequence[str], room: int) -> str:
    """The texts that fit (the shortest, if not all do), and how many are left out."""
    kept: list[str] = []
    for text in sorted(texts, key=len):
        room -= len(text) + 2
        if room < 0:
            break
        kept.append(text)
    told = [text for text in texts if text in kept]
    left = len(texts) - len(told)
    return "; ".join([*told, *([f"and {left} more: look"] if left else [])])


def turn(before: pb.Game, notes: Iterable[Note], after: pb.Game) -> str:
    """The result of an answer: the notes, the changes, and the next question."""
    parts = [short_head(after), happened(notes), changed(before, after), asked(after)]
    return "\n".join(part for part in parts if part)
