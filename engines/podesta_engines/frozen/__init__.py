"""Earlier versions of rules, for the games that began with them. Nobody changes them: `locks.txt` has their hashes.

`python -m engines.freezing RULESET` makes a copy, before rules are changed.
"""

from . import golden_horn_1

FROZEN = (golden_horn_1.RULESET,)
"""What the registry knows beside the newest versions."""
