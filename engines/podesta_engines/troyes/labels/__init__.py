"""Prompts and options of Troyes that say what lies on the table just now; every text stands in `texts/`."""

from . import citizens, dice, menu, prompts

PROMPTS = prompts.PROMPTS
LABELS = {**menu.LABELS, **dice.LABELS, **citizens.LABELS}
FORMS = (*prompts.FORMS, *menu.FORMS, *dice.FORMS, *citizens.FORMS)

__all__ = ["FORMS", "LABELS", "PROMPTS"]
