"""Names that callers choose: of games and seats, and command ids."""

from __future__ import annotations

import hmac
import random
import re
import secrets
import time
from base64 import b32encode
from functools import lru_cache
from hashlib import blake2b, sha256

from podesta_engines.game.events import Created
from podesta_engines.game.record import GAME as GAME
from podesta_eventstore.naming import dated, hour_of

from .problems import MALFORMED, UNKNOWN_GAME, refuse

_GAME = re.compile(GAME)
_LETTERS = 17
"""Letters and digits of an id after its hour."""
LONGEST_GAME = 21
"""Characters of a caller's game id that may appear in a log."""
COMMAND = "[A-Za-z0-9_-]{16,64}"
"""The pattern of command ids."""
_COMMAND = re.compile(COMMAND)
HEAD = "[0-9a-f]{8,64}"
"""The pattern of a head's prefix, by which a caller names what it has seen."""
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""The pattern of request ids that callers choose."""
_REMEMBERED = 20_000
"""Number of valid ids that are cached instead of being checked again: as many as cached games."""
MOST_ENTROPY = 64
FEWEST_CHARACTERS = 8
"""Distinct characters required in a command id that opens a game; any UUID has more."""


def new_game() -> str:
    """A new game id, which cannot be guessed."""
    return dated(time.time(), new_letters())


def new_letters() -> str:
    """The part after the hour in a game's id: 85 random bits as 17 letters and digits."""
    return _letters(secrets.token_bytes(11))


def call_id(bits: int) -> str:
    """A random name for a call, in hex: unique, not secret. The system's own random source would cost a system call."""
    return f"{random.getrandbits(bits):0{bits // 4}x}"  # the library reseeds after a fork


def is_game(stream: str) -> bool:
    """Whether a stream is a game's log; the others are those of players and sites."""
    return _GAME.fullmatch(stream) is not None


def _letters(drawn: bytes) -> str:
    """The letters that 11 or more bytes make."""
    return b32encode(drawn[:11]).decode().lower()[:_LETTERS]


def letters_of_command(key: bytes, purpose: str, owner: str | None, command_id: str) -> str:
    """The part after the hour in the id of the game that a command opens.

    It is the same each time the command is sent, and cannot be guessed. Another owner's command never opens that game;
    `owner` is the bearer token that came with the command.
    """
    said = command_bytes(f"{purpose}:{owner or ''}", command_id)
    if len(set(command_id)) < FEWEST_CHARACTERS:
        raise refuse(MALFORMED, "command-id-guessable", fewest=FEWEST_CHARACTERS, field="command_id")
    return _letters(hmac.digest(key, b"podesta game " + said, "sha256"))


def rematch_of(created: Created, game: str) -> str:
    """The id of a game's rematch, which follows from public facts; no other game can be opened under it.

    It depends on the commitment, so the id is unknown before the original game exists. It has the same hour as that
    game.
    """
    said = f"podesta rematch {game} {created.commitment}"
    return f"{hour_of(game)}{_letters(sha256(said.encode()).digest())}"


@lru_cache(maxsize=_REMEMBERED)
def check_game(game: str) -> str:
    """A game id, checked; raises unknown-game, as a malformed id cannot be a game's."""
    if not is_game(game):
        raise refuse(UNKNOWN_GAME, "game-id-malformed")
    return game


def check_entropy(text: str) -> str:
    """A seat's contribution to the key of the draws: at most 64 bytes of printable text; may be empty."""
    if len(text.encode()) > MOST_ENTROPY or not text.isprintable():
        raise refuse(MALFORMED, "entropy-malformed", most=MOST_ENTROPY, field="entropy")
    return text


def command_bytes(purpose: str, command_id: str) -> bytes:
    """The store's 16-byte id of a command; one caller's id cannot meet another's, since the purpose is mixed in."""
    if not _COMMAND.fullmatch(command_id):
        raise refuse(MALFORMED, "command-id-malformed", field="command_id")
    return blake2b(f"{purpose}:{command_id}".encode(), digest_size=16).digest()
