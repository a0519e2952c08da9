"""What every command of the benchmarks says when it is asked what it does."""

from __future__ import annotations

import argparse


def offer_help(about: str | None) -> None:
    """Print what a command is about, and end, where `--help` is asked for; other words are for the command to read."""
    kind = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(usage=argparse.SUPPRESS, description=about, formatter_class=kind).parse_known_args()
