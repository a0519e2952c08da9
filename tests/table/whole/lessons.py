"""The lessons of the table: their texts, the steps in their order, and the answers that these require."""

from __future__ import annotations

import json
import re

from podesta_service.bots.worker import LESSON
from tests.table.building import HOME

TEXTS = {
    language: json.loads((HOME / f"src/texts/{language}/guides.json").read_text("utf-8")) for language in ("en", "it")
}
DEAL = LESSON
"""The deal on which every lesson is taught."""
SHOWN = {
    "colonia": {"london": "london"},
    "notre-dame": {"carriage": "carriage", "enters": "enters", "hire": "hire", "church": "church", "gold": "church"},
    "pillars-of-the-earth": {"rest": "rest"},
    "troyes": {"miller": "miller", "war": "war"},
}
"""Steps at which a strong player would answer otherwise, and the text that says so and why."""


def lesson_of(ruleset: str) -> list[str]:
    """The steps of a lesson: its texts up to the last step; later ones are the guide's."""
    texts = list(TEXTS["en"][ruleset])
    return texts[: texts.index("on") + 1]


def does_of(ruleset: str) -> list[tuple[str, str, str]]:
    """The steps of a lesson to be done: text, kind of question, and the pattern of the answer."""
    course = (HOME / f"src/guide/lessons/{ruleset}.lesson.ts").read_text("utf-8")
    assert f'deal: "{DEAL[:2]}".repeat({len(DEAL) // 2})' in course
    return re.findall(r'\bdoes\("(\w+)", "(\w+)", /(.*?)/,', course)
