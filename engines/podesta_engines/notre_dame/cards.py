"""The figures in the sentences about cards, sectors, persons, messages, choices and phases.

The sentences are in `texts/`, under `cards`; their figures come from an edition's data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .components import Components
from .words import ACTION, CHOICE, DONATION, MESSAGE, PART, PERSON, PHASE, SECTOR, TAKING

CARDS = (ACTION, SECTOR, PERSON, MESSAGE, CHOICE, DONATION, TAKING, PART, PHASE)
"""The vocabularies whose words have such a sentence."""
Found = Mapping[str, int]


def figures(components: Components, vocabulary: str, word: str) -> Found:
    """The values for the slots of a word's sentence; empty if it has no figure of the edition."""
    found = _FIGURES.get(vocabulary)
    return found(components, word) if found else {}


def _action(components: Components, action: str) -> Found:
    """N-48: the prestige for one, two and three gold."""
    gifts = components.notre_dame.prestige_by_gold
    if action == "notre_dame":
        return {f"gift_{gold}": gifts.get(gold, 0) for gold in (1, 2, 3)}
    return _sector(components, action)


def _sector(components: Components, sector: str) -> Found:
    """N-45: the number of pieces from which the hotel gives two choices."""
    return {"pieces": components.hotel.two_choices_from} if sector == "hotel" else {}


def _person(components: Components, person: str) -> Found:
    """C-5: the rats on a person's card."""
    return next({"rats": each.rats} for each in components.persons if each.id == person)


def _message(components: Components, message: str) -> Found:
    """C-6: the benefits of a message."""
    found = next(each for each in components.messages if each.id == message)
    return {"prestige": found.prestige, "gold": found.gold, "markers": found.markers, "rat": found.rat}


def _donation(components: Components, donation: str) -> Found:
    """N-48: the prestige for this gold."""
    gifts = components.notre_dame.prestige_by_gold
    return {} if donation == "no_effect" else {"prestige": gifts.get(int(donation.removeprefix("gold_")), 0)}


def _phase(components: Components, _: str) -> Found:
    """N-72: the last space of the rats, and the prestige lost beyond it."""
    return {"highest": components.rats.highest, "lost": components.rats.lost_prestige}


_FIGURES: Mapping[str, Callable[[Components, str], Found]] = {
    "action": _action,
    "sector": _sector,
    "person": _person,
    "message": _message,
    "donation": _donation,
    "phase": _phase,
}
