"""REST and Server-Sent Events, for user interfaces."""

from .app import rest_app
from .server import CannotListen, RestServer, start_rest

__all__ = ["CannotListen", "RestServer", "rest_app", "start_rest"]
