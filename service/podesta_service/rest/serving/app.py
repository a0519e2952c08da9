"""The REST application."""

from __future__ import annotations

from typing import Any, Literal, cast

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ASGIApp, Method

from podesta_service.context import Context
from podesta_service.rest.call import Call
from podesta_service.rest.calls.documentation import DOCUMENTATION
from podesta_service.rest.calls.operations import metrics
from podesta_service.rest.calls.routes import ROUTES
from podesta_service.rest.description.schema import SCHEMA_CALLS
from podesta_service.rest.errors import error_response
from podesta_service.rest.page.serving import table_calls

from .access import CountedCalls
from .front_door import FrontDoor
from .hot import LARGEST_BODY
from .rewriting import Varying

_METHODS: list[Literal["*"] | Method] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]
_ASKED = ["*"]
"""Every request header is allowed: none but Authorization gives power, and libraries add some of their own."""
_SHOWN = [
    "ETag",
    "Location",
    "Content-Language",
    "Heartbeat-Seconds",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Server-Time",
    "X-Request-ID",
]


class Plain(Litestar):
    """Litestar for msgspec structs only.

    If pydantic is installed, as for developers, Litestar would import it at each start and ask it about every type; if
    OpenTelemetry is, Litestar would look for its own middleware, which is not used.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]

    @staticmethod
    def _patch_opentelemetry_middleware(config: AppConfig) -> AppConfig:
        return config


def rest_app(context: Context) -> FrontDoor:
    """The application of one process: the API under /v1, probes, metrics, problem types, OpenAPI, documentation."""
    origins, own_port = context.settings.origins, context.settings.metrics_port
    calls = [route for route in ROUTES if not (own_port and route is metrics)]
    app = Plain(
        [*calls, *SCHEMA_CALLS, *DOCUMENTATION, *table_calls(context.settings)],
        compression_config=CompressionConfig(
            "brotli", brotli_quality=4, brotli_lgwin=18, gzip_compress_level=6, exclude_opt_key="uncompressed"
        ),
        cors_config=CORSConfig(origins, _METHODS, _ASKED, expose_headers=_SHOWN) if origins else None,
        exception_handlers={Exception: error_response},
        logging_config=None,
        middleware=[CountedCalls(context)],
        openapi_config=None,
        request_class=Call,
        request_max_body_size=LARGEST_BODY,
        state=State({"context": context}, deep_copy=False),
    )
    if origins:
        cast("Any", app.asgi_handler).app = Varying(cast("Any", app.asgi_handler).app)
    return FrontDoor(cast("ASGIApp", app), context)
