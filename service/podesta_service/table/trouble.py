"""Errors of the store or of a log, as refusals for callers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from podesta_engines.core.errors import Drifted, UnknownRules
from podesta_engines.core.texts.sentences import Sentence
from podesta_eventstore import (
    Conflict,
    EntryTooLarge,
    OutcomeUnknown,
    StoreError,
    StoreFull,
    StoreUnavailable,
    StreamFull,
    StreamNotFound,
)
from podesta_service.problems import (
    DRIFTED,
    FULL_SECONDS,
    KEY_MISSING,
    LOG_BROKEN,
    OUTCOME_UNKNOWN,
    RULES_MISSING,
    STORE_FULL,
    STORE_UNAVAILABLE,
    TOO_LARGE,
    UNKNOWN_GAME,
    Refusal,
    refuse,
    sentence,
)

from .seals import LogBroken, SealKeyMissing

log = logging.getLogger(__name__)


TROUBLE = (StoreError, Drifted, UnknownRules)
"""Errors of the store and the fold."""


@contextmanager
def store_problems(game: str) -> Iterator[None]:
    """Turn errors of the store and the fold into refusals."""
    try:
        yield
    except Conflict:
        raise
    except TROUBLE as error:
        raise trouble(game, error) from error


def trouble(game: str, error: Exception) -> Refusal:
    """The refusal for an error with a game."""
    return _of_store(game, error) if isinstance(error, StoreError) else _of_log(game, error)


def _of_store(game: str, error: StoreError) -> Refusal:
    if isinstance(error, StreamNotFound):
        return refuse(UNKNOWN_GAME, "game-unknown", game=game)
    if isinstance(error, StoreFull):
        return refuse(STORE_FULL, "store-full").after(FULL_SECONDS)
    if isinstance(error, StoreUnavailable):
        return refuse(STORE_UNAVAILABLE, "store-away")
    if isinstance(error, OutcomeUnknown):
        return refuse(OUTCOME_UNKNOWN, "outcome-unknown")
    if isinstance(error, EntryTooLarge):
        return refuse(TOO_LARGE, "entry-too-large", size=error.size, most=error.limit)
    if isinstance(error, StreamFull):
        return refuse(TOO_LARGE, "stream-full", game=error.stream, most=error.limit)
    log.error("the store refuses", exc_info=error)
    return refuse(STORE_UNAVAILABLE, "store-refuses")


def _of_log(game: str, error: Exception) -> Refusal:
    if isinstance(error, SealKeyMissing):
        return refuse(KEY_MISSING, "rotate-keys")
    if isinstance(error, LogBroken):  # which has raised an alarm already
        where = _revision(error.revision) if error.revision else sentence("details.at-its-end")
        return refuse(LOG_BROKEN, "log-not-as-written", game=game, where=where)
    if isinstance(error, UnknownRules):
        log.error("game %s cannot be played here: %s", game, error)
        return refuse(RULES_MISSING, "rules-not-here", game=game, wanted=error.wanted)
    assert isinstance(error, Drifted)
    log.error("game %s has drifted", game, exc_info=error)
    told = _revision(error.revision) if error.revision else error.why  # why may name hidden things
    return refuse(DRIFTED, "does-not-replay", game=game, where=told)


def _revision(number: int) -> Sentence:
    return sentence("details.at-revision", revision=number)
