"""The synchronous Python client is the asyncio client, and nothing else.

The client's guide runs exactly as it is written.
"""

import asyncio
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "clients" / "python"


def test_the_generated_modules_are_current() -> None:
    """`make clients` would write the same files."""
    written = runpy.run_path(str(CLIENT / "generate.py"))["generated"]()
    assert written
    for name, text in written.items():
        assert (CLIENT / "podesta_client" / "_sync" / name).read_text("utf-8") == text, name


README = Path(__file__).parents[2] / "clients" / "python" / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
SAYS = {
    "first": "seat 0 is number",
    "others": "rounds",
    "lobby": "['Ada'] 1 free",
    "around": "of a game that is STATUS_RUNNING",
    "watch": "1: ",
    "clocks": "0 has 600 seconds\n1 has 600 seconds\nresignation",
    "what if": "chain value: ",
    "orders": "1 done",
    "refused": "rule G-12: asked place_ships, not place_ships.atlantis",
    "explain": "False not-your-turn Waiting for Ada.",
}


@pytest.mark.parametrize(("block", "says"), list(zip(BLOCKS, SAYS.values(), strict=True)), ids=SAYS)
async def test_every_block_of_the_guide_runs_against_a_real_service(block: str, says: str, target: str) -> None:
    """A block pasted from the guide does what the guide says; a random game may take 90 rounds."""
    program = block.replace("localhost:50051", target)
    run = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, timeout=240, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert says in run.stdout
