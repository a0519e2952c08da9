"""The pictures of how choices fare, as the example draws them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

SCRIPT = Path(__file__).parents[3] / "lab/examples/fares.py"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(folder: Path, plays: int) -> subprocess.CompletedProcess[str]:
    """The output of the example for two actions in Troyes that were chosen in so many plays."""
    won = [[plays // 2, plays, 0.4, 0.6], [plays // 4, plays, 0.15, 0.35]]
    choices = [{"thing": at, "won": each} for at, each in enumerate(won)]
    things = [["actions", "action", word] for word in ("combat.3", "farm")]
    told: dict[str, Any] = {"games": plays, "things": things, "subjects": {"actions": [{"choices": choices}]}}
    told["places"] = [{"won": [plays // 2, plays]}, {"won": [plays // 2, plays]}]
    (folder / "all.json").write_text(json.dumps(told))
    index = {"rulesets": [{"ruleset": "troyes", "files": [{"file": "all.json"}]}]}
    (folder / "index.json").write_text(json.dumps(index))
    command = [sys.executable, str(SCRIPT), str(folder), "troyes", "actions"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_every_label_has_room_and_the_best_stands_first(tmp_path: Path) -> None:
    """The longest label begins within the picture, and the longest figure ends within it."""
    picture = ElementTree.fromstring(drawn(tmp_path, 400).stdout)
    texts = list(picture.iter(f"{SVG}text"))
    assert [each.text for each in texts[-4:]] == [
        "combat the event in place 4 in the queue",
        "50% of 400",
        "use agriculture (yellow dice)",
        "25% of 400",
    ]
    width = float(picture.get("viewBox", "").split()[2])
    for label, figure in (texts[-4:-2], texts[-2:]):
        assert float(label.get("x", 0)) > 7.5 * len(label.text or "")
        assert width - float(figure.get("x", 0)) > 7.5 * len(figure.text or "")
    best, worst = (float(each.get("cx", 0)) for each in picture.iter(f"{SVG}circle"))
    (even,) = (float(each.get("x1", 0)) for each in picture.iter(f"{SVG}line") if each.get("class") == "even")
    assert worst < best == even


def test_what_was_hardly_chosen_is_not_drawn(tmp_path: Path) -> None:
    """With fewer plays than that, it says so, and draws nothing."""
    said = drawn(tmp_path, 99)
    assert (said.returncode, said.stdout) == (1, "")
    assert "no choice of actions was made in 100 plays" in said.stderr
