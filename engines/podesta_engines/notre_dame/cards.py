"""The figures in what cards, persons and messages say they do, from an edition's data; the texts stand in `texts/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .components import Components


def figures(components: Components, vocabulary: str, word: str) -> Mapping[str, int]:
    """What the sentence of a word is filled with; nothing where it names no figure of the edition."""
    found = _FIGURES.get(vocabulary)
    return found(components, word) if found else {}


def _action(components: Components, action: str) -> Mapping[str, int]:
    """N-45, N-48: the hotel's number of pieces; what one, two and three gold earn."""
    if action == "hotel":
        return {"pieces": components.hotel.two_choices_from}
    gifts = components.notre_dame.prestige_by_gold
    return {f"gift_{gold}": gifts.get(gold, 0) for gold in (1, 2, 3)} if action == "notre_dame" else {}


def _person(components: Components, person: str) -> Mapping[str, int]:
    """C-5: the rats on a person's card."""
    return next({"rats": each.rats} for each in components.persons if each.id == person)


def _message(components: Components, message: str) -> Mapping[str, int]:
    """C-6: the benefits of a message."""
    found = next(each for each in components.messages if each.id == message)
    return {"prestige": found.prestige, "gold": found.gold, "markers": found.markers, "rat": found.rat}


_FIGURES: dict[str, Callable[[Components, str], Mapping[str, int]]] = {
    "action": _action,
    "person": _person,
    "message": _message,
}
