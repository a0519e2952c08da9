"""Trouble with the store or with a log, as callers are told of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from podesta_engines.core.errors import Drifted, UnknownRules
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
    refuse,
)

from .seals import LogBroken, SealKeyMissing

log = logging.getLogger(__name__)


@contextmanager
def store_problems(game: str) -> Iterator[None]:
    """Turn what the store and the fold raise into refusals."""
    try:
        yield
    except StreamNotFound:
        raise refuse(UNKNOWN_GAME, f"no game has the id {game!r}") from None
    except StoreFull:
        detail = "nothing was changed: its memory or its disk is used up; its operator has to make room"
        refusal = refuse(STORE_FULL, detail)
        refusal.retry_after = FULL_SECONDS
        raise refusal from None
    except StoreUnavailable:
        raise refuse(STORE_UNAVAILABLE, "nothing was changed; try again in a moment") from None
    except OutcomeUnknown:
        raise refuse(OUTCOME_UNKNOWN, "send the same command id again to learn what became of it") from None
    except (EntryTooLarge, StreamFull) as error:
        raise refuse(TOO_LARGE, str(error)) from None
    except Conflict:
        raise
    except StoreError as error:
        log.exception("the store refuses")
        raise refuse(STORE_UNAVAILABLE, "the event store refuses; the log tells its operator why") from error
    except SealKeyMissing:
        raise refuse(KEY_MISSING, "the documentation tells its operator how to rotate master keys") from None
    except LogBroken as error:  # which has been told as an alarm
        where = f"revision {error.revision}" if error.revision else "its end"
        raise refuse(LOG_BROKEN, f"the log of game {game} is not what was written: {where}") from error
    except UnknownRules as error:
        log.error("game %s cannot be played here: %s", game, error)  # noqa: TRY400 - where from says nothing
        detail = f"game {game} follows {error.wanted}, rules that this process does not have; a later release has them"
        raise refuse(RULES_MISSING, detail) from None
    except Drifted as error:
        log.exception("game %s has drifted", game)
        where = (
            f"revision {error.revision}" if error.revision else error.why
        )  # why may name what not everybody may know
        raise refuse(DRIFTED, f"game {game} does not replay: {where}") from error
