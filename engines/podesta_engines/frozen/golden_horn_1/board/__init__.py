"""The board of Golden Horn."""

from podesta_engines.core.board import Board

from .layout import layout
from .motions import MOTIONS
from .pieces import pieces
from .targets import TARGETS

BOARD = Board(layout, pieces, TARGETS, MOTIONS)

__all__ = ["BOARD"]
