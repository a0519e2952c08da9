"""Structured logs: one line an event, JSON for machines or colours for people; tokens and seeds never stand in them."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import msgspec
import structlog

from .settings import Settings
from .tracing import trace_ids


def set_up_logs(settings: Settings) -> None:
    """Send structlog and the standard library's logging through one renderer to standard error."""
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        _add_trace,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),  # costs nothing below the level
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(settings.log_format, shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for noisy in ("uvicorn.access", "httpx", "httpcore", "grpc._cython.cygrpc", "urllib3"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _add_trace(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Say which trace a line belongs to, so that one leads to the other."""
    line.update(trace_ids())
    return line


def _as_json(line: Any, default: Any = repr, **_: Any) -> str:
    """A line as JSON; what JSON does not know as its repr. Three times as fast as the standard library's."""
    return msgspec.json.encode(line, enc_hook=default).decode()


def _formatter(style: str, shared: list[structlog.types.Processor]) -> logging.Formatter:
    """Renders the last step: JSON, or a coloured line."""
    last: list[structlog.types.Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_as_json)]
        if style == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                exception_formatter=structlog.dev.plain_traceback,  # rich's would print local variables: tokens, keys
            )
        ]
    )
    processors = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
    return structlog.stdlib.ProcessorFormatter(processors=processors, foreign_pre_chain=shared)
