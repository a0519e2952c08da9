"""The figures in the texts of cards and components, from the edition's own data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .components import Components
from .words import BUILDING, CARD, CHARACTER, EVENT, PART, VERB


def figures(components: Components, vocabulary: str, slug: str) -> Mapping[str, int]:
    """The values for the slots of a word's text, by the slot's name."""
    return _FIGURES[vocabulary](components, slug)


def _card(components: Components, slug: str) -> Mapping[str, int]:
    """T-301 to T-328: prices and gains of an activation, and the figure of a cube."""
    card = components.activities[CARD.parse(slug)]
    return {
        "pay_deniers": card.pay_deniers,
        "pay_influence": card.pay_influence,
        "deniers": card.gain_deniers,
        "influence": card.gain_influence,
        "vp": card.gain_vp,
        "hit": card.hit_from,
        "strength": card.strength,
    }


def _event(components: Components, slug: str) -> Mapping[str, int]:
    """T-72, T-73: black dice, the amount that all players pay, and the points lost by those who cannot."""
    event = components.events[EVENT.parse(slug)]
    return {"black": event.black, "amount": event.amount, "vp": components.income.unpaid_vp}


def _character(components: Components, slug: str) -> Mapping[str, int]:
    """T-263: the three steps, also for two players, and their points."""
    character = components.characters[CHARACTER.parse(slug)]
    counts = (character.from_, character.from_for_two or character.from_, character.vp)
    steps = zip(("low", "middle", "high"), *counts, strict=True)
    return {f"{name}{key}": n for name, *ns in steps for key, n in zip(("", "_two", "_vp"), ns, strict=True)}


def _building(components: Components, slug: str) -> Mapping[str, int]:
    """T-50: the wage of a citizen."""
    return {"wage": components.buildings[BUILDING.parse(slug)].wage}


def _verb(components: Components, slug: str) -> Mapping[str, int]:
    """T-84, T-130, T-172, T-232, T-233: the costs and gains of a verb."""
    influence, income, cathedral = components.influence, components.income, components.cathedral
    costs = {"recruit": influence.recruit, "flip": influence.flip, "reroll": influence.reroll}
    return {
        "cost": costs.get(slug, 0),
        "deniers": income.pass_deniers,
        "waiting": income.wait_deniers,
        "lost": income.unpaid_vp,
        "vp": cathedral.vp,
        "low": cathedral.influence_by_value[0],
        "high": cathedral.influence_by_value[-1],
    }


def _part(components: Components, slug: str) -> Mapping[str, int]:
    """T-262, T-263: the cost of an empty level, and the points of a character."""
    if slug in {word.slug for word in CHARACTER.words}:
        return _character(components, slug)
    return {"lost": components.cathedral.empty_level_vp}


_FIGURES: Mapping[str, Callable[[Components, str], Mapping[str, int]]] = {
    "card": _card,
    "event": _event,
    "character": _character,
    "building": _building,
    "verb": _verb,
    "part": _part,
}
CARDS = (CARD, EVENT, CHARACTER, BUILDING, VERB, PART)
"""The vocabularies of cards and components that have such texts."""
