"""The `--help` of every benchmark."""

from __future__ import annotations

import argparse


def offer_help(about: str | None) -> None:
    """Print what a command is about and exit, if `--help` is given; other words are left to the command."""
    kind = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(usage=argparse.SUPPRESS, description=about, formatter_class=kind).parse_known_args()
