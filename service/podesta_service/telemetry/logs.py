"""Structured logs: one line per event, JSON for machines or colours for people; never with tokens or seeds."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, ClassVar, TextIO

import msgspec
import structlog

from podesta_eventstore.errors import shown_address
from podesta_service.settings import Settings

from . import tracing

_STEPS: list[structlog.types.Processor] = []
"""The processors of a line; the last one makes its text."""


class Lines:
    """Writes the lines of one logger immediately. A line that cannot be written is dropped, so that no call fails."""

    stream: ClassVar[TextIO] = sys.stderr

    def __init__(self, name: str = "podesta") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        """Write a finished line."""
        try:
            self.stream.write(line + "\n")
            self.stream.flush()
        except (OSError, ValueError):
            pass

    debug = info = warning = error = exception = critical = msg


def set_up_logs(settings: Settings) -> None:
    """Send the lines of structlog and of the standard library's logging, rendered alike, to standard error.

    structlog's lines, one per call, bypass the standard library, where they took four times as long.
    """
    known: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        _add_trace,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = _rendering(settings.log_format)
    _STEPS[:], Lines.stream = [*known, *last], sys.stderr  # in place: loggers cache them at their first line
    structlog.configure(
        processors=_STEPS,
        logger_factory=Lines,
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),  # free below the level
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            foreign_pre_chain=[*known, structlog.stdlib.ExtraAdder()],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for noisy in ("uvicorn.access", "httpx", "httpcore", "grpc._cython.cygrpc", "urllib3"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _add_trace(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the ids of the current trace to a line."""
    if tracing.spans is not None:
        line.update(tracing.trace_ids())
    return line


def _harmless(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Escape control characters, which may come from a caller; show addresses without credentials."""
    line.update({name: repr(value) for name, value in line.items() if isinstance(value, BaseException)})
    said = "".join([value for value in line.values() if isinstance(value, str)])  # one check for all
    if not said.isprintable() or "://" in said:
        for name, value in line.items():
            if isinstance(value, str):
                line[name] = shown_address(_escaped(value))
    return line


def _escaped(text: str) -> str:
    """A text in which only line breaks are not printable."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in text)


def _as_json(line: Any, default: Any = repr, **_: Any) -> str:
    """A line as JSON, unknown types as their repr. Three times as fast as the standard library's."""
    return msgspec.json.encode(line, enc_hook=default).decode()


def _rendering(style: str) -> list[structlog.types.Processor]:
    """The last processors of a line: JSON or colours."""
    if style == "json":
        return [structlog.processors.format_exc_info, _harmless, structlog.processors.JSONRenderer(_as_json)]
    return [
        structlog.processors.format_exc_info,
        _harmless,
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # rich's would show local variables: tokens, keys
        ),
    ]
