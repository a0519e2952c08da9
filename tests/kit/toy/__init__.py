"""A ruleset for tests alone, with every feature of the core."""

from .rules import PASS, PLAN, ROLL, RULESET

__all__ = ["PASS", "PLAN", "ROLL", "RULESET"]
