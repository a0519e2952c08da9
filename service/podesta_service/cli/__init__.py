"""The command `podesta`."""

from .main import main

__all__ = ["main"]
