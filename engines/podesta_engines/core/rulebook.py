"""A rulebook (RULES.md, RULES.it.md) as players read it: its rules by number, without marks of sources and options."""

from __future__ import annotations

import re

_RULE = re.compile(r"^\*\*([A-Z]+-\d+)[ .]", re.MULTILINE)
_HEADING = re.compile(r"^#", re.MULTILINE)
_MARKS = re.compile(
    r"""\s*`\[(?:[A-Z]|ruling|derived)[^\]]*\]`        # what a rule rests on
      | \s*\(`[a-z0-9_]+`\)                               # the name of an option
      | \s*\(X-\d+\)                                  # how its chance is drawn
      | \s*\[[A-Z][A-Z0-9]+(?:,\ [A-Z][A-Z0-9]+)*\]    # keys of sources
      | \s\((?:sources\ |fonti\ )?(?!VP|PV)[A-Z][A-Z0-9]+(?:,\ [A-Z][A-Z0-9]+)*\)
    """,
    re.VERBOSE,
)


def rules_by_number(rulebook: str) -> dict[str, str]:
    """The numbered rules as written: each begins a line in bold, and ends at the next rule or heading."""
    starts = list(_RULE.finditer(rulebook))
    ends = [match.start() for match in starts[1:]] + [len(rulebook)]
    return {
        match[1]: _HEADING.split(rulebook[match.start() : end], maxsplit=1)[0].strip()
        for match, end in zip(starts, ends, strict=True)
    }


def read_by_players(rule: str) -> str:
    """A rule without marks, keys of sources and backticks, which serve only for checking it."""
    return re.sub(r"[ \t]+\n", "\n", re.sub(r"\s+([.,;:])", r"\1", _MARKS.sub("", rule))).replace("`", "")
