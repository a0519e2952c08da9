"""Prompts and options of Troyes that depend on the table; every text is in `texts/`."""

from . import citizens, dice, menu, prompts

PROMPTS = prompts.PROMPTS
LABELS = {**menu.LABELS, **dice.LABELS, **citizens.LABELS}
FORMS = (*prompts.FORMS, *menu.FORMS, *dice.FORMS, *citizens.FORMS)

__all__ = ["FORMS", "LABELS", "PROMPTS"]
