"""The board of Colonia."""

from podesta_engines.core.board import Board

from .motions import MOTIONS
from .targets import TARGETS

BOARD = Board(TARGETS, MOTIONS)

__all__ = ["BOARD"]
