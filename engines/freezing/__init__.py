"""Keeps the rules that games began with: `python -m engines.freezing RULESET` copies a ruleset as it stands."""
