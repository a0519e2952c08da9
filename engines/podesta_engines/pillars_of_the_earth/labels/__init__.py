"""Prompts and options of The Pillars of the Earth that depend on the table; every text is in `texts/`."""

from .options import FORMS as OPTIONS
from .options import LABELS
from .placing import FORMS as PLACING
from .prompts import FORMS as ASKED
from .prompts import PROMPTS

FORMS = (*ASKED, *OPTIONS, *PLACING)
"""Every text that a prompt or an option may choose."""

__all__ = ["FORMS", "LABELS", "PROMPTS"]
