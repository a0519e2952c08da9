"""What callers choose themselves: games' and seats' names, and command ids."""

from __future__ import annotations

import hmac
import random
import re
import secrets
from base64 import b32encode
from hashlib import blake2b, sha256

from podesta_engines.game.events import Created
from podesta_eventstore.naming import dated, hour_of

from .problems import MALFORMED, UNKNOWN_GAME, refuse

GAME = "(?:[a-z2-7]{16,17}|[a-z2-7]{21})"
"""What ids of games look like, as a regular expression: 16 letters and digits, 17 where the log is sealed, or 21 where
the first four tell the hour, too."""
_GAME = re.compile(GAME)
_SHORT = 16
_COMMAND = re.compile(r"[A-Za-z0-9_-]{16,64}")
LONGEST_NAME = 40
MOST_ENTROPY = 64
FEWEST_CHARACTERS = 8
"""Different ones in the id of a command that opens a game; any UUID has more."""


def new_game() -> str:
    """A game id that cannot be guessed: 85 random bits as 17 letters and digits."""
    return _letters(secrets.token_bytes(11))


def call_id(bits: int) -> str:
    """A new name for a call, in hex: unlike all others, and no secret. The system's own draws cost a system call."""
    return f"{random.getrandbits(bits):0{bits // 4}x}"  # anew in each process: the library sees to that after a fork


def shorter(game: str) -> str:
    """What a game's id is where its log is not sealed from the first entry on."""
    return game[:_SHORT]


def with_hour(game: str, seconds: float) -> str:
    """A game's id of 17 letters, with the hour of a time (seconds since 1970) in front: where it is kept follows."""
    return dated(seconds, game)


def is_game(stream: str) -> bool:
    """Whether a stream is a game's log; the others are those of players and sites."""
    return _GAME.fullmatch(stream) is not None


def is_born_sealed(game: str) -> bool:
    """Whether every entry of a game is sealed: its id says so, which nobody can change."""
    return len(game) > _SHORT


def _letters(drawn: bytes) -> str:
    """The id that 11 bytes or more make."""
    return b32encode(drawn[:11]).decode().lower()[: _SHORT + 1]


def game_of_command(key: bytes, purpose: str, owner: str | None, command_id: str) -> str:
    """The id of the game that a command opens: the same one however often it is sent, and not to be guessed either.

    Another owner's command never opens it; `owner` is the bearer token that came with the command.
    """
    said = command_bytes(f"{purpose}:{owner or ''}", command_id)
    if len(set(command_id)) < FEWEST_CHARACTERS:
        detail = f"anyone who knows this id gets the tokens, so it needs {FEWEST_CHARACTERS} different characters"
        raise refuse(MALFORMED, detail, field="command_id")
    return _letters(hmac.digest(key, b"podesta game " + said, "sha256"))


def rematch_of(created: Created, game: str) -> str:
    """The id of a game's rematch, which follows from what everybody knows of it; nobody can open another game under it.

    It names the commitment, so that nobody knows the ids of rematches to come before there is what they are of. It is
    as long as the game's own, and tells the same hour: whatever level a process knows of, all tell the same.
    """
    said = f"podesta rematch {game} {created.commitment}"
    return (hour_of(game) or "") + _letters(sha256(said.encode()).digest())[: len(game)]


def check_game(game: str) -> str:
    """A game id as given, or unknown-game: what is not an id cannot be one of a game."""
    if not is_game(game):
        raise refuse(UNKNOWN_GAME, "a game id has 16, 17 or 21 letters and digits")
    return game


def check_name(name: str) -> str:
    """A seat's name: at most 40 printable characters; empty is allowed."""
    name = name.strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise refuse(MALFORMED, f"a name has at most {LONGEST_NAME} printable characters", field="name")
    return name


def check_entropy(text: str) -> str:
    """What a seat adds to the key of the draws: at most 64 bytes of printable text; empty is allowed."""
    if len(text.encode()) > MOST_ENTROPY or not text.isprintable():
        raise refuse(MALFORMED, f"entropy has at most {MOST_ENTROPY} bytes of printable text", field="entropy")
    return text


def command_bytes(purpose: str, command_id: str) -> bytes:
    """The store's 16-byte id of a command; one caller's id cannot meet another's, since the purpose is mixed in."""
    if not _COMMAND.fullmatch(command_id):
        detail = "a command id has 16 to 64 letters, digits, hyphens or underscores; a UUID will do"
        raise refuse(MALFORMED, detail, field="command_id")
    return blake2b(f"{purpose}:{command_id}".encode(), digest_size=16).digest()
