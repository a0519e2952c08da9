"""The Simulator's calls: messages in, messages out; the work is done in podesta_service/views/simulating."""

from .calls import SIMULATING

__all__ = ["SIMULATING"]
