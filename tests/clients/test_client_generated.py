"""The Python client for ordinary programs is the one for asyncio, and nothing else."""

import runpy
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "clients" / "python"


def test_the_generated_modules_are_current() -> None:
    """`make clients` writes them anew."""
    written = runpy.run_path(str(CLIENT / "generate.py"))["generated"]()
    assert written
    for name, text in written.items():
        assert (CLIENT / "podesta_client" / "_sync" / name).read_text("utf-8") == text, name
