"""The card of a dataset: its content, its origin and its licence."""

from __future__ import annotations

import json
from pathlib import Path

from pyarrow import parquet

_CARD = """\
---
license: {licence}
configs:
{configs}
---
# Games of Podestà

{games} ended games with {decisions} decisions, by the version of their rules:

| rules | games | decisions |
|---|---|---|
{table}

`games/*.parquet` has a row a game, `decisions/*.parquet` one for each decision that was not taken back: what the seat
could see then (`observation`, a byte a number; `observation.json` names them by the number of seats), what it could
answer, what it did, in which round, and the rank and score that it came to. Seats count from 0.

The chain of each record, and that the rules allow it, was checked as it was read; a seed is not drawn again, as
`podesta verify` does. There are no names of players{ids}: `game` is the last chain value of a record.
`bot` names the bot that held a seat; it is empty for people, and for bots that came as people do. In games of
`practice` whoever opened the game may have known the deal; where `timed_out` is set, a clock decided.

Licence: {named}. Made by `podesta dataset`.
"""


KINDS = ("games", "decisions")
_WITHOUT = " and no ids of games"
_WITH = ". `id` is the id of a game, if the lobby named it when it ended"


def card(out: Path, licence: str, ids: bool = False) -> str:
    """The card, with counts from the files themselves."""
    counts = {folder.name: _counts(folder) for folder in sorted(out.iterdir()) if folder.is_dir()}
    lines = [f"| {rules} | {games:,} | {decisions:,} |" for rules, (games, decisions) in counts.items()]
    sums = [sum(each[at] for each in counts.values()) for at in (0, 1)]
    configs = "\n".join(_config(rules, kind) for rules in counts for kind in KINDS)
    said = {
        "licence": json.dumps(licence),
        "configs": configs,
        "table": "\n".join(lines),
        "ids": _WITH if ids else _WITHOUT,
    }
    return _CARD.format(games=f"{sums[0]:,}", decisions=f"{sums[1]:,}", named=licence, **said)


def _config(rules: str, kind: str) -> str:
    """Files whose rows have the same columns, as Hugging Face's loader requires: `load_dataset(…, NAME)`."""
    return f"- config_name: {rules}-{kind}\n  data_files: {rules}/{kind}/*.parquet"


def _counts(folder: Path) -> tuple[int, int]:
    games, decisions = (_rows(folder / kind) for kind in KINDS)
    return games, decisions


def _rows(folder: Path) -> int:
    return sum(parquet.read_metadata(path).num_rows for path in folder.glob("*.parquet"))
