"""REST and Server-Sent Events, for user interfaces."""

from podesta_service.rest.serving.app import rest_app
from podesta_service.rest.serving.server import CannotListen, RestServer, start_rest

__all__ = ["CannotListen", "RestServer", "rest_app", "start_rest"]
