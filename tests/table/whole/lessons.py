"""The lessons as the table has them: their texts, and the steps in their order."""

from __future__ import annotations

import json

from tests.table.building import HOME

TEXTS = {
    language: json.loads((HOME / f"src/texts/{language}/guides.json").read_text("utf-8")) for language in ("en", "it")
}


def lesson_of(ruleset: str) -> list[str]:
    """The steps of a lesson: its texts up to the last step; what follows is the guide's."""
    texts = list(TEXTS["en"][ruleset])
    return texts[: texts.index("on") + 1]
