"""The command `podesta`."""

import sys

try:
    from .main import main
except ValueError as error:  # BadEdition, which cannot be imported here: the rules are loaded with all editions
    sys.exit(f"podesta: {error}")

__all__ = ["main"]
