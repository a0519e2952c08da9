"""The Simulator's calls: messages in, messages out; what happens between them is podesta_service/views/simulating."""

from .calls import SIMULATING

__all__ = ["SIMULATING"]
