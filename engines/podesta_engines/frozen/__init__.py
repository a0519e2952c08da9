"""Earlier versions of rules, for the games that began with them; there are none yet. Nobody changes them: `locks.txt`
has their hashes.

`python -m engines.freezing RULESET` makes a copy, before rules are changed.
"""

from podesta_engines.core.ruleset import Ruleset

FROZEN: tuple[Ruleset, ...] = ()
"""What the registry knows beside the newest versions."""
